-- Run by test_neovim.py inside Neovim, with a game open: has the board follow the cursor, and writes what it showed as JSON to
-- $MTGR_RESULT. $MTGR_STEPS is JSON: rows are places of the cursor, counted from 1; outside is one outside the game's body.
-- It types as a person does, and lets Neovim do in between what it does when it waits for a key.

local steps = vim.json.decode(vim.env.MTGR_STEPS)
local result = { shown = {}, heights = {} }
local request = require("mtgr.request")
local here -- the coroutine

local function pause(milliseconds)
  vim.defer_fn(function()
    local ok, failure = coroutine.resume(here)
    if not ok then
      vim.fn.writefile({ vim.json.encode({ failure = tostring(failure) }) }, vim.env.MTGR_RESULT)
      vim.cmd("cquit!")
    end
  end, milliseconds)
  coroutine.yield()
end

local function wait(what, condition)
  for _ = 1, 1500 do
    if condition() then
      return
    end
    pause(10)
  end
  error("waited in vain for " .. what)
end

local function type_in(keys)
  vim.api.nvim_input(keys)
  pause(20)
end

-- Requests are counted where they are sent.
local under_way, most, sent = 0, 0, 0
local send = request.send
request.send = function(client, method, params, buffer, handler)
  if method ~= "mtgr/state" then
    return send(client, method, params, buffer, handler)
  end
  under_way, sent = under_way + 1, sent + 1
  most = math.max(most, under_way)
  return send(client, method, params, buffer, function(...)
    under_way = under_way - 1
    return handler(...)
  end)
end

local function board()
  return vim.fn.bufwinid("mtgr-board")
end

local function closed()
  return board() == -1 and vim.fn.bufnr("mtgr-board") == -1
end

local function lines()
  return vim.api.nvim_buf_get_lines(vim.fn.bufnr("mtgr-board"), 0, -1, false)
end

--- Waits until the board is that of a row, and nothing more comes, and gives what it shows.
local function shown(row)
  wait("the board", function()
    return board() ~= -1 and under_way == 0 and vim.fn.getbufvar("mtgr-board", "mtgr_line") == row
  end)
  return { lines = lines(), width = vim.api.nvim_win_get_width(board()) }
end

local function session()
  wait("a diagnostic", function()
    return #vim.diagnostic.get(0) > 0
  end)
  local game = vim.api.nvim_get_current_win()
  type_in(steps.rows[1] .. "G:MtgrBoard<CR>")
  for _, row in ipairs(steps.rows) do
    type_in(row .. "G")
    table.insert(result.shown, shown(row))
    if #result.shown == 1 then -- what the user makes of the window stays
      vim.api.nvim_win_set_height(board(), 9)
      vim.api.nvim_win_call(board(), function()
        vim.cmd("normal! 3\5")
      end)
    end
    table.insert(result.heights, { vim.api.nvim_win_get_height(board()), vim.fn.getwininfo(board())[1].topline })
  end
  local marks = vim.api.nvim_buf_get_extmarks(
    vim.fn.bufnr("mtgr-board"), vim.api.nvim_get_namespaces()["mtgr.board"], 0, -1, { details = true })
  result.first_style = marks[1][4].hl_group
  type_in(steps.outside .. "G")
  result.outside = shown(steps.outside).lines

  -- Many moves at once: the last one counts.
  type_in(steps.rows[1] .. "G")
  local first = shown(steps.rows[1])
  sent, most = 0, 0
  type_in(string.rep("j", 40))
  result.after_moves = shown(steps.rows[1] + 40)
  result.sent, result.most = sent, most

  -- A change of the text is a change of the board; the cursor stays in the game.
  type_in(steps.rows[1] .. "G")
  shown(steps.rows[1])
  type_in("dd")
  wait("another board", function()
    return not vim.deep_equal(lines(), first.lines)
  end)
  result.after_change = shown(steps.rows[1])
  type_in("u")
  result.stays = vim.api.nvim_get_current_win() == game

  -- It is closed by its command, by `q` in it, and with the last window beside it.
  type_in(":MtgrBoard<CR>")
  wait("the board to be closed", closed)
  type_in(":vertical MtgrBoard<CR>")
  result.vertical = shown(steps.rows[1])
  vim.api.nvim_set_current_win(board())
  type_in("q")
  wait("the board to be closed by q", closed)
  type_in(":MtgrBoard<CR>")
  shown(steps.rows[1])
  local buffer = vim.fn.bufnr("mtgr-board")
  type_in("ix<Esc>:q<CR>") -- refused: the text is not saved
  wait("another board", function()
    return not closed() and vim.fn.bufnr("mtgr-board") ~= buffer
  end)
  result.windows = vim.fn.winnr("$")
  type_in("u")
  vim.cmd("set nomodified")
  vim.fn.writefile({ vim.json.encode(result) }, vim.env.MTGR_RESULT)
  type_in(":q<CR>")
end

here = coroutine.create(session)
vim.api.nvim_create_autocmd("VimEnter", {
  callback = function()
    vim.schedule(function()
      local ok, failure = coroutine.resume(here)
      assert(ok, failure)
    end)
  end,
})
