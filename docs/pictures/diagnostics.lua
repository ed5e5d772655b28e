-- 130x20
local scene = require("scene")
scene.open("recorded-with-one-mistake.mtgr")
vim.fn.setline(412, (vim.fn.getline(412):gsub("tap by", "untap by")))
vim.diagnostic.config({ virtual_text = false, virtual_lines = true })
scene.wait("both findings", function()
  return #vim.diagnostic.get(0) == 2
end)
scene.go('"PlayerA" life 12 -> 10 by #4', "12", 8)
