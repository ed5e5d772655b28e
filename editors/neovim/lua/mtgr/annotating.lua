-- Annotating a game and going through it: commands and keys for the server's own requests.
local M = {}

local function offset_encoding(buffer)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  for _, client in pairs(clients) do
    if client.name == "mtgr" then
      return client.offset_encoding
    end
  end
  return "utf-16"
end

--- Sends a request of the server's own about the cursor's place, with `more` parameters, and hands on its answer.
local function ask(method, more, answered)
  local buffer = vim.api.nvim_get_current_buf()
  local encoding = offset_encoding(buffer)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, encoding), more)
  vim.lsp.buf_request(buffer, method, params, function(failure, result)
    if failure then
      vim.notify(failure.message, vim.log.levels.WARN)
    elseif result and result ~= vim.NIL then
      answered(result, buffer, encoding, params)
    end
  end)
end

--- Annotates the cursor's line: `wish` is { nag = number }, { nag = vim.NIL } (no glyph) or { comment = text }.
function M.annotate(wish)
  ask("mtgr/annotate", wish, function(edits, buffer, encoding)
    vim.lsp.util.apply_text_edits(edits, buffer, encoding)
  end)
end

--- Adds a comment to the cursor's line; asks for it if `text` is empty.
function M.comment(text)
  if text ~= "" then
    M.annotate({ comment = text })
    return
  end
  vim.ui.input({ prompt = "Comment: " }, function(given)
    if given and given ~= "" then
      M.annotate({ comment = given })
    end
  end)
end

--- Puts the cursor where a way leads: `to` is one of M.ways.
function M.go(to)
  ask("mtgr/navigate", { to = to }, function(position, _, encoding, params)
    local place = { uri = params.textDocument.uri, range = { start = position, ["end"] = position } }
    local show = vim.lsp.util.show_document or vim.lsp.util.jump_to_location
    show(place, encoding)
  end)
end

M.glyphs = { ["!"] = 1, ["?"] = 2, ["!!"] = 3, ["??"] = 4, ["!?"] = 5, ["?!"] = 6, none = vim.NIL }
M.ways = { "variationStart", "variationEnd" }
for _, thing in ipairs({ "Annotation", "Variation", "Turn", "Step", "Priority", "Event", "OfObject" }) do
  vim.list_extend(M.ways, { "next" .. thing, "previous" .. thing })
end

local function completion(words)
  return function(start)
    return vim.tbl_filter(function(word)
      return vim.startswith(word, start)
    end, words)
  end
end

local function create_commands(buffer)
  local create = vim.api.nvim_buf_create_user_command
  create(buffer, "MtgrAnnotate", function(given)
    local nag = M.glyphs[given.args] or tonumber((given.args:gsub("^%$", "")))
    if nag then
      M.annotate({ nag = nag })
    else
      vim.notify("write one of ! ? !! ?? !? ?!, none, or the number of a NAG", vim.log.levels.WARN)
    end
  end, { nargs = 1, complete = completion(vim.tbl_keys(M.glyphs)), desc = "Annotate the line with a glyph" })
  create(buffer, "MtgrComment", function(given)
    M.comment(given.args)
  end, { nargs = "*", desc = "Add a comment to the line" })
  create(buffer, "MtgrGo", function(given)
    M.go(given.args)
  end, { nargs = 1, complete = completion(M.ways), desc = "Go to an annotation, a variation, a turn, ..." })
end

local keys = { a = "Annotation", v = "Variation", ["]"] = "Turn", m = "Step", o = "OfObject" }

--- Whether the user has left a key to us: it does nothing, or what Neovim itself has put on it.
local function is_free(key)
  local mapping = vim.fn.maparg(key, "n", false, true)
  return vim.tbl_isempty(mapping) or vim.startswith(mapping.desc or "", ":")
end

local function map_ways(buffer)
  for key, thing in pairs(keys) do
    for _, way in ipairs({ { "]" .. key, "next" }, { "[" .. (key == "]" and "[" or key), "previous" } }) do
      local lhs, to = way[1], way[2] .. thing
      if is_free(lhs) then
        vim.keymap.set("n", lhs, function()
          M.go(to)
        end, { buffer = buffer, desc = "Go: " .. to })
      end
    end
  end
end

--- Gives a buffer the commands and keys. A mapping of the user's own stays.
function M.set_up(buffer)
  create_commands(buffer)
  map_ways(buffer)
end

return M
