//! Dimensions and symbols of the map or set around the cursor.

use super::context::CompletionContext;
use super::grammar::{Grammar, Verdict};
use super::{Candidate, CompletionKind};
use syntax::{SyntaxKind, SyntaxNode};

const SAMPLE: &str = "completion";

/// Inside an expression what the map declares; in a declaration what its expressions use, then the next free name.
pub(super) fn collect(ctx: &CompletionContext, grammar: &Grammar, found: &mut Vec<(Candidate, Verdict)>) {
    let Some(verdict) = grammar.takes(SAMPLE) else { return };
    if !matches!(verdict.parent, SyntaxKind::AFFINE_IDENTIFIER | SyntaxKind::AFFINE_PARAMETER) {
        return;
    }
    let Some(token) = grammar.tree_with(SAMPLE) else { return };
    let is_map = |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET);
    let Some(map) = token.parent_ancestors().find(is_map) else { return };
    let named = |kind| {
        let nodes = map.descendants().filter(move |it| it.kind() == kind);
        nodes.map(|it| it.text().to_string()).filter(|it| it != SAMPLE).collect::<Vec<_>>()
    };
    let declared = named(SyntaxKind::AFFINE_PARAMETER);
    let used = named(SyntaxKind::AFFINE_IDENTIFIER);
    let mut candidates = Vec::new();
    if verdict.parent == SyntaxKind::AFFINE_IDENTIFIER {
        candidates.extend(declared.iter().map(|it| (it.clone(), if used.contains(it) { 9.0 } else { 12.0 })));
    } else {
        candidates.extend(used.iter().filter(|it| !declared.contains(it)).map(|it| (it.clone(), 15.0)));
        let in_brackets = token.parent_ancestors().any(|it| it.kind() == SyntaxKind::AFFINE_SYMBOLS);
        let letter = if in_brackets { 's' } else { 'd' };
        let mut numbered = (0..=declared.len()).map(|it| format!("{letter}{it}"));
        candidates.extend(numbered.find(|it| !declared.contains(it)).map(|it| (it, 10.0)));
    }
    candidates.retain(|it| it.0.starts_with(&ctx.typed) && it.0 != ctx.typed);
    found.extend(
        candidates
            .into_iter()
            .map(|(text, score)| (Candidate::new(text, CompletionKind::Value, score), verdict)),
    );
}
