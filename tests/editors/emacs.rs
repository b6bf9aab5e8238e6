//! Emacs with Eglot, and with lsp-mode. One session of the editor does everything (`emacs/eglot.el`, `emacs/lsp_mode.el`);
//! each test looks at a part of what was seen in it.

mod eglot;
mod lsp_mode;

use std::fs;
use std::path::Path;
use std::process::Command;

use affine_analyzer_tests::requirement;

use crate::session::{Session, documented};

/// Runs a script after what the documentation says under a heading; nothing where Emacs or the client is missing.
fn run(script: &str, heading: &str) -> Option<Session> {
    let mut emacs = Command::new(requirement::program(&["emacs"])?);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/emacs").join(script);
    emacs.args(["--batch", "--no-init-file", "--load"]).arg(path);
    let session = Session::run(script, |folder| {
        let page = include_str!("../../docs/editors/emacs.md");
        let blocks = [documented(page, "# Emacs", "elisp"), documented(page, heading, "elisp")];
        fs::write(folder.join("documented.el"), blocks.concat()).unwrap();
        emacs
    });
    let is_installed = session.seen["missing"] != true;
    requirement::said_missing(
        is_installed.then_some(session),
        &format!("{} is", heading.trim_start_matches("# ")),
    )
}
