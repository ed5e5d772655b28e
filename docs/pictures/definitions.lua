-- 124x22
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go("#36 resolve", "#36", 3)
vim.cmd.split()
vim.lsp.buf.definition()
scene.pause()
vim.cmd("normal! zt")
