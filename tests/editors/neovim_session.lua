-- Run by test_neovim.py inside Neovim, with a game open: does what a person would do, and writes what Neovim then shows
-- as JSON to $MTGR_RESULT. $MTGR_STEPS is JSON: hover and definition are [row, column], colour, fold, state, lens and
-- annotate are rows, ways are { keys, from, to }, make is the first and last of some rows; rows count from 1 and byte
-- columns from 0, as nvim_win_set_cursor takes them.

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

--- The syntax group of each character of a row, runs of the same one together.
local function colours_of(row)
  local found = {}
  for column, character in vim.fn.getline(row):gmatch("()(%S)") do
    local group = vim.fn.synIDattr(vim.fn.synID(row, column, 1), "name")
    if found[#found] and found[#found][1] == group then
      found[#found][2] = found[#found][2] .. character
    else
      found[#found + 1] = { group, character }
    end
  end
  return found
end

local function state_at(row, command)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  local shown
  vim.cmd(command)
  wait("the state", function()
    shown = vim.fn.bufnr("^mtgr-state$")
    return shown > 0 and vim.fn.bufwinid(shown) > 0
  end)
  local text = vim.api.nvim_buf_get_lines(shown, 0, -1, false)
  vim.cmd("pclose")
  return text
end

--- What the lens of a row says, and the quickfix list that it opens.
local function lens_at(row)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  vim.lsp.codelens.refresh()
  local lens
  wait("the lens", function()
    for _, each in ipairs(vim.lsp.codelens.get(0)) do
      if each.range.start.line == row - 1 and each.command then
        lens = each
      end
    end
    return lens
  end)
  vim.lsp.codelens.run()
  wait("the quickfix list", function()
    return #vim.fn.getqflist() > 0
  end)
  vim.cmd("cclose")
  local rows = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    rows[#rows + 1] = item.lnum
  end
  return { title = lens.command.title, rows = rows }
end

local function fold_of(row)
  wait("folds", function()
    return vim.fn.foldlevel(row) > 0
  end)
  vim.cmd(row .. "foldclose")
  return { vim.fn.foldclosed(row), vim.fn.foldclosedend(row), vim.fn.foldtextresult(row) }
end

local function annotated(row)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  local before = vim.api.nvim_get_current_line()
  vim.cmd("MtgrAnnotate ?!")
  wait("the glyph", function()
    return vim.api.nvim_get_current_line() ~= before
  end)
  before = vim.api.nvim_get_current_line()
  vim.cmd("MtgrComment why not?")
  wait("the comment", function()
    return vim.api.nvim_get_current_line() ~= before
  end)
  return vim.api.nvim_get_current_line()
end

local function gone(keys, from)
  vim.api.nvim_win_set_cursor(0, { from, 0 })
  vim.api.nvim_feedkeys(keys, "x", false)
  wait("the cursor to follow " .. keys, function()
    return vim.api.nvim_win_get_cursor(0)[1] ~= from
  end)
  return vim.api.nvim_win_get_cursor(0)
end

--- Where each of steps.ways leads: { keys, from, to }. They are all gone before the text is changed.
local function gone_ways()
  local found = {}
  for _, way in ipairs(steps.ways) do
    local keys, from, to = way[1], way[2], way[3]
    vim.api.nvim_win_set_cursor(0, from)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "x", false)
    wait("the cursor to follow " .. keys, function()
      return vim.deep_equal(vim.api.nvim_win_get_cursor(0), to)
    end)
    found[#found + 1] = { keys, vim.api.nvim_win_get_cursor(0) }
  end
  return found
end

local function varied(row)
  vim.api.nvim_win_set_cursor(0, { row, 0 })
  local before = vim.fn.line("$")
  vim.cmd("MtgrVariation")
  wait("the variation", function()
    return vim.fn.line("$") > before
  end)
  return { lines = vim.fn.getline(row, row + 2), cursor = vim.api.nvim_win_get_cursor(0) }
end

--- The lines of steps.make as a variation, which they become by a key in Visual mode.
local function made(first, last)
  local before = vim.fn.line("$")
  local keys = first .. "GV" .. last .. "G<Plug>(mtgr-make-variation)"
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "x", false)
  wait("the lines to be a variation", function()
    return vim.fn.line("$") > before
  end)
  return vim.fn.getline(first, last + 2)
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
  result.colours = colours_of(steps.colour)
  result.state = { state_at(steps.state, "MtgrState!"), state_at(steps.state, "MtgrState") }
  result.lens = lens_at(steps.lens)
  result.ways = gone_ways()
  result.fold = fold_of(steps.fold)
  vim.cmd("normal! zR")
  result.annotated = annotated(steps.annotate)
  result.annotation = gone("[a", steps.annotate + 1)
  result.turn = gone("]]", steps.annotate)
  result.variation = varied(steps.annotate)
  result.made = made(unpack(steps.make))
end)
if not ok then
  result = { failure = tostring(failure) }
end
local file = assert(io.open(vim.env.MTGR_RESULT, "w"))
file:write(vim.json.encode(result))
file:close()
vim.cmd("qa!")
