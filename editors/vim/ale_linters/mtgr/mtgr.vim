" Tells ALE of the .mtgr language server; ALE finds this file by its place.
call ale#Set('mtgr_executable', 'mtgr-language-server')
call ale#Set('mtgr_settings', {})

function! ale_linters#mtgr#mtgr#ProjectRoot(buffer) abort
  let l:git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return empty(l:git) ? expand('#' . a:buffer . ':p:h') : fnamemodify(l:git, ':h:h')
endfunction

call ale#linter#Define('mtgr', {
\   'name': 'mtgr',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'mtgr_executable')},
\   'command': '%e',
\   'initialization_options': {buffer -> ale#Var(buffer, 'mtgr_settings')},
\   'project_root': function('ale_linters#mtgr#mtgr#ProjectRoot'),
\})
