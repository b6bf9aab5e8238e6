//! `for-bound-missing-minmax`: a bound with several results and no keyword.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion};
use ir::{Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
                report.add(bound.pointer, format!("{what}: write {keyword}"));
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = if ctx.around(SyntaxKind::LOWER_BOUND).is_some() { "max" } else { "min" };
    fix(format!("insert {keyword}"), vec![insertion(ctx.range.start(), format!("{keyword} "))])
}
