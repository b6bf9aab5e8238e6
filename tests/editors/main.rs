//! Real editors with the real server, as somebody sees it who uses them. VS Code is tested beside its extension.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod ale;
mod emacs;
mod neovim;
mod session;
