//! `basis-dynamic-count`: dynamic entries of a basis without their operands, or operands too many.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::inherent_attributes::generic_ops;
use crate::map_operands::counted;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let Some(attributes) = ctx.attributes(id) else { continue };
        let operands = match &*op.name {
            "affine.delinearize_index" => op.operands.len().checked_sub(1),
            "affine.linearize_index" => attributes
                .integers("operandSegmentSizes", 2)
                .filter(|it| it.len() == 2)
                .and_then(|it| usize::try_from(*it.get(1)?).ok()),
            _ => continue,
        };
        let (Some(operands), Some(node)) = (operands, attributes.get("static_basis")) else { continue };
        let Some(entries) = attributes.integers("static_basis", 1) else { continue };
        let dynamic = entries.iter().filter(|it| **it == i64::MIN).count();
        if dynamic != operands {
            let message = format!(
                "{}, {}",
                if dynamic == 1 {
                    "1 dynamic entry".to_owned()
                } else {
                    format!("{dynamic} dynamic entries")
                },
                counted(operands, "operand")
            );
            report.add(ctx.pointer(id, node), message);
        }
    }
}
