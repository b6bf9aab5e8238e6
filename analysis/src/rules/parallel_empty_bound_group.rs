//! `parallel-empty-bound-group`: a bound of a band without any expression.

use super::{Report, Rule};
use crate::bands::generic_bands;
use crate::diagnostic::Severity;
use crate::ir::{Form, Pointer, trimmed_range};
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::ast;

pub(super) static RULE: Rule = Rule {
    code: "parallel-empty-bound-group",
    severity: Severity::Error,
    page: page!("parallel-empty-bound-group"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.parallel") && op.form == Form::Custom) {
        let groups = ctx.own_nodes(id).into_iter().filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUND);
        for group in groups {
            if ast::children::<ast::AffineExpression>(&group).next().is_none() {
                let place = Pointer { range: trimmed_range(&group), ..op.pointer };
                report.add(place, "a bound needs at least one expression");
            }
        }
    }
    for band in generic_bands(ctx) {
        for bounds in [&band.lower, &band.upper] {
            if bounds.groups.as_ref().is_some_and(|it| it.contains(&0))
                && let Some(place) = bounds.groups_place
            {
                report.add(place, format!("a {} needs at least one expression", bounds.what));
            }
        }
    }
}
