//! Which loop of a nest is plainly worth vectorizing: all of its accesses are whole vectors or one element, it fills
//! several vectors, and compilers leave it as it is, because it or a loop inside hands floating-point numbers from one
//! iteration to the next, whose order they keep. Other loops with such accesses they vectorize themselves, and better.

use super::access::Shape;
use super::carried::carries_floats;
use super::judged::vectorizations;
use super::plan::{Plan, Strategy, Vectorization, usual_width};
use super::promising::promising;
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::{Ir, OpId, ir_of};
use polyhedral::dependence::subscripts::subscripts;
use rustc_hash::FxHashSet;

/// A recommended loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    pub op: OpId,
    pub strategy: Strategy,
    pub width: u64,
    pub reassociates: bool,
}

/// At most one loop on each way from an outermost loop to an innermost: an innermost one before those around it.
pub fn best<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, settings: &Settings) -> Vec<Best> {
    let ir = ir_of(db, op);
    let promising = promising(ir, subscripts(db, op));
    // What depends on what is of no interest without them.
    match promising.is_empty() {
        true => Vec::new(),
        false => best_of(ir, vectorizations(db, op, &promising).iter(), settings),
    }
}

/// As [`best`], among loops in text order of whose nests none is missing.
pub(super) fn best_of<'a>(
    ir: &Ir,
    vectorizations: impl DoubleEndedIterator<Item = &'a Vectorization>,
    settings: &Settings,
) -> Vec<Best> {
    let mut found: Vec<Best> = Vec::new();
    let mut around: FxHashSet<OpId> = FxHashSet::default();
    // Loops that keep the order of floating-point numbers, and those around them.
    let mut in_order: FxHashSet<OpId> = FxHashSet::default();
    // Inner loops stand after those around them.
    for it in vectorizations.rev() {
        let reassociates = it.plan.as_ref().is_ok_and(Plan::reassociates);
        if reassociates || carries_floats(ir, it.op) {
            in_order.extend(ir.ancestors(it.op).chain([it.op]));
        }
        let Ok(plan) = &it.plan else { continue };
        let width = usual_width(plan, settings.vector_bits);
        if around.contains(&it.op) || !in_order.contains(&it.op) || !is_worthwhile(plan, width) {
            continue;
        }
        if reassociates && !settings.reassociate {
            continue;
        }
        around.extend(ir.ancestors(it.op));
        found.push(Best { op: it.op, strategy: it.strategy, width, reassociates });
    }
    found.reverse();
    found
}

fn is_worthwhile(plan: &Plan, width: u64) -> bool {
    let fills_several = plan.trips.count.is_none_or(|it| it >= width.saturating_mul(2));
    plan.refusal(width).is_none()
        && fills_several
        && plan.shapes.values().all(|it| it.is_whole())
        && plan.shapes.values().any(|it| *it == Shape::Contiguous)
}

#[cfg(test)]
mod tests {
    use super::super::judged::vectorization;
    use super::{best, best_of};
    use base::isolated_op::isolated_ops;
    use base::source_file::Settings;
    use base::workspace::Workspace;
    use ir::ir_of;
    use std::path::Path;

    /// The number of loops found in the programs of a folder of the repository.
    fn agrees_with_all_loops(folder: &str) -> usize {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            let mut workspace = Workspace::default();
            let (file, db) = (workspace.add_file(&text), &workspace.db);
            for op in isolated_ops(db, file) {
                let (ir, settings) = (ir_of(db, *op), Settings::default());
                let all: Vec<_> =
                    ir.walk().into_iter().filter_map(|it| vectorization(db, *op, it).as_ref()).collect();
                let found = best(db, *op, &settings);
                count += found.len();
                assert_eq!(found, best_of(ir, all.into_iter(), &settings), "{}", entry.path().display());
            }
        }
        count
    }

    #[test]
    fn loops_that_are_left_out_at_once_are_none() {
        assert!(agrees_with_all_loops("examples") + agrees_with_all_loops("tests/differential/kernels") > 8);
    }
}
