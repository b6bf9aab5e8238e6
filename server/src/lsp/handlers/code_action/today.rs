//! The action that writes the whole file in today's syntax, as the first of the quick fixes: menus of fixes leave out actions
//! on a source as a whole.

use analysis::{MODERNIZE, is_modernized};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, Diagnostic, NumberOrString};

use crate::lsp::capabilities::Client;

/// Makes it a fix of the old spellings among the diagnostics that the client shows here.
pub(super) fn first(client: &Client, offers: &mut [CodeAction], shown: &[Diagnostic]) {
    let is_it = |it: &&mut CodeAction| it.kind.as_ref().is_some_and(|it| it.as_str() == MODERNIZE);
    let Some(offer) = offers.iter_mut().find(is_it) else { return };
    let is_old =
        |it: &&Diagnostic| matches!(&it.code, Some(NumberOrString::String(code)) if is_modernized(code));
    let old: Vec<_> = shown.iter().filter(is_old).cloned().collect();
    offer.kind = Some(CodeActionKind::QUICKFIX);
    // Editors put such fixes before others.
    offer.is_preferred = client.preferred_actions.then_some(true);
    offer.diagnostics = (!old.is_empty()).then_some(old);
}
