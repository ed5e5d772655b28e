-- 124x18
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go('turn 5 "PlayerA"', "turn", 3)
vim.lsp.buf.workspace_symbol("watery grave")
scene.quickfix(6)
