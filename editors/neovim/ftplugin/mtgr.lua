-- What the format fixes (sections 2 and 5.2): LF line ends, no tabs, two spaces a level, `;` before a line comment.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = "; %s"
vim.bo.comments = ":;"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.textwidth = 0
vim.wo.wrap = false
vim.b.undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< wrap<"
