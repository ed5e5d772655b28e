;; 110x41  -*- lexical-binding: t; -*-
;; The picture of editors/emacs/README.md: a mistake, its message, and the board.  Started by `make.py', like scene.lua.

(setq native-comp-async-report-warnings-errors nil) ; they would have a window of their own
(package-initialize)
(add-to-list 'load-path (expand-file-name "editors/emacs" (getenv "ROOT")))
(require 'mtgr-mode)
(require 'eglot)
(load-theme 'tango-dark t)
(menu-bar-mode -1)
(global-display-line-numbers-mode 1)
(setq inhibit-startup-screen t
      eglot-sync-connect 20)
(set-face-attribute 'flymake-error nil :underline t :foreground "#fb6a5c" :weight 'bold)
(set-face-background 'default "#1d2021")

(defun picture-ready (failure)
  (with-temp-file (getenv "READY")
    (insert failure)))

(defun picture-take ()
  (condition-case failure
      (progn
        (find-file "recorded-with-one-mistake.mtgr")
        (apply #'eglot (eglot--guess-contact))
        (while (not (eglot-managed-p))
          (accept-process-output nil 0.1))
        (search-forward "life 12 ->")
        (backward-word)
        (recenter 6)
        (mtgr-board)
        (let ((window (get-buffer-window "*mtgr board*")))
          (window-resize window (- 24 (window-height window)))
          (with-current-buffer "*mtgr board*"
            (display-line-numbers-mode -1)))
        (run-with-timer 2 nil (lambda () (setq unread-command-events '(?\C-f)))) ; then Emacs shows the message
        (run-with-timer 5 nil #'picture-ready ""))
    (error (picture-ready (format "%S" failure)))))

(run-with-timer 0.5 nil #'picture-take)
