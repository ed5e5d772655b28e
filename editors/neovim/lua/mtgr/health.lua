-- :checkhealth mtgr
local M = {}

function M.check()
  local health = vim.health or require("health")
  local start, ok, failed = health.start or health.report_start, health.ok or health.report_ok, health.error or health.report_error
  local command = require("mtgr").command()
  start("mtgr")
  if not command then
    failed("mtgr-language-server is neither in g:mtgr_server, nor on PATH, nor in the .venv of the clone (scripts/try makes it)")
  elseif vim.fn.executable(command[1]) == 0 then
    failed(command[1] .. " cannot be run")
  else
    ok("The server is " .. table.concat(command, " "))
  end
end

return M
