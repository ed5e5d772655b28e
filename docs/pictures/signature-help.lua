-- 134x18
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.write_below('#35 "Shoot the Sheriff" resolve', '3:12.118     #46 "Ouroboroid" move battlefield -> graveyard as ', 12)
vim.lsp.buf.signature_help()
scene.wait("the window", scene.floats)
