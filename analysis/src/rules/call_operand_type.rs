//! `call-operand-type`: a call that passes a value of another type.

use super::Report;
use crate::calls::{calls, type_list};
use crate::rule_context::RuleContext;
use crate::types::Type;
use std::fmt;

/// An argument of another type than the function takes.
#[derive(Debug, PartialEq)]
pub(crate) struct Argument {
    pub(crate) index: usize,
    pub(crate) callee: String,
    pub(crate) asked: Type,
    pub(crate) value: Box<str>,
    pub(crate) written: Type,
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, callee, asked, value, written } = self;
        write!(f, "argument {index} of {callee} has type {asked}, {value} has type {written}")
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx).iter().filter(|it| it.inputs.len() == it.op.operands.len()) {
        let pairs = call.op.operands.iter().zip(&call.written.inputs).zip(call.inputs);
        for (index, ((operand, written), asked)) in pairs.enumerate() {
            // Where the value has another type than the call says, that is the mistake.
            let given = operand.value.map(|it| &ctx.ir.values[it].ty);
            if !written.differs_from(asked) || given.is_some_and(|it| it.differs_from(written)) {
                continue;
            }
            let (callee, value) = (call.callee.clone(), operand.name.clone());
            let (asked, written) = (asked.clone(), written.clone());
            let finding = report.add(operand.pointer, Argument { index, callee, asked, value, written });
            finding.related_place(call.function(ctx), format!("its arguments: {}", type_list(call.inputs)));
        }
    }
}
