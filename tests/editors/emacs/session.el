;;; One session of Emacs, in a folder with copies of the examples. -*- lexical-binding: t -*-
;;
;; What was seen goes into session.json, one entry per step: {"seen": …}, or {"error": …} for a step that failed.

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

(defun text (start end)
  (buffer-substring-no-properties start end))

(defun whole-text ()
  (text (point-min) (point-max)))

(defun write-session ()
  (with-temp-file "session.json"
    (insert (json-encode session))))

;; What the documentation says, which the tests put here.
(load (expand-file-name "documented.el"))
