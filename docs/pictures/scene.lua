-- What all pictures have in common: colours, and what a person at the keyboard does. `make.py` starts Neovim with this file
-- as its configuration, in a folder with copies of the recorded games, and with $ROOT, the repository, $PICTURE, the Lua
-- file that shows one feature, and $READY, the file to write when the picture can be taken, or what went wrong.
local scene = {}
package.loaded.scene = scene

vim.opt.runtimepath:prepend(vim.env.ROOT .. "/editors/neovim")
vim.cmd("filetype plugin on")
vim.cmd("syntax enable")
for option, value in pairs({
  background = "dark", termguicolors = true, swapfile = false, laststatus = 2, ruler = false, showmode = false,
  showcmd = false, signcolumn = "yes", number = true, cursorline = true, cmdheight = 0, previewheight = 14,
  statusline = " %f %{get(w:, 'quickfix_title', '')}%=%l ", numberwidth = 5, winborder = "rounded",
  fillchars = { eob = " ", fold = " " }, scrolloff = 2, shortmess = "filnxtToOFIcCsS", more = false, updatetime = 100,
}) do
  vim.opt[option] = value
end

local fg, dim, red, yellow, green, blue = "#d5c4a1", "#928374", "#fb6a5c", "#e9b44c", "#a9b665", "#7daea3"
local colours = {
  Normal = { fg = fg, bg = "#1d2021" },
  NormalFloat = { fg = fg, bg = "#282828" },
  FloatBorder = { fg = dim, bg = "#282828" },
  SignColumn = { bg = "#1d2021" },
  LineNr = { fg = "#665c54" },
  CursorLine = { bg = "#2c2a29" },
  CursorLineNr = { fg = yellow, bg = "#2c2a29" },
  Error = { fg = red },
  QuickFixLine = { bg = "#3c3836" },
  StatusLine = { fg = fg, bg = "#3c3836" },
  StatusLineNC = { fg = dim, bg = "#32302f" },
  WinSeparator = { fg = "#504945" },
  Visual = { bg = "#4b4a3a" },
  Folded = { fg = blue, bg = "#282828" },
  Title = { fg = "#fbf1c7", bold = true },
  Comment = { fg = "#928374", italic = true },
  NonText = { fg = "#7c6f64" },
  Keyword = { fg = "#bdae93" },
  String = { fg = fg },
  Number = { fg = "#d3869b" },
  Identifier = { fg = fg },
  Operator = { fg = dim },
  PreProc = { fg = yellow },
  Type = { fg = "#fbf1c7" },
  Function = { fg = blue },
  Constant = { fg = "#e78a4e" },
  Directory = { fg = blue },
  qfLineNr = { fg = dim },
  Underlined = { fg = blue, underline = true },
  Pmenu = { fg = fg, bg = "#32302f" },
  PmenuSel = { fg = "#fbf1c7", bg = "#504945", bold = true },
  PmenuKind = { fg = dim, bg = "#32302f" },
  PmenuExtra = { fg = dim, bg = "#32302f", italic = true },
  PmenuSbar = { bg = "#32302f" },
  PmenuThumb = { bg = "#665c54" },
  DiffAdd = { bg = "#2e3b28" },
  DiffChange = { bg = "#2c2a29" },
  DiffText = { bg = "#4f5b2c", bold = true },
  DiffDelete = { fg = "#504945", bg = "#241f1f" },
  LspSignatureActiveParameter = { fg = "#1d2021", bg = yellow, bold = true },
  LspInlayHint = { fg = dim, bg = "#282828", italic = true },
  LspCodeLens = { fg = dim, italic = true },
  LspReferenceRead = { bg = "#3b4a3f" },
  LspReferenceWrite = { bg = "#7a4a24" },
  DiagnosticError = { fg = red },
  DiagnosticWarn = { fg = yellow },
  DiagnosticHint = { fg = blue },
  DiagnosticUnderlineHint = { undercurl = true, sp = blue },
  DiagnosticUnderlineError = { undercurl = true, sp = red },
  ["@markup.italic"] = { italic = true },
  ["@markup.strikethrough"] = { strikethrough = true },
  ["@markup.strong"] = { bold = true, fg = "#fbf1c7" },
}
for group, look in pairs(colours) do
  vim.api.nvim_set_hl(0, group, look)
end
vim.diagnostic.config({ virtual_text = { prefix = " " }, severity_sort = true })

--- Waits until `condition` holds, but not for ever.
function scene.wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    error("waited in vain for " .. what)
  end
end

--- Opens a game and waits until the server has read it.
function scene.open(path)
  vim.cmd.edit(path)
  scene.wait("the server", function()
    local client = vim.lsp.get_clients({ name = "mtgr" })[1]
    return client and client.initialized
  end)
  scene.ask("textDocument/hover", { position = { line = 0, character = 1 } })
end

--- Asks the server and waits for its answer. The document need not be said.
function scene.ask(method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(0) }
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    assert(not answer.err, answer.err and answer.err.message)
    return answer.result
  end
end

--- The number of the first line at or after `from` that holds `text`.
function scene.line(text, from)
  for number = from or 1, vim.fn.line("$") do
    if vim.fn.getline(number):find(text, 1, true) then
      return number
    end
  end
  error("there is no line with " .. text)
end

--- Puts the cursor on `word` in the first line with `text`, and that line `below` the top of the window.
function scene.go(text, word, below, from)
  local number = scene.line(text, from)
  local column = assert(vim.fn.getline(number):find(word or text, 1, true))
  vim.api.nvim_win_set_cursor(0, { number, column - 1 })
  vim.fn.winrestview({ topline = math.max(number - (below or 8), 1), leftcol = 0 })
  scene.pause()
  return number
end

--- Adds an annotation to the first line with `text`, as an annotator would.
function scene.annotate(text, annotation, from)
  local number = scene.line(text, from)
  vim.fn.setline(number, vim.fn.getline(number) .. " " .. annotation)
end

--- Ends the text behind the first line with `text` and types `typed` below it. Neovim is in Insert mode afterwards.
function scene.write_below(text, typed, below, from)
  local number = scene.line(text, from)
  vim.fn.deletebufline("%", number + 1, "$")
  vim.fn.append(number, typed)
  scene.type_behind(number + 1, below)
end

--- Asks for completions and waits until they are shown.
function scene.complete()
  vim.o.completeopt = "menuone,noinsert,popup"
  vim.lsp.completion.get()
  for _ = 1, 50 do
    scene.pause(200)
    if vim.fn.pumvisible() == 1 then
      return
    end
  end
  error("no completions are shown")
end

--- Puts the cursor behind line `number`, that line `below` the top of the window. Neovim is in Insert mode afterwards.
function scene.type_behind(number, below)
  vim.api.nvim_win_set_cursor(0, { number, 0 })
  vim.fn.winrestview({ topline = math.max(number - below, 1), leftcol = 0 })
  vim.cmd("startinsert!")
  scene.pause()
end

--- Waits until the text has changed, and shows to the left what it was, `before`: from each line of `toplines` on, one
--- below the other.
function scene.compare(before, toplines)
  scene.wait("a change", function()
    return not vim.deep_equal(before, vim.api.nvim_buf_get_lines(0, 0, -1, true))
  end)
  local after = vim.api.nvim_get_current_win()
  vim.cmd("leftabove vnew | setlocal buftype=nofile nowrap syntax=mtgr")
  vim.api.nvim_buf_set_lines(0, 0, -1, true, before)
  for _, side in ipairs({ "before", "after" }) do
    if side == "after" then
      vim.api.nvim_set_current_win(after)
    end
    vim.cmd("diffthis | setlocal nofoldenable foldcolumn=0 signcolumn=no noscrollbind nocursorbind statusline=\\ " .. side)
    for index, topline in ipairs(toplines) do
      if index > 1 then
        vim.cmd("belowright split | setlocal noscrollbind nocursorbind")
      end
      vim.api.nvim_win_set_cursor(0, { topline, 0 })
      vim.fn.winrestview({ topline = topline, leftcol = 0 })
    end
  end
  scene.pause(1500)
end

--- Whether a floating window is shown.
function scene.floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return true
    end
  end
  return false
end

--- Waits for the quickfix window.
function scene.quickfix(height)
  scene.wait("the quickfix window", function()
    return vim.fn.getqflist({ winid = 0 }).winid ~= 0
  end)
  vim.api.nvim_win_set_height(vim.fn.getqflist({ winid = 0 }).winid, height)
end

local picture = coroutine.create(function()
  assert(loadfile(vim.env.PICTURE))() -- not `dofile`, through which nothing can yield
  scene.pause(700)
  vim.fn.writefile({}, vim.env.READY)
end)

local function go_on()
  local done, failure = coroutine.resume(picture)
  if not done and vim.fn.filereadable(vim.env.READY) == 0 then
    vim.fn.writefile({ failure }, vim.env.READY)
  end
end

--- Lets Neovim do what it does when it waits for a key (moved cursors close windows, and so on), for some milliseconds.
function scene.pause(milliseconds)
  vim.defer_fn(go_on, milliseconds or 200)
  coroutine.yield()
end

vim.api.nvim_create_autocmd("VimEnter", { callback = vim.schedule_wrap(go_on) })
