//! Loops: trip counts, whether their iterations are independent, what they carry, and conditions.

use super::dependences::{DependenceText, first_of};
use super::markdown::Fact;
use ir::affine::ConstraintKind;
use ir::value_name;
use ir::{AppliedSet, Ir, OpId};
use polyhedral::loops::parallelism::Parallelism;
use polyhedral::loops::reduction::{Reduction, Via};
use polyhedral::loops::symbolic_trip_count::TripCount;
use polyhedral::loops::{Loop, LoopMemory};
use polyhedral::report::in_bytes;

/// `%i - 5 >= 0 and %j == 0`
pub(crate) fn condition_text(ir: &Ir, op: OpId, condition: &AppliedSet) -> Option<String> {
    let set = condition.set.as_ref()?;
    let operands = ir.ops[op].operands.get(condition.operands.clone())?;
    let name = |index: usize, is_dim: bool| {
        let index = if is_dim { index } else { set.dims.saturating_add(index) };
        operands.get(index).map_or_else(|| "?".to_owned(), |it| it.name.to_string())
    };
    let constraints = set.constraints.iter().map(|it| {
        let relation = if it.kind == ConstraintKind::Equality { "==" } else { ">=" };
        format!("{} {relation} 0", it.expression.display_with(&name))
    });
    Some(constraints.collect::<Vec<_>>().join(" and "))
}

/// The facts about a loop, under its heading.
pub(super) fn loop_facts(
    ir: &Ir,
    loop_: &Loop,
    memory: &LoopMemory,
    dependences: &DependenceText<'_>,
) -> Vec<Fact> {
    let mut facts = vec![Fact::from(trip_count_text(loop_)).with_terms(&["trip count"])];
    facts.push(Fact::from(parallelism_text(ir, loop_)).with_terms(&["parallel"]));
    facts.extend(
        loop_
            .reductions
            .iter()
            .map(|it| Fact::from(reduction_text(ir, loop_.op, it, dependences)).with_terms(&["reduction"])),
    );
    let carried = loop_.carried.iter().filter_map(|it| dependences.all().get(*it));
    facts.extend(first_of(carried, |it| dependences.carried(it)));
    facts.extend(memory.bytes.as_ref().map(|it| {
        let at_most = if it.is_exact { "" } else { "at most " };
        format!("one run touches {at_most}{}", in_bytes(&it.number)).into()
    }));
    facts
}

fn trip_count_text(loop_: &Loop) -> String {
    let all = match (&loop_.trip_count, &loop_.iterations) {
        (TripCount::Constant(_), _) if loop_.depth == 1 => String::new(),
        (_, Some(iterations)) => format!(" · {iterations} iterations in all"),
        _ => String::new(),
    };
    trip_count_of_run(loop_) + &all
}

fn trip_count_of_run(loop_: &Loop) -> String {
    let range = match &loop_.trip_range {
        Some((least, Some(greatest))) if least != greatest => format!(", in [{least}, {greatest}]"),
        Some((_, Some(greatest))) => format!(", {greatest}"),
        Some((least, None)) if least.is_positive() => format!(", at least {least}"),
        _ => String::new(),
    };
    match &loop_.trip_count {
        TripCount::Constant(0) => "trip count 0: it never runs".to_owned(),
        TripCount::Constant(count) => format!("trip count {count}"),
        TripCount::Symbolic(text) if range.is_empty() => {
            format!("trip count `{text}`, or 0 if that is negative")
        }
        TripCount::Symbolic(text) => format!("trip count `{text}`{range}"),
        TripCount::Unknown if range.is_empty() => "trip count not known".to_owned(),
        TripCount::Unknown => format!("trip count{}", range.replacen(',', "", 1)),
    }
}

fn parallelism_text(ir: &Ir, loop_: &Loop) -> String {
    let is_parallel_op = ir.is_parallel_loop(loop_.op);
    match &loop_.parallelism {
        Parallelism::Parallel => "parallel: no iteration depends on another".to_owned(),
        Parallelism::Reductions if is_parallel_op => "parallel, with reductions".to_owned(),
        Parallelism::Reductions => "not parallel, but only for what it reduces".to_owned(),
        Parallelism::Serial if is_parallel_op => {
            "written as parallel, but its iterations depend on each other".to_owned()
        }
        Parallelism::Serial if loop_.carried.is_empty() => {
            "not parallel: its iteration arguments carry values from one iteration to the next".to_owned()
        }
        Parallelism::Serial => "not parallel".to_owned(),
        Parallelism::Unknown(reason) => match reason.strip_suffix(" is not analysed") {
            Some(name) => format!("whether it is parallel is not known: `{name}` is not analysed"),
            None => "whether it is parallel is not known".to_owned(),
        },
    }
}

fn reduction_text(ir: &Ir, op: OpId, reduction: &Reduction, dependences: &DependenceText<'_>) -> String {
    let what = match reduction.via {
        Via::IterationArgument(index) => match ir.is_parallel_loop(op) {
            true => ir.ops[op].results.get(index).copied(),
            false => ir.carried_argument(op, index),
        }
        .map(|it| value_name(ir, it)),
        Via::Memory { load, .. } => {
            let memref = dependences.found.accesses.get(load).and_then(|it| it.memref);
            memref.map(|it| format!("elements of {}", value_name(ir, it)))
        }
    };
    let what = what.map(|it| format!(" · {it}")).unwrap_or_default();
    format!("`reduction {}{what} · {}`", reduction.symbol(), reduction.operation)
}
