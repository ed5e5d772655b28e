-- 124x22
local scene = require("scene")

--- A copy of a game in which a text is another.
local function spoil(game, text, other)
  local lines = vim.fn.readfile(game)
  for number, line in ipairs(lines) do
    if line:find(text, 1, true) then
      lines[number] = line:gsub(vim.pesc(text), (other:gsub("%%", "%%%%")), 1)
      break
    end
  end
  vim.fn.writefile(lines, game)
end

spoil("2619ab20.mtgr", 'life 20 -> ', 'life 21 -> ')
spoil("d329c37f.mtgr", "move library -> hand", "move exile -> hand")
spoil("bee94807.mtgr", " pass", " pas")

-- What Neovim does by itself once it takes `workspace/diagnostic/refresh`.
local ours = vim.lsp.protocol.make_client_capabilities
function vim.lsp.protocol.make_client_capabilities()
  return vim.tbl_deep_extend("force", ours(), { workspace = { diagnostics = { refreshSupport = true } } })
end
vim.lsp.handlers["workspace/diagnostic/refresh"] = function()
  return vim.NIL
end

scene.open("459b6cad.mtgr")
vim.lsp.buf.workspace_diagnostics()
scene.wait("the findings", function()
  return #vim.diagnostic.get() >= 4
end)
scene.go('turn 5 "PlayerA"', "turn", 3)
vim.diagnostic.setqflist()
scene.quickfix(6)
