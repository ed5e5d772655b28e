-- 124x26
local scene = require("scene")
scene.open("9587e1ca.mtgr")
scene.annotate('#4 "Callous Sell-Sword // Burn Together" cast', "$1 {While the Scamp is small}")
scene.go('turn 5 "PlayerB"', "turn", 3)
vim.lsp.buf.document_symbol()
scene.wait("the location list", function()
  return vim.fn.getloclist(0, { winid = 0 }).winid ~= 0
end)
vim.cmd.resize(16)
vim.fn.search("Turn 5")
vim.cmd.normal({ "5kzt5j", bang = true })
