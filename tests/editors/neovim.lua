-- Uses the server in Neovim as a person does: with the editor's own commands, by keys, and reading what is on screen.
--
-- Runs in a folder with copies of the examples, after the configuration that the documentation gives. What was seen goes
-- into session.json, one entry per step: {seen = …}, or {error = …} for a step that failed.

local PATIENCE_MS = 30000
local session = {}

local function wait(what, found)
  local value
  local done = vim.wait(PATIENCE_MS, function()
    value = found()
    return value
  end, 10)
  if not done then
    error(what .. ' did not come')
  end
  return value
end

local function step(name, run)
  local ok, result = xpcall(run, debug.traceback)
  session[name] = ok and { seen = result } or { error = result }
end

-- What the editor draws is looked at below; from 0.11 on it draws no texts unless it is told to.
vim.diagnostic.config({ virtual_text = true, underline = true })

-- The server that the configuration has started for the file.
local function attached()
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  for _, client in pairs(clients) do
    if client.name == 'affine-analyzer' and client.initialized then
      return client
    end
  end
end

local function open(name)
  vim.cmd('edit! ' .. name)
  return wait('the server', attached)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
end

local function type_keys(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), 'xt', false)
end

-- Puts the cursor where a pattern is first found; line and column count from one.
local function go_to(pattern)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search(pattern, 'cW') == 0 then
    error(pattern .. ' is not in the file')
  end
  return { line = vim.fn.line('.'), column = vim.fn.col('.') }
end

local function code(diagnostic)
  local lsp = (diagnostic.user_data or {}).lsp or {}
  return diagnostic.code or lsp.code
end

local function diagnostics()
  return vim.tbl_map(function(it)
    local lines = vim.api.nvim_buf_get_text(0, it.lnum, it.col, it.end_lnum, it.end_col, {})
    return {
      code = code(it),
      severity = vim.diagnostic.severity[it.severity],
      line = it.lnum + 1,
      column = it.col + 1,
      text = table.concat(lines, '\n'),
      message = it.message,
    }
  end, vim.diagnostic.get(0))
end

local function with_code(wanted)
  return vim.tbl_filter(function(it)
    return it.code == wanted
  end, diagnostics())
end

local function errors()
  return vim.tbl_filter(function(it)
    return it.severity == 'ERROR'
  end, diagnostics())
end

-- What the editor draws for diagnostics: the lines with an underline, and the texts beside lines.
local function drawn()
  local underlined, beside = {}, {}
  for _, namespace in pairs(vim.diagnostic.get_namespaces()) do
    local user_data = namespace.user_data
    if user_data.underline_ns then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, user_data.underline_ns, 0, -1, {})) do
        table.insert(underlined, mark[2] + 1)
      end
    end
    if user_data.virt_text_ns then
      local marks = vim.api.nvim_buf_get_extmarks(0, user_data.virt_text_ns, 0, -1, { details = true })
      for _, mark in ipairs(marks) do
        for _, chunk in ipairs(mark[4].virt_text or {}) do
          table.insert(beside, chunk[1])
        end
      end
    end
  end
  return { underlined = underlined, beside = table.concat(beside, '\n') }
end

local function floating_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      vim.api.nvim_win_close(window, true)
      return table.concat(lines, '\n')
    end
  end
end

local function hover(pattern)
  local place = go_to(pattern)
  vim.lsp.buf.hover()
  place.text = wait('the hover', floating_text)
  return place
end

-- What a command puts into a new list of places.
local function listed(command)
  local function sizes()
    return vim.fn.getqflist({ nr = '$' }).nr, vim.fn.getloclist(0, { nr = '$' }).nr
  end
  local quickfix, location = sizes()
  command()
  wait('the list', function()
    local more_quickfix, more_location = sizes()
    return more_quickfix > quickfix or more_location > location
  end)
  local _, more_location = sizes()
  local items = more_location > location and vim.fn.getloclist(0) or vim.fn.getqflist()
  vim.cmd('lclose')
  vim.cmd('cclose')
  return vim.tbl_map(function(it)
    return { line = it.lnum, column = it.col, text = it.text }
  end, items)
end

vim.o.swapfile = false
vim.o.hidden = true
step('mistakes', function()
  open('mistakes.mlir')
  wait('an error', function()
    return #errors() > 0
  end)
  return { diagnostics = diagnostics(), drawn = drawn() }
end)

step('hover', function()
  open('stencil.mlir')
  return {
    store = hover([[affine\.store %cst, %0\[]]),
    load = hover([[affine\.load %0\[%arg0 - 2]]),
  }
end)

step('definition', function()
  open('stencil.mlir')
  local from = go_to([[%cst, %0]])
  vim.lsp.buf.definition()
  wait('the jump', function()
    return vim.fn.line('.') ~= from.line
  end)
  local here = { line = vim.fn.line('.'), column = vim.fn.col('.'), text = vim.fn.getline('.') }
  -- Jumps are remembered, so that one comes back.
  type_keys('<C-o>')
  return { from = from, to = here, back = vim.fn.line('.') }
end)

step('references', function()
  open('stencil.mlir')
  go_to([[%arg0 = 0]])
  return listed(function()
    vim.lsp.buf.references()
  end)
end)

step('symbols', function()
  open('stencil.mlir')
  return listed(vim.lsp.buf.document_symbol)
end)

step('typing', function()
  open('stencil.mlir')
  local seen = { original = text() }
  go_to([[affine\.store %cst, %0\[]])
  type_keys('o%bad = affine.apply affine_map<()[s] -> (s)>()[%arg0]<Esc>')
  seen.typed = wait('the mistake', function()
    local found = errors()
    return #found > 0 and found
  end)
  seen.drawn = drawn()
  type_keys('u')
  wait('the end of the mistake', function()
    return #errors() == 0
  end)
  seen.undone = text()

  -- A statement that is not finished, and then is.
  go_to([[affine\.store %cst, %0\[]])
  type_keys('o%half = arith.addf %cst,<Esc>')
  seen.half = wait('the error of a half statement', function()
    local found = errors()
    return #found > 0 and found
  end)
  type_keys('A %cst : f32<Esc>')
  wait('the end of the error', function()
    return #errors() == 0
  end)
  seen.whole = vim.fn.getline('.')
  vim.cmd('edit!')
  return seen
end)

step('fusion', function()
  open('matmuls.mlir')
  local seen = { original = text() }
  seen.hint = wait('the hint', function()
    return with_code('fusion-opportunity')[1]
  end)
  vim.api.nvim_win_set_cursor(0, { seen.hint.line, seen.hint.column - 1 })

  local undo_states = vim.fn.undotree().seq_last
  local tick = vim.b.changedtick
  local refused
  vim.ui.select = function(items, options, choose)
    seen.offered = vim.tbl_map(options.format_item, items)
    for index, title in ipairs(seen.offered) do
      if title:match('^Fuse .* at depth 2') then
        return choose(items[index], index)
      end
    end
    refused = true
    choose(nil)
  end
  vim.lsp.buf.code_action()
  wait('the fused nest', function()
    return refused or vim.b.changedtick ~= tick
  end)
  seen.fused = text()
  seen.undo_states = vim.fn.undotree().seq_last - undo_states
  wait('the end of the hint', function()
    return #with_code('fusion-opportunity') == 0
  end)
  seen.errors = errors()
  type_keys('u')
  seen.undone = text()
  wait('the hint again', function()
    return #with_code('fusion-opportunity') > 0
  end)
  return seen
end)

step('stopped', function()
  local client = open('stencil.mlir').id
  vim.lsp.stop_client(client)
  return wait('the end of the server', function()
    return vim.lsp.get_client_by_id(client) == nil
  end)
end)

-- Another is started when a file is opened, and left running, for the editor to end it when it quits.
step('quit', function()
  open('reduction.mlir')
  return true
end)

local file = io.open('session.json', 'w')
file:write(vim.json.encode(session))
file:close()
vim.cmd('qall!')
