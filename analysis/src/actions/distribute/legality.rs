//! Where a loop may be split: no value and no dependence leads from the second part to the first.
//!
//! What the first part does in later iterations then runs before what the second part does in earlier ones. A cycle of
//! dependences through both parts always has one that leads back, which the refusal names.

use crate::actions::Reason;
use crate::actions::loop_offers::{Facts, for_loop, statements, variable_name};
use crate::actions::nest_legality::Nest;
use crate::function_report::value_name;
use crate::ir::{OpId, ValueId};
use crate::memory_effects::subtree;
use rustc_hash::FxHashMap;

/// Whether a loop may be split at a place.
pub(super) enum Verdict {
    Legal,
    /// A value is needed on both sides.
    Crossed(Reason),
    Forbidden(Reason),
}

/// The statements of a loop after which it could be split into two parts that both write memory.
pub(super) fn splits(facts: &Facts<'_>, op: OpId) -> Vec<(OpId, Verdict)> {
    let ir = facts.ir;
    let nest = Nest::of(facts, op);
    let statements = statements(ir, op);
    // Which statement each operation belongs to.
    let mut part: FxHashMap<OpId, usize> = FxHashMap::default();
    for (index, statement) in statements.iter().enumerate() {
        part.extend(subtree(ir, *statement).into_iter().map(|it| (it, index)));
    }
    let writes = nest.effects.known.iter().filter(|it| it.writes).map(|it| it.op);
    let acting: Vec<usize> =
        writes.chain(nest.effects.unknown.iter().copied()).filter_map(|it| part.get(&it).copied()).collect();
    let (Some(first), Some(last)) = (acting.iter().min(), acting.iter().max()) else { return Vec::new() };
    let general = general_refusal(&nest, op);
    let mut found = Vec::new();
    for (index, after) in statements.iter().enumerate().take(*last).skip(*first) {
        let forbidden = general.clone().or_else(|| backwards(&nest, op, &part, index));
        let verdict = match (forbidden, crossing(facts, &statements, index)) {
            (_, Some(reason)) => Verdict::Crossed(reason),
            (Some(reason), None) => Verdict::Forbidden(reason),
            (None, None) => Verdict::Legal,
        };
        found.push((*after, verdict));
    }
    found
}

fn general_refusal(nest: &Nest<'_>, op: OpId) -> Option<Reason> {
    let ir = nest.facts.ir;
    if for_loop(ir, op).is_none_or(|it| !it.inits.is_empty()) {
        let text = format!("{} carries values from one iteration to the next", variable_name(ir, op));
        return Some(Reason::new(text).related(ir.ops[op].name_pointer, "this loop has `iter_args`"));
    }
    nest.unknown_order(op)
}

/// A value of the first part that the second one uses.
fn crossing(facts: &Facts<'_>, statements: &[OpId], index: usize) -> Option<Reason> {
    let ir = facts.ir;
    let (first, second) = statements.split_at_checked(index + 1)?;
    let defined: Vec<ValueId> = first.iter().flat_map(|it| ir.ops[*it].results.iter().copied()).collect();
    let users = second.iter().flat_map(|it| subtree(ir, *it));
    for user in users {
        let data = &ir.ops[user];
        let used = data.operands.iter().filter_map(|it| it.value).find(|it| defined.contains(it));
        if let Some(value) = used {
            let definition = ir.defining_op(value).map_or(data.name_pointer, |it| ir.ops[it].name_pointer);
            return Some(
                Reason::new(value_name(ir, value))
                    .line(definition)
                    .text(format!(" would be needed in the second loop, by `{}`", data.name))
                    .line(data.name_pointer)
                    .related(definition, "computed in the first loop")
                    .related(data.name_pointer, "used in the second loop"),
            );
        }
    }
    None
}

/// A dependence from the second part to the first, in a later iteration.
fn backwards(nest: &Nest<'_>, op: OpId, part: &FxHashMap<OpId, usize>, index: usize) -> Option<Reason> {
    let is_backwards = |(source, sink): (OpId, OpId)| match (part.get(&source), part.get(&sink)) {
        (Some(source), Some(sink)) => *source > index && *sink <= index,
        _ => false,
    };
    let found = nest
        .carried(op)
        .find(|it| nest.facts.found.stands_for_others(it) || nest.ends(it).is_some_and(is_backwards))?;
    let text = "an iteration of the first loop needs what the second one does in an earlier iteration";
    Some(nest.reason(text, found))
}
