-- 124x20
local scene = require("scene")
scene.open("9587e1ca.mtgr")
scene.go('#4 "Callous Sell-Sword // Burn Together" resolve', '#4 ', 11)
vim.lsp.buf.document_highlight()
