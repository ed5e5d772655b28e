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
