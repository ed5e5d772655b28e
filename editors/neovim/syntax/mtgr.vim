" Colours for what a line shows by itself (sections 2, 4, 5.1 and 11). Whose an object is, and what has become of it,
" comes from the server as semantic tokens.
if exists("b:current_syntax")
  finish
endif

syntax match mtgrWord /\<[a-z][a-z-]*\>/
syntax match mtgrNumber /\<\d\+\%(\/\d\+\)\?\>/
syntax match mtgrId /#h\?\d\+\>/
syntax match mtgrArrow /->/
syntax match mtgrNag /\$\d\+\>/
syntax match mtgrTime /^\d\+:\d\d\%(\.\d\+\)\?/
syntax match mtgrResult /\v^%(1-0|0-1|1\/2-1\/2|\*)$/
syntax match mtgrTag /^\[\u\w*/
syntax region mtgrString start=/"/ skip=/\\./ end=/"/ oneline
syntax match mtgrComment /{[^}]*}\?/
syntax match mtgrNumber /{[WUBRGCS0-9\/]\+}/
syntax match mtgrComment / \zs;.*/
syntax match mtgrComment /^%.*/
syntax sync maxlines=1

highlight default link mtgrWord Keyword
highlight default link mtgrNumber Number
highlight default link mtgrId Identifier
highlight default link mtgrArrow Operator
highlight default link mtgrNag PreProc
highlight default link mtgrTime NonText
highlight default link mtgrResult Constant
highlight default link mtgrTag Type
highlight default link mtgrString String
highlight default link mtgrComment Comment

let b:current_syntax = "mtgr"
