-- 130x16
local scene = require("scene")
scene.open("459b6cad.mtgr")
vim.lsp.inlay_hint.enable()

--- Goes to the first line with `text`, says `command` and waits until the line has changed.
local function say(text, command)
  local number = scene.go(text, text, 6)
  local before = vim.fn.getline(number)
  vim.cmd(command)
  scene.wait("the edit", function()
    return vim.fn.getline(number) ~= before
  end)
end

say('#35 "Shoot the Sheriff" cast from hand', "MtgrAnnotate !")
say('#35 "Shoot the Sheriff" cast from hand', "MtgrComment before Ouroboroid grows again")
say('#35 "Shoot the Sheriff" target', "MtgrAnnotate !?")
scene.go('#35 "Shoot the Sheriff" target', "target", 8)
vim.api.nvim_feedkeys(":MtgrComment Tyvar is the other choice", "n", false)
scene.pause(700)
