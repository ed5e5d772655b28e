" Run by test_vim.py inside Vim, with a game open: does what a person would do, and writes what Vim then shows as JSON to
" $MTGR_RESULT. $MTGR_STEPS is JSON: wrong and cause are [row, column], counted from 1.
let s:steps = json_decode($MTGR_STEPS)
let s:seen = {}
let g:ale_hover_to_preview = 1

function! s:Wait(what, Condition) abort
  let l:end = reltime()
  while !a:Condition()
    if reltimefloat(reltime(l:end)) > 30
      throw 'waited in vain for ' . a:what
    endif
    sleep 20m
  endwhile
endfunction

function! s:Preview() abort
  for l:window in range(1, winnr('$'))
    if getwinvar(l:window, '&previewwindow')
      return getbufline(winbufnr(l:window), 1, '$')
    endif
  endfor
  return []
endfunction

function! s:Session() abort
  let s:seen.filetype = &filetype
  call s:Wait('a finding', {-> !empty(getloclist(0))})
  let s:seen.findings = map(getloclist(0), {_, each -> [each.lnum, each.col, each.type, each.text]})
  call cursor(s:steps.cause)
  ALEHover
  call s:Wait('the hover', {-> !empty(s:Preview())})
  let s:seen.hover = s:Preview()
  pclose
  let l:place = getpos('.')
  ALEGoToDefinition
  call s:Wait('the cursor to move', {-> getpos('.') != l:place})
  let s:seen.definition = getpos('.')[1:2]
  call cursor(s:steps.wrong)
  MtgrState!
  let s:seen.before = s:Preview()
  MtgrState
  let s:seen.after = s:Preview()
  pclose
  let l:text = getline('.')
  call setline('.', substitute(l:text, ' by ', '  by ', ''))
  ALEFix
  call s:Wait('the canonical form', {-> getline('.') ==# l:text})
  let s:seen.formatted = getline('.')
endfunction

try
  call s:Session()
catch
  let s:seen.failure = v:exception . ' in ' . v:throwpoint
endtry
call writefile([json_encode(s:seen)], $MTGR_RESULT)
qall!
