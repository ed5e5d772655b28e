-- The .mtgr language server in Neovim, from 0.7 on: where it is, how it is started, and what a buffer gets with it.
local M = {}

local windows = vim.fn.has("win32") == 1
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p")
-- This file is editors/neovim/lua/mtgr.lua of a clone whose scripts make `.venv` at its root.
local clone = vim.fn.fnamemodify(here, ":h:h:h:h")

--- The command that starts the server: `g:mtgr_server` (a list, or the name of a program) if that is set, else the program
--- on PATH, else the one in the `.venv` of the clone this plugin lies in. nil where there is none.
function M.command()
  local set = vim.g.mtgr_server
  local in_clone = clone .. (windows and "/.venv/Scripts/" or "/.venv/bin/") .. "mtgr-language-server"
  for _, command in ipairs(set and { set } or { "mtgr-language-server", in_clone }) do
    command = type(command) == "table" and command or { command }
    if vim.fn.executable(command[1]) == 1 then
      return command
    end
  end
end

--- Says that there is no server.
function M.miss()
  local sought = vim.g.mtgr_server and vim.inspect(vim.g.mtgr_server) or "mtgr-language-server"
  vim.notify(sought .. " was not found: run scripts/try in " .. clone .. ", or set g:mtgr_server", vim.log.levels.WARN)
end

--- The folder that the server is told to work in: the repository around the file, else the file's own folder.
function M.root(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local git = vim.fn.finddir(".git", vim.fn.escape(folder, " ,;") .. ";")
  return git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or folder
end

--- What Neovim can do, with the command that lenses are offered for only if the client names it.
function M.capabilities()
  local ours = vim.lsp.protocol.make_client_capabilities()
  ours.experimental = { commands = { commands = { "mtgr.showPlaces" } } }
  return ours
end

--- What a code lens runs that speaks of places, the uses of an object for example: they become the quickfix list. Its
--- arguments are the URI and position of the lens, and locations.
local function show_places(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, " ", { title = command.title, items = items })
  vim.cmd("botright copen")
end

vim.lsp.commands["mtgr.showPlaces"] = show_places

--- What a buffer gets when the server is there: commands, and keys and options that newer versions set by themselves or that
--- need the server. A mapping of the user's own stays.
function M.on_attach(client, buffer)
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc"
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  if vim.fn.maparg("K", "n") == "" then
    vim.keymap.set("n", "K", vim.lsp.buf.hover, { buffer = buffer, desc = "What the replay knows here" })
  end
  require("mtgr.keys").create_commands(buffer)
  require("mtgr.keys").map(buffer)
  require("mtgr.completing").set_up(client, buffer)
  require("mtgr.folding").set_up(buffer)
  if vim.g.mtgr_on_type ~= false then
    require("mtgr.typing").set_up(buffer)
  end
  if package.loaded["mtgr.board"] then
    require("mtgr.board").update()
  end
end

local clients = {} -- root folder -> client id, for versions without vim.lsp.start

local function start(config, buffer)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  config.on_attach = M.on_attach -- there is no LspAttach
  local id = clients[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Starts the server for `buffer` (a buffer number), or attaches it to the server that already runs for its folder. For
--- versions before 0.11, which lsp/mtgr.lua is for.
local function attach(buffer, options)
  local config = vim.tbl_extend("force", {
    name = "mtgr",
    cmd = M.command(),
    root_dir = M.root(buffer),
    settings = { mtgr = vim.g.mtgr_settings },
    capabilities = M.capabilities(),
  }, options)
  if config.cmd then
    start(config, buffer)
  else
    M.miss()
  end
end

--- Has the server started for every .mtgr buffer; plugin/mtgr.lua calls this if init.lua has not. `options` are those of
--- `vim.lsp.start` (from 0.11 on, of `vim.lsp.config`), for example `cmd` or `settings`.
function M.setup(options)
  M.is_set_up = true
  if vim.lsp.enable then
    vim.lsp.config("mtgr", options or {})
    vim.lsp.enable("mtgr")
    return
  end
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "mtgr",
    group = vim.api.nvim_create_augroup("mtgr.start", {}),
    desc = "Start the .mtgr language server, or use the one that runs",
    callback = function(event)
      attach(event.buf, options or {})
    end,
  })
end

return M
