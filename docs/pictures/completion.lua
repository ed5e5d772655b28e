-- 138x24
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.write_below('#35 "Shoot the Sheriff" resolve', "3:12.118     ", 8)
scene.complete()
