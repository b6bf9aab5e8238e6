//! Places where text did not parse, and its likely meaning.

use base::isolated_op::IsolatedOp;
use ir::Ir;
use rustc_hash::FxHashSet;
use syntax::{SyntaxKind, SyntaxNode};

/// Names in text that did not parse, where they may be defined.
pub(super) fn broken_names(
    op: IsolatedOp<'_>,
    db: &dyn salsa::Database,
    ir: &Ir,
    roots: &[SyntaxNode],
) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    if op.errors(db).is_empty() {
        return names;
    }
    let mut insert = |node: &SyntaxNode| {
        for token in node.descendants_with_tokens().filter_map(|it| it.into_token()) {
            if token.kind() == SyntaxKind::PERCENT_ID {
                names.insert(token.text().to_owned());
            }
        }
    };
    for root in roots {
        root.descendants().filter(|it| it.kind() == SyntaxKind::ERROR).for_each(|it| insert(&it));
    }
    for (_, op) in ir.ops.iter().filter(|(_, it)| it.broken) {
        for operand in &op.operands {
            names.insert(operand.name.split('#').next().unwrap_or_default().to_owned());
        }
    }
    names
}
