//! `redundant-minmax-keyword`: a maximum or minimum of one bound.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind, Pointer};
use crate::rule_context::RuleContext;
use syntax::ast;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) static RULE: Rule = Rule {
    code: "redundant-minmax-keyword",
    severity: Severity::Hint,
    page: page!("redundant-minmax-keyword"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let mut say = |node: &SyntaxNode| {
            let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
            let keyword = tokens.find(|it| matches!(it.text(), "max" | "min"));
            if let Some(keyword) = keyword {
                let place = Pointer { range: keyword.text_range(), ..op.pointer };
                report.add(place, format!("one bound needs no {}", keyword.text()));
            }
        };
        match &op.kind {
            OpKind::For(it) => {
                for (kind, bound) in
                    [(SyntaxKind::LOWER_BOUND, &it.lower), (SyntaxKind::UPPER_BOUND, &it.upper)]
                {
                    let is_one = bound.map.as_ref().is_some_and(|it| it.results.len() == 1);
                    if let Some(node) = ctx.piece(id, kind).filter(|_| is_one) {
                        say(&node);
                    }
                }
            }
            OpKind::Parallel(_) => {
                let groups =
                    ctx.own_nodes(id).into_iter().filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUND);
                groups
                    .filter(|it| ast::children::<ast::AffineExpression>(it).count() == 1)
                    .for_each(|it| say(&it));
            }
            _ => {}
        }
    }
}
