-- 110x22
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.wait("folds", function()
  return vim.fn.foldlevel(scene.line("turn 3")) > 0
end)
vim.wo.foldlevel = 1
local turn = scene.go('turn 4 "PlayerB"', "turn", 4)
vim.cmd.normal({ "zo", bang = true })
vim.cmd(scene.line("precombat-main", turn) .. "foldopen")
vim.fn.winrestview({ topline = 52 })
