-- Run by test_neovim.py inside Neovim, with a game open: does what a person would do, and writes what Neovim then shows
-- as JSON to $MTGR_RESULT. $MTGR_STEPS is JSON: hover and definition are [row, column], fold is a row; rows count from 1
-- and byte columns from 0, as nvim_win_set_cursor takes them.

local steps = vim.json.decode(vim.env.MTGR_STEPS)
local result = {}

local function wait(what, condition)
  if not vim.wait(30000, condition, 10) then
    error("waited in vain for " .. what)
  end
end

local function floating_window()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return window
    end
  end
end

local function hover()
  vim.api.nvim_win_set_cursor(0, steps.hover)
  vim.lsp.buf.hover()
  wait("the hover window", floating_window)
  local window = floating_window()
  local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return text
end

local function definition()
  vim.api.nvim_win_set_cursor(0, steps.definition)
  vim.lsp.buf.definition()
  wait("the cursor to move", function()
    return not vim.deep_equal(vim.api.nvim_win_get_cursor(0), steps.definition)
  end)
  return vim.api.nvim_win_get_cursor(0)
end

local function fold_of(row)
  wait("folds", function()
    return vim.fn.foldlevel(row) > 0
  end)
  vim.cmd(row .. "foldclose")
  return { vim.fn.foldclosed(row), vim.fn.foldclosedend(row) }
end

local ok, failure = pcall(function()
  result.filetype = vim.bo.filetype
  wait("a diagnostic", function()
    return #vim.diagnostic.get(0) > 0
  end)
  result.diagnostics = vim.diagnostic.get(0)
  for _, diagnostic in ipairs(result.diagnostics) do
    diagnostic.user_data = nil
  end
  result.hover = hover()
  result.definition = definition()
  if vim.lsp.foldexpr then
    result.fold = fold_of(steps.fold)
  end
end)
if not ok then
  result = { failure = tostring(failure) }
end
local file = assert(io.open(vim.env.MTGR_RESULT, "w"))
file:write(vim.json.encode(result))
file:close()
vim.cmd("qa!")
