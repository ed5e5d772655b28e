if vim.g.loaded_mtgr then
  return
end
vim.g.loaded_mtgr = true

vim.api.nvim_create_autocmd("FileType", {
  pattern = "mtgr",
  group = vim.api.nvim_create_augroup("mtgr", {}),
  desc = "Start the .mtgr language server, or use the one that runs",
  callback = function(event)
    require("mtgr").attach(event.buf)
  end,
})

-- Whose an object is, and what has become of it: modifiers of semantic tokens (docs/features/semantic-tokens.md). A colour
-- scheme, or a user, may say otherwise.
if vim.fn.has("nvim-0.9") == 1 then
  local links = {
    ["@lsp.mod.own.mtgr"] = "Function",
    ["@lsp.mod.opponent.mtgr"] = "Constant",
    ["@lsp.type.class.mtgr"] = "Type",
    ["@lsp.typemod.variable.hidden.mtgr"] = "Comment",
    ["@lsp.mod.tapped.mtgr"] = "@markup.italic",
    ["@lsp.mod.ended.mtgr"] = "@markup.strikethrough",
  }
  for group, link in pairs(links) do
    vim.cmd(("highlight default link %s %s"):format(group, link))
  end
end
