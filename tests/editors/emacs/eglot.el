;;; Uses the server in Emacs, through Eglot. -*- lexical-binding: t -*-

(load (expand-file-name "session" (file-name-directory load-file-name)))

(defun open (name)
  (find-file name)
  (wait "the server" (lambda () (eglot-current-server)))
  (goto-char (point-min)))

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
        (let ((before (whole-text))
              offered
              ;; As if a key had asked, and not the mouse: then the choice is made by name.
              (last-nonmenu-event t))
          (search-forward "affine.for")
          (cl-letf (((symbol-function 'completing-read)
                     (lambda (_prompt choices &rest _)
                       (setq offered (vconcat (mapcar (lambda (it) (if (consp it) (car it) it)) choices)))
                       (aref offered 0))))
            (eglot-code-actions (point) (point) "refactor.rewrite.affine.fuse" t))
          (wait "the edit" (lambda () (not (equal before (whole-text)))))
          (list (cons "before" before)
                (cons "after" (whole-text))
                (cons "offered" (or offered [])))))

  (step "shutdown"
        (let ((server (eglot-current-server)))
          (eglot-shutdown server)
          (not (jsonrpc-running-p server)))))

(write-session)
