//! `refactor.rewrite.affine.raise`: loops, conditions and accesses of other dialects become those of the affine dialect,
//! with their index arithmetic inside their maps. As much of a nest as can be; each of the rest has its reason.
//!
//! Iterations, their order and the elements that are touched stay, so what can be written is legal.

mod access;
mod all;
mod condition;
mod counted;
mod dead;
mod expressions;
mod parallel;
mod pieces;
mod plan;
#[cfg(test)]
mod tests;

pub use all::{KIND as ALL, edits as all_edits, has_nests};

use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use crate::request::Request;
use crate::rewrite::RootText;
use ir::{Form, Ir, OpId, Pointer};
use pieces::Pieces;
use plan::Plan;
use syntax::TextRange;

pub const KIND: &str = "refactor.rewrite.affine.raise";

/// One offer for each nest whose first line, or the first line of a loop inside, the selection touches, and one for a
/// function whose first line it touches.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let ir = context.ir;
    let mut roots: Vec<OpId> = Vec::new();
    for op in ir.walk() {
        let root = match plan::is_nest(ir, op) {
            true => outermost(ir, op),
            false if ir.ops[op].is_function_or_module() && is_any_nest(ir, op) => op,
            false => continue,
        };
        if !roots.contains(&root) && header(ir, op).is_some_and(|it| context.touches(it)) {
            roots.push(root);
        }
    }
    roots.into_iter().filter_map(|it| offer(context, it)).collect()
}

/// The outermost loop or condition around an operation, in its function.
fn outermost(ir: &Ir, op: OpId) -> OpId {
    let around = ir.ancestors(op).take_while(|it| !ir.ops[*it].has_trait("AffineScope"));
    around.filter(|it| plan::is_nest(ir, *it) || ir.is_counted_loop(*it)).last().unwrap_or(op)
}

fn is_any_nest(ir: &Ir, function: OpId) -> bool {
    ir.parent_op(function).is_none() && ir.walk().into_iter().any(|it| plan::is_nest(ir, it))
}

/// From the start of an operation to its first region.
fn header(ir: &Ir, op: OpId) -> Option<Pointer> {
    let Pointer { root, range } = ir.ops[op].pointer;
    let body = ir.regions[*ir.ops[op].regions.first()?].pointer?;
    Some(Pointer { root, range: TextRange::new(range.start(), body.range.start().max(range.start())) })
}

/// The offer of one nest; `None` where all of it is affine.
fn offer<'a>(context: &'a ActionContext<'a>, root: OpId) -> Option<Candidate<'a>> {
    let ActionContext { ir, starts, text, .. } = context;
    let plan = Plan::of(ir, root);
    if plan.is_empty() {
        return None;
    }
    let what = match ir.is_counted_loop(root) {
        true => format!("the nest of {}", crate::for_loop::variable_name(ir, root)),
        false if ir.ops[root].is_function_or_module() => "the function".to_owned(),
        false => "this condition".to_owned(),
    };
    let first = plan.left.first().map(|it| it.reason.render(starts, text).reason);
    let title = match &first {
        Some(reason) if plan.is_any() => {
            format!("Raise {what} to affine: {}; else {reason}", plan.counts())
        }
        _ => format!("Raise {what} to affine"),
    };
    let left = plan.left.iter().map(|it| (ir.ops[it.op].name_pointer, it.reason.render(starts, text).reason));
    Some(Candidate {
        request: Request::Transform {
            kind: KIND,
            at: vec![starts.range(ir.ops[root].pointer).start()],
            parameters: Parameters::default(),
        },
        kind: KIND,
        place: ir.ops[root].name_pointer,
        diagnostic: None,
        preferred: false,
        left: left.collect(),
        offer: match (plan.is_any(), first) {
            (false, Some(reason)) => Offer::Refused { title, reason },
            _ => Offer::Offered {
                title,
                edit: Box::new(move || {
                    plan.edits(&RootText::around(context.db, context.op, context.ir, root)?)
                }),
            },
        },
    })
}

/// Ends a region as the affine dialect does, where its end is written.
fn raised_end(source: &RootText<'_>, end: OpId, pieces: &mut Pieces<'_>) {
    let data = &source.ir.ops[end];
    if (data.dialect(), data.name_in_dialect()) == ("scf", "yield") {
        let quote = if data.form == Form::Generic { "\"" } else { "" };
        pieces.replace(data.name_pointer.range, format!("{quote}affine.yield{quote}"));
    }
}
