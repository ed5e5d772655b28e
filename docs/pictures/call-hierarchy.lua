-- 124x24
local scene = require("scene")
scene.open("recorded-with-one-mistake.mtgr")
scene.go('#4 "Callous Sell-Sword // Burn Together" resolve', "resolve", 6)
vim.diagnostic.enable(false)
vim.lsp.buf.outgoing_calls()
scene.quickfix(6)
