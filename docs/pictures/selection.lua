-- 124x18
local scene = require("scene")
scene.open("9587e1ca.mtgr")
scene.go('#4 "Callous Sell-Sword // Burn Together" resolve', "resolve", 5)
vim.lsp.buf.selection_range(1)
scene.pause()
vim.lsp.buf.selection_range(3)
