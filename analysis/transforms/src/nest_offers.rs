//! Where actions on whole nests of any spelling are offered: at each of their loops, and at functions that hold one.

use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use crate::request::Request;
use ir::memory_effects::subtree;
use ir::{Ir, OpId, Pointer};
use rustc_hash::FxHashSet;
use syntax::TextRange;

/// The nests and functions whose first line, or that of a loop or condition inside a nest, the selection touches.
pub(super) fn roots(context: &ActionContext<'_>, is_nest: fn(&Ir, OpId) -> bool) -> Vec<OpId> {
    let ir = context.ir;
    let (mut roots, mut seen) = (Vec::new(), FxHashSet::default());
    for op in ir.walk().into_iter().filter(|it| header(ir, *it).is_some_and(|it| context.touches(it))) {
        let root = match is_nest(ir, op) || ir.is_counted_loop(op) && holds(ir, op, is_nest) {
            true => outermost(ir, op, is_nest),
            false if ir.ops[op].is_function_or_module() && holds_nest(ir, op, is_nest) => op,
            false => continue,
        };
        if seen.insert(root) {
            roots.push(root);
        }
    }
    roots
}

/// The outermost loop or condition around an operation, in its function.
pub(super) fn outermost(ir: &Ir, op: OpId, is_nest: fn(&Ir, OpId) -> bool) -> OpId {
    let around = ir.ancestors(op).take_while(|it| !ir.ops[*it].has_trait("AffineScope"));
    around.filter(|it| is_nest(ir, *it) || ir.is_counted_loop(*it)).last().unwrap_or(op)
}

fn holds_nest(ir: &Ir, function: OpId, is_nest: fn(&Ir, OpId) -> bool) -> bool {
    ir.parent_op(function).is_none() && ir.walk().into_iter().any(|it| is_nest(ir, it))
}

/// Whether there is one inside an operation.
pub(super) fn holds(ir: &Ir, op: OpId, is_nest: fn(&Ir, OpId) -> bool) -> bool {
    subtree(ir, op).into_iter().any(|it| is_nest(ir, it))
}

/// From the start of an operation to its first region.
fn header(ir: &Ir, op: OpId) -> Option<Pointer> {
    let Pointer { root, range } = ir.ops[op].pointer;
    let body = ir.regions[*ir.ops[op].regions.first()?].pointer?;
    Some(Pointer { root, range: TextRange::new(range.start(), body.range.start().max(range.start())) })
}

/// The name of a nest or a function in a title.
pub(super) fn described(ir: &Ir, root: OpId) -> String {
    match ir.is_counted_loop(root) {
        true => format!("the nest of {}", crate::for_loop::variable_name(ir, root)),
        false if ir.ops[root].is_function_or_module() => "the function".to_owned(),
        false if ir.guard(root).is_some() => "this condition".to_owned(),
        false => "this loop".to_owned(),
    }
}

/// An offer at a nest or a function.
pub(super) fn candidate<'a>(
    context: &'a ActionContext<'a>,
    kind: &'static str,
    root: OpId,
    offer: Offer<'a>,
) -> Candidate<'a> {
    let ActionContext { ir, starts, .. } = context;
    let at = vec![starts.range(ir.ops[root].pointer).start()];
    Candidate {
        request: Request::Transform { kind, at, parameters: Parameters::default() },
        kind,
        place: ir.ops[root].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer,
    }
}
