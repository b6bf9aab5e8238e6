" Uses the server in Vim, through ALE. Runs in a folder with copies of the examples, after the configuration that the
" documentation gives. What was seen goes into session.json, one entry per step: {"seen": …}, or {"error": …} for a
" step that failed.

set nomore
let s:session = {}

func s:Wait(what, found) abort
  for attempt in range(600)
    let value = a:found()
    if !empty(value)
      return value
    endif
    sleep 50m
  endfor
  throw a:what . ' did not come'
endfunc

func s:Step(name, run) abort
  try
    let s:session[a:name] = {'seen': a:run()}
  catch
    let s:session[a:name] = {'error': v:exception . ' at ' . v:throwpoint}
  endtry
endfunc

func s:Text() abort
  return join(getline(1, '$'), "\n") . "\n"
endfunc

func s:GoTo(pattern) abort
  call cursor(1, 1)
  if !search(a:pattern, 'cW')
    throw a:pattern . ' is not in the file'
  endif
endfunc

func s:Diagnostics() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {_, it -> {
  \   'code': it.code, 'type': it.type, 'line': it.lnum, 'message': it.text,
  \   'text': getline(it.lnum)[it.col - 1 : it.end_col - 1],
  \ }})
endfunc

" The list of actions is a question in the command line, which is answered here.
runtime autoload/ale/util.vim
func! ale#util#Input(message, value, ...) abort
  let s:offered = a:message
  return matchstr(a:message, '\v\d+(\) ' . s:wanted . ')@=')
endfunc

func s:Act(wanted) abort
  let [s:wanted, s:offered, before] = [a:wanted, '', s:Text()]
  ALECodeAction
  call s:Wait('the edit', {-> s:Text() !=# before})
  return {'before': before, 'after': s:Text(), 'offered': s:offered}
endfunc

func s:Mistakes() abort
  edit mistakes.mlir
  call s:Wait('an error', {-> s:Diagnostics()})
  let signs = sign_getplaced(bufnr(''), {'group': '*'})[0].signs
  return {'diagnostics': s:Diagnostics(), 'signs': map(signs, {_, it -> it.lnum})}
endfunc

func s:Hover() abort
  edit stencil.mlir
  call s:GoTo('affine.load %0')
  let g:ale_hover_to_preview = 1
  call s:Wait('the hint', {-> s:Diagnostics()})
  ALEHover
  let Windows = {-> filter(range(1, winnr('$')), {_, it -> getwinvar(it, '&previewwindow')})}
  let shown = join(getbufline(winbufnr(s:Wait('the hover', Windows)[0]), 1, '$'), "\n")
  pclose
  return shown
endfunc

func s:Fusion() abort
  edit matmuls.mlir
  call s:Wait('the hint', {-> s:Diagnostics()})
  call s:GoTo('affine.for')
  return s:Act('Fuse')
endfunc

call s:Step('mistakes', function('s:Mistakes'))
call s:Step('hover', function('s:Hover'))
call s:Step('fusion', function('s:Fusion'))
call writefile([json_encode(s:session)], 'session.json')
ALEStopAllLSPs
qall!
