-- Folds. Neovim asks the server for them from 0.11 on; for older versions this does it.
local request = require("mtgr.request")

local M = {}

--- What stands for a closed fold: the server's summary, with the time and the indentation of its first line (0.11).
function M.text()
  local summary = vim.lsp.foldtext()
  local line = vim.fn.getline(vim.v.foldstart)
  local before = line:match("^[%d:.-]+ +") or ""
  return summary == line and line or before .. summary
end

local levels = {} -- buffer -> row, counted from 1 -> what 'foldexpr' is for it

--- 'foldexpr' before 0.11: what the server last said.
function M.level()
  return (levels[vim.api.nvim_get_current_buf()] or {})[vim.v.lnum] or "0"
end

--- Ranges of the server as values of 'foldexpr': the level of each row, with a mark where a fold begins.
local function levels_of(ranges)
  local depth, begins = {}, {}
  for _, range in ipairs(ranges) do
    for row = range.startLine + 1, range.endLine + 1 do
      depth[row] = (depth[row] or 0) + 1
    end
    begins[range.startLine + 1] = true
  end
  local found = {}
  for row, level in pairs(depth) do
    found[row] = (begins[row] and ">" or "") .. level
  end
  return found
end

local function set(buffer, expression, text)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    -- `[0]`: for this buffer alone, not for those that the window shows later.
    local options = vim.fn.has("nvim-0.10") == 1 and vim.wo[window][0] or vim.wo[window]
    if options.foldexpr ~= expression then
      options.foldlevel = 99
    end
    options.foldexpr = expression
    options.foldtext = text
    options.foldmethod = "expr" -- folds anew, if it was that already
  end
end

local function refresh(buffer)
  local client = request.client(buffer)
  if not client then
    return
  end
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
  request.send(client, "textDocument/foldingRange", params, buffer, function(_, ranges)
    if ranges and ranges ~= vim.NIL and vim.api.nvim_buf_is_loaded(buffer) then
      levels[buffer] = levels_of(ranges)
      set(buffer, "v:lua.require'mtgr.folding'.level()", "foldtext()")
    end
  end)
end

--- Folds a buffer by what the server says, in every window that shows it.
function M.set_up(buffer)
  local moments, fold = { "BufWinEnter" }, nil
  if vim.lsp.foldexpr then
    fold = function()
      set(buffer, "v:lua.vim.lsp.foldexpr()", "v:lua.require'mtgr.folding'.text()")
    end
  else
    moments = { "BufWinEnter", "InsertLeave", "TextChanged" }
    fold = function()
      refresh(buffer)
    end
  end
  local group = vim.api.nvim_create_augroup("mtgr.folding." .. buffer, {})
  vim.api.nvim_create_autocmd(moments, { group = group, buffer = buffer, callback = fold })
  fold()
end

return M
