-- Run by test_neovim.py inside Neovim, with a game open: types $MTGR_KEYS (JSON, keys as nvim_input takes them) one after the
-- other as soon as the server is there, and writes the lines as JSON to $MTGR_RESULT.

local keys = vim.json.decode(vim.env.MTGR_KEYS)
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
local next_key = 0

local function finish()
  local file = assert(io.open(vim.env.MTGR_RESULT, "w"))
  file:write(vim.json.encode(vim.api.nvim_buf_get_lines(0, 0, -1, false)))
  file:close()
  vim.cmd("qa!")
end

local function waits()
  for _, client in ipairs(clients()) do
    if next(client.requests or {}) then
      return true
    end
  end
  return #vim.diagnostic.get(0) == 0 -- the server is not there yet
end

local function step()
  if waits() then
    vim.defer_fn(step, 50)
    return
  end
  next_key = next_key + 1
  if keys[next_key] then
    vim.api.nvim_input(keys[next_key])
    vim.defer_fn(step, 300)
  else
    finish()
  end
end

step()
