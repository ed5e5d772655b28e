-- 150x27
local scene = require("scene")
scene.open("459b6cad.mtgr")
local block = scene.line('#55 "Floodpits Drowner" block #6')
vim.fn.append(block, {
  "-     (",
  '-       #55 "Floodpits Drowner" block #25 "Gene Pollinator" $2 {the Pollinator survives}',
  "-     combat-damage",
  '-       #55 "Floodpits Drowner" damage #25 "Gene Pollinator" 2 by rule:combat-damage',
  '-       #25 "Gene Pollinator" damage #55 "Floodpits Drowner" 2 by rule:combat-damage',
  '-       #4 "Spyglass Siren" damage "PlayerB" 2 by rule:combat-damage',
  '-       "PlayerB" life 13 -> 11 by rule:combat-damage',
  '-       #6 "Llanowar Elves" damage "PlayerB" 2 by rule:combat-damage',
  '-       "PlayerB" life 13 -> 11 by rule:combat-damage',
  "-     )",
})
scene.wait("the hint", function()
  return #vim.diagnostic.get(0) > 0
end)
scene.go('"PlayerB" life 13 -> 11', "PlayerB", 12, block + 8)
vim.lsp.buf.hover()
scene.wait("the hover window", scene.floats)
