//! Whether the iterations of a loop may run in any order, and which of its carried values are reductions that
//! `affine.parallel` takes.

use crate::facts::Facts;
use crate::for_loop::for_loop;
use crate::nest_legality::Nest;
use crate::reason::Reason;
use ir::types::Type;
use ir::{Form, Ir, OpId, ValueId};
use polyhedral::loops::reduction::{Via, links};
use polyhedral::loops::{Loop, unfolded_arguments};

/// How one carried value becomes a reduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fold {
    /// As `reduce` names it: `addf`.
    pub(super) kind: &'static str,
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
        let operation = reduction.map(|it| &*it.operation).unwrap_or_default();
        fold(ir, loop_.op, index, operation)
    });
    found.collect()
}

fn fold(ir: &Ir, op: OpId, index: usize, operation: &str) -> Result<Fold, Reason> {
    let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
    let Some(kind) = kind(operation) else {
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
    let fits = match kind {
        "addf" | "mulf" | "maximumf" | "minimumf" => matches!(ty, Type::Float(_)),
        _ => matches!(ty, Type::Integer { .. }),
    };
    if !fits {
        return refused(format!("`affine.parallel` does not reduce values of type `{ty}` by {kind}"));
    }
    let term = match combined(ir, op, argument, yielded, operation) {
        Some((value, combiner)) => Term::Value { value, combiner },
        None => Term::FromNeutral { yielded, links: links(ir, op, argument, operation) },
    };
    if let Term::FromNeutral { links, .. } = &term {
        if neutral(kind, &ty).is_none() {
            return refused(format!("the neutral element of {kind} in `{ty}` is not known"));
        }
        // What they assume of partial results could not be taken back.
        if links.iter().any(|it| ir.ops[*it].form != Form::Custom) {
            return refused(format!("`{operation}` is written in the generic form"));
        }
    }
    Ok(Fold { kind, ty, argument, term })
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

/// The kinds that the verifier of MLIR 22 accepts.
fn kind(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "arith.addf" => "addf",
        "arith.mulf" => "mulf",
        "arith.maximumf" => "maximumf",
        "arith.minimumf" => "minimumf",
        "arith.addi" => "addi",
        "arith.muli" => "muli",
        "arith.andi" => "andi",
        "arith.ori" => "ori",
        _ => return None,
    })
}

/// The constant that changes nothing when it is folded in, as it is written.
pub(super) fn neutral(kind: &str, ty: &Type) -> Option<String> {
    let infinity = |is_negative: bool| match ty {
        Type::Float(float) => Some(match (float.name, is_negative) {
            ("f16", false) => "0x7C00",
            ("f16", true) => "0xFC00",
            ("bf16", false) => "0x7F80",
            ("bf16", true) => "0xFF80",
            ("f32", false) => "0x7F800000",
            ("f32", true) => "0xFF800000",
            ("f64", false) => "0x7FF0000000000000",
            ("f64", true) => "0xFFF0000000000000",
            _ => return None,
        }),
        _ => None,
    };
    let value = match kind {
        "addf" => "-0.0",
        "mulf" => "1.0",
        "maximumf" => infinity(true)?,
        "minimumf" => infinity(false)?,
        "addi" | "ori" => "0",
        "muli" => "1",
        "andi" => "-1",
        _ => return None,
    };
    Some(format!("arith.constant {value} : {ty}"))
}
