//! `for-bound-missing-minmax`: a bound with several results and no keyword.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind, Pointer};
use crate::rule_context::RuleContext;
use syntax::{SyntaxKind, TextRange};

pub(super) static RULE: Rule = Rule {
    code: "for-bound-missing-minmax",
    severity: Severity::Error,
    page: page!("for-bound-missing-minmax"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::For(it), Form::Custom) = (&op.kind, op.form) else { continue };
        let bounds = [
            (
                &it.lower,
                SyntaxKind::LOWER_BOUND,
                "max",
                "a lower bound with several results is their maximum",
            ),
            (
                &it.upper,
                SyntaxKind::UPPER_BOUND,
                "min",
                "an upper bound with several results is their minimum",
            ),
        ];
        for (bound, kind, keyword, what) in bounds {
            let Some(node) = ctx.piece(id, kind) else { continue };
            let several = bound.map.as_ref().is_some_and(|it| it.results.len() > 1);
            if several && !node.has_keyword("min") && !node.has_keyword("max") {
                let start = Pointer {
                    root: bound.pointer.root,
                    range: TextRange::empty(bound.pointer.range.start()),
                };
                report
                    .add(bound.pointer, format!("{what}: write {keyword}"))
                    .fix(format!("insert {keyword}"), vec![(start, format!("{keyword} "))]);
            }
        }
    }
}
