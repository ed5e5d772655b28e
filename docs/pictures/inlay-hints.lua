-- 124x24
local scene = require("scene")
vim.g.mtgr_settings = { inlayHints = { totals = true, mana = true, stack = true } }
scene.open("9587e1ca.mtgr")
scene.annotate('#4 "Callous Sell-Sword // Burn Together" cast', "$5")
vim.lsp.inlay_hint.enable()
scene.go('#4 "Callous Sell-Sword // Burn Together" cast', "cast", 1)
