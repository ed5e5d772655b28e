-- The server's own requests, which Neovim has no functions for.
local M = {}

--- The client of a buffer that is this server's, or nil.
function M.client(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(clients) do
    if client.name == "mtgr" then
      return client
    end
  end
end

--- Sends a request about a buffer; what has been typed is sent before it. Whether it could be sent.
function M.send(client, method, params, buffer, handler)
  if vim.fn.has("nvim-0.11") == 1 then
    return (client:request(method, params, handler, buffer))
  end
  return (client.request(method, params, handler, buffer))
end

--- Sends a request about the cursor's place, with `more` parameters, and calls `answered` with the result, unless that is
--- null, the client and the parameters. What keeps it from an answer is shown.
function M.ask(method, more, answered)
  local buffer = vim.api.nvim_get_current_buf()
  local client = M.client(buffer)
  if not client then
    vim.notify("The .mtgr language server does not run for this buffer.", vim.log.levels.WARN)
    return
  end
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, client.offset_encoding), more)
  M.send(client, method, params, buffer, function(failure, result)
    if failure then
      vim.notify(failure.message, vim.log.levels.WARN)
    elseif result and result ~= vim.NIL then
      answered(result, client, params)
    end
  end)
end

return M
