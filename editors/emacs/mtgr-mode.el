;;; mtgr-mode.el --- Recorded games of Magic: The Gathering  -*- lexical-binding: t; -*-

;; Author: The mtgr authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages, games
;; URL: https://example.org/mtgr
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A major mode for `.mtgr' files, the plain-text records of games of Magic: The Gathering, and the way to their language
;; server, through Eglot or lsp-mode:
;;
;;     (require 'mtgr-mode)
;;     (add-hook 'mtgr-mode-hook #'eglot-ensure)   ; or #'lsp-deferred
;;
;; By itself the mode has colours, an outline (`outline-minor-mode') and an index (`imenu').  All that takes knowledge of
;; the game comes from the server: findings, completion, hover and so on by the usual keys of the client, and by the keys
;; below `C-c C-m' the board that follows the cursor, ways through the game, and annotations.

;;; Code:

(require 'outline)
(require 'seq)
(require 'subr-x)
(require 'xref)

(defgroup mtgr nil
  "Recorded games of Magic: The Gathering."
  :group 'languages
  :prefix "mtgr-")

(defcustom mtgr-server nil
  "The program that is the language server, with its arguments if it is a list.
If nil, it is `mtgr-language-server' on the variable `exec-path', or else the
one in the folder `.venv' of the repository that this file lies in."
  :type '(choice (const :tag "Find it" nil) string (repeat string)))

(defcustom mtgr-settings nil
  "The server's settings, by their names without `mtgr.'.
Those that are not here have the server's defaults.  They are read when the
server starts.  docs/features/settings.md says what each is."
  :type '(alist :key-type string :value-type sexp
                :options (("inlayHints.glyphs" boolean)
                          ("inlayHints.totals" boolean)
                          ("inlayHints.mana" boolean)
                          ("inlayHints.stack" boolean)
                          ("inlayHints.names" boolean)
                          ("codeLens.state" boolean)
                          ("codeLens.keyframes" boolean)
                          ("codeLens.uses" boolean)
                          ("hints" boolean)
                          ("formatText" string))))

(defcustom mtgr-on-type t
  "Whether what belongs to a character that is typed comes with it.
A new line gets its time and level, a bracket its place, `!?' becomes `$5'."
  :type 'boolean)

;;; Words

;; The macro for comments needs them when it is compiled.
(eval-and-compile
;; Written by editors/emacs/scripts/words.py from the tables in server/mtgr/spec.  Do not edit.
(defconst mtgr--blocks
  '("deck" "incomplete" "keyframe" "pregame" "stack" "turn")
  "What begins a part of a game.")
(defconst mtgr--steps
  '("beginning-of-combat" "cleanup" "combat-damage" "declare-attackers" "declare-blockers" "draw" "end"
    "end-of-combat" "postcombat-main" "precombat-main" "untap" "upkeep")
  "Steps and main phases.")
(defconst mtgr--events
  '("add" "attach" "attack" "become-copy" "block" "cast" "cease" "choose" "concede" "control" "cost"
    "countered" "counters" "damage" "day" "effect" "end-goad" "fizzle" "game-draw" "goad" "identify"
    "keep" "life" "look" "lose" "lose-mana" "main" "move" "mulligan" "night" "pass" "pay" "play"
    "player" "poison" "priority" "pt" "resolve" "reveal" "roll" "round-clock" "search" "shuffle" "side"
    "special" "tap" "target" "transform" "unattach" "untap" "untracked" "win")
  "What happens to an object, a player or the game.")
(defconst mtgr--zones
  '("ante" "battlefield" "command" "exile" "graveyard" "hand" "library" "outside" "stack")
  "Zones.")
(defconst mtgr--rules
  '("cleanup" "clock" "combat-damage" "day-night" "declare-attackers" "delayed-trigger" "disconnect"
    "draw" "duration" "empty-pool" "fizzle" "intervening-if" "lore" "mulligan" "no-choice"
    "opening-hand" "replacement-order" "resolve" "sba" "untap")
  "Names behind `rule:' and `source:'.")
(defconst mtgr--values
  '("activated" "black" "blue" "bottom" "companion" "destroy" "discard" "draw" "green" "life" "loyalty"
    "mana" "mill" "plot" "red" "sacrifice" "suspend" "top" "triggered" "white")
  "Words that stand for a value.")
(defconst mtgr--words
  '("ability" "add" "adventure" "amount" "as" "attach" "attached" "attack" "attacking" "become-copy"
    "block" "card" "cast" "cease" "choose" "clock" "color" "companion" "concede" "control" "controller"
    "copy" "cost" "countered" "counters" "damage" "day" "deck" "effect" "emblem" "end-goad" "face"
    "first" "fizzle" "from" "fused" "game-draw" "goad" "goaded" "hidden" "identify" "in" "incomplete"
    "keep" "keyframe" "library" "life" "look" "lose" "lose-mana" "main" "mode" "move" "mulligan" "name"
    "new" "night" "number" "object" "of" "option" "owner" "pass" "pay" "play" "player" "poison"
    "pregame" "prevented" "print" "priority" "pt" "resolve" "restriction" "reveal" "roll" "round-clock"
    "search" "shuffle" "side" "special" "src" "stack" "symbol" "tap" "tapped" "target" "token"
    "transform" "turn" "type" "unattach" "unknown" "untap" "untracked" "win" "with" "x")
  "Every other word.")
(defconst mtgr--player-words
  '("adventure" "attack" "attacking" "clock" "control" "controller" "damage" "deck" "end-goad" "first"
    "goaded" "look" "owner" "player" "target")
  "Words before the name of a player.")
(defconst mtgr--mana-words
  '("->" "add" "cost" "lose-mana" "pay" "symbol")
  "Words before mana.")
(defconst mtgr--results
  '("*" "0-1" "1-0" "1/2-1/2")
  "Results.")
;; End of what is written.
)

;;; Faces

(defgroup mtgr-faces nil
  "Colours of recorded games."
  :group 'mtgr)

(defface mtgr-time '((t :inherit shadow))
  "The time of a line.")
(defface mtgr-structure '((t :inherit font-lock-keyword-face :weight bold))
  "Turns, steps, keyframes and the like.")
(defface mtgr-event '((t :inherit font-lock-function-name-face))
  "What happens.")
(defface mtgr-word '((t :inherit font-lock-keyword-face))
  "Other words of the format.")
(defface mtgr-zone '((t :inherit font-lock-type-face))
  "Zones.")
(defface mtgr-value '((t :inherit font-lock-constant-face))
  "Words that stand for a value: colors, positions, rule names, results.")
(defface mtgr-number '((t :inherit font-lock-constant-face))
  "Numbers, power and toughness, mana.")
(defface mtgr-object '((t :inherit font-lock-variable-name-face))
  "IDs of objects and the names behind them.")
(defface mtgr-player '((t :inherit font-lock-builtin-face))
  "Names of players.")
(defface mtgr-nag '((t :inherit font-lock-preprocessor-face))
  "Annotations like $1.")
(defface mtgr-tag '((t :inherit font-lock-type-face))
  "Names of tags.")
(defface mtgr-own '((t :inherit font-lock-function-name-face))
  "What the player controls from whose seat the game is recorded.
This and the other states of objects need semantic tokens.")
(defface mtgr-opponent '((t :inherit font-lock-constant-face))
  "What the other player controls.")
(defface mtgr-hidden '((t :inherit font-lock-comment-face))
  "A card whose name is not known.")
(defface mtgr-tapped '((t :slant italic))
  "A tapped object.")
(defface mtgr-ended '((t :strike-through t))
  "An object whose ID has ended.")

;;; What a line shows by itself

(defconst mtgr--time "\\(?:[0-9]+:[0-9][0-9]\\(?:\\.[0-9]+\\)?\\|-\\)"
  "What a body line begins with (section 5.1).")
(defconst mtgr--string "\"\\(?:\\\\.\\|[^\"\\\n]\\)*\""
  "A string, with its escapes (section 2).")

(defun mtgr--one-of (words)
  "Return a regular expression for any of WORDS, as a whole, in a group."
  (concat "\\(\\_<" (regexp-opt words) "\\_>\\)"))

(defconst mtgr--statement (concat "^" mtgr--time " +")
  "What stands before a statement.")

(defconst mtgr--font-lock-keywords
  `((,(concat "^" mtgr--time "\\(?: \\|$\\)") 0 'mtgr-time)
    (,(concat mtgr--statement (mtgr--one-of (append mtgr--blocks mtgr--steps))) 1 'mtgr-structure)
    (,(concat mtgr--statement "\\(?:#h?[0-9]+ \\(?:" mtgr--string " \\)?\\|" mtgr--string " \\)?"
              (mtgr--one-of (append '("new") mtgr--events)))
     1 'mtgr-event)
    (,(concat mtgr--statement "\\([()]\\) *$") 1 'mtgr-structure)
    ("^\\[\\([A-Za-z0-9_]+\\)" 1 'mtgr-tag)
    (,(concat "^" (regexp-opt mtgr--results) "$") 0 'mtgr-value)
    ("\\_<src \\([^ \n]+\\)" 1 'mtgr-value)
    ("#h?[0-9]+\\_>" 0 'mtgr-object)
    ("\\$[0-9]+\\_>" 0 'mtgr-nag)
    ("\\(?:{[0-9A-Z/]+}\\)+" 0 'mtgr-number)
    ("\\_<\\(?:d[0-9]+\\|-?[0-9]+\\(?:/-?[0-9]+\\)?\\)\\_>" 0 'mtgr-number)
    (,(concat "\\_<\\(?:rule\\|source\\):" (mtgr--one-of mtgr--rules)) 1 'mtgr-value)
    ("\\_<\\(?:by\\|replacement\\|rule\\|source\\)\\_>\\|->" 0 'mtgr-word)
    (,(mtgr--one-of mtgr--zones) 1 'mtgr-zone)
    (,(mtgr--one-of mtgr--values) 1 'mtgr-value)
    (,(mtgr--one-of mtgr--words) 1 'mtgr-word))
  "Colours of what is in no string and no comment.
The first that matches a place wins.")

(defvar mtgr--before-player (concat "\\_<" (regexp-opt (append '("by") mtgr--player-words mtgr--zones)) " ")
  "What stands before the name of a player.")

(defun mtgr--string-or-comment-face (state)
  "Return the face of what STATE, of `syntax-ppss', is in."
  (if (not (nth 3 state))
      font-lock-comment-face
    (save-excursion
      (goto-char (nth 8 state))
      (let ((start (line-beginning-position)))
        (cond ((looking-back "#h?[0-9]+ " start) 'mtgr-object)
              ((or (looking-back (concat mtgr--statement "\\(?:turn [0-9]+ \\)?") start)
                   (and (not (looking-back "\\_<outside " start))
                        (looking-back mtgr--before-player start)))
               'mtgr-player)
              (t font-lock-string-face))))))

(defvar mtgr-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\{ "(}" table)
    (modify-syntax-entry ?\} "){" table)
    (dolist (char '(?# ?- ?$ ?_))
      (modify-syntax-entry char "_" table))
    (dolist (char '(?\; ?% ?: ?/ ?+ ?* ?< ?> ?= ?& ?| ?' ?.))
      (modify-syntax-entry char "." table))
    table)
  "Syntax table of `mtgr-mode'.  Comments are found by `mtgr--syntax-propertize'.")

(defconst mtgr--syntax-propertize
  (syntax-propertize-rules
   ;; A string that is not closed ends with its line, whatever follows.
   ("\\(\"\\)\\(?:\\\\.\\|[^\"\\\n]\\)*\\(\"\\)?" (1 (unless (match-beginning 2) (string-to-syntax "."))))
   ("^\\(%\\).*" (1 "<"))
   (" \\(;\\).*" (1 "<"))
   ;; Mana is no comment.
   (" symbol {[^}\n]*} {[^}\n]}")
   ((concat "\\(?:\\_<\\| \\)" (regexp-opt mtgr--mana-words) " \\(?:{[^}\n]*}\\)+"))
   (" \\({\\)[^}\n]*\\(}\\)?" (1 (string-to-syntax (if (match-beginning 2) "!" "<")))
    (2 "!")))
  "Finds comments: to the end of a line, or in braces (section 11).")

;;; Outline and index

(defconst mtgr--heading
  (concat "\\[Mtgr \"\\|" mtgr--time " " (mtgr--one-of '("deck" "pregame" "turn"))
          "\\|" mtgr--time "   " (mtgr--one-of (append '("keyframe") mtgr--steps)) " *$")
  "The first line of a game, of a turn and the like, or of a step.")

(defconst mtgr--index-line
  (concat "^\\(?:\\[Mtgr \"\\|" mtgr--time " \\(" (regexp-opt '("deck" "pregame" "turn")) "\\_>.*\\)\\)")
  "A line that `imenu' lists.")

(defun mtgr--outline-level ()
  "The level of the heading that was just matched: game, turn or step."
  (cond ((match-beginning 1) 2) ((match-beginning 2) 3) (t 1)))

(defun mtgr--index ()
  "Return what `imenu' lists: games with what is in them."
  (let (games)
    (save-excursion
      (goto-char (point-min))
      (while (re-search-forward mtgr--index-line nil t)
        (let ((name (match-string-no-properties 1)) (start (line-beginning-position)))
          (if (and name games)
              (push (cons name start) (cdar games))
            (push (list (format "Game %d" (1+ (length games))) (cons (or name "tags") start)) games)))))
    (dolist (game games)
      (setcdr game (nreverse (cdr game))))
    (if (cdr games) (nreverse games) (cdar games))))

;;; The server

(defconst mtgr--clone
  (locate-dominating-file (file-truename (or load-file-name buffer-file-name default-directory))
                          "editors/emacs/mtgr-mode.el")
  "The repository that this file lies in, if it does.")

(defun mtgr--command ()
  "Return the command of the server, as a list."
  (cond ((stringp mtgr-server) (list mtgr-server))
        (mtgr-server)
        (t (let ((exec-path (append exec-path
                                    (and mtgr--clone (list (expand-file-name ".venv/bin" mtgr--clone)
                                                           (expand-file-name ".venv/Scripts" mtgr--clone))))))
             (list (or (executable-find "mtgr-language-server")
                       (user-error "No mtgr-language-server was found: set `mtgr-server', or run scripts/try in %s"
                                   (or mtgr--clone "a clone of mtgr"))))))))

(defun mtgr--value (value)
  "Return VALUE, of a setting, as JSON has it."
  (or value :json-false))

(defun mtgr--options (&rest _)
  "Return `mtgr-settings' as a property list, with a list for each section."
  (let (options)
    (pcase-dolist (`(,name . ,value) mtgr-settings)
      (pcase-let ((`(,section ,key) (mapcar (lambda (part) (intern (concat ":" part))) (split-string name "\\.")))
                  (value (mtgr--value value)))
        (setq options
              (plist-put options section (if key (plist-put (plist-get options section) key value) value)))))
    (list :mtgr (or options (make-hash-table)))))

(defun mtgr--eglot-contact (&rest _)
  "Return how Eglot reaches the server."
  (append (mtgr--command) (list :initializationOptions #'mtgr--options)))

(defvar eglot-server-programs)
(defvar eglot-ignored-server-capabilities)
(declare-function eglot-current-server "eglot")
(declare-function eglot-completion-at-point "eglot")
(declare-function eglot-format "eglot")
(declare-function eglot-managed-p "eglot")
(declare-function eglot--apply-text-edits "eglot")
(declare-function eglot--lsp-position-to-point "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-async-request "jsonrpc")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(mtgr-mode . mtgr--eglot-contact)))

(defun mtgr--eglot-complete ()
  "Complete as Eglot does, with all that the server has chosen.
Eglot leaves out items that do not begin with the symbol at point: objects that
are looked for by name, players behind their quote."
  (when (eglot-managed-p)
    (pcase (eglot-completion-at-point)
      (`(,start ,end ,table . ,properties)
       (let ((chosen (buffer-substring-no-properties start end)))
         `(,start ,end ,(lambda (probe predicate action)
                          (mtgr--complete table chosen probe predicate action))
                  ,@properties))))))

(defun mtgr--complete (table chosen probe predicate action)
  "Complete with TABLE, whose items were chosen for the text CHOSEN.
PROBE, PREDICATE and ACTION are those of every completion table."
  (let ((all (and (memq action '(nil t)) (funcall table "" predicate t)))
        (case-fold-search t))
    (unless (equal probe chosen)
      (setq all (seq-filter (lambda (item) (string-match-p (regexp-quote probe) item)) all)))
    (cond (action (if (eq action t) all (funcall table probe predicate action)))
          ((cdr all) (let ((common (try-completion probe all))) (if (stringp common) common probe)))
          (t (car all)))))

(defun mtgr--eglot-managed ()
  "Let ElDoc say all it knows: a finding, what is at point, then the statement."
  (when (eglot-managed-p)
    (remove-hook 'completion-at-point-functions #'eglot-completion-at-point t)
    (add-hook 'completion-at-point-functions #'mtgr--eglot-complete nil t)
    (setq-local eldoc-documentation-strategy #'eldoc-documentation-compose
                eldoc-documentation-functions '(flymake-eldoc-function
                                                eglot-hover-eldoc-function
                                                eglot-signature-eldoc-function
                                                t))))

(defvar lsp-enable-on-type-formatting)
(defvar lsp-language-id-configuration)
(defvar lsp-semantic-token-modifier-faces)
(declare-function lsp-format-region "lsp-mode")
(declare-function lsp-point-to-position "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-register-custom-settings "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp-show-xrefs "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-workspaces "lsp-mode")
(declare-function lsp--apply-text-edits "lsp-mode")
(declare-function lsp--locations-to-xref-items "lsp-mode")
(declare-function lsp--position-to-point "lsp-mode")
(declare-function lsp--text-document-position-params "lsp-mode")
(declare-function make-lsp-client "lsp-mode")

(defun mtgr--show-places (lens)
  "Show the places that LENS, a code lens of the server, speaks of."
  (lsp-show-xrefs (lsp--locations-to-xref-items (elt (mtgr--get lens "arguments") 2)) nil t))

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(mtgr-mode . "mtgr"))
  (lsp-register-custom-settings
   (mapcar (lambda (option)
             (let ((name (car option)))
               (list (concat "mtgr." name)
                     (lambda ()
                       (when-let ((setting (assoc name mtgr-settings)))
                         (mtgr--value (cdr setting)))))))
           (plist-get (cdr (get 'mtgr-settings 'custom-type)) :options)))
  (lsp-register-client
   (make-lsp-client :server-id 'mtgr
                    :new-connection (lsp-stdio-connection #'mtgr--command)
                    :major-modes '(mtgr-mode)
                    :initialization-options #'mtgr--options
                    ;; lsp-mode counts columns in characters.  From 9 on it says so itself.
                    :custom-capabilities '((general . ((positionEncodings . ["utf-32"])))
                                           (experimental . ((commands . ((commands . ["mtgr.showPlaces"]))))))
                    :action-handlers (let ((handlers (make-hash-table :test 'equal)))
                                       (puthash "mtgr.showPlaces" #'mtgr--show-places handlers)
                                       handlers))))

(with-eval-after-load 'lsp-semantic-tokens
  (dolist (modifier '("own" "opponent" "hidden" "tapped" "ended"))
    (add-to-list 'lsp-semantic-token-modifier-faces (cons modifier (intern (concat "mtgr-" modifier))))))

(defun mtgr--client ()
  "Return the language client of this buffer: `eglot', `lsp', or nil."
  (cond ((and (fboundp 'eglot-current-server) (eglot-current-server)) 'eglot)
        ((and (fboundp 'lsp-workspaces) (lsp-workspaces)) 'lsp)))

(defun mtgr--client-or-lose ()
  "Return the language client of this buffer.  It is an error if there is none."
  (or (mtgr--client) (user-error "The server does not run here: try M-x eglot or M-x lsp")))

(defun mtgr--get (object key)
  "Return the value of KEY, a string, in OBJECT, some JSON."
  (if (hash-table-p object) (gethash key object) (plist-get object (intern (concat ":" key)))))

(defun mtgr--place (more)
  "Return the text and the position of point as parameters, and MORE of them."
  (append (if (eq (mtgr--client-or-lose) 'eglot)
              (eglot--TextDocumentPositionParams)
            (lsp--text-document-position-params))
          more))

(defun mtgr--request (method params)
  "Ask the server METHOD with PARAMS, and wait for the answer."
  (if (eq (mtgr--client) 'eglot)
      ;; Deferred: Eglot tells the server of changes first.
      (jsonrpc-request (eglot-current-server) (intern (concat ":" method)) params :deferred (intern method))
    (lsp-request method params)))

(defun mtgr--ask (method &optional more)
  "Ask the server METHOD about the place of point, with MORE parameters, and wait."
  (mtgr--request method (mtgr--place more)))

(defun mtgr--ask-later (method more answered)
  "Ask the server METHOD about the place of point, with MORE parameters.
Call ANSWERED with the answer, or with nil if there is none."
  (let ((params (mtgr--place more)))
    (if (eq (mtgr--client) 'eglot)
        (jsonrpc-async-request (eglot-current-server) (intern (concat ":" method)) params
                               :success-fn answered
                               :error-fn (lambda (_) (funcall answered nil))
                               :timeout-fn (lambda () (funcall answered nil))
                               :deferred (intern method))
      (lsp-request-async method params answered
                         :mode 'detached :error-handler (lambda (_) (funcall answered nil))))))

(defun mtgr--point (position)
  "Return where POSITION, of the server's, is in this buffer."
  (if (eq (mtgr--client) 'eglot)
      (eglot--lsp-position-to-point position)
    (lsp--position-to-point position)))

(defun mtgr--apply (edits)
  "Make EDITS, of the server's, in this buffer."
  (if (eq (mtgr--client) 'eglot)
      (eglot--apply-text-edits edits)
    (lsp--apply-text-edits edits)))

;;; Ways through the game

(defun mtgr--go (to)
  "Move point to where the way TO leads."
  (let ((position (mtgr--ask "mtgr/navigate" (list :to to))))
    (if (null position)
        (message "There is nothing to go to that way")
      (push-mark nil t)
      (goto-char (mtgr--point position)))))

(defmacro mtgr--define-way (name to doc)
  "Define the command NAME with the documentation DOC that leads TO."
  `(defun ,name ()
     ,doc
     (interactive)
     (mtgr--go ,to)))

(mtgr--define-way mtgr-next-event "nextEvent" "Go to the next event.")
(mtgr--define-way mtgr-previous-event "previousEvent" "Go to the previous event.")
(mtgr--define-way mtgr-next-priority "nextPriority" "Go to where a player next receives priority.")
(mtgr--define-way mtgr-previous-priority "previousPriority" "Go to where a player last received priority.")
(mtgr--define-way mtgr-next-step "nextStep" "Go to the next step or main phase.")
(mtgr--define-way mtgr-previous-step "previousStep" "Go to the previous step or main phase.")
(mtgr--define-way mtgr-next-turn "nextTurn" "Go to the next turn.")
(mtgr--define-way mtgr-previous-turn "previousTurn" "Go to the previous turn.")
(mtgr--define-way mtgr-next-annotation "nextAnnotation" "Go to the next annotated line.")
(mtgr--define-way mtgr-previous-annotation "previousAnnotation" "Go to the previous annotated line.")
(mtgr--define-way mtgr-next-variation "nextVariation" "Go to the next variation.")
(mtgr--define-way mtgr-previous-variation "previousVariation" "Go to the previous variation.")
(mtgr--define-way mtgr-variation-start "variationStart" "Go to the beginning of the variation around point.")
(mtgr--define-way mtgr-variation-end "variationEnd" "Go to the end of the variation around point.")
(mtgr--define-way mtgr-next-of-object "nextOfObject"
                  "Go to the next event of the object or player at point.
If there is none at point, it is the first one of the line.")
(mtgr--define-way mtgr-previous-of-object "previousOfObject"
                  "Go to the previous event of the object or player at point.
If there is none at point, it is the first one of the line.")

;;; Why something happened, and what came of it

(defun mtgr--calls (method end)
  "Show the lines that METHOD, of the call hierarchy, leads to from point.
The protocol calls them END."
  (let* ((items (mtgr--ask "textDocument/prepareCallHierarchy"))
         (calls (seq-mapcat (lambda (item) (append (mtgr--request method (list :item item)) nil)) items))
         (found (mapcar (lambda (call)
                          (let ((item (mtgr--get call end)))
                            (xref-make (concat (mtgr--get item "name") "  " (mtgr--get item "detail"))
                                       (xref-make-buffer-location
                                        (current-buffer)
                                        (mtgr--point (mtgr--get (mtgr--get item "selectionRange") "start"))))))
                        calls)))
    (unless found
      (user-error "There is nothing that the record says of it"))
    (xref-push-marker-stack)
    (funcall xref-show-xrefs-function (lambda () found) `((window . ,(selected-window))))))

(defun mtgr-why ()
  "Show what caused the event of the line."
  (interactive)
  (mtgr--calls "callHierarchy/incomingCalls" "from"))

(defun mtgr-consequences ()
  "Show what came of the event of the line."
  (interactive)
  (mtgr--calls "callHierarchy/outgoingCalls" "to"))

;;; Annotations

(defconst mtgr--glyphs '(("!" . 1) ("?" . 2) ("!!" . 3) ("??" . 4) ("!?" . 5) ("?!" . 6) ("none" . nil))
  "Glyphs with the NAGs that stand for them (section 11).")

(defun mtgr-annotate (glyph)
  "Annotate the line with GLYPH, in the place of the one it has.
GLYPH is one of ! ? !! ?? !? ?!, the number of a NAG, or \"none\"."
  (interactive "sGlyph, number of a NAG, or none: ")
  (let ((known (assoc glyph mtgr--glyphs)))
    (unless (or known (string-match-p "\\`\\$?[0-9]+\\'" glyph))
      (user-error "Write one of ! ? !! ?? !? ?!, none, or the number of a NAG"))
    (mtgr--apply (mtgr--ask "mtgr/annotate"
                            (list :nag (if known (cdr known) (string-to-number (string-remove-prefix "$" glyph))))))))

(defun mtgr-annotate-digit ()
  "Annotate the line with the glyph of the digit that was typed; 0 takes it away."
  (interactive)
  (mtgr-annotate (car (rassq (let ((digit (- last-command-event ?0))) (and (> digit 0) digit)) mtgr--glyphs))))

(defun mtgr-comment (text)
  "Add the comment TEXT to the line."
  (interactive "sComment: ")
  (mtgr--apply (mtgr--ask "mtgr/annotate" (list :comment text))))

(defun mtgr-begin-variation ()
  "Begin a variation in place of the line, and go into it."
  (interactive)
  (let* ((here (plist-get (mtgr--place nil) :position))
         (actions (mtgr--ask "textDocument/codeAction"
                             (list :range (list :start here :end here)
                                   :context (list :diagnostics [] :only ["refactor.rewrite"]))))
         (action (seq-find (lambda (each) (string-prefix-p "Begin a variation" (mtgr--get each "title"))) actions))
         (edits (and action (mtgr--edits (mtgr--get action "edit")))))
    (unless edits
      (user-error "A variation belongs to an event, a step or a turn"))
    (push-mark nil t)
    (goto-char (mtgr--point (mtgr--get (mtgr--get (elt edits 0) "range") "start")))
    (save-excursion (mtgr--apply edits))
    (re-search-forward "^- +($")))

(defun mtgr--edits (edit)
  "Return the text edits of EDIT, a workspace edit that is about one text."
  (if-let ((documents (mtgr--get edit "documentChanges")))
      (mtgr--get (elt documents 0) "edits")
    (let ((changes (mtgr--get edit "changes")))
      (if (hash-table-p changes) (car (hash-table-values changes)) (cadr changes)))))

;;; What comes with a character that is typed

(defun mtgr--typed ()
  "Ask the server what comes with the character that was typed, and make it so.
Eglot and lsp-mode do this too, but Eglot not for a new line of Emacs 28, and
both leave point before what is put where it is."
  (when (and mtgr-on-type (memq last-command-event '(?\n ?\r ?\( ?\) ?! ??)) (mtgr--client))
    (with-demoted-errors "What comes with the character is not known: %S"
      (let ((edits (mtgr--ask "textDocument/onTypeFormatting"
                              (list :ch (if (memq last-command-event '(?\n ?\r)) "\n" (string last-command-event))
                                    :options '(:tabSize 2 :insertSpaces t))))
            (here (copy-marker (point) t)))
        (unless (seq-empty-p edits)
          (mtgr--apply edits)
          (goto-char here))
        (set-marker here nil)))))

(defun mtgr--indent-region (start end)
  "Let the server format the lines from START to END."
  (if (eq (mtgr--client-or-lose) 'eglot) (eglot-format start end) (lsp-format-region start end)))

;;; The board

(defconst mtgr--board "*mtgr board*"
  "The name of the buffer with the board.")
(defconst mtgr--patience 10
  "Seconds until an answer is given up for lost.")

(defvar mtgr--board-before nil
  "Whether the board is that before the line, not after it.")
(defvar mtgr--board-shown nil
  "What was asked for last.
A list of a buffer, its line's start, its modification count, and before.")
(defvar mtgr--board-asked nil
  "When the question was asked whose answer is not there yet; else nil.")

(define-derived-mode mtgr-board-mode special-mode "Board"
  "The state of a game at the line of the cursor."
  (setq truncate-lines t
        buffer-undo-list t)
  (add-hook 'kill-buffer-hook #'mtgr--board-closed nil t))

(define-key mtgr-board-mode-map "b" #'mtgr-board-before)
(define-key mtgr-board-mode-map "q" #'mtgr-board)

(defun mtgr-board ()
  "Show the board of the game at point in a window, and let it follow point.
If it is shown, close it."
  (interactive)
  (if-let ((window (get-buffer-window mtgr--board t)))
      (quit-window t window)
    (unless (derived-mode-p 'mtgr-mode)
      (user-error "This is no recorded game"))
    (mtgr--client-or-lose)
    (with-current-buffer (get-buffer-create mtgr--board)
      (mtgr-board-mode))
    (display-buffer mtgr--board '((display-buffer-reuse-window display-buffer-below-selected)
                                  (window-height . 0.4)))
    (add-hook 'post-command-hook #'mtgr--board-follow)
    (setq mtgr--board-shown nil)
    (mtgr--board-follow)))

(defun mtgr-board-before ()
  "Change between the board after the line and the one before it."
  (interactive)
  (setq mtgr--board-before (not mtgr--board-before))
  (when (buffer-live-p (car mtgr--board-shown))
    (with-current-buffer (car mtgr--board-shown)
      (mtgr--board-follow))))

(defun mtgr--board-closed ()
  "Forget the board: nothing is asked any more."
  (remove-hook 'post-command-hook #'mtgr--board-follow)
  (setq mtgr--board-shown nil
        mtgr--board-asked nil))

(defun mtgr--game-closed ()
  "Close the board if it is that of the buffer that is being killed."
  (when (and (eq (current-buffer) (car mtgr--board-shown)) (get-buffer mtgr--board))
    (kill-buffer mtgr--board)))

(defun mtgr--board-follow ()
  "Ask for the board at point if it is not the one that is shown.
One question is asked at a time; when its answer is there, the newest follows."
  (when (and (derived-mode-p 'mtgr-mode)
             (get-buffer-window mtgr--board t)
             (not (and mtgr--board-asked (< (float-time (time-since mtgr--board-asked)) mtgr--patience)))
             (mtgr--client))
    (let ((wanted (list (current-buffer) (line-beginning-position) (buffer-chars-modified-tick) mtgr--board-before))
          (asked (current-time)))
      (unless (equal wanted mtgr--board-shown)
        (setq mtgr--board-shown wanted
              mtgr--board-asked asked)
        (let ((game (current-buffer))
              (title (format " %s line %d of %s" (if mtgr--board-before "Before" "After")
                             (line-number-at-pos nil t) (buffer-name))))
          ;; After an error Emacs would take this function off the hook.
          (with-demoted-errors "The board is not known: %S"
            (mtgr--ask-later "mtgr/state" (list :before (if mtgr--board-before t :json-false))
                             (lambda (answer)
                               (when (eq mtgr--board-asked asked)
                                 (setq mtgr--board-asked nil)
                                 (mtgr--board-show answer title game))))))))))

(defun mtgr--board-show (answer title game)
  "Show ANSWER, a state, below TITLE; then see whether point of GAME has moved on."
  (when (get-buffer mtgr--board)
    (with-current-buffer mtgr--board
      (let ((inhibit-read-only t)
            (starts (mapcar (lambda (window) (cons window (window-start window)))
                            (get-buffer-window-list mtgr--board nil t))))
        (setq header-line-format title)
        (erase-buffer)
        (insert (if answer
                    (mtgr--get answer "text")
                  "There is no state here: this line is outside a game's body."))
        (goto-char (point-min))
        (pcase-dolist (`(,window . ,start) starts)
          (set-window-point window (point-min))
          (set-window-start window (min start (point-max)) t))))
    (when (buffer-live-p game)
      (with-current-buffer game
        (save-excursion
          (when-let ((window (get-buffer-window game t)))
            (goto-char (window-point window)))
          (mtgr--board-follow))))))

;;; The mode

(defvar mtgr-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("e" . mtgr-next-event) ("E" . mtgr-previous-event)
                     ("p" . mtgr-next-priority) ("P" . mtgr-previous-priority)
                     ("s" . mtgr-next-step) ("S" . mtgr-previous-step)
                     ("t" . mtgr-next-turn) ("T" . mtgr-previous-turn)
                     ("a" . mtgr-next-annotation) ("A" . mtgr-previous-annotation)
                     ("b" . mtgr-next-variation) ("B" . mtgr-previous-variation)
                     ("(" . mtgr-variation-start) (")" . mtgr-variation-end)
                     ("o" . mtgr-next-of-object) ("O" . mtgr-previous-of-object)))
      (define-key map key command)
      (put command 'repeat-map 'mtgr-command-map))
    (pcase-dolist (`(,key . ,command)
                   '(("g" . mtgr-annotate) ("c" . mtgr-comment) ("v" . mtgr-begin-variation)
                     ("w" . mtgr-why) ("W" . mtgr-consequences)
                     ("m" . mtgr-board) ("M" . mtgr-board-before)))
      (define-key map key command))
    (dotimes (digit 7)
      (define-key map (number-to-string digit) #'mtgr-annotate-digit))
    (put 'mtgr-annotate-digit 'repeat-map 'mtgr-command-map)
    map)
  "Keys of `mtgr-mode' behind its prefix.
With `repeat-mode' ways and glyphs need the prefix once.")

(defvar mtgr-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-m") mtgr-command-map)
    map)
  "Keys of `mtgr-mode'.")

;;;###autoload
(define-derived-mode mtgr-mode prog-mode "Mtgr"
  "Major mode for recorded games of Magic: The Gathering.

\\{mtgr-mode-map}"
  (setq-local comment-start "; "
              comment-end ""
              comment-start-skip ";+ *"
              comment-use-syntax t
              indent-tabs-mode nil
              require-final-newline t
              truncate-lines t)
  (setq-local font-lock-defaults
              '(mtgr--font-lock-keywords nil nil nil
                                         (font-lock-syntactic-face-function . mtgr--string-or-comment-face)))
  (setq-local syntax-propertize-function mtgr--syntax-propertize
              parse-sexp-ignore-comments t)
  (setq-local outline-regexp mtgr--heading
              outline-level #'mtgr--outline-level
              imenu-create-index-function #'mtgr--index)
  ;; The server knows times and levels; TAB completes.
  (setq-local electric-indent-chars nil
              indent-line-function (lambda () 'noindent)
              indent-region-function #'mtgr--indent-region
              tab-always-indent 'complete)
  (setq-local eglot-ignored-server-capabilities '(:documentOnTypeFormattingProvider)
              lsp-enable-on-type-formatting nil)
  (add-hook 'eglot-managed-mode-hook #'mtgr--eglot-managed nil t)
  (add-hook 'post-self-insert-hook #'mtgr--typed nil t)
  (add-hook 'kill-buffer-hook #'mtgr--game-closed nil t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mtgr\\'" . mtgr-mode))

;; Lines end with LF everywhere (section 2), and the server is to see those that do not, and a byte-order mark.
;;;###autoload
(add-to-list 'auto-coding-alist '("\\.mtgr\\'" . utf-8-unix))

(provide 'mtgr-mode)
;;; mtgr-mode.el ends here
