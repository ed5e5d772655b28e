-- 110x21
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go('#30 "Quantum Riddler" move battlefield -> exile', "#30", 4)
vim.lsp.buf.hover()
scene.wait("the hover window", scene.floats)
