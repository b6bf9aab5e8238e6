//! Whether the iterations of a loop may run in any order, and which of its carried values and of the elements that it folds
//! are reductions that `affine.parallel` takes.

use crate::facts::Facts;
use crate::for_loop::for_loop;
use crate::nest_legality::Nest;
use crate::neutral::literal;
use crate::reason::Reason;
use ir::types::Type;
use ir::{Definition, Form, Ir, OpId, ValueId};
use polyhedral::loops::reduction::{Reduction, Via, links};
use polyhedral::loops::{Loop, unfolded_arguments};
use presburger::Integer as Number;
use syntax::ods::semantics::{Float, Integer};
use syntax::ods::{Combining, Semantics};

/// How one carried value, or one element of memory, becomes a reduction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fold {
    pub(super) combining: &'static Combining,
    pub(super) ty: Type,
    /// The value that an iteration begins with: an argument, or a load.
    pub(super) argument: ValueId,
    /// The value at the end of the iteration.
    pub(super) yielded: ValueId,
    pub(super) term: Term,
    pub(super) target: Target,
}

impl Fold {
    /// The accesses of the element.
    pub(super) fn accesses(&self) -> impl Iterator<Item = OpId> + use<> {
        match self.target {
            Target::Element { load, store } => vec![load, store],
            Target::Result(_) => Vec::new(),
        }
        .into_iter()
    }
}

/// Where a reduction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// A result of the loop, by its number.
    Result(usize),
    /// An element of memory.
    Element { load: OpId, store: OpId },
}

/// The contribution of an iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// A value that one operation combines with the carried one; the operation goes.
    Value { value: ValueId, combiner: OpId },
    /// The result of these operations of the body on the neutral element.
    FromNeutral { links: Vec<OpId> },
}

/// Why the iterations depend on each other.
pub(super) fn refusal(facts: &Facts<'_>, loop_: &Loop) -> Option<Reason> {
    let nest = Nest::of(facts, loop_.op);
    if let Some(reason) = nest.unknown_order(loop_.op) {
        return Some(reason);
    }
    let carried = nest.carried(loop_.op).find(|it| nest.folded(it, loop_.op).is_none());
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

/// The reductions of a loop all of whose carried values are folded, in the order of its results, and then those of
/// elements. It is the whole body of the loops around it that run in parallel with it.
pub(super) fn folds(facts: &Facts<'_>, around: &[&Loop], loop_: &Loop) -> Result<Vec<Fold>, Reason> {
    let ir = facts.ir;
    let Some(header) = for_loop(ir, loop_.op) else { return Ok(Vec::new()) };
    let found = (0..header.inits.len()).map(|index| {
        let reduction = loop_.reductions.iter().find(|it| it.via == Via::IterationArgument(index));
        let Some(reduction) = reduction else { return Err(Reason::new("what the loop yields is not known")) };
        let body = ir.body(loop_.op).map(|it| &ir.blocks[it]);
        let pieces = body.and_then(|body| {
            let yielded = ir.ops[*body.ops.last()?].operands.get(index)?.value?;
            Some((*body.arguments.get(index + 1)?, yielded))
        });
        let (argument, yielded) = pieces.ok_or_else(|| Reason::new("what the loop yields is not known"))?;
        fold(ir, loop_.op, argument, yielded, Target::Result(index), reduction)
    });
    let mut found = found.collect::<Result<Vec<Fold>, Reason>>()?;
    let mut elements = Vec::new();
    for (ends, reduction) in carried_elements(facts, loop_) {
        if !header.inits.is_empty() {
            return Err(Reason::new("the loop folds values and elements of memory"));
        }
        found.push(element(facts, around, loop_, ends, reduction)?);
        elements.push(ends);
    }
    let mut outside = around.iter().flat_map(|it| carried_elements(facts, it));
    if outside.any(|it| !elements.contains(&it.0)) {
        return Err(Reason::new("the loops fold different elements of memory"));
    }
    Ok(found)
}

/// The reductions of a loop through memory by their loads and stores, those that its iterations depend on.
fn carried_elements<'l>(
    facts: &Facts<'_>,
    loop_: &'l Loop,
) -> impl Iterator<Item = ([usize; 2], &'l Reduction)> {
    let is_carried = move |ends: &[usize; 2]| {
        let mut carried = loop_.carried.iter().filter_map(|it| facts.found.dependences.get(*it));
        carried.any(|it| ends.contains(&it.source) && ends.contains(&it.sink))
    };
    let elements = loop_.reductions.iter().filter_map(|it| match it.via {
        Via::Memory { load, store } => Some(([load, store], it)),
        Via::IterationArgument(_) => None,
    });
    elements.filter(move |it| is_carried(&it.0))
}

/// The reduction of one element, which each iteration loads and stores: from then on it is loaded and stored once.
fn element(
    facts: &Facts<'_>,
    around: &[&Loop],
    loop_: &Loop,
    [load, store]: [usize; 2],
    reduction: &Reduction,
) -> Result<Fold, Reason> {
    let (ir, op) = (facts.ir, loop_.op);
    let outermost = around.first().map_or(op, |it| it.op);
    let access = |it: usize| facts.found.accesses.get(it).map(|it| it.op);
    let Some((load, store)) = access(load).zip(access(store)) else {
        return Err(Reason::new("the accesses of the element are not known"));
    };
    let named = |text: &str| {
        let place = ir.ops[store].name_pointer;
        Reason::new(format!("each iteration folds a value into memory, {text}")).related(place, "here")
    };
    let body = ir.body(op);
    if [load, store].iter().any(|it| Some(ir.ops[*it].block) != body) {
        return Err(named("not in the body of this loop itself"));
    }
    let is_inside = |value: ValueId| match ir.values[value].definition {
        Definition::Result { op: definer, .. } => ir.is_within(definer, outermost),
        Definition::Argument { block, .. } => {
            let parent = ir.regions[ir.blocks[block].parent].parent;
            parent.is_some_and(|it| ir.is_within(it, outermost))
        }
    };
    let subscripts = ir.ops[load].operands.iter().chain(ir.ops[store].operands.iter().skip(1));
    if subscripts.filter_map(|it| it.value).any(is_inside) {
        return Err(named("and not always into the same element"));
    }
    // Without an iteration the element is not touched, and it may not be there.
    let runs = |it: &&Loop| it.trip_range.as_ref().is_some_and(|it| it.0 >= Number::from(1));
    if !around.iter().chain([&loop_]).all(runs) {
        return Err(named("and the loop may have no iteration"));
    }
    let ends = || Some((*ir.ops[load].results.first()?, ir.ops[store].operands.first()?.value?));
    let Some((argument, yielded)) = ends() else { return Err(named("which is not known")) };
    fold(ir, op, argument, yielded, Target::Element { load, store }, reduction)
}

fn fold(
    ir: &Ir,
    op: OpId,
    argument: ValueId,
    yielded: ValueId,
    target: Target,
    reduction: &Reduction,
) -> Result<Fold, Reason> {
    let operation = &*reduction.operation;
    let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
    let Some(combining) = reduction.combining.filter(|it| is_accepted(it)) else {
        return refused(format!("`affine.parallel` has no reduction for `{operation}` that MLIR 22 accepts"));
    };
    let ty = ir.values[yielded].ty.clone();
    let kind = combining.atomic_kind;
    if !reduces(combining, &ty) {
        return refused(format!("`affine.parallel` does not reduce values of type `{ty}` by {kind}"));
    }
    let term = match combined(ir, op, argument, yielded, operation) {
        Some((value, combiner)) => Term::Value { value, combiner },
        None => Term::FromNeutral { links: links(ir, op, argument, operation) },
    };
    if let Term::FromNeutral { links } = &term {
        if literal(combining.neutral, &ty).is_none() {
            return refused(format!("the neutral element of {kind} in `{ty}` is not known"));
        }
        // Their assumptions about partial results could not be removed.
        if links.iter().any(|it| ir.ops[*it].form != Form::Custom) {
            return refused(format!("`{operation}` is written in the generic form"));
        }
    }
    Ok(Fold { combining, ty, argument, yielded, term, target })
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
