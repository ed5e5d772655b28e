-- Commands of a buffer, <Plug> mappings, and the keys that are theirs if the user has not given them another meaning.
local M = {}

local function annotating()
  return require("mtgr.annotating")
end

local function completion(words)
  return function(start)
    return vim.tbl_filter(function(word)
      return vim.startswith(word, start)
    end, words)
  end
end

--- Gives a buffer its commands.
function M.create_commands(buffer)
  local does = annotating()
  local function create(name, run, options)
    vim.api.nvim_buf_create_user_command(buffer, name, run, options)
  end
  create("MtgrState", function(given)
    require("mtgr.state").show(given.bang)
  end, { bang = true, desc = "The state after the cursor's line; with !, before it" })
  create("MtgrBoard", function(given)
    require("mtgr.board").toggle(given.mods)
  end, { desc = "Open or close the board that follows the cursor" })
  create("MtgrAnnotate", function(given)
    does.glyph(given.args)
  end, { nargs = 1, complete = completion(vim.tbl_keys(does.glyphs)), desc = "Annotate the line with a glyph" })
  create("MtgrComment", function(given)
    does.comment(given.args)
  end, { nargs = "*", desc = "Add a comment to the line" })
  create("MtgrVariation", function(given)
    does.variation(given.line1, given.line2)
  end, { range = true, desc = "Begin a variation at the line; with several lines, make them one" })
  create("MtgrGo", function(given)
    does.go(given.args)
  end, { nargs = 1, complete = completion(does.ways), desc = "Go to an annotation, a variation, a turn, ..." })
end

--- Defines a <Plug> mapping for everything that a key could do.
function M.define()
  local function plug(name, mode, run)
    vim.keymap.set(mode, "<Plug>(mtgr-" .. name .. ")", run, { desc = "mtgr: " .. name:gsub("-", " ") })
  end
  local things = { "annotation", "variation", "turn", "step", "priority", "event", "of-object" }
  local ways = { "variation-start", "variation-end" }
  for _, thing in ipairs(things) do
    vim.list_extend(ways, { "next-" .. thing, "previous-" .. thing })
  end
  for _, way in ipairs(ways) do
    local to = way:gsub("-(%l)", string.upper)
    plug(way, "n", function()
      annotating().go(to, vim.v.count1)
    end)
  end
  for _, glyph in ipairs({ "!", "?", "!!", "??", "!?", "?!", "none" }) do
    plug("glyph-" .. glyph, "n", function()
      annotating().glyph(glyph)
    end)
  end
  plug("comment", "n", function()
    annotating().comment()
  end)
  plug("begin-variation", "n", function()
    annotating().variation()
  end)
  vim.keymap.set("x", "<Plug>(mtgr-make-variation)", ":MtgrVariation<CR>", { desc = "mtgr: make variation" })
  plug("board", "n", function()
    require("mtgr.board").toggle("")
  end)
  plug("state", "n", function()
    require("mtgr.state").show(false)
  end)
end

local keys = { a = "annotation", v = "variation", ["]"] = "turn", m = "step", e = "event", o = "of-object" }

--- Whether the user has left a key to us: it does nothing, or what Neovim itself has put on it.
local function is_free(key)
  local mapping = vim.fn.maparg(key, "n", false, true)
  return vim.tbl_isempty(mapping) or vim.startswith(mapping.desc or "", ":")
end

--- Gives a buffer the keys for ways. A mapping of the user's own stays.
function M.map(buffer)
  for key, thing in pairs(keys) do
    for _, way in ipairs({ { "]" .. key, "next-" }, { "[" .. (key == "]" and "[" or key), "previous-" } }) do
      local plug = ("<Plug>(mtgr-%s%s)"):format(way[2], thing)
      if is_free(way[1]) and vim.fn.hasmapto(plug, "n") == 0 then
        vim.keymap.set("n", way[1], plug, { buffer = buffer, remap = true, desc = "Go: " .. way[2] .. thing })
      end
    end
  end
end

return M
