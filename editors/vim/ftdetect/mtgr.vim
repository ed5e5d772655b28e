" A Vim script, since Neovim 0.7 does not ask Lua for file types unless it is told to.
autocmd BufRead,BufNewFile *.mtgr setfiletype mtgr
