-- 130x38
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go("#36 resolve", "#36", 6)
vim.cmd("MtgrBoard")
scene.wait("the board", function()
  return vim.fn.bufwinid("mtgr-board") ~= -1 and vim.fn.getbufline("mtgr-board", 3)[1]
end)
vim.api.nvim_feedkeys("3]e", "m", false)
scene.pause(700)
