autocmd BufRead,BufNewFile *.mtgr setfiletype mtgr
