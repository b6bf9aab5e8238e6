//! `parallel-empty-bound-group`: a bound of a band without any expression.

use crate::bands::generic_bands;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("affine.parallel") && op.form == Form::Custom) {
        let groups = ctx.located(id).map(|it| it.own(SyntaxKind::PARALLEL_BOUND));
        for group in groups.into_iter().flatten() {
            if group.affine_expressions().next().is_none() {
                report.add(ctx.pointer(id, group), "a bound needs at least one expression");
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
