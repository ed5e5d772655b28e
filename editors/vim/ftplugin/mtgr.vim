" What the format fixes (sections 2 and 5.2): no tabs, two spaces a level, `;` before a line comment. And what the program
" `mtgr` gives to an editor whose language client cannot ask for it.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=;\ %s comments=:; expandtab shiftwidth=2 softtabstop=2 textwidth=0 nowrap
let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< wrap<'
      \ . ' | delcommand MtgrState | unlet! b:ale_fixers'

" :ALEFix
let b:ale_fixers = [{buffer -> {'command': 'mtgr format -'}}]

" The state after the cursor's line (with !, before it), in the preview window.
command! -buffer -bang MtgrState call s:State(<bang>0)

if exists('*s:State')
  finish
endif

function! s:State(before) abort
  let l:command = 'mtgr state -:' . line('.') . (a:before ? ' --before' : '')
  let l:lines = systemlist(l:command, getline(1, '$'))
  silent botright pedit mtgr-state
  let l:shown = bufnr('^mtgr-state$')
  call setbufvar(l:shown, '&buftype', 'nofile')
  call setbufvar(l:shown, '&swapfile', 0)
  call deletebufline(l:shown, 1, '$')
  call setbufline(l:shown, 1, l:lines)
endfunction
