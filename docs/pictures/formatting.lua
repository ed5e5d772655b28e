-- 150x20
local scene = require("scene")
scene.open("459b6cad.mtgr")

--- Puts `other` in the place of `text` on the first line with it from line `first` on.
local function spoil(first, text, other)
  local number = scene.line(text, first)
  vim.fn.setline(number, (vim.fn.getline(number):gsub(vim.pesc(text), (other:gsub("%%", "%%%%")), 1)))
end

local first = scene.line('#20 "Gloomlake Verge" play from hand')
spoil(first, "    #20", "  #20")
spoil(first, 'cast from hand', 'cast   from hand {at last} $1')
spoil(first, '"Shoot the Sheriff" target', '"Shoot the Sheriff"\ttarget')
spoil(first, "tap by cost:#56", "tap by cost:#56   ")
spoil(first, "      stack", "    stack")
spoil(first, '"PlayerB" pay', '"PlayerB"  pay')
vim.fn.append(first + 3, "")
local before = vim.api.nvim_buf_get_lines(0, 0, -1, true)
vim.lsp.buf.format({ timeout_ms = 20000 })
scene.compare(before, { first - 1 })
