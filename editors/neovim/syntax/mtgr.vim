" Written by scripts/highlighting.py from the tables in server/mtgr/spec. Do not edit.
if exists("b:current_syntax")
  finish
endif
syntax case match

syntax match mtgrRestWord /\v%(^|[ ])@1<=%(become-copy|restriction|round-clock|incomplete|companion|countered|game-draw|prevented|transform|untracked|attached|counters|identify|keyframe|mulligan|priority|unattach|ability|concede|library|pregame|resolve|shuffle|special|unknown|amount|attach|choose|effect|fizzle|hidden|number|object|option|poison|reveal|search|tapped|block|cease|color|fused|night|print|stack|token|untap|card|cast|copy|face|from|goad|keep|life|lose|main|mode|move|name|pass|play|roll|side|turn|type|with|day|new|tap|win|as|in|of|pt|x)%( |$)@=/
syntax match mtgrRestWord /\v%(^|[ ])@1<=%(symbol)%( |$)@=/ skipwhite nextgroup=mtgrSplitMana
syntax match mtgrRestWord /\v%(^|[ ])@1<=%(src)%( |$)@=/ skipwhite nextgroup=mtgrSourceValue
syntax match mtgrRestWord /\v%(^|[ ])@1<=%(controller|adventure|attacking|end-goad|control|attack|damage|goaded|player|target|clock|first|owner|deck|look)%( |$)@=/ skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrRestWord /\v%(^|[ ])@1<=%(lose-mana|cost|add|pay)%( |$)@=/ skipwhite nextgroup=mtgrManaMana
syntax match mtgrRestValue /\v%(^|[ ])@1<=%(activated|companion|sacrifice|triggered|destroy|discard|loyalty|suspend|bottom|black|green|white|blue|draw|life|mana|mill|plot|red|top)%( |$)@=/
syntax match mtgrRestNumber /\v%(^|[ ])@1<=d?-?[0-9]+%( |$)@=/
syntax match mtgrRestTime /\v%(^|[ ])@1<=%(0|[1-9][0-9]*):[0-5][0-9]%(\.[0-9]{1,3})?%( |$)@=/ skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrRestNumber /\v%(^|[ ])@1<=%(-?[0-9]+\/-?[0-9]+|none|\?)%( |$)@=/
syntax match mtgrRestString /\v%(^|[ ])@1<="%([^"\\]|\\.)*"?/
syntax match mtgrRestObject /\v%(^|[ ])@1<=#h?[1-9][0-9]*%( |$)@=/ skipwhite nextgroup=mtgrNameName
syntax match mtgrRestZone /\v%(^|[ ])@1<=outside%( |$)@=/
syntax match mtgrRestZone /\v%(^|[ ])@1<=%(battlefield|graveyard|command|library|exile|stack|ante|hand)%( |$)@=/ skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrRestWord /\v%(^|[ ])@1<=emblem%( |$)@=/ skipwhite nextgroup=mtgrEmblemObject
syntax match mtgrRestOperator /\v%(^|[ ])@1<=%(by|replacement)%( |$)@=/ skipwhite nextgroup=mtgrCauseObject,mtgrCauseOperator,mtgrCausePlayer,mtgrCauseRule
syntax match mtgrRestOperator /\v%(^|[ ])@1<=-\>%( |$)@=/
syntax match mtgrRestComment /\v%(^|[ ])@1<=\{[^}]*\}?/
syntax match mtgrRestNag /\v%(^|[ ])@1<=\$[0-9]+%( |$)@=/
syntax match mtgrRestComment /\v%(^|[ ])@1<=;.*/
syntax match mtgrSourceValue /\v[a-z]+:[A-Za-z0-9._-]+%( |$)@=/ contained
syntax match mtgrObjectObject /\v#h?[1-9][0-9]*%( |$)@=/ contained
syntax match mtgrCausePlayer /\v"%([^"\\]|\\.)*"?/ contained
syntax match mtgrCauseObject /\v%(#h?[1-9][0-9]*|\?)%( |$)@=/ contained
syntax match mtgrCauseOperator /\vcost:/ contained skipwhite nextgroup=mtgrObjectObject
syntax match mtgrCauseRule /\v%(rule:%(declare-attackers|replacement-order|delayed-trigger|intervening-if|combat-damage|opening-hand|empty-pool|day-night|no-choice|duration|mulligan|cleanup|resolve|fizzle|untap|draw|lore|sba)|source:%(disconnect|clock))%( |$)@=/ contained
syntax match mtgrPaymentMana /\v%(life|\{.\})%( |$)@=/ contained
syntax match mtgrSplitMana /\v\{[^}]*\}%( |$)@=/ contained skipwhite nextgroup=mtgrPaymentMana
syntax match mtgrArrowOperator /\v-\>%( |$)@=/ contained skipwhite nextgroup=mtgrManaMana
syntax match mtgrManaMana /\v%(\{%([0-9]+|[WUBRGCS])\})+%( |$)@=/ contained skipwhite nextgroup=mtgrArrowOperator
syntax match mtgrNameName /\v"%([^"\\]|\\.)*"?/ contained
syntax match mtgrPlayerPlayer /\v"%([^"\\]|\\.)*"?/ contained
syntax match mtgrVerbEvent /\v%(become-copy|countered|transform|untracked|counters|identify|mulligan|priority|unattach|concede|resolve|shuffle|special|attach|choose|effect|fizzle|poison|reveal|search|block|cease|untap|cast|goad|keep|life|lose|move|pass|play|roll|tap|win|pt)%( |$)@=/ contained
syntax match mtgrVerbEvent /\v%(end-goad|control|attack|damage|target|look)%( |$)@=/ contained skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrVerbEvent /\v%(lose-mana|cost|add|pay)%( |$)@=/ contained skipwhite nextgroup=mtgrManaMana
syntax match mtgrSubjectEvent /\v%(become-copy|countered|transform|untracked|counters|identify|mulligan|priority|unattach|concede|resolve|shuffle|special|attach|choose|effect|fizzle|poison|reveal|search|block|cease|untap|cast|goad|keep|life|lose|move|pass|play|roll|tap|win|pt)%( |$)@=/ contained
syntax match mtgrSubjectEvent /\v%(end-goad|control|attack|damage|target|look)%( |$)@=/ contained skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrSubjectEvent /\v%(lose-mana|cost|add|pay)%( |$)@=/ contained skipwhite nextgroup=mtgrManaMana
syntax match mtgrSubjectName /\v"%([^"\\]|\\.)*"?/ contained skipwhite nextgroup=mtgrVerbEvent
syntax match mtgrTurnNumber /\v[0-9]+%( |$)@=/ contained skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrTextString /\v"%([^"\\]|\\.)*"?/ contained
syntax match mtgrEmblemObject /\v#h?[1-9][0-9]*%( |$)@=/ contained skipwhite nextgroup=mtgrTextString
syntax match mtgrKindWord /\vemblem%( |$)@=/ contained skipwhite nextgroup=mtgrEmblemObject
syntax match mtgrKindWord /\v%(ability|effect|hidden|token|card|copy)%( |$)@=/ contained
syntax match mtgrStatementBracket /\v[()]%( |$)@=/ contained
syntax match mtgrStatementPlayer /\v"%([^"\\]|\\.)*"?/ contained skipwhite nextgroup=mtgrVerbEvent
syntax match mtgrStatementObject /\v#h?[1-9][0-9]*%( |$)@=/ contained skipwhite nextgroup=mtgrSubjectEvent,mtgrSubjectName
syntax match mtgrStatementExtension /\v[A-Z]+_[A-Za-z0-9_]+%( |$)@=/ contained
syntax match mtgrStatementEvent /\v%(round-clock|game-draw|night|main|side|day)%( |$)@=/ contained
syntax match mtgrStatementEvent /\v%(player)%( |$)@=/ contained skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrStatementStep /\v%(beginning-of-combat|declare-attackers|declare-blockers|postcombat-main|precombat-main|combat-damage|end-of-combat|cleanup|upkeep|untap|draw|end)%( |$)@=/ contained
syntax match mtgrStatementStructure /\v%(incomplete|keyframe|pregame|stack)%( |$)@=/ contained
syntax match mtgrStatementStructure /\v%(deck)%( |$)@=/ contained skipwhite nextgroup=mtgrPlayerPlayer
syntax match mtgrStatementStructure /\vturn%( |$)@=/ contained skipwhite nextgroup=mtgrTurnNumber
syntax match mtgrStatementEvent /\vnew%( |$)@=/ contained skipwhite nextgroup=mtgrKindWord
syntax match mtgrTagString /\v"%([^"\\]|\\.)*"?/ contained
syntax match mtgrStartTime /\v^%(%(0|[1-9][0-9]*):[0-5][0-9]%(\.[0-9]{1,3})?|-)%([ \]]|$)@=/ skipwhite nextgroup=mtgrStatementBracket,mtgrStatementEvent,mtgrStatementExtension,mtgrStatementObject,mtgrStatementPlayer,mtgrStatementStep,mtgrStatementStructure
syntax match mtgrStartResult /\v^%(1\/2-1\/2|0-1|1-0|\*)%([ \]]|$)@=/
syntax match mtgrStartExtension /\v^\[[A-Z]+_[A-Za-z0-9_]+%([ \]]|$)@=/ skipwhite nextgroup=mtgrTagString
syntax match mtgrStartTag /\v^\[%(Player1Archetype|Player2Archetype|Perspective|Termination|TimeControl|Annotator|RoundTime|Recorder|Player1|Player2|UTCDate|UTCTime|Format|Result|Event|Match|Round|Date|Game|Mtgr|Site)%([ \]]|$)@=/ skipwhite nextgroup=mtgrTagString
syntax match mtgrStartComment /\v^\%.*/
syntax sync minlines=1 maxlines=1

highlight default link mtgrStartComment mtgrComment
highlight default link mtgrStartTag mtgrTag
highlight default link mtgrStartExtension mtgrExtension
highlight default link mtgrStartResult mtgrResult
highlight default link mtgrStartTime mtgrTime
highlight default link mtgrTagString mtgrString
highlight default link mtgrStatementEvent mtgrEvent
highlight default link mtgrStatementStructure mtgrStructure
highlight default link mtgrStatementStep mtgrStep
highlight default link mtgrStatementExtension mtgrExtension
highlight default link mtgrStatementObject mtgrObject
highlight default link mtgrStatementPlayer mtgrPlayer
highlight default link mtgrStatementBracket mtgrBracket
highlight default link mtgrKindWord mtgrWord
highlight default link mtgrEmblemObject mtgrObject
highlight default link mtgrTextString mtgrString
highlight default link mtgrTurnNumber mtgrNumber
highlight default link mtgrSubjectName mtgrName
highlight default link mtgrSubjectEvent mtgrEvent
highlight default link mtgrVerbEvent mtgrEvent
highlight default link mtgrPlayerPlayer mtgrPlayer
highlight default link mtgrNameName mtgrName
highlight default link mtgrManaMana mtgrMana
highlight default link mtgrArrowOperator mtgrOperator
highlight default link mtgrSplitMana mtgrMana
highlight default link mtgrPaymentMana mtgrMana
highlight default link mtgrCauseRule mtgrRule
highlight default link mtgrCauseOperator mtgrOperator
highlight default link mtgrCauseObject mtgrObject
highlight default link mtgrCausePlayer mtgrPlayer
highlight default link mtgrObjectObject mtgrObject
highlight default link mtgrSourceValue mtgrValue
highlight default link mtgrRestComment mtgrComment
highlight default link mtgrRestNag mtgrNag
highlight default link mtgrRestOperator mtgrOperator
highlight default link mtgrRestWord mtgrWord
highlight default link mtgrRestZone mtgrZone
highlight default link mtgrRestObject mtgrObject
highlight default link mtgrRestString mtgrString
highlight default link mtgrRestNumber mtgrNumber
highlight default link mtgrRestTime mtgrTime
highlight default link mtgrRestValue mtgrValue
highlight default link mtgrTime NonText
highlight default link mtgrStructure Statement
highlight default link mtgrStep Label
highlight default link mtgrEvent Keyword
highlight default link mtgrWord Keyword
highlight default link mtgrObject Identifier
highlight default link mtgrName String
highlight default link mtgrPlayer Type
highlight default link mtgrString String
highlight default link mtgrZone Constant
highlight default link mtgrValue Constant
highlight default link mtgrRule Constant
highlight default link mtgrNumber Number
highlight default link mtgrMana Number
highlight default link mtgrOperator Operator
highlight default link mtgrBracket Delimiter
highlight default link mtgrExtension Special
highlight default link mtgrNag PreProc
highlight default link mtgrComment Comment
highlight default link mtgrTag Type
highlight default link mtgrResult Constant

let b:current_syntax = "mtgr"
