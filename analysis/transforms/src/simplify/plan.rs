//! The operations of a nest with a simpler form.

use super::expression::{Holds, Inputs, size, text_size};
use crate::for_loop::for_loop;
use crate::loop_offers::generic_op;
use crate::rewrite::{RootText, Side};
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::affine::{AffineExpr, AffineMap, Constraint, IntegerSet};
use ir::memory_effects::subtree;
use ir::{AppliedMap, Form, Ir, OpId, OpKind, Pointer, ir_of, trimmed_range};
use polyhedral::loops::trip_range::trip_range;
use polyhedral::value_expression::simplified;
use presburger::{Budget, Integer};
use rustc_hash::FxHashMap;
use syntax::SyntaxNode;

/// The budget for the questions about one operation.
const STEPS: u64 = 300_000;

/// The simpler form of one operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Simpler {
    /// The bounds of a loop; those that stay are `None`.
    Bounds { lower: Option<AffineMap>, upper: Option<AffineMap> },
    /// Of an access, `affine.apply`, `affine.min` or `affine.max`.
    Map(AffineMap),
    /// A condition: its set, where that is another one, and whether its second region, in which nothing is done, goes.
    Condition { set: Option<IntegerSet>, drops_else: bool },
    /// A loop that runs once: its body.
    Body,
    /// A condition that is known: one of its regions, or nothing.
    Region { holds: bool },
}

#[derive(Default)]
pub(super) struct Plan {
    pub(super) simpler: FxHashMap<OpId, Simpler>,
    /// All operations that are looked at, in program order.
    pub(super) ops: Vec<OpId>,
}

impl Plan {
    pub(super) fn of(db: &dyn salsa::Database, op: IsolatedOp<'_>, root: OpId, budget: &Budget<'_>) -> Self {
        let ir = ir_of(db, op);
        let mut plan = Self::default();
        if generic_op(ir, root).is_some() {
            return plan;
        }
        let stop = stop_if_cancelled(db);
        let Some(source) = RootText::around(db, op, ir, root) else { return plan };
        for op in subtree(ir, root) {
            plan.ops.push(op);
            if budget.is_spent() || ir.ops[op].broken || ir.ops[op].form != Form::Custom {
                continue;
            }
            if let Some(simpler) = simpler(&source, op, &stop, &budget.part(STEPS)) {
                plan.simpler.insert(op, simpler);
            }
        }
        plan
    }

    /// `2 bounds, 1 condition`; `None` where nothing is simpler.
    pub(super) fn counts(&self) -> Option<String> {
        let count =
            |is_counted: fn(&Simpler) -> bool| self.simpler.values().filter(|it| is_counted(it)).count();
        let counts = [
            (count(|it| matches!(it, Simpler::Body)), "loop that runs once", "loops that run once"),
            (count(|it| matches!(it, Simpler::Bounds { .. })), "loop's bounds", "loops' bounds"),
            (
                count(|it| matches!(it, Simpler::Condition { .. } | Simpler::Region { .. })),
                "condition",
                "conditions",
            ),
            (count(|it| matches!(it, Simpler::Map(_))), "map", "maps"),
        ];
        let counts = counts.into_iter().filter(|it| it.0 > 0);
        let counts: Vec<String> = counts
            .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
            .collect();
        (!counts.is_empty()).then(|| counts.join(", "))
    }
}

/// The simpler forms of those of some operations that have one.
pub fn simpler_forms(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    of: &[OpId],
    budget: &Budget<'_>,
) -> Vec<(OpId, Simpler)> {
    let (ir, mut found) = (ir_of(db, op), Vec::new());
    let stop = stop_if_cancelled(db);
    let mut source: Option<RootText<'_>> = None;
    for &it in of {
        let root = ir.ops[it].pointer.root;
        if source.as_ref().is_none_or(|it| it.root != root) {
            source = RootText::around(db, op, ir, it);
        }
        let Some(source) = source.as_ref().filter(|_| !budget.is_spent()) else { continue };
        let form = simpler(source, it, &stop, &budget.part(STEPS));
        found.extend(form.map(|form| (it, form)));
    }
    found
}

fn runs_once(ir: &Ir, op: OpId, stop: &dyn Fn() -> bool) -> bool {
    trip_range(ir, op, stop) == Some((Integer::ONE, Some(Integer::ONE)))
}

fn simpler(source: &RootText<'_>, op: OpId, stop: &dyn Fn() -> bool, budget: &Budget<'_>) -> Option<Simpler> {
    let ir = source.ir;
    let each = |applied: &AppliedMap| map(source, op, applied, None, budget);
    let least = |applied: &AppliedMap, side| map(source, op, applied, Some(side), budget);
    match &ir.ops[op].kind {
        OpKind::For(header) => {
            let is_single = header.lower.map.as_ref().is_some_and(|it| it.results.len() == 1);
            if is_single && runs_once(ir, op, stop) && for_loop(ir, op).is_some() {
                return Some(Simpler::Body);
            }
            let (lower, upper) = (least(&header.lower, Side::Lower), least(&header.upper, Side::Upper));
            (lower.is_some() || upper.is_some()).then_some(Simpler::Bounds { lower, upper })
        }
        OpKind::Access(access) => each(&access.subscripts).map(Simpler::Map),
        OpKind::Apply(applied) => each(applied).map(Simpler::Map),
        OpKind::Min(applied) => least(applied, Side::Upper).map(Simpler::Map),
        OpKind::Max(applied) => least(applied, Side::Lower).map(Simpler::Map),
        OpKind::If(conditional) => {
            let set = conditional.condition.set.as_ref()?;
            let inputs = Inputs::of_set(ir, op, &conditional.condition, budget)?;
            match inputs.condition(&set.constraints)? {
                Holds::Always => Some(Simpler::Region { holds: true }),
                Holds::Never => Some(Simpler::Region { holds: false }),
                Holds::Where(constraints) => {
                    let written = written(source, conditional.condition.pointer);
                    let is_smaller = measure(&constraints) < written.unwrap_or(measure(&set.constraints));
                    let set = is_smaller.then(|| IntegerSet { constraints: constraints.into(), ..*set });
                    let drops_else = is_empty_else(ir, op);
                    (is_smaller || drops_else).then_some(Simpler::Condition { set, drops_else })
                }
            }
        }
        _ => None,
    }
}

/// A smaller map with the same results wherever the operation runs, or with the same least or greatest result.
fn map(
    source: &RootText<'_>,
    op: OpId,
    applied: &AppliedMap,
    side: Option<Side>,
    budget: &Budget<'_>,
) -> Option<AffineMap> {
    let map = applied.map.as_ref()?;
    let total = |results: &[AffineExpr]| results.iter().map(written_size).sum::<usize>();
    let written = written(source, applied.pointer).unwrap_or(total(&map.results));
    let is_plain = map.results.iter().all(|it| !matches!(it, AffineExpr::Binary(..)));
    // One of several may never decide, however plain they are; and a plain one may be written as a computation.
    if is_plain && (side.is_none() || map.results.len() < 2) && written <= total(&map.results) {
        return None;
    }
    let inputs = Inputs::of_map(source.ir, op, applied, budget)?;
    let mut results: Vec<AffineExpr> = map.results.iter().map(|it| inputs.simpler(it)).collect();
    if let Some(side) = side {
        results = inputs.deciding(&results, side);
    }
    (total(&results) < written).then(|| AffineMap { results: results.into(), ..*map })
}

/// With the zero that each is compared with.
fn measure(constraints: &[Constraint]) -> usize {
    constraints.iter().map(|it| written_size(&it.expression) + 1).sum()
}

/// The size of the expressions that are written at a place; `None` if there are none, as in the use of an alias.
fn written(source: &RootText<'_>, place: Pointer) -> Option<usize> {
    let node = source.ancestor(place.range, |_| true)?;
    let is_inside = |it: &SyntaxNode| it.parent().is_some_and(|it| it.kind().is_affine_expression());
    let expressions = node.descendants().filter(|it| {
        it.kind().is_affine_expression() && place.range.contains_range(trimmed_range(it)) && !is_inside(it)
    });
    expressions.map(|it| text_size(&it.text().to_string())).reduce(|a, b| a.saturating_add(b))
}

/// Whether a condition has a second region in which nothing is done.
fn is_empty_else(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    let [_, other] = data.regions[..] else { return false };
    let [block] = ir.regions[other].blocks[..] else { return false };
    let is_end = |it: &OpId| matches!(ir.ops[*it].kind, OpKind::Yield);
    data.results.is_empty() && ir.blocks[block].ops.iter().all(is_end)
}

/// The size of an expression as it would be written, with equal terms collected.
fn written_size(expression: &AffineExpr) -> usize {
    size(&simplified(expression))
}
