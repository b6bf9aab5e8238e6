//! `generic-bound-arity`: bounds of a generic loop with another number of operands than inputs.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::inherent_attributes::generic_ops;
use crate::map_operands::counted;
use ir::OpKind;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let place = || {
            let list = ctx.piece(id, SyntaxKind::OPERAND_LIST);
            list.map_or(op.name_pointer, |it| ctx.pointer(id, it))
        };
        if let OpKind::For(it) = &op.kind {
            for (which, bound) in [("lower", &it.lower), ("upper", &it.upper)] {
                let Some(map) = &bound.map else { continue };
                let given = bound.operands.len();
                if map.inputs() != given {
                    let message = format!(
                        "the {which} bound map takes {}, {given} {} given",
                        counted(map.inputs(), "operand"),
                        if given == 1 { "is" } else { "are" }
                    );
                    report.add(place(), message);
                }
            }
        } else if op.is("affine.parallel") {
            let Some(attributes) = ctx.attributes(id) else { continue };
            let inputs = |name| Some(ctx.map_attribute(attributes.get(name)?)?.inputs());
            let (Some(lower), Some(upper)) = (inputs("lowerBoundsMap"), inputs("upperBoundsMap")) else {
                continue;
            };
            if lower.saturating_add(upper) != op.operands.len() {
                let message = format!(
                    "the bound maps take {lower} and {upper} operands, {} are given",
                    op.operands.len()
                );
                report.add(place(), message);
            }
        }
    }
}
