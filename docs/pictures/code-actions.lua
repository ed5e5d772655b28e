-- 124x22
local scene = require("scene")
scene.open("recorded-with-one-mistake.mtgr")
scene.wait("the finding", function()
  return #vim.diagnostic.get(0) > 0
end)
scene.go('"PlayerA" life 12 -> 10 by #4', "life", 5)
scene.pause(1500)
vim.lsp.buf.code_action()
