//! `refactor.rewrite.affine.unswitch`: a condition that no iteration of a loop changes is asked once before it, and the loop
//! runs with one branch or with the other.
//!
//! Conditions do nothing else, so this is always legal.

mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::{is_defined_inside, variable_name};
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId, OpKind};

pub const KIND: &str = "refactor.rewrite.affine.unswitch";

const CONDITION: Parameter = Parameter::number(
    "condition",
    1,
    "the number of the condition among those that do not depend on the loop",
);

pub const PARAMETERS: &[Parameter] = &[CONDITION];

/// At most this many conditions of one loop are offered.
const MOST_CONDITIONS: i64 = 20;

/// For each loop of the selection one offer for each condition inside that does not depend on it.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let mut found = Vec::new();
    for op in offers.loops() {
        let conditions = subtree(ir, op).into_iter().filter(|it| is_invariant(ir, *it, op));
        for (number, condition) in (1..=MOST_CONDITIONS).zip(conditions) {
            if !context.wants(CONDITION.name, number) {
                continue;
            }
            let line = context.text.line(context.starts.range(ir.ops[condition].name_pointer).start());
            let title = format!("Ask the condition of line {line} in front of {}", variable_name(ir, op));
            let parameters = Parameters::default().with_number(&CONDITION, number);
            let edits = move |source: &_, condition: &_| rewrite::edits(source, op, *condition);
            found.push(offers.offer(op, parameters, title, Ok(condition), edits));
        }
    }
    found
}

/// Whether it is a condition over values from outside a loop.
fn is_invariant(ir: &Ir, op: OpId, loop_: OpId) -> bool {
    let OpKind::If(conditional) = &ir.ops[op].kind else { return false };
    let mut operands = ir.operand_values(op, &conditional.condition.operands);
    ir.ops[op].form == Form::Custom
        && conditional.condition.set.is_some()
        && operands.all(|it| it.is_some_and(|it| !is_defined_inside(ir, it, loop_)))
}
