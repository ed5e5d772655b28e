-- Starts the .mtgr language server for a buffer. Works with Neovim 0.7 (no `vim.lsp.start` yet) and everything newer.
local M = {}

local windows = vim.fn.has("win32") == 1
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p")
-- This file is editors/neovim/lua/mtgr.lua of a clone whose scripts make `.venv` at its root.
local clone = vim.fn.fnamemodify(here, ":h:h:h:h")

--- The command that starts the server: `g:mtgr_server` (a list, or the name of a program), else the program on PATH, else
--- the one in the `.venv` of the clone this plugin lies in. nil where there is none.
function M.command()
  local set = vim.g.mtgr_server
  if set ~= nil then
    return type(set) == "table" and set or { set }
  end
  local in_clone = clone .. (windows and "/.venv/Scripts/" or "/.venv/bin/") .. "mtgr-language-server"
  for _, program in ipairs({ "mtgr-language-server", in_clone }) do
    if vim.fn.executable(program) == 1 then
      return { program }
    end
  end
end

--- The folder that the server is told to work in: the repository around the file, else the file's own folder.
local function root(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local git = vim.fn.finddir(".git", vim.fn.escape(folder, " ,;") .. ";")
  return git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or folder
end

--- What stands for a closed fold: the server's summary, with the time and the indentation of its first line.
function M.foldtext()
  local summary = vim.lsp.foldtext()
  local line = vim.fn.getline(vim.v.foldstart)
  local before = line:match("^[%d:.-]+ +") or ""
  return summary == line and line or before .. summary
end

-- What comes with a character that is typed: the beginning of a new line, the place of a bracket, a NAG for a glyph. Neovim
-- has this from 0.12, but leaves the cursor before a text that is put where the cursor is.
local triggers = { ["\n"] = true, ["("] = true, [")"] = true, ["!"] = true, ["?"] = true }
local typing = {} -- buffer -> client id

--- Makes the edits, all of which end at the cursor or before it; the cursor stays before the text that it stands before.
local function apply_behind_cursor(edits, buffer, encoding)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local behind = #vim.api.nvim_get_current_line() - column
  for _, edit in ipairs(edits) do
    local _, added = edit.newText:gsub("\n", "")
    row = row + added - (edit.range["end"].line - edit.range.start.line)
  end
  vim.lsp.util.apply_text_edits(edits, buffer, encoding)
  local line = vim.api.nvim_buf_get_lines(buffer, row - 1, row, true)[1]
  vim.api.nvim_win_set_cursor(0, { row, #line - behind })
end

local function ask_what_comes_with(character, buffer)
  local client = vim.lsp.get_client_by_id(typing[buffer])
  if not client or vim.api.nvim_get_current_buf() ~= buffer then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.ch = character
  params.options = { tabSize = 2, insertSpaces = true }
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  vim.lsp.buf_request(buffer, "textDocument/onTypeFormatting", params, function(_, edits)
    local here = vim.api.nvim_get_current_buf() == buffer and vim.api.nvim_buf_get_changedtick(buffer) == tick
    if here and edits and #edits > 0 then
      apply_behind_cursor(edits, buffer, client.offset_encoding)
    end
  end)
end

vim.on_key(function(key)
  local character = key == "\r" and "\n" or key
  local buffer = vim.api.nvim_get_current_buf()
  if typing[buffer] and triggers[character] and vim.api.nvim_get_mode().mode == "i" then
    vim.schedule(function() -- when the server knows of the character
      ask_what_comes_with(character, buffer)
    end)
  end
end, vim.api.nvim_create_namespace("mtgr"))

--- Keys and options that newer versions set by themselves, or that need the server. A mapping of the user's own stays.
local function on_attach(client, buffer)
  typing[buffer] = vim.g.mtgr_on_type ~= false and client.id or nil
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc"
  vim.api.nvim_buf_create_user_command(buffer, "MtgrState", function(call)
    M.show_state(call.bang)
  end, { bang = true, desc = "The state after the cursor's line; with !, before it" })
  if vim.fn.maparg("K", "n") == "" then
    vim.keymap.set("n", "K", vim.lsp.buf.hover, { buffer = buffer, desc = "What the replay knows here" })
  end
  require("mtgr.annotating").set_up(buffer)
  require("mtgr.completing").set_up(client, buffer)
  if vim.lsp.foldexpr then -- 0.11
    for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
      vim.wo[window].foldmethod = "expr"
      vim.wo[window].foldexpr = "v:lua.vim.lsp.foldexpr()"
      vim.wo[window].foldtext = "v:lua.require'mtgr'.foldtext()"
      vim.wo[window].foldlevel = 99
    end
  end
end

--- What a code lens runs that speaks of places, the uses of an object for example: they become the quickfix list. Its
--- arguments are the URI and position of the lens, and locations.
local function show_places(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client.offset_encoding)
  vim.fn.setqflist({}, " ", { title = command.title, items = items })
  vim.cmd("botright copen")
end

if vim.lsp.commands then
  vim.lsp.commands["mtgr.showPlaces"] = show_places
end

--- The server offers such lenses only to a client that names the command.
local function capabilities()
  local ours = vim.lsp.protocol.make_client_capabilities()
  ours.experimental = { commands = { commands = { "mtgr.showPlaces" } } }
  return ours
end

--- Shows the state of the game after the cursor's line (`before`: before it) in the preview window.
function M.show_state(before)
  local buffer = vim.api.nvim_get_current_buf()
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = vim.fn.line(".") - 1, character = 0 },
    before = before,
  }
  vim.lsp.buf_request(buffer, "mtgr/state", params, function(error, found)
    if error or not found then
      vim.notify(error and error.message or "There is no state here: this line is outside a game's body.")
      return
    end
    vim.cmd("silent botright pedit mtgr-state")
    local shown = vim.fn.bufnr("^mtgr-state$")
    local window = vim.fn.bufwinid(shown)
    local lines = vim.split(vim.trim(found.text), "\n")
    vim.bo[shown].buftype = "nofile"
    vim.bo[shown].swapfile = false
    vim.api.nvim_buf_set_lines(shown, 0, -1, false, lines)
    vim.wo[window].number = false
    vim.wo[window].signcolumn = "no"
    vim.api.nvim_win_set_height(window, math.min(#lines, math.floor(vim.o.lines * 2 / 3)))
  end)
end

local clients = {} -- root folder -> client id, for versions without vim.lsp.start

local function start(config, buffer)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = clients[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Starts the server for `buffer` (a buffer number), or attaches it to the server that already runs for its folder.
function M.attach(buffer)
  local command = M.command()
  if not command then
    vim.notify("mtgr-language-server was not found: run scripts/try in " .. clone .. ", or set g:mtgr_server", vim.log.levels.WARN)
    return
  end
  start({
    name = "mtgr",
    cmd = command,
    root_dir = root(buffer),
    settings = { mtgr = vim.g.mtgr_settings },
    capabilities = capabilities(),
    on_attach = on_attach,
  }, buffer)
end

return M
