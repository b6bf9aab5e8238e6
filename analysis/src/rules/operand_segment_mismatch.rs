//! `operand-segment-mismatch`: segment sizes that do not split the operands.

use super::Report;
use crate::inherent_attributes::generic_ops;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::{Located, SyntaxKind};

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let groups: &[&str] = match &*op.name {
            "affine.for" => &["lower bound", "upper bound", "initial values"],
            "affine.linearize_index" => &["indices", "basis"],
            "memref.alloc" | "memref.alloca" => &["sizes", "layout symbols"],
            _ => continue,
        };
        let Some(attributes) = ctx.attributes(id) else { continue };
        let written = attributes.get(NAME);
        if written.is_some_and(|it| it.kind() == SyntaxKind::ATTRIBUTE_ALIAS) {
            continue;
        }
        let is_i32 = written.is_some_and(is_array_of_i32);
        let sizes = attributes.integers(NAME, groups.len()).unwrap_or_default();
        let sum = sizes.iter().try_fold(0_usize, |sum, it| sum.checked_add(usize::try_from(*it).ok()?));
        if is_i32 && sizes.len() == groups.len() && sum == Some(op.operands.len()) {
            continue;
        }
        let place = written.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        let operands = counted(op.operands.len(), "operand");
        report.add(place, format!("{NAME} has to split the {operands} into {}", groups.join(", ")));
    }
}

const NAME: &str = "operandSegmentSizes";

fn is_array_of_i32(node: Located<'_>) -> bool {
    let text: String = syntax::text_of(node.green).split_whitespace().collect();
    text.starts_with("array<i32") || text.starts_with("dense<")
}
