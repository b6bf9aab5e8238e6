//! An operation's assumptions about its results: no overflow, no infinity, no NaN.

use super::facts::Facts;
use ir::{Form, OpId};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// Whether another order of the terms may break what an operation promises, so that its result would be poison. Where
/// the operation also allows any order, as `fastmath<fast>` does, it is the promise of every order.
pub(super) fn forbid_reordering(facts: &Facts<'_>, op: OpId) -> bool {
    let data = &facts.ir.ops[op];
    let Some(root) = facts.op.roots(facts.db).get(data.pointer.root) else { return true };
    let element = root.syntax_node().covering_element(data.name_pointer.range);
    let node = element.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION);
    let Some(node) = node else { return true };
    let flags = match data.form {
        Form::Custom => {
            let text = node.text();
            let start = node.text_range().start();
            assumptions(&node).into_iter().map(|it| text.slice(it - start).to_string()).collect()
        }
        _ => node.text().to_string(),
    };
    let has = |flags: &str, of: &[&str]| of.iter().any(|it| flags.contains(it));
    has(&flags, &["nsw", "nuw"]) || has(&flags, &["nnan", "ninf"]) && !has(&flags, &["reassoc", "fast>"])
}

/// The flags of an operation that promise such a thing, with the blanks in front. Partial results that another order
/// of terms makes, or a neutral element that the terms start with, may break the promise.
pub(super) fn assumptions(operation: &SyntaxNode) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut end = None;
    for child in operation.children_with_tokens() {
        let range = child.text_range();
        match child.kind() {
            SyntaxKind::BARE_ID if matches!(child.to_string().as_str(), "overflow" | "fastmath") => {
                let flags = child.as_token().and_then(|it| it.next_sibling_or_token());
                let (Some(flags), Some(start)) = (flags, end) else { continue };
                let text = flags.to_string();
                if ["nsw", "nuw", "nnan", "ninf", "fast>"].iter().any(|it| text.contains(it)) {
                    found.push(TextRange::new(start, flags.text_range().end()));
                }
            }
            SyntaxKind::WHITESPACE => {}
            _ => end = Some(range.end()),
        }
    }
    found
}
