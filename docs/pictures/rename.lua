-- 130x24
local scene = require("scene")
scene.open("459b6cad.mtgr")
local before = vim.api.nvim_buf_get_lines(0, 0, -1, true)
scene.go('turn 5 "PlayerA"', "PlayerA", 5)
vim.lsp.buf.rename("Sam Vimes")
scene.compare(before, { scene.line("turn 5") - 4, scene.line('[Game "2"]') - 8 })
