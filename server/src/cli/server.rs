//! `server`: see [`crate::lsp`].

pub(super) fn run() -> anyhow::Result<u8> {
    crate::lsp::serve()
}
