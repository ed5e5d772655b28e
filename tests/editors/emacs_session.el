;;; emacs_session.el --- Run by test_emacs.py inside Emacs  -*- lexical-binding: t; -*-

;; Does with a game what a person would do, and writes what Emacs then shows as JSON to $MTGR_RESULT.  $MTGR_CLIENT is
;; eglot or lsp; $MTGR_STEPS is JSON with texts of lines, see `session-at'.  Lines count from 1 and columns, in code
;; points, from 0.

(require 'json)
(require 'mtgr-mode)

(defvar session-steps (json-parse-string (getenv "MTGR_STEPS") :object-type 'alist :array-type 'list))
(defvar session-result nil)
(defvar session-client (intern (getenv "MTGR_CLIENT")))

(defun session-step (name)
  (alist-get name session-steps))

(defun session-plain (value)
  "VALUE without text properties, lists in it as vectors."
  (cond ((stringp value) (substring-no-properties value))
        ((listp value) (vconcat (mapcar #'session-plain value)))
        (t value)))

(defun session-put (name value)
  (push (cons name (if (eq value t) t (session-plain value))) session-result))

(defun session-wait (what condition)
  (with-timeout (20 (error "Waited in vain for %s" what))
    (let (found)
      (while (not (setq found (funcall condition)))
        (accept-process-output nil 0.01))
      found)))

(defun session-line ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun session-place ()
  (list (line-number-at-pos) (- (point) (line-beginning-position))))

(defun session-at (step)
  "Go to where STEP, a line and a column, is."
  (goto-char (point-min))
  (forward-line (1- (car step)))
  (forward-char (cadr step)))

(defun session-keys (keys)
  (execute-kbd-macro (kbd keys)))

(defun session-start ()
  "Start the client for the current buffer."
  (if (eq session-client 'eglot)
      (progn
        (require 'eglot)
        (setq eglot-sync-connect 20 eglot-autoshutdown t)
        (apply #'eglot (eglot--guess-contact)))
    (require 'lsp-mode)
    (setq lsp-client-packages nil
          lsp-enable-snippet nil
          lsp-enable-file-watchers nil
          lsp-semantic-tokens-enable t
          lsp-semantic-tokens-apply-modifiers t
          lsp-lens-enable nil
          lsp-auto-guess-root t
          lsp-session-file (expand-file-name "lsp-session" default-directory))
    (lsp-workspace-folders-add default-directory)
    (lsp)
    (session-wait "the server" (lambda () (lsp-workspaces)))
    (session-wait "its answer" (lambda () (eq 'initialized (lsp--workspace-status (car (lsp-workspaces))))))))

(defun session-end ()
  (if (eq session-client 'eglot)
      (eglot-shutdown (eglot-current-server))
    (lsp-workspace-shutdown (car (lsp-workspaces)))))

(defun session-idle ()
  "Do what a client does when a person has paused: in batch no idle timer runs."
  (when (eq session-client 'eglot)
    (eglot--signal-textDocument/didChange)))

(defun session-diagnostics ()
  (flymake-start)
  (mapcar (lambda (each)
            (let ((start (flymake-diagnostic-beg each)))
              (list (line-number-at-pos start)
                    (save-excursion (goto-char start) (cadr (session-place)))
                    (buffer-substring-no-properties start (flymake-diagnostic-end each))
                    (flymake-diagnostic-text each))))
          (flymake-diagnostics)))

(defun session-hover ()
  (if (eq session-client 'eglot)
      (let (shown)
        (eglot-hover-eldoc-function (lambda (text &rest _) (when text (setq shown text))))
        (session-wait "the hover" (lambda () shown)))
    (save-window-excursion
      (lsp-describe-thing-at-point)
      (with-current-buffer "*lsp-help*" (buffer-string)))))

(defun session-definition ()
  (xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
  (session-place))

(defun session-names (index)
  "The names of INDEX, of imenu, and of what is in it."
  (mapcan (lambda (each)
            (cons (car each)
                  (and (consp (cdr each)) (session-names (cdr each)))))
          (seq-filter #'consp index)))

(defun session-complete ()
  "Insert the first completion, as a user interface does.  Return it with the text that it brings."
  (pcase-let* ((`(,_ ,start ,end ,table . ,properties)
                (run-hook-wrapped 'completion-at-point-functions #'completion--capf-wrapper 'all))
               (found (all-completions (buffer-substring-no-properties start end) table))
               (sorted (if-let ((sort (alist-get 'display-sort-function (cdr (completion-metadata "" table nil)))))
                           (funcall sort found)
                         found))
               (first (car sorted))
               (line (line-number-at-pos)))
    (delete-region start end)
    (insert first)
    (funcall (plist-get properties :exit-function) first 'finished)
    (let ((last (point)))
      (goto-char (point-min))
      (forward-line (1- line))
      (split-string (buffer-substring-no-properties (point) last) "\n"))))

(defun session-board-text ()
  (with-current-buffer "*mtgr board*" (buffer-string)))

(defun session-board ()
  "Open the board, move on, and close it."
  (let ((asked 0) texts)
    (advice-add 'mtgr--ask-later :before (lambda (&rest _) (cl-incf asked)) '((name . session)))
    (session-keys "C-c C-m m")
    (session-wait "the board" (lambda () (string-match-p "life" (session-board-text))))
    (push (session-board-text) texts)
    (session-keys "C-c C-m M")
    (session-wait "the board before" (lambda () (not (equal (car texts) (session-board-text)))))
    (push (session-board-text) texts)
    (session-keys "C-c C-m M")
    (session-wait "the board after" (lambda () (equal (cadr texts) (session-board-text))))
    (setq asked 0)
    (dotimes (_ 30)
      (session-keys "C-n"))
    (session-put 'board_line (line-number-at-pos))
    (session-wait "the last board" (lambda () (string-prefix-p (session-step 'last_board) (session-board-text))))
    (push (session-board-text) texts)
    (session-put 'board_header (with-current-buffer "*mtgr board*" header-line-format))
    (session-put 'asked asked)
    (session-put 'board (nreverse texts))
    (session-keys "C-c C-m m")
    (session-put 'board_closed
                 (list (if (get-buffer "*mtgr board*") 1 0) (if (memq 'mtgr--board-follow post-command-hook) 1 0)))
    (advice-remove 'mtgr--ask-later 'session)))

(defun session-way (name keys)
  (session-keys keys)
  (session-put name (session-place)))

(defun session-fix (title)
  "Choose the quick fix TITLE of the line."
  (if (eq session-client 'eglot)
      (let ((action (seq-find (lambda (each) (equal title (plist-get each :title)))
                              (eglot-code-actions (line-beginning-position) (line-end-position)))))
        (eglot--apply-workspace-edit (plist-get action :edit)))
    (lsp-execute-code-action (seq-find (lambda (each) (equal title (gethash "title" each)))
                                       (lsp-code-actions-at-point)))))

(defun session-hints ()
  "The labels of the hints of the line."
  (let ((range (list :start (list :line (1- (line-number-at-pos)) :character 0)
                     :end (list :line (line-number-at-pos) :character 0))))
    (mapcar (lambda (hint) (mtgr--get hint "label"))
            (mtgr--ask "textDocument/inlayHint" (list :range range)))))

(defun session-lens ()
  "What the lens of the line says, and the lines that it leads to when it is chosen."
  (let* ((lens (seq-find (lambda (each) (= (1- (line-number-at-pos))
                                           (gethash "line" (gethash "start" (gethash "range" each)))))
                         (lsp-request "textDocument/codeLens" (list :textDocument (lsp--text-document-identifier)))))
         (command (gethash "command" (lsp-request "codeLens/resolve" lens)))
         shown)
    (save-window-excursion
      (let ((xref-show-xrefs-function (lambda (find &rest _) (setq shown (funcall find)))))
        (lsp--execute-command command)))
    (list (gethash "title" command)
          (sort (mapcar (lambda (each) (xref-location-line (xref-item-location each))) shown) #'<))))

(defun session-calls (keys)
  "The lines that KEYS show."
  (let (shown)
    (let ((xref-show-xrefs-function (lambda (find &rest _) (setq shown (funcall find)))))
      (session-keys keys))
    (mapcar (lambda (each)
              (list (xref-item-summary each)
                    (line-number-at-pos (xref-location-marker (xref-item-location each)))))
            shown)))

(defun session-faces ()
  "The faces of the line, runs of the same one together."
  (font-lock-ensure (line-beginning-position) (line-end-position))
  (let ((start (line-beginning-position)) (end (line-end-position)) faces)
    (while (< start end)
      (let ((next (min end (next-single-property-change start 'face nil end)))
            (face (get-text-property start 'face)))
        (when face
          (push (list (format "%s" face) (string-trim (buffer-substring-no-properties start next))) faces))
        (setq start next)))
    (nreverse faces)))

(defun session ()
  (find-file (getenv "MTGR_GAME"))
  (session-put 'mode (symbol-name major-mode))
  (session-at (session-step 'mistake))
  (session-put 'faces (session-faces))
  (setq mtgr-settings '(("inlayHints.totals" . t) ("inlayHints.names" . nil)))
  (session-put 'own_index (session-names (funcall imenu-create-index-function)))
  (session-start)
  (session-put 'diagnostics (session-wait "a finding" #'session-diagnostics))
  (session-at (session-step 'cause))
  (session-put 'hover (session-hover))
  (session-put 'definition (session-definition))
  (session-put 'why (progn (session-at (session-step 'mistake)) (session-calls "C-c C-m w")))
  (session-put 'consequences (progn (session-at (session-step 'cause)) (session-calls "C-c C-m W")))
  (session-put 'hints (progn (session-at (session-step 'damage)) (session-hints)))
  (when (eq session-client 'lsp)
    (session-put 'lens (progn (session-at (session-step 'new)) (session-lens)))
    (lsp-semantic-tokens--request-update)
    (session-wait "colours" (lambda ()
                              (font-lock-flush)
                              (string-match-p "mtgr-own" (format "%S" (session-faces)))))
    (session-put 'states (session-faces)))
  (session-put 'index (session-names (funcall imenu-create-index-function)))
  (session-at (session-step 'mistake))
  (session-board)
  (session-at (session-step 'mistake))
  (session-way 'next_turn "C-c C-m t")
  (session-way 'previous_turn "C-c C-m T")
  (session-way 'next_step "C-c C-m s")
  (session-way 'next_priority "C-c C-m p")
  (session-way 'next_event "C-c C-m e")
  (session-at (session-step 'mistake))
  (repeat-mode 1)
  (session-way 'two_turns_back "C-c C-m T T")
  (repeat-mode -1)
  (session-at (session-step 'cause))
  (session-way 'of_object "C-c C-m O")
  (session-at (session-step 'mistake))
  (session-keys "C-c C-m g ?! RET")
  (session-put 'glyph (session-line))
  (session-keys "C-c C-m 0")
  (session-put 'no_glyph (session-line))
  (session-keys "C-c C-m 5")
  (session-keys "C-c C-m c why SPC not? RET")
  (session-put 'annotated (session-line))
  (forward-line 1)
  (session-way 'annotation "C-c C-m A")
  (session-keys "C-c C-m v")
  (session-put 'variation (session-place))
  (session-keys "C-e RET")
  (insert "night by ?")
  (session-keys "!?")
  (session-put 'typed (list (progn (forward-line -1) (session-line))
                            (progn (forward-line 1) (session-line))
                            (save-excursion (forward-line 1) (session-line))))
  (session-at (session-step 'mistake))
  (session-fix "Write 11 as the old value")
  (session-put 'fixed (session-line))
  (beginning-of-line)
  (search-forward " ")
  (insert "  ")
  (indent-region (line-beginning-position) (line-end-position))
  (session-put 'formatted (session-line))
  (session-at (session-step 'player))
  (session-idle)
  (if (eq session-client 'eglot) (eglot-rename "Zoë") (lsp-rename "Zoë"))
  (session-put 'renamed (session-line))
  (session-put 'left (count-matches (regexp-quote (session-step 'name)) (point-min) (point-max)))
  (session-at (session-step 'complete))
  (end-of-line)
  (delete-region (point) (point-max))
  (insert "\n" (session-step 'lead))
  (session-put 'completed (session-complete))
  (session-keys "C-c C-m m")
  (set-buffer-modified-p nil)
  (let ((game (current-buffer)))
    (session-end)
    (kill-buffer game))
  (session-put 'board_killed (list (if (get-buffer "*mtgr board*") 1 0)
                                   (if (memq 'mtgr--board-follow (default-value 'post-command-hook)) 1 0))))

(condition-case failure
    (session)
  (error (push (cons 'failure (format "%S" failure)) session-result)))
(with-temp-file (getenv "MTGR_RESULT")
  (insert (json-encode session-result)))
(kill-emacs 0)
;;; emacs_session.el ends here
