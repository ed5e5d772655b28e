-- The board: a window with the state of the game after the cursor's line, which follows the cursor. One request is under
-- way at a time; wherever the cursor has gone meanwhile, the next one is about where it is then.
local request = require("mtgr.request")

local M = {}

local namespace = vim.api.nvim_create_namespace("mtgr.board")
local ELSEWHERE = "There is no board here: this line is outside a game's body."
local TALLEST = 26

local board = {
  buffer = nil, -- wiped with its window
  mods = "", -- how its window is split off
  game = nil, -- the window of the game that it follows
  asked = nil, -- what it was last asked for, as a text
  waiting = nil, -- the id of the client that has not yet answered
}

--- Its window in this tab page, or nil.
local function window()
  local found = board.buffer and vim.fn.bufwinid(board.buffer) or -1
  return found ~= -1 and found or nil
end

local function is_game(win)
  return win and vim.api.nvim_win_is_valid(win) and vim.bo[vim.api.nvim_win_get_buf(win)].filetype == "mtgr"
end

--- Puts lines of { text, style } pieces into its buffer, the board after a line. What the window shows of it stays.
local function fill(lines, line)
  local texts, marks = {}, {}
  for row, pieces in ipairs(lines) do
    local text = ""
    for _, piece in ipairs(pieces) do
      local start = #text
      text = text .. piece[1]:gsub("\n", " ")
      if piece[2] ~= "" then
        marks[#marks + 1] = { row - 1, start, #text, "mtgrBoard" .. piece[2]:gsub("^%l", string.upper) }
      end
    end
    texts[row] = text
  end
  local views = {}
  for _, win in ipairs(vim.fn.win_findbuf(board.buffer)) do
    views[win] = vim.api.nvim_win_call(win, vim.fn.winsaveview)
  end
  vim.bo[board.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(board.buffer, 0, -1, false, texts)
  vim.bo[board.buffer].modifiable = false
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(board.buffer, namespace, mark[1], mark[2], { end_col = mark[3], hl_group = mark[4] })
  end
  vim.b[board.buffer].mtgr_line = line
  for win, view in pairs(views) do
    vim.api.nvim_win_call(win, function()
      vim.fn.winrestview(view)
    end)
  end
end

--- Asks for what is to be shown now, unless it is shown, or an answer is due: then this is done again when it is there.
local function update()
  local current = vim.api.nvim_get_current_win()
  board.game = is_game(current) and current or board.game
  local win = window()
  if not (win and is_game(board.game)) then
    return
  end
  local buffer = vim.api.nvim_win_get_buf(board.game)
  local client = request.client(buffer)
  if not client or (board.waiting and vim.lsp.get_client_by_id(board.waiting)) then
    return
  end
  local line, width = vim.api.nvim_win_get_cursor(board.game)[1], vim.api.nvim_win_get_width(win)
  local wanted = table.concat({ client.id, buffer, vim.api.nvim_buf_get_changedtick(buffer), line, width }, " ")
  if wanted == board.asked then
    return
  end
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line - 1, character = 0 },
    width = width,
  }
  local sent = request.send(client, "mtgr/state", params, buffer, function(failure, found)
    board.waiting = nil
    if not (board.buffer and vim.api.nvim_buf_is_valid(board.buffer)) then
      return
    elseif failure then
      fill({ { { failure.message, "mark" } } }, line)
    else
      fill(found and found ~= vim.NIL and found.lines or { { { ELSEWHERE, "dim" } } }, line)
    end
    update()
  end)
  if sent then
    board.asked, board.waiting = wanted, client.id
  end
end

--- Before the last window beside it is left, it is closed; if that window then stays (its text is not saved), it is back.
local function leave_with_last_window()
  local current, own = vim.api.nvim_get_current_win(), window()
  if not own or current == own then
    return
  end
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local floats = vim.api.nvim_win_get_config(win).relative ~= ""
    if win ~= current and win ~= own and not floats then
      return
    end
  end
  M.close()
  vim.schedule(function()
    if vim.api.nvim_win_is_valid(current) and is_game(current) then
      M.open(board.mods)
    end
  end)
end

local function set_up_buffer()
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, "mtgr-board")
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].filetype = "mtgr-board"
  vim.bo[buffer].modifiable = false
  vim.keymap.set("n", "q", M.close, { buffer = buffer, nowait = true, desc = "Close the board" })
  local group = vim.api.nvim_create_augroup("mtgr.board", {})
  local moments = { "CursorMoved", "CursorMovedI", "TextChanged", "TextChangedI", "TextChangedP", "WinEnter", "BufWinEnter" }
  vim.list_extend(moments, { "VimResized", vim.fn.has("nvim-0.9") == 1 and "WinResized" or nil })
  vim.api.nvim_create_autocmd(moments, { group = group, callback = update })
  vim.api.nvim_create_autocmd("QuitPre", { group = group, nested = true, callback = leave_with_last_window })
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = buffer,
    callback = function()
      board.buffer, board.asked = nil, nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
  return buffer
end

--- Opens it, in a window that `mods` places (`vertical`, `topleft` ...; below the others if they say nothing).
function M.open(mods)
  if window() then
    return
  end
  local game = vim.api.nvim_get_current_win()
  board.mods = mods
  board.buffer = board.buffer or set_up_buffer()
  vim.cmd(("keepalt %s sbuffer %d"):format(mods ~= "" and mods or "botright", board.buffer))
  local win = vim.api.nvim_get_current_win()
  local upright = mods:find("vert") ~= nil
  for option, value in pairs({
    number = false, relativenumber = false, signcolumn = "no", foldcolumn = "0", foldenable = false, wrap = false,
    cursorline = false, list = false, spell = false, winfixwidth = upright, winfixheight = not upright,
  }) do
    vim.wo[win][option] = value
  end
  if not upright then
    vim.api.nvim_win_set_height(win, math.min(TALLEST, math.floor(vim.o.lines / 2)))
  end
  vim.api.nvim_set_current_win(game)
  update()
end

function M.close()
  local win = window()
  if win and not pcall(vim.api.nvim_win_close, win, true) then
    vim.api.nvim_buf_delete(board.buffer, { force = true }) -- it was the last window
  end
end

function M.toggle(mods)
  if window() then
    M.close()
  else
    M.open(mods)
  end
end

--- To be called when the server has come (back) to a buffer.
M.update = update

return M
