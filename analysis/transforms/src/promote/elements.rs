//! The elements that a loop loads and stores again and again, and whether they may be values.

use crate::facts::Facts;
use crate::for_loop::{for_loop, is_defined_inside};
use crate::nest_legality::{Nest, unknown_effects};
use crate::reason::Reason;
use ir::memory_effects::{Effect, subtree};
use ir::types::Type;
use ir::{Access, AccessOp, Form, Ir, OpId, OpKind, ValueId, value_name};
use polyhedral::dependence::Dependence;
use polyhedral::loops::reduction::Via;
use presburger::Integer;

/// An element, always the same one in all iterations of a loop.
pub(super) struct Element {
    pub(super) memref: ValueId,
    /// Of the element, or of the vector of elements.
    pub(super) ty: Type,
    /// In program order and in one block: a load first, and at least one store.
    pub(super) accesses: Vec<OpId>,
    /// From the loop to the one in whose body the accesses are.
    pub(super) loops: Vec<OpId>,
}

/// Each element that a loop loads and stores; where it cannot be a value, one of its accesses and the reason.
pub(super) fn elements(facts: &Facts<'_>, op: OpId) -> Vec<Result<Element, (OpId, Reason)>> {
    let ir = facts.ir;
    let mut groups: Vec<Vec<OpId>> = Vec::new();
    for access in subtree(ir, op).into_iter().filter(|it| is_fixed(ir, *it, op)) {
        match groups.iter_mut().find(|it| it.first().is_some_and(|it| is_same(ir, *it, access))) {
            Some(group) => group.push(access),
            None => groups.push(vec![access]),
        }
    }
    let is_load = |it: &OpId| access(ir, *it).is_some_and(|it| it.stored.is_none());
    groups.retain(|it| it.first().is_some_and(is_load) && !it.iter().all(is_load));
    let nest = Nest::of(facts, op);
    let found = groups.into_iter().map(|it| element(&nest, op, it));
    found.chain(several_elements(facts, op).map(Err)).collect()
}

/// The stores with which one iteration of a loop goes on with sums in several elements, and the reason that none is a value.
fn several_elements(facts: &Facts<'_>, op: OpId) -> impl Iterator<Item = (OpId, Reason)> {
    let ir = facts.ir;
    let access = |index: usize| facts.found.accesses.get(index);
    let reductions = facts.loops.of(op).map(|it| it.reductions.as_slice()).unwrap_or_default();
    reductions.iter().filter_map(move |it| {
        let Via::Memory { store, .. } = it.via else { return None };
        let store = access(store).filter(|it| !is_fixed(ir, it.op, op))?;
        let data = &ir.ops[store.op];
        let name = store.memref.map(|it| value_name(ir, it)).unwrap_or_default();
        let reason = Reason::new(format!("`{} {name}`", data.name)).line(data.name_pointer);
        let reason = reason.text(" goes to several elements in one iteration");
        Some((store.op, reason.related(data.name_pointer, "here")))
    })
}

fn access(ir: &Ir, op: OpId) -> Option<&Access> {
    match &ir.ops[op].kind {
        OpKind::Access(it) if it.op != AccessOp::Prefetch => Some(it),
        _ => None,
    }
}

/// Whether an operation accesses the same element in all iterations, judged by its operands.
fn is_fixed(ir: &Ir, op: OpId, loop_: OpId) -> bool {
    let data = &ir.ops[op];
    access(ir, op).is_some_and(|it| {
        let operands = data.operands.iter().enumerate().filter(|(index, _)| it.stored != Some(*index));
        let mut values = operands.map(|it| it.1.value);
        it.subscripts.map.is_some() && values.all(|it| it.is_some_and(|it| !is_defined_inside(ir, it, loop_)))
    })
}

/// The value that an access loads or stores.
pub(super) fn value(ir: &Ir, op: OpId) -> Option<ValueId> {
    let data = &ir.ops[op];
    match access(ir, op)?.stored {
        Some(index) => data.operands.get(index)?.value,
        None => data.results.first().copied(),
    }
}

fn is_same(ir: &Ir, a: OpId, b: OpId) -> bool {
    let key = |op: OpId| {
        let (access, operands) = (access(ir, op)?, &ir.ops[op].operands);
        let subscripts: Vec<_> = ir.operand_values(op, &access.subscripts.operands).collect();
        Some((
            operands.get(access.memref)?.value?,
            access.subscripts.map.as_ref()?,
            subscripts,
            &ir.values[value(ir, op)?].ty,
        ))
    };
    key(a).is_some_and(|it| key(b) == Some(it))
}

fn element(nest: &Nest<'_>, op: OpId, accesses: Vec<OpId>) -> Result<Element, (OpId, Reason)> {
    let facts = nest.facts;
    let ir = facts.ir;
    let first = accesses.first().copied().unwrap_or(op);
    let store = accesses.iter().copied().find(|it| access(ir, *it).is_some_and(|it| it.stored.is_some()));
    let at = store.unwrap_or(first);
    let name = access(ir, first).and_then(|it| ir.ops[first].operands.get(it.memref)?.value);
    let known = || Some((name?, ir.values[value(ir, first)?].ty.clone()));
    let refused = |text: String| {
        Err((at, Reason::new(text).line(ir.ops[at].name_pointer).related(ir.ops[at].name_pointer, "here")))
    };
    let Some((memref, ty)) = known() else { return refused("the element is not known".to_owned()) };
    let named = value_name(ir, memref);
    if accesses.iter().any(|it| ir.ops[*it].block != ir.ops[first].block || ir.ops[*it].form != Form::Custom)
    {
        return refused(format!("the element of {named} is accessed in several regions"));
    }
    let mut loops: Vec<OpId> = ir.ancestors(first).take_while(|it| *it != op).chain([op]).collect();
    loops.reverse();
    if let Some(other) = loops.iter().find(|it| for_loop(ir, **it).is_none()) {
        return refused(format!("the element of {named} is accessed inside `{}`", ir.ops[*other].name));
    }
    if let Some(unknown) = nest.effects.unknown.first() {
        return Err((at, unknown_effects(ir, *unknown)));
    }
    let is_own = |it: usize| facts.found.accesses.get(it).is_some_and(|it| accesses.contains(&it.op));
    let is_inside = |it: usize| facts.found.accesses.get(it).is_some_and(|it| ir.is_within(it.op, op));
    let meets =
        |it: &&Dependence| is_own(it.source) != is_own(it.sink) && is_inside(it.source) && is_inside(it.sink);
    if let Some(dependence) = facts.found.dependences.iter().find(meets) {
        return Err((at, nest.reason("something else touches the element", dependence)));
    }
    let own = || nest.effects.known.iter().filter(|it| accesses.contains(&it.op));
    let is_opaque = |it: &&Effect| facts.found.accesses_of(it.op).is_empty();
    let opaque =
        nest.effects.known.iter().filter(is_opaque).find(|it| own().any(|own| nest.may_conflict(it, own)));
    if let Some(opaque) = opaque {
        let data = &ir.ops[opaque.op];
        return refused(format!("`{}` may touch the element of {named}", data.name));
    }
    let runs = |it: &OpId| facts.loops.of(*it)?.trip_range.as_ref().map(|it| it.0 >= Integer::from(1));
    let is_stored_beside = || {
        let beside = ir.blocks[ir.ops[op].block].ops.iter();
        let mut stores = beside.filter(|it| access(ir, **it).is_some_and(|it| it.stored.is_some()));
        stores.any(|it| is_same(ir, first, *it))
    };
    if !loops.iter().all(|it| runs(it) == Some(true)) && !is_stored_beside() {
        return refused(format!("without an iteration the element of {named} is not touched"));
    }
    Ok(Element { memref, ty, accesses, loops })
}
