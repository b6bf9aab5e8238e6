//! Where a loop may be split: no value and no dependence leads from the second part to the first.
//!
//! Later iterations of the first part then run before earlier ones of the second part. A cycle of
//! dependences through both parts always has one that leads back, which the refusal names.

use crate::facts::Facts;
use crate::for_loop::{for_loop, statements, variable_name};
use crate::nest_legality::Nest;
use crate::reason::Reason;
use ir::memory_effects::subtree;
use ir::value_name;
use ir::{OpId, ValueId};
use polyhedral::dependence::Dependence;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Whether a loop may be split at a place.
pub(super) enum SplitVerdict {
    Legal,
    /// A value is needed on both sides.
    Crossed(Reason),
    Forbidden(Reason),
}

/// The statements of a loop after which it could be split into two parts that both write memory.
pub(super) fn splits(facts: &Facts<'_>, op: OpId) -> Vec<(OpId, SplitVerdict)> {
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
    let backwards = backwards(&nest, op, &part, statements.len());
    let crossings = crossings(facts, &statements);
    let mut found = Vec::new();
    for (index, after) in statements.iter().enumerate().take(*last).skip(*first) {
        let forbidden = || general.clone().or_else(|| Some(leads_back(&nest, backwards.at(index)?)));
        let verdict = match crossings.at(index) {
            Some(crossing) => SplitVerdict::Crossed(crossed(facts, crossing)),
            None => forbidden().map_or(SplitVerdict::Legal, SplitVerdict::Forbidden),
        };
        found.push((*after, verdict));
    }
    found
}

/// For each place between two statements the first of some items that spans it.
struct Spanned<T> {
    items: Vec<Option<T>>,
    /// For each place the next one, or itself, that may have no item yet.
    open: Vec<usize>,
}

impl<T: Copy> Spanned<T> {
    fn new(places: usize) -> Self {
        Self { items: vec![None; places], open: (0..=places).collect() }
    }

    /// Spans the places of a range that nothing spans.
    fn span(&mut self, range: Range<usize>, item: T) {
        let end = range.end.min(self.items.len());
        let mut place = range.start;
        while place < end {
            let next = self.open[place];
            if next > place {
                // The next look-up skips the places that this one has skipped.
                self.open[place] = self.open[next];
            } else {
                self.items[place] = Some(item);
                self.open[place] = place + 1;
            }
            place = next.max(place + 1);
        }
    }

    fn at(&self, place: usize) -> Option<T> {
        self.items.get(place).copied().flatten()
    }
}

fn general_refusal(nest: &Nest<'_>, op: OpId) -> Option<Reason> {
    let ir = nest.facts.ir;
    if for_loop(ir, op).is_none_or(|it| !it.inits.is_empty()) {
        let text = format!("{} carries values from one iteration to the next", variable_name(ir, op));
        return Some(Reason::new(text).related(ir.ops[op].name_pointer, "this loop has `iter_args`"));
    }
    nest.unknown_order(op)
}

/// After each statement, the first later use of a value that it or one before it defines.
fn crossings(facts: &Facts<'_>, statements: &[OpId]) -> Spanned<(OpId, ValueId)> {
    let ir = facts.ir;
    let mut defined: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut found = Spanned::new(statements.len());
    for (index, statement) in statements.iter().enumerate() {
        for user in subtree(ir, *statement) {
            for value in ir.ops[user].operands.iter().filter_map(|it| it.value) {
                if let Some(definition) = defined.get(&value) {
                    found.span(*definition..index, (user, value));
                }
            }
        }
        defined.extend(ir.ops[*statement].results.iter().map(|it| (*it, index)));
    }
    found
}

fn crossed(facts: &Facts<'_>, (user, value): (OpId, ValueId)) -> Reason {
    let ir = facts.ir;
    let data = &ir.ops[user];
    let definition = ir.defining_op(value).map_or(data.name_pointer, |it| ir.ops[it].name_pointer);
    Reason::new(value_name(ir, value))
        .line(definition)
        .text(format!(" would be needed in the second loop, by `{}`", data.name))
        .line(data.name_pointer)
        .related(definition, "computed in the first loop")
        .related(data.name_pointer, "used in the second loop")
}

/// After each statement, a dependence in a later iteration from a statement after it to one up to it.
fn backwards<'a>(
    nest: &Nest<'a>,
    op: OpId,
    part: &FxHashMap<OpId, usize>,
    statements: usize,
) -> Spanned<&'a Dependence> {
    let mut found = Spanned::new(statements);
    for dependence in nest.carried(op) {
        if nest.facts.found.stands_for_others(dependence) {
            found.span(0..statements, dependence);
        } else if let Some((source, sink)) = nest.ends(dependence)
            && let (Some(source), Some(sink)) = (part.get(&source), part.get(&sink))
        {
            found.span(*sink..*source, dependence);
        }
    }
    found
}

fn leads_back(nest: &Nest<'_>, dependence: &Dependence) -> Reason {
    let text = "an iteration of the first loop needs what the second one does in an earlier iteration";
    nest.reason(text, dependence)
}
