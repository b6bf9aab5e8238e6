//! `refactor.rewrite.affine.uplift`: an `scf.while` that counts becomes an `scf.for`, which everything else takes.
//!
//! Iterations and their order stay, so every loop that counts is legal.

mod rewrite;
#[cfg(test)]
mod tests;

pub(crate) use rewrite::write;

use crate::for_loop::block_argument_name;
use crate::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use ir::loops::counted_while::{CountedWhile, is_while};
use ir::{Form, Ir, OpId, value_name};

pub const KIND: &str = "refactor.rewrite.affine.uplift";

/// One offer for each loop of the selection that a condition ends.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let offer = |op| {
        let counted = counted(ir, op);
        let title = match &counted {
            Ok(it) => format!("Count by scf.for {}", block_argument_name(ir, it.body, it.variable)),
            Err(_) => "Count by scf.for".to_owned(),
        };
        offers.offer(op, Parameters::default(), title, counted, move |source, counted: &CountedWhile| {
            let mut edits = PendingEdits::of(source);
            write(op, counted, &mut edits)?;
            edits.into_edits()
        })
    };
    offers.ops(|it| is_while(ir, it)).into_iter().map(offer).collect()
}

/// A loop as one that counts, or why it cannot be written as `scf.for`.
pub(crate) fn counted(ir: &Ir, op: OpId) -> Result<CountedWhile, Reason> {
    let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
    if ir.ops[op].form != Form::Custom {
        return refused("the loop is written in the generic form".to_owned());
    }
    let counted = match CountedWhile::of(ir, op) {
        Ok(counted) => counted,
        Err(reason) => return refused(reason),
    };
    let is_by_one = ir.constant(counted.step) == Some(1);
    let last = ir.ops[op].results.get(counted.variable);
    if let Some(last) = last.filter(|it| !is_by_one && ir.is_mentioned(**it)) {
        return refused(format!("{} is used after it, and the step is not 1", value_name(ir, *last)));
    }
    Ok(counted)
}
