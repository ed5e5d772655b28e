-- 130x24
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.write_below('#35 "Shoot the Sheriff" cast', '3:09.826     #35 "Shoot the Sheriff" target #', 6)
scene.complete()
