//! `refactor.rewrite.affine.copy`: the elements of a memref that a loop touches are copied into a buffer before it, and
//! back after it where the loop writes them.
//!
//! The buffer is the box around all elements that one run of the loop touches. Elements are copied in only where one is read
//! before the loop writes it, or copied back without having been written. Loops copy them, or, where that is requested,
//! `affine.dma_start`, which may also fill a second buffer while the loop runs on the first.

mod copied;
mod dma;
mod double_buffer;
mod extent;
mod races;
mod region;
mod rewrite;
#[cfg(test)]
mod tests;
mod transfers;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters, Value};
use copied::{Copied, Means, Wish};
use ir::value_name;

pub const KIND: &str = "refactor.rewrite.affine.copy";

const MEMREF: Parameter = Parameter::number(
    "memref",
    0,
    "which of the memrefs that the loop touches, counted from 0 in the order of their first accesses",
);

const SPACE: Parameter = Parameter::number("space", 0, "the memory space of the buffer").free();

const DMA: Parameter = Parameter::word(
    "dma",
    &["single", "double"],
    "`affine.dma_start` in place of loops that copy, into one buffer or two by turns",
)
.free();

pub const PARAMETERS: &[Parameter] = &[MEMREF, SPACE, DMA];

/// The budget for the questions about one memref.
const STEPS: u64 = 2_000_000;

/// One offer for each memref that a loop of the selection touches.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let space = context.parameters.number(SPACE.name);
    let dma = context.parameters.word(DMA.name);
    let means = match dma {
        Some("double") => Means::DoubleBufferedDma,
        Some(_) => Means::Dma,
        None => Means::Loops,
    };
    let mut found = Vec::new();
    for op in offers.loops() {
        for (number, memref) in region::memrefs(ir, op).into_iter().enumerate() {
            let Ok(number) = i64::try_from(number) else { break };
            let asked = context.parameters.number(MEMREF.name);
            if !context.wants(MEMREF.name, number) || asked.is_some_and(|it| it != number) {
                continue;
            }
            let copied =
                Copied::of(offers.facts(), (op, memref), Wish { space, means }, &context.budget.part(STEPS));
            let mut title =
                format!("Copy what {} touches of {}", variable_name(ir, op), value_name(ir, memref));
            if let Ok(copied) = &copied {
                title.push_str(&copied.described(ir));
            }
            let mut parameters = Parameters::default().with_number(&MEMREF, number);
            if let Some(space) = space {
                parameters = parameters.with_number(&SPACE, space);
            }
            if let Some(dma) = dma {
                parameters = parameters.with(&DMA, Value::Word(dma));
            }
            found.push(offers.offer(op, parameters, title, copied, rewrite::edits));
        }
    }
    found
}
