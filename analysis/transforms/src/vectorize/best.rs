//! Which loop of a nest is plainly worth vectorizing: all of its accesses are whole vectors or one element, it fills
//! several vectors, and compilers leave it as it is, because it or a loop inside hands floating-point numbers from one
//! iteration to the next, whose order they keep. Other loops with such accesses they vectorize themselves, and better.

use super::access::Shape;
use super::carried::carries_floats;
use super::judged::vectorizations;
use super::plan::{Plan, Strategy, Vectorization, usual_width};
use super::promising::promising;
use base::earlier::{Answers, earlier, keep};
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::{Ir, OpId, OpKind, ir_of};
use polyhedral::dependence::concern::has_many_pairs;
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::fingerprints::{Fingerprint, combined, fingerprints};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A recommended loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    pub op: OpId,
    pub strategy: Strategy,
    pub width: u64,
    pub reassociates: bool,
}

/// At most one loop on each way from an outermost loop to an innermost: an innermost one before those around it. A
/// result about an outermost loop in an earlier text holds as long as everything that it depends on is the same.
pub fn best(db: &dyn salsa::Database, op: IsolatedOp<'_>, settings: &Settings) -> Vec<Best> {
    let (ir, fingerprints) = (ir_of(db, op), fingerprints(db, op));
    let known = earlier::<Answers<Nest>>(db, op.text(db)).filter(|it| it.hold(db, op, settings));
    let mut by_nest = FxHashMap::default();
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for root in outermost_loops(ir) {
        let fingerprint = fingerprints
            .of(root)
            .zip(fingerprints.surroundings(ir.ops[root].block))
            .filter(|_| !has_many_pairs(db, op, root))
            .map(|(own, around)| combined(&[own, around]));
        match fingerprint.and_then(|it| Some((it, known.as_ref()?.by_content.get(&it)?))) {
            Some((fingerprint, nest)) => {
                found.extend(nest.iter().map(|it| it.in_nest(root)));
                by_nest.insert(fingerprint, nest.clone());
            }
            None => missing.push((root, fingerprint)),
        }
    }
    let mut new = best_in(db, op, &missing, settings);
    for (root, fingerprint) in &missing {
        let last = ir.last_inside(*root);
        let inside = new.iter().filter(|it| (*root..=last).contains(&it.op));
        by_nest.extend(fingerprint.map(|it| (it, inside.map(|it| BestInside::of(it, *root)).collect())));
    }
    found.append(&mut new);
    found.sort_by_key(|it| it.op);
    keep(db, op.text(db), Arc::new(Answers::new(db, op, settings, by_nest)));
    found
}

/// The recommendations in an outermost loop.
type Nest = Arc<[BestInside]>;

/// A recommended loop by its distance from the outermost one around it, in operations.
struct BestInside {
    distance: u32,
    best: Best,
}

impl BestInside {
    fn of(best: &Best, root: OpId) -> Self {
        Self { distance: number(best.op) - number(root), best: best.clone() }
    }

    fn in_nest(&self, root: OpId) -> Best {
        Best { op: OpId::from_raw((number(root) + self.distance).into()), ..self.best.clone() }
    }
}

fn number(op: OpId) -> u32 {
    op.into_raw().into_u32()
}

/// Every `affine.for` that is in no other, in text order.
fn outermost_loops(ir: &Ir) -> Vec<OpId> {
    let mut found: Vec<OpId> = Vec::new();
    let mut last = None;
    for (op, data) in ir.ops.iter() {
        if matches!(data.kind, OpKind::For(_)) && last.is_none_or(|it| op > it) {
            last = Some(ir.last_inside(op));
            found.push(op);
        }
    }
    found
}

/// The best loops in some outermost ones. Those with many pairs of accesses are looked at apart: their results depend
/// on all others.
fn best_in(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    nests: &[(OpId, Option<Fingerprint>)],
    settings: &Settings,
) -> Vec<Best> {
    let (ir, subscripts) = (ir_of(db, op), subscripts(db, op));
    let (large, small): (Vec<OpId>, Vec<OpId>) =
        nests.iter().map(|it| it.0).partition(|it| has_many_pairs(db, op, *it));
    let mut found = Vec::new();
    for nests in [small, large] {
        let promising: Vec<OpId> = nests.iter().flat_map(|it| promising(ir, subscripts, *it)).collect();
        // Dependences are of no interest without them.
        if !promising.is_empty() {
            found.extend(best_of(ir, vectorizations(db, op, &promising).iter(), settings));
        }
    }
    found
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
    // Inner loops come after those around them.
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
