//! `constant-bound-operand`: a constant where a number could be written.

pub mod fix;

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;
use std::fmt;

/// The number that an operand is.
#[derive(Debug, PartialEq)]
pub struct Constant {
    pub number: i64,
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "write {} here", self.number)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let mut ranges = Vec::new();
        match &op.kind {
            OpKind::For(it) => ranges.extend([&it.lower, &it.upper].map(|it| it.operands.clone())),
            OpKind::Parallel(it) => {
                ranges.extend(it.lower.iter().chain(&it.upper).map(|it| it.operands.clone()))
            }
            OpKind::If(it) => ranges.push(it.condition.operands.clone()),
            OpKind::Access(it) => ranges.push(it.subscripts.operands.clone()),
            OpKind::Apply(it) => ranges.push(it.operands.clone()),
            _ => continue,
        }
        for operand in ranges.into_iter().flat_map(|it| op.operands.get(it).unwrap_or_default()) {
            let Some(definition) = operand.value.and_then(|it| ctx.ir.defining_op(it)) else { continue };
            let definition = &ctx.ir.ops[definition];
            if let OpKind::ConstantInteger(number) = definition.kind {
                report
                    .add(operand.pointer, Constant { number })
                    .related(definition.name_pointer, "the constant");
            }
        }
    }
}
