-- 110x20
local scene = require("scene")
vim.g.mtgr_settings = { inlayHints = { totals = true, mana = true, stack = true } }
scene.open("9587e1ca.mtgr")
scene.annotate('#2 "Monastery Swiftspear" attack "PlayerA"', "$5", scene.line("turn 5"))
vim.lsp.inlay_hint.enable()
scene.go("$5", "$5", 1)
