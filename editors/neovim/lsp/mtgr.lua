-- For `vim.lsp.enable("mtgr")`, which plugin/mtgr.lua says by itself (Neovim 0.11).
local mtgr = require("mtgr")

return {
  cmd = mtgr.command() or mtgr.miss, -- which is never called: Neovim asks for the folder first
  filetypes = { "mtgr" },
  root_dir = function(buffer, start_in)
    if vim.lsp.config.mtgr.cmd == mtgr.miss then
      mtgr.miss()
    else
      start_in(mtgr.root(buffer))
    end
  end,
  settings = { mtgr = vim.g.mtgr_settings },
  capabilities = mtgr.capabilities(),
}
