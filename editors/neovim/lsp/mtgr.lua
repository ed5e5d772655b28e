-- For `vim.lsp.enable("mtgr")`, which plugin/mtgr.lua says by itself (Neovim 0.11).
local mtgr = require("mtgr")

return {
  cmd = mtgr.command() or { "mtgr-language-server" },
  filetypes = { "mtgr" },
  root_dir = function(buffer, start_in)
    local command = vim.lsp.config.mtgr.cmd
    if type(command) == "table" and vim.fn.executable(command[1]) == 0 then
      mtgr.miss()
    else
      start_in(mtgr.root(buffer))
    end
  end,
  settings = { mtgr = vim.g.mtgr_settings },
  capabilities = mtgr.capabilities(),
}
