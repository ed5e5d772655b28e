-- Annotating a game and going through it: where and how is for the server to say.
local request = require("mtgr.request")

local M = {}

M.glyphs = { ["!"] = 1, ["?"] = 2, ["!!"] = 3, ["??"] = 4, ["!?"] = 5, ["?!"] = 6, none = vim.NIL }

--- Annotates the cursor's line: `wish` is { nag = number }, { nag = vim.NIL } (no glyph) or { comment = text }.
function M.annotate(wish)
  local buffer = vim.api.nvim_get_current_buf()
  request.ask("mtgr/annotate", wish, function(edits, client)
    vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
  end)
end

--- Annotates the cursor's line with a glyph, `none`, or the number of a NAG.
function M.glyph(text)
  local nag = M.glyphs[text] or tonumber((text:gsub("^%$", "")))
  if nag then
    M.annotate({ nag = nag })
  else
    vim.notify("write one of ! ? !! ?? !? ?!, none, or the number of a NAG", vim.log.levels.WARN)
  end
end

--- Adds a comment to the cursor's line; asks for it if there is no text.
function M.comment(text)
  if text and text ~= "" then
    M.annotate({ comment = text })
    return
  end
  vim.ui.input({ prompt = "Comment: " }, function(given)
    if given and given ~= "" then
      M.annotate({ comment = given })
    end
  end)
end

local function inserted_at(edit)
  local changes = edit.documentChanges and edit.documentChanges[1].edits or select(2, next(edit.changes))
  return changes[1].range.start.line
end

--- Begins a variation that is an alternative to the cursor's line and goes to its first bracket; or makes the lines from
--- `first` to `last` (counted from 1) one.
function M.variation(first, last)
  local lines = first and last and first < last and { first, last }
  first, last = first or vim.fn.line("."), last or vim.fn.line(".")
  local range = { start = { line = first - 1, character = 0 } }
  range["end"] = lines and { line = last, character = 0 } or range.start
  local context = { diagnostics = {}, only = { "refactor.rewrite.variation" } }
  request.ask("textDocument/codeAction", { range = range, context = context }, function(actions, client)
    local action = actions[1]
    if not action then
      vim.notify(lines and "These lines cannot be made a variation." or "No variation can begin here.")
      return
    end
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    if not lines then
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(0, { inserted_at(action.edit) + 1, 0 })
      vim.cmd("normal! ^W")
    end
  end)
end

--- The ways of `mtgr/navigate`, in its own words.
M.ways = { "variationStart", "variationEnd" }
for _, thing in ipairs({ "Annotation", "Variation", "Turn", "Step", "Priority", "Event", "OfObject" }) do
  vim.list_extend(M.ways, { "next" .. thing, "previous" .. thing })
end

--- Puts the cursor where a way leads: `to` is one of M.ways, `count` how often to go it.
function M.go(to, count)
  request.ask("mtgr/navigate", { to = to }, function(position, client, params)
    local place = { uri = params.textDocument.uri, range = { start = position, ["end"] = position } }
    local show = vim.lsp.util.show_document or vim.lsp.util.jump_to_location
    show(place, client.offset_encoding, nil)
    if count and count > 1 then
      M.go(to, count - 1)
    end
  end)
end

return M
