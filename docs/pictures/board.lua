-- 124x21
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go('turn 5 "PlayerA"', "turn", 4)
vim.lsp.buf.hover()
scene.wait("the hover window", scene.floats)
