if vim.g.loaded_mtgr then
  return
end
vim.g.loaded_mtgr = true

local mtgr = require("mtgr")
if not mtgr.is_set_up then
  mtgr.setup()
end
require("mtgr.keys").define()

if vim.fn.has("nvim-0.8") == 1 then
  vim.api.nvim_create_autocmd("LspAttach", {
    group = vim.api.nvim_create_augroup("mtgr", {}),
    desc = "What a buffer gets with the .mtgr language server",
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == "mtgr" then
        mtgr.on_attach(client, event.buf)
      end
    end,
  })
end

-- Styles of the board, and (from 0.9) what semantic tokens say: whose an object is, and what has become of it
-- (docs/features/semantic-tokens.md). A colour scheme, or a user, may say otherwise.
local links = {
  mtgrBoardStrong = "Title",
  mtgrBoardDim = "Comment",
  mtgrBoardPlayer = "Type",
  mtgrBoardId = "Identifier",
  mtgrBoardNote = "Number",
  mtgrBoardMark = "WarningMsg",
  mtgrBoardFrame = "NonText",
}
if vim.fn.has("nvim-0.9") == 1 then
  links["@lsp.mod.own.mtgr"] = "Function"
  links["@lsp.mod.opponent.mtgr"] = "Constant"
  links["@lsp.type.class.mtgr"] = "Type"
  links["@lsp.typemod.variable.hidden.mtgr"] = "Comment"
  links["@lsp.mod.tapped.mtgr"] = "@markup.italic"
  links["@lsp.mod.ended.mtgr"] = "@markup.strikethrough"
end
for group, link in pairs(links) do
  vim.cmd(("highlight default link %s %s"):format(group, link))
end
