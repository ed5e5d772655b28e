-- What comes with a character that is typed: the beginning of a new line, the place of a bracket, a NAG for a glyph. Neovim
-- has this from 0.12, but leaves the cursor before a text that is put where the cursor is.
local request = require("mtgr.request")

local M = {}

local triggers = { ["\n"] = true, ["("] = true, [")"] = true, ["!"] = true, ["?"] = true }
local buffers = {}

--- Makes the edits, all of which end at the cursor or before it; the cursor stays before the text that it stands before.
local function apply_behind_cursor(edits, buffer, encoding)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local behind = #vim.api.nvim_get_current_line() - column
  for _, edit in ipairs(edits) do
    local _, added = edit.newText:gsub("\n", "")
    row = row + added - (edit.range["end"].line - edit.range.start.line)
  end
  vim.lsp.util.apply_text_edits(edits, buffer, encoding)
  local line = vim.api.nvim_buf_get_lines(buffer, row - 1, row, true)[1]
  vim.api.nvim_win_set_cursor(0, { row, #line - behind })
end

local function ask_what_comes_with(character, buffer)
  local client = request.client(buffer)
  if not client or vim.api.nvim_get_current_buf() ~= buffer then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.ch = character
  params.options = { tabSize = 2, insertSpaces = true }
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  request.send(client, "textDocument/onTypeFormatting", params, buffer, function(_, edits)
    local here = vim.api.nvim_get_current_buf() == buffer and vim.api.nvim_buf_get_changedtick(buffer) == tick
    if here and edits and #edits > 0 then
      apply_behind_cursor(edits, buffer, client.offset_encoding)
    end
  end)
end

local function on_key(key)
  local character = key == "\r" and "\n" or key
  local buffer = vim.api.nvim_get_current_buf()
  if buffers[buffer] and triggers[character] and vim.api.nvim_get_mode().mode == "i" then
    vim.schedule(function() -- when the server knows of the character
      ask_what_comes_with(character, buffer)
    end)
  end
end

--- Lets typing in a buffer bring with it what belongs to it.
function M.set_up(buffer)
  buffers[buffer] = true
  vim.on_key(on_key, vim.api.nvim_create_namespace("mtgr.typing"))
end

return M
