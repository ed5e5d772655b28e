-- The state of the game at a line, in the preview window. It stays as it is; the board (board.lua) follows the cursor.
local request = require("mtgr.request")

local M = {}

--- Shows the state after the cursor's line (`before`: before it).
function M.show(before)
  local buffer = vim.api.nvim_get_current_buf()
  local client = request.client(buffer)
  if not client then
    return
  end
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = vim.fn.line(".") - 1, character = 0 },
    before = before,
  }
  request.send(client, "mtgr/state", params, buffer, function(failure, found)
    if failure or not found or found == vim.NIL then
      vim.notify(failure and failure.message or "There is no state here: this line is outside a game's body.")
      return
    end
    vim.cmd("silent botright pedit mtgr-state")
    local shown = vim.fn.bufnr("^mtgr-state$")
    local window = vim.fn.bufwinid(shown)
    local lines = vim.split(vim.trim(found.text), "\n")
    vim.bo[shown].buftype = "nofile"
    vim.bo[shown].swapfile = false
    vim.api.nvim_buf_set_lines(shown, 0, -1, false, lines)
    vim.wo[window].number = false
    vim.wo[window].signcolumn = "no"
    vim.api.nvim_win_set_height(window, math.min(#lines, math.floor(vim.o.lines * 2 / 3)))
  end)
end

return M
