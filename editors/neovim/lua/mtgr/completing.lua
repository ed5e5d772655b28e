-- Completion (from Neovim 0.11; older versions need nothing from here). By itself Neovim takes from an item the text up to
-- its first space alone, but a statement has many words.
local M = {}

local SNIPPET = 2

--- What Neovim is to insert for an item: its whole line. Several lines are inserted as a snippet is.
local function convert(item)
  local text = item.textEdit and item.textEdit.newText
  if not text or item.insertTextFormat == SNIPPET then
    return {}
  end
  if text:find("\n") then
    item.insertTextFormat = SNIPPET
    item.textEdit.newText = text:gsub("[\\$}]", "\\%0")
  end
  return { word = text:match("^[^\n]*") }
end

--- Completion by CTRL-X CTRL-O; with `g:mtgr_complete` set, while one types.
function M.set_up(client, buffer)
  if vim.lsp.completion and vim.lsp.completion.enable then
    vim.lsp.completion.enable(true, client.id, buffer, { convert = convert, autotrigger = vim.g.mtgr_complete == true })
  end
end

return M
