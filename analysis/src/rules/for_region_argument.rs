//! `for-region-argument`: a generic loop whose body has no index argument.

use super::Report;
use crate::ir::{Form, Pointer};
use crate::rule_context::RuleContext;
use crate::types::Type;
use syntax::{SyntaxKind, TextRange, TextSize};

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.for") && op.form == Form::Generic) {
        let [region] = op.regions[..] else { continue };
        let [body] = ctx.ir.regions[region].blocks[..] else { continue };
        match ctx.ir.blocks[body].arguments.first() {
            None => {
                let place = ctx.piece(id, SyntaxKind::REGION_LIST);
                let place = place.map_or(op.name_pointer, |it| {
                    let place = ctx.pointer(id, it);
                    Pointer { range: TextRange::at(place.range.start(), TextSize::new(1)), ..place }
                });
                report.add(place, "the body needs an index argument for the induction variable");
            }
            Some(argument) => {
                let ty = &ctx.ir.values[*argument].ty;
                if ty.differs_from(&Type::Index) {
                    let name = ctx.name(*argument);
                    report.add(
                        ctx.definition(*argument),
                        format!("{name} is the induction variable and has to be an index, not {ty}"),
                    );
                }
            }
        }
    }
}
