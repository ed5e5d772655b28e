-- 110x26
local scene = require("scene")
scene.open("459b6cad.mtgr")
scene.go('#36 resolve', '#36', 1)
