-- 164x22
local scene = require("scene")
scene.open("recorded-with-one-mistake.mtgr")
scene.go('turn 6 "PlayerA"', "turn", 18)
vim.lsp.codelens.refresh({ bufnr = 0 })
