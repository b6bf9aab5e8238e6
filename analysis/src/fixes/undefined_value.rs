//! `undefined-value`: changes to the one name that is similar.

use super::{FixContext, tokens};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind;

/// Names of fewer letters are similar by chance.
const MIN_LEN: usize = 3;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(token) = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID) else { return Vec::new() };
    let stem = token.text().trim_start_matches('%');
    if stem.len() < MIN_LEN || stem.bytes().all(|it| it.is_ascii_digit()) || token.text_range() != ctx.range {
        return Vec::new();
    }
    // Definitions above, in the regions around.
    let mut names: FxHashSet<String> = FxHashSet::default();
    for region in
        token.parent_ancestors().filter(|it| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::OPERATION))
    {
        let children: Vec<_> = match region.kind() {
            SyntaxKind::BLOCK => region
                .children()
                .take_while(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.children().filter(|it| it.kind() == SyntaxKind::OP_RESULTS).collect::<Vec<_>>()
                })
                .collect(),
            _ => region
                .children()
                .filter(|it| it.kind() != SyntaxKind::REGION && it.kind() != SyntaxKind::OP_RESULTS)
                .filter(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.descendants().filter(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT).collect::<Vec<_>>()
                })
                .collect(),
        };
        let defined = children.iter().flat_map(tokens).filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
        names.extend(defined.map(|it| it.text().to_owned()));
    }
    let mut similar = names.iter().filter(|it| it.len() > MIN_LEN && is_similar(it, token.text()));
    match (similar.next(), similar.next()) {
        (Some(name), None) => ctx.replace(format!("change to {name}"), name),
        _ => Vec::new(),
    }
}
