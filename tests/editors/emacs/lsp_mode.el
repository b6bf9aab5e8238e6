;;; Uses the server in Emacs, through lsp-mode. -*- lexical-binding: t -*-

(load (expand-file-name "session" (file-name-directory load-file-name)))

(defvar choose nil
  "Gives the answer to a question of the minibuffer, from the list of choices.")
(defvar asked nil
  "The choices of each question, the last first.")

(defun answer (_prompt collection &rest _)
  (let ((choices (all-completions "" collection)))
    (push (vconcat choices) asked)
    (funcall choose choices)))

(defun starting-with (start)
  (lambda (choices)
    (or (cl-find-if (lambda (it) (string-prefix-p start it)) choices)
        (error "%s is not among %S" start choices))))

(defun act (start &rest further)
  "Do what begins with START at the point, and answer what is asked then; give the text afterwards."
  (let ((before (whole-text))
        (starts (cons start further)))
    (setq choose (lambda (choices) (funcall (starting-with (pop starts)) choices))
          asked nil)
    (cl-letf (((symbol-function 'completing-read) #'answer))
      (call-interactively #'lsp-execute-code-action)
      (wait "the edit" (lambda () (not (equal before (whole-text))))))
    (list (cons "before" before) (cons "after" (whole-text)) (cons "asked" (vconcat (reverse asked))))))

(defun open (name)
  (find-file name)
  ;; `lsp-deferred' waits for the command loop, which a batch does not have.
  (lsp)
  (wait "the server"
        (lambda ()
          (cl-some (lambda (it) (eq 'initialized (lsp--workspace-status it))) (lsp-workspaces))))
  (goto-char (point-min)))

(if (not (require 'lsp-mode nil t))
    (push '("missing" . t) session)
  (setq lsp-auto-guess-root t
        lsp-restart 'ignore
        lsp-enable-snippet nil
        lsp-warn-no-matched-clients nil)

  (step "diagnostics"
        (open "mistakes.mlir")
        (wait "an error" (lambda () (> (hash-table-count (lsp-diagnostics)) 0)))
        (let (found)
          (maphash (lambda (_ diagnostics)
                     (dolist (it diagnostics) (push (lsp:diagnostic-code? it) found)))
                   (lsp-diagnostics))
          (vconcat found)))

  (step "hover"
        (open "stencil.mlir")
        (search-forward "affine.load %0[")
        (backward-char 6)
        (lsp-describe-thing-at-point)
        (with-current-buffer "*lsp-help*" (whole-text)))

  (step "fusion"
        (open "matmuls.mlir")
        (search-forward "affine.for")
        (let (shown)
          (advice-add 'lsp--info :before (lambda (format &rest arguments)
                                           (push (apply #'format format arguments) shown))
                      '((name . shown)))
          (let ((seen (act "Fuse ")))
            (wait "the proof" (lambda () (cl-find-if (lambda (it) (string-prefix-p "Fused" it)) shown)))
            (cons (cons "shown" (vconcat shown)) seen))))

  (step "choice"
        (open "reduction.mlir")
        (search-forward "affine.for")
        (act "Other choices" "Peel the last "))

  (step "shutdown"
        (let* ((workspace (car (lsp-workspaces)))
               (process (lsp--workspace-proc workspace)))
          (lsp-workspace-shutdown workspace)
          (wait "the end of the server" (lambda () (not (process-live-p process)))))))

(write-session)
