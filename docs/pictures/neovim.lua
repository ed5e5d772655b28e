-- 140x22
local scene = require("scene")
scene.open("recorded-with-one-mistake.mtgr")
scene.go('"PlayerA" life 12 -> 10 by #4', "#4", 5)
vim.lsp.buf.hover()
scene.wait("the hover window", scene.floats)
