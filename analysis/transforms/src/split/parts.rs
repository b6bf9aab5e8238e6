//! The loops that a loop is split into, and the outcomes known in each.

use super::turns::{Span, Turns};
use crate::copies::fits;
use crate::for_loop::{step, variable_name};
use crate::loop_bounds::{LoopBounds, divided, plus, times};
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp, Constraint};
use ir::memory_effects::subtree;
use ir::{Ir, OpId, OpKind, RegionId};
use polyhedral::value_expression::difference;
use rustc_hash::FxHashSet;

/// A loop in parts, in the order of their iterations.
pub(super) struct Parts {
    pub(super) leaves: Leaves,
    pub(super) parts: Vec<Part>,
}

/// A loop over some of the iterations.
pub(super) struct Part {
    pub(super) bounds: LoopBounds,
    pub(super) conditions: Vec<(OpId, Decided)>,
    /// Bounds of loops inside that have fewer results here.
    pub(super) inner_bounds: Vec<(OpId, Side, Vec<AffineExpr>)>,
}

/// The known outcome of a condition.
pub(super) enum Decided {
    Holds,
    Fails,
    /// These constraints are left.
    Left(Vec<Constraint>),
}

/// The places between which the iterations of a part lie.
#[derive(Clone)]
struct Known {
    from: Vec<AffineExpr>,
    until: Vec<AffineExpr>,
}

impl Parts {
    pub(super) fn of(ir: &Ir, op: OpId, turns: &Turns, span: &Span) -> Result<Self, Reason> {
        let name = variable_name(ir, op);
        let refused = |text: String| Reason::new(text).related(ir.ops[op].name_pointer, "this loop");
        magnitude::refusal(ir, op).map_or(Ok(()), Err)?;
        if !fits(ir, op, 3) {
            return Err(refused("the loop is too large".to_owned()));
        }
        let own = Known { from: turns.bounds.lower.clone(), until: turns.bounds.upper.clone() };
        let aligned = |places: &[&AffineExpr]| -> Option<Vec<AffineExpr>> {
            let step = step(ir, op);
            if step == 1 {
                return Some(places.iter().map(|it| (*it).clone()).collect());
            }
            let first = turns.bounds.single(ir, op, Side::Lower)?;
            let steps = |it: &AffineExpr| divided(BinaryOp::CeilDiv, difference(it, &first), step);
            Some(places.iter().map(|it| plus(&times(&steps(it), step), &first)).collect())
        };
        let mut parts = Vec::new();
        let mut add = |from: &[&AffineExpr], until: &[&AffineExpr]| -> Result<(), Reason> {
            let starts = aligned(from).ok_or_else(|| {
                refused(format!("{name} starts at the greatest of several bounds, and its step is not 1"))
            })?;
            let mut known = own.clone();
            known.from.extend(from.iter().map(|it| (*it).clone()));
            known.until.extend(until.iter().map(|it| (*it).clone()));
            let bounds = LoopBounds {
                lower: turns.bounds.lower.iter().cloned().chain(starts).collect(),
                upper: known.until.clone(),
            };
            parts.extend(Part::of(turns, &known, bounds));
            Ok(())
        };
        // If the range in which it holds ends before it begins, the part in the middle is empty and the last one starts
        // where the first one ends.
        match (&span.from, &span.until) {
            (Some(from), Some(until)) => {
                add(&[], &[from])?;
                add(&[from], &[until])?;
                add(&[from, until], &[])?;
            }
            (Some(place), None) | (None, Some(place)) => {
                add(&[], &[place])?;
                add(&[place], &[])?;
            }
            (None, None) => {}
        }
        if parts.len() < 2 {
            return Err(refused(format!("the same holds in all iterations of {name}")));
        }
        if parts.iter().any(|it| it.acts(ir, op)) {
            parts.retain(|it| it.acts(ir, op));
        }
        Ok(Self { leaves: turns.leaves.clone(), parts })
    }
}

impl Part {
    /// `None` where the bounds show that it has no iterations.
    fn of(turns: &Turns, known: &Known, mut bounds: LoopBounds) -> Option<Self> {
        for (variable, around) in &turns.around {
            bounds.prune(variable, around);
        }
        let is_empty = bounds.lower.iter().any(|lower| {
            let spans = bounds.upper.iter().map(|upper| difference(upper, lower).as_constant());
            spans.flatten().any(|it| it <= 0)
        });
        if is_empty {
            return None;
        }
        let conditions = turns.conditions.iter().map(|condition| {
            let verdicts: Vec<_> =
                condition.constraints.iter().map(|(_, span)| known.verdict(span.as_ref()?)).collect();
            let decided = if verdicts.contains(&Some(false)) {
                Decided::Fails
            } else {
                let pairs = condition.constraints.iter().zip(&verdicts);
                let left: Vec<_> = pairs.filter(|it| it.1.is_none()).map(|it| it.0.0.clone()).collect();
                if left.is_empty() { Decided::Holds } else { Decided::Left(left) }
            };
            (condition, decided)
        });
        let changes = |constraints: usize, decided: &Decided| match decided {
            Decided::Left(left) => left.len() < constraints,
            Decided::Holds | Decided::Fails => true,
        };
        let conditions = conditions.filter(|(it, decided)| changes(it.constraints.len(), decided));
        let conditions = conditions.map(|(it, decided)| (it.op, decided)).collect();
        let inner_bounds = turns.inner_bounds.iter().filter_map(|inner| {
            let mut beyond: Vec<usize> = Vec::new();
            for ((first, second), at_most) in &inner.at_most {
                let Some(holds) = known.verdict(at_most) else { continue };
                // The greater one of two lower bounds decides, and the less one of two upper bounds.
                let loser = if holds == (inner.side == Side::Lower) { *first } else { *second };
                let winner = first + second - loser;
                if !beyond.contains(&winner) && !beyond.contains(&loser) {
                    beyond.push(loser);
                }
            }
            let results = inner.results.iter().enumerate().filter(|it| !beyond.contains(&it.0));
            (!beyond.is_empty()).then(|| (inner.op, inner.side, results.map(|it| it.1.clone()).collect()))
        });
        Some(Self { bounds, conditions, inner_bounds: inner_bounds.collect() })
    }

    /// Whether an operation is left in the loop that does something, or the loop hands values on.
    fn acts(&self, ir: &Ir, op: OpId) -> bool {
        let dead: FxHashSet<RegionId> = self.conditions.iter().flat_map(|it| dead_branch(ir, it)).collect();
        let falls_away = |it: OpId| {
            let path = std::iter::successors(Some(it), |it| ir.parent_op(*it));
            path.take_while(|it| *it != op).any(|it| dead.contains(&ir.blocks[ir.ops[it].block].parent))
        };
        let is_frame = |it: OpId| matches!(ir.ops[it].kind, OpKind::For(_) | OpKind::If(_) | OpKind::Yield);
        !ir.ops[op].results.is_empty()
            || subtree(ir, op).into_iter().any(|it| !is_frame(it) && !falls_away(it))
    }
}

/// The branch of a condition that never runs.
fn dead_branch(ir: &Ir, (op, decided): &(OpId, Decided)) -> Option<RegionId> {
    let branch = match decided {
        Decided::Holds => 1,
        Decided::Fails => 0,
        Decided::Left(_) => return None,
    };
    ir.ops[*op].regions.get(branch).copied()
}

impl Known {
    /// Whether all iterations lie in the span, or none of them.
    fn verdict(&self, span: &Span) -> Option<bool> {
        let is_at_most = |one: &AffineExpr, other: &AffineExpr| {
            difference(other, one).as_constant().is_some_and(|it| it >= 0)
        };
        let from = span.from.as_ref().map(|from| {
            let is_reached = self.from.iter().any(|it| is_at_most(from, it));
            let is_ahead = self.until.iter().any(|it| is_at_most(it, from));
            if is_reached { Some(true) } else { is_ahead.then_some(false) }
        });
        let until = span.until.as_ref().map(|until| {
            let is_ahead = self.until.iter().any(|it| is_at_most(it, until));
            let is_over = self.from.iter().any(|it| is_at_most(until, it));
            if is_ahead { Some(true) } else { is_over.then_some(false) }
        });
        match (from.unwrap_or(Some(true)), until.unwrap_or(Some(true))) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }
}
