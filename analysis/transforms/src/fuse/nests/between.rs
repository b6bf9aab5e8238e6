//! Whether one of two nests can pass the code between them.

use super::candidates::{Nest, effects};
use super::facts::Facts;
use super::joint_system::{Execution, JointSystem};
use super::relations::Relations;
use super::views::written_name;
use crate::reason::Reason;
use ir::memory_effects::{Effect, subtree};
use ir::{Ir, OpId};
use polyhedral::dependence::LoopDim;
use polyhedral::memory::{Memory, Sharing};
use polyhedral::report::DependenceKind;
use presburger::Budget;

/// Which nest is to move past an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// The first nest, down past the code after it.
    First,
    /// The second nest, up past the code before it.
    Second,
}

/// Why a nest cannot move past an operation; `None` if it can.
pub(crate) fn blocked(
    ir: &Ir,
    facts: &Facts,
    nest: &Nest,
    op: OpId,
    passing: Passing,
    budget: &Budget<'_>,
) -> Option<Reason> {
    let (user, definer) = match passing {
        Passing::First => (op, nest.root),
        Passing::Second => (nest.root, op),
    };
    if let Some(using) = use_of_results(ir, user, definer) {
        let (place, definition) = (ir.ops[using].name_pointer, ir.ops[definer].name_pointer);
        let between = ir.ops[op].name_pointer;
        return Some(
            Reason::new(format!("`{}`", ir.ops[op].name))
                .line(between)
                .text(match passing {
                    Passing::First => " stands between the two and uses a result of the first",
                    Passing::Second => " stands between the two and defines a value that the second uses",
                })
                .related(definition, "the value is defined here")
                .related(place, "and used here"),
        );
    }
    touching(ir, facts, (&nest.effects.known, nest.root), op, passing, budget)
}

/// Why an operation between the two nests may change a result of one of them; `None` if it
/// does not.
pub(crate) fn passes(
    ir: &Ir,
    facts: &Facts,
    nest: (&[Effect], OpId),
    op: OpId,
    budget: &Budget<'_>,
) -> Option<Reason> {
    touching(ir, facts, nest, op, Passing::First, budget)
}

fn touching(
    ir: &Ir,
    facts: &Facts,
    (known, root): (&[Effect], OpId),
    op: OpId,
    passing: Passing,
    budget: &Budget<'_>,
) -> Option<Reason> {
    let effects = effects(ir, &facts.views, op);
    if let Some(unknown) = effects.unknown.first() {
        let data = &ir.ops[*unknown];
        let takes = |memref| {
            let values = data.operands.iter().filter_map(|it| it.value);
            values.into_iter().any(|it| facts.memory.sharing(it, memref) != Sharing::None)
        };
        let is_touched =
            |it: &&Effect| takes(it.memref) || facts.memory.private_users(ir, it.memref).is_none();
        if let Some(touched) = known.iter().find(is_touched) {
            let memref = written_name(ir, touched);
            return Some(
                Reason::new(format!("`{}`", data.name))
                    .line(data.name_pointer)
                    .text(format!(" stands between the two and may read or write `{memref}`"))
                    .related(data.name_pointer, "its effects on memory are not known"),
            );
        }
    }
    for a in known {
        for b in &effects.known {
            if conflict(ir, &facts.memory, &facts.relations, (a, root), b, budget) {
                return Some(match passing {
                    Passing::First => conflicting(ir, a, b, "stands between the two and depends on"),
                    Passing::Second => conflicting(ir, b, a, "needs what stands between the two:"),
                });
            }
        }
    }
    None
}

/// Names a dependence from `a` to `b`.
fn conflicting(ir: &Ir, a: &Effect, b: &Effect, text: &str) -> Reason {
    let (first, second) = (ir.ops[a.op].name_pointer, ir.ops[b.op].name_pointer);
    let kind = kind(a, b).as_str();
    let names = (written_name(ir, a), written_name(ir, b));
    Reason::new(format!("`{} {}`", ir.ops[b.op].name, names.1))
        .line(second)
        .text(format!(" {text} `{} {}`", ir.ops[a.op].name, names.0))
        .line(first)
        .text(format!(" ({kind})"))
        .related(first, format!("source of the {kind} dependence"))
        .related(second, format!("sink of the {kind} dependence"))
}

pub(crate) fn kind(source: &Effect, sink: &Effect) -> DependenceKind {
    match (source.writes, sink.writes) {
        (true, true) => DependenceKind::Waw,
        (true, false) => DependenceKind::Raw,
        _ => DependenceKind::War,
    }
}

/// The first operation in `user` that takes a result of `definer`.
pub(crate) fn use_of_results(ir: &Ir, user: OpId, definer: OpId) -> Option<OpId> {
    let results = &ir.ops[definer].results;
    if results.is_empty() {
        return None;
    }
    let takes = |op: &OpId| {
        let mut values = ir.ops[*op].operands.iter().filter_map(|it| it.value);
        values.any(|it| results.contains(&it))
    };
    subtree(ir, user).into_iter().find(takes)
}

/// Whether an effect of a nest and one outside may touch the same element, one of them writing.
fn conflict(
    ir: &Ir,
    memory: &Memory,
    relations: &Relations,
    (a, root): (&Effect, OpId),
    b: &Effect,
    budget: &Budget<'_>,
) -> bool {
    let sharing = memory.sharing(a.memref, b.memref);
    if sharing == Sharing::None || !(a.writes || b.writes) {
        return false;
    }
    let (Some(left), Some(right)) = (relations.get(a.op), relations.get(b.op)) else { return true };
    let block = ir.ops[root].block;
    let beside = |op: OpId| std::iter::once(op).chain(ir.ancestors(op)).any(|it| ir.ops[it].block == block);
    left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b))).any(|(a, b)| {
        let mut joint = JointSystem::default();
        let of = |execution: Execution| {
            move |it: LoopDim| if beside(it.op) { execution } else { Execution::Outside }
        };
        let a = joint.add(left, a, &of(Execution::Source));
        let b = joint.add(right, b, &of(Execution::Sink));
        if sharing == Sharing::Same {
            joint.equate(&a, &b);
        }
        !joint.is_empty(budget).unwrap_or(false)
    })
}
