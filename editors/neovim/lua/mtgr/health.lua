-- :checkhealth mtgr
local M = {}

function M.check()
  local health = vim.health or require("health")
  local start, ok, failed = health.start or health.report_start, health.ok or health.report_ok, health.error or health.report_error
  local command = require("mtgr").command()
  start("mtgr")
  if command then
    ok("The server is " .. table.concat(command, " "))
  else
    failed("There is no server: it is g:mtgr_server, or mtgr-language-server on PATH, or in .venv (scripts/try makes it)")
  end
end

return M
