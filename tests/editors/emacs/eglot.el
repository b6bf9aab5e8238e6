;;; Uses the server in Emacs, through Eglot. -*- lexical-binding: t -*-
;;
;; Runs in a folder with copies of the examples. AFFINE_ANALYZER is the server. What was seen goes into session.json,
;; one entry per step: {"seen": …}, or {"error": …} for a step that failed.

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'json)

(defconst patience 60)
(defvar session nil)

(defmacro step (name &rest body)
  `(push (cons ,name
               (condition-case failure
                   (list (cons "seen" (progn ,@body)))
                 (error (list (cons "error" (error-message-string failure))))))
         session))

(defun wait (what found)
  "Wait until FOUND gives something, and give that."
  (let ((end (+ (float-time) patience)) value)
    (while (not (setq value (funcall found)))
      (when (> (float-time) end) (error "%s did not come" what))
      (accept-process-output nil 0.05))
    value))

(define-derived-mode mlir-mode prog-mode "MLIR"
  (setq-local comment-start "// "))

(defun open (name)
  (find-file name)
  (mlir-mode)
  (wait "the server" (lambda () (eglot-current-server)))
  (goto-char (point-min)))

(defun text (start end)
  (buffer-substring-no-properties start end))

(defun diagnostics ()
  (mapcar (lambda (it)
            (list (cons "message" (flymake-diagnostic-text it))
                  (cons "severity" (symbol-name (flymake-diagnostic-type it)))
                  (cons "text" (text (flymake-diagnostic-beg it) (flymake-diagnostic-end it)))))
          (flymake-diagnostics)))

(if (not (require 'eglot nil t))
    (push '("missing" . t) session)
  (setq eglot-sync-connect patience
        eglot-autoshutdown nil
        eglot-confirm-server-initiated-edits nil)
  (add-to-list 'eglot-server-programs
               (list 'mlir-mode (getenv "AFFINE_ANALYZER") "server" "--stdio"))
  (add-hook 'mlir-mode-hook #'eglot-ensure)
  ;; `eglot-ensure' waits for the command loop, which a batch does not have.
  (add-hook 'mlir-mode-hook
            (lambda ()
              (unless (eglot-current-server)
                (apply #'eglot (eglot--guess-contact)))
              (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode)))
            t)

  (step "diagnostics"
        (open "mistakes.mlir")
        (flymake-start)
        (wait "an error" #'flymake-diagnostics)
        (vconcat (diagnostics)))

  (step "hover"
        (open "stencil.mlir")
        (search-forward "affine.load %0[")
        (backward-char 6)
        (let (shown)
          (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown (and text (substring-no-properties text)))))
          (wait "the hover" (lambda () shown))))

  (step "fusion"
        (open "matmuls.mlir")
        (let ((before (text (point-min) (point-max)))
              offered
              ;; As if a key had asked, and not the mouse: then the choice is made by name.
              (last-nonmenu-event t))
          (search-forward "affine.for")
          (cl-letf (((symbol-function 'completing-read)
                     (lambda (_prompt choices &rest _)
                       (setq offered (vconcat (mapcar (lambda (it) (if (consp it) (car it) it)) choices)))
                       (aref offered 0))))
            (eglot-code-actions (point) (point) "refactor.rewrite.affine.fuse" t))
          (wait "the edit" (lambda () (not (equal before (text (point-min) (point-max))))))
          (list (cons "before" before)
                (cons "after" (text (point-min) (point-max)))
                (cons "offered" (or offered [])))))

  (step "shutdown"
        (let ((server (eglot-current-server)))
          (eglot-shutdown server)
          (not (jsonrpc-running-p server)))))

(with-temp-file "session.json"
  (insert (json-encode session)))
