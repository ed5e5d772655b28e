-- Run by test_neovim.py inside Neovim, with a game open whose last line is begun: takes the first completion by CTRL-X CTRL-O,
-- and writes the lines from there on as JSON to $MTGR_RESULT.

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "t", false)
end

local function when(condition, go_on)
  if condition() then
    go_on()
  else
    vim.defer_fn(function()
      when(condition, go_on)
    end, 20)
  end
end

local last = vim.fn.line("$")
local begun = vim.fn.getline(last)
vim.o.completeopt = "menuone,noinsert"
vim.api.nvim_win_set_cursor(0, { last, 0 })
when(function()
  local client = require("mtgr.request").client(0)
  return client and client.initialized and vim.bo.omnifunc ~= ""
end, function()
  keys("A<C-x><C-o>")
  when(function()
    return vim.fn.pumvisible() == 1
  end, function()
    keys("<C-y>")
    when(function()
      return vim.fn.pumvisible() == 0 and vim.fn.getline(last) ~= begun
    end, function()
      vim.defer_fn(function() -- several lines come once the server has answered about the item
        vim.fn.writefile({ vim.json.encode(vim.fn.getline(last, "$")) }, vim.env.MTGR_RESULT)
        vim.cmd("qa!")
      end, 1000)
    end)
  end)
end)
