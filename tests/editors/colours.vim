" Run by test_highlighting.py inside Vim and Neovim, with a file open: writes the syntax group of each character that is no
" space, as JSON to $MTGR_RESULT, a list for each line.
let s:found = []
for s:row in range(1, line('$'))
  let s:text = getline(s:row)
  call add(s:found, map(range(1, len(s:text)), {_, column -> synIDattr(synID(s:row, column, 1), 'name')}))
endfor
call writefile([json_encode(s:found)], $MTGR_RESULT)
qall!
