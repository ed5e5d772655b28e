-- 130x16
local scene = require("scene")
vim.g.mtgr_settings = { formatText = "https://example.org/format.html#{section}" }
scene.open("459b6cad.mtgr")
scene.annotate('#30 "Quantum Riddler" choose cost', "; section 7.2, CR 118.9")
scene.go('new card #30 "Quantum Riddler"', '"EOE"', 3)
for _, link in ipairs(scene.ask("textDocument/documentLink", {})) do
  local from, to = link.range.start, link.range["end"]
  vim.api.nvim_buf_set_extmark(0, vim.api.nvim_create_namespace("links"), from.line, from.character, {
    end_row = to.line, end_col = to.character, hl_group = "Underlined", priority = 200, url = link.target,
  })
  if from.line == vim.fn.line(".") - 1 then
    vim.lsp.util.open_floating_preview({ link.tooltip, link.target })
  end
end
