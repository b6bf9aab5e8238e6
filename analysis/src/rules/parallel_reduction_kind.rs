//! `parallel-reduction-kind`: a reduction that does not exist.

use super::Report;
use crate::bands::generic_bands;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

/// The kinds by their numbers.
pub(super) const KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for band in generic_bands(ctx) {
        for number in band.reductions.iter().flatten() {
            if usize::try_from(*number).ok().is_none_or(|it| it >= KINDS.len()) {
                let place = band.attributes.get("reductions").map(|it| ctx.pointer(band.id, it));
                let place = place.unwrap_or(band.op.name_pointer);
                report.add(
                    place,
                    format!("{number} is not a reduction; they are numbered from 0 to {}", KINDS.len() - 1),
                );
            }
        }
    }
    for (id, op) in ctx.ops() {
        let (OpKind::Parallel(it), Form::Custom) = (&op.kind, op.form) else { continue };
        let Some(list) = ctx.piece(id, SyntaxKind::REDUCTIONS) else { continue };
        let mut strings = Vec::new();
        list.for_each_token(&mut |it| strings.extend(Some(it).filter(|it| it.kind() == SyntaxKind::STRING)));
        for (token, kind) in strings.into_iter().zip(&it.reductions) {
            if !KINDS.contains(&&**kind) {
                let place = crate::ir::Pointer { range: token.text_range(), ..op.pointer };
                report.add(place, format!("{kind} is not a reduction; there are {}", KINDS.join(", ")));
            }
        }
    }
}
