//! Whether the iterations of a loop may run in any order, and which of its carried values are reductions that
//! `affine.parallel` takes.

use crate::facts::Facts;
use crate::for_loop::for_loop;
use crate::nest_legality::Nest;
use crate::neutral::literal;
use crate::reason::Reason;
use ir::types::Type;
use ir::{Form, Ir, OpId, ValueId};
use polyhedral::loops::reduction::{Reduction, Via, links};
use polyhedral::loops::{Loop, unfolded_arguments};
use syntax::ods::semantics::{Float, Integer};
use syntax::ods::{Combining, Semantics};

/// How one carried value becomes a reduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fold {
    pub(super) combining: &'static Combining,
    pub(super) ty: Type,
    pub(super) argument: ValueId,
    pub(super) term: Term,
}

/// What an iteration contributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// A value that one operation combines with the carried one; the operation goes.
    Value { value: ValueId, combiner: OpId },
    /// What the body makes of the neutral element by these operations.
    FromNeutral { yielded: ValueId, links: Vec<OpId> },
}

/// Why the iterations depend on each other.
pub(super) fn refusal(facts: &Facts<'_>, loop_: &Loop) -> Option<Reason> {
    let nest = Nest::of(facts, loop_.op);
    if let Some(reason) = nest.unknown_order(loop_.op) {
        return Some(reason);
    }
    let carried = nest.carried(loop_.op).next();
    if let Some(dependence) = carried {
        return Some(nest.reason("an iteration depends on another one", dependence));
    }
    let names = unfolded_arguments(facts.ir, loop_);
    (!names.is_empty()).then(|| {
        let place = facts.ir.ops[loop_.op].name_pointer;
        Reason::new(format!("each iteration needs {} from the one before it", names.join(", ")))
            .related(place, "these values are no reductions of which only the last is used")
    })
}

/// The reductions of a loop all of whose carried values are folded; in the order of its results.
pub(super) fn folds(ir: &Ir, loop_: &Loop) -> Result<Vec<Fold>, Reason> {
    let Some(header) = for_loop(ir, loop_.op) else { return Ok(Vec::new()) };
    let found = (0..header.inits.len()).map(|index| {
        let reduction = loop_.reductions.iter().find(|it| it.via == Via::IterationArgument(index));
        let Some(reduction) = reduction else { return Err(Reason::new("what the loop yields is not known")) };
        fold(ir, loop_.op, index, reduction)
    });
    found.collect()
}

fn fold(ir: &Ir, op: OpId, index: usize, reduction: &Reduction) -> Result<Fold, Reason> {
    let operation = &*reduction.operation;
    let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
    let Some(combining) = reduction.combining.filter(|it| is_accepted(it)) else {
        return refused(format!("`affine.parallel` has no reduction for `{operation}` that MLIR 22 accepts"));
    };
    let pieces = || {
        let body = &ir.blocks[ir.body(op)?];
        let yielded = ir.ops[*body.ops.last()?].operands.get(index)?.value?;
        Some((*body.arguments.get(index + 1)?, yielded, *ir.ops[op].results.get(index)?))
    };
    let Some((argument, yielded, result)) = pieces() else {
        return refused("what the loop yields is not known".to_owned());
    };
    let ty = ir.values[result].ty.clone();
    let kind = combining.atomic_kind;
    if !reduces(combining, &ty) {
        return refused(format!("`affine.parallel` does not reduce values of type `{ty}` by {kind}"));
    }
    let term = match combined(ir, op, argument, yielded, operation) {
        Some((value, combiner)) => Term::Value { value, combiner },
        None => Term::FromNeutral { yielded, links: links(ir, op, argument, operation) },
    };
    if let Term::FromNeutral { links, .. } = &term {
        if literal(combining.neutral, &ty).is_none() {
            return refused(format!("the neutral element of {kind} in `{ty}` is not known"));
        }
        // What they assume of partial results could not be taken back.
        if links.iter().any(|it| ir.ops[*it].form != Form::Custom) {
            return refused(format!("`{operation}` is written in the generic form"));
        }
    }
    Ok(Fold { combining, ty, argument, term })
}

/// The other operand of the operation that combines the carried value, where nothing else does. A loop inside may have
/// two operands as well.
fn combined(
    ir: &Ir,
    op: OpId,
    argument: ValueId,
    yielded: ValueId,
    operation: &str,
) -> Option<(ValueId, OpId)> {
    let combiner = ir.defining_op(yielded)?;
    let data = &ir.ops[combiner];
    let [left, right] = data.operands.as_slice() else { return None };
    if !data.is(operation) || Some(data.block) != ir.body(op) {
        return None;
    }
    let other = match (left.value?, right.value?) {
        (a, b) if a == argument => b,
        (a, b) if b == argument => a,
        _ => return None,
    };
    Some((other, combiner))
}

/// Whether `affine.parallel` reduces values of the type by the operation.
pub(crate) fn reduces(combining: &Combining, ty: &Type) -> bool {
    let fits = match combining.is_of_floats() {
        true => matches!(ty, Type::Float(_)),
        false => matches!(ty, Type::Integer { .. }),
    };
    fits && is_accepted(combining)
}

/// Whether the verifier of MLIR 22 accepts the operation in `reduce`.
fn is_accepted(combining: &Combining) -> bool {
    match combining.semantics {
        Semantics::Float(it) => matches!(it, Float::Add | Float::Mul | Float::Maximum | Float::Minimum),
        Semantics::Integer(it) => matches!(it, Integer::Add | Integer::Mul | Integer::And | Integer::Or),
        _ => false,
    }
}
