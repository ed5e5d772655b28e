-- 104x25
local scene = require("scene")
vim.o.laststatus = 0
vim.cmd("enew | setlocal nonumber signcolumn=no")
vim.fn.termopen({ "mtgr", "state", "459b6cad.mtgr:364" })
scene.pause(2500)
