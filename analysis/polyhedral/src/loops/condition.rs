//! Conditions of `affine.if` and `scf.if` that hold always or never, where the operation runs. Exact over the integers.

use crate::dependence::{
    AccessRelation, Linear, System, constraints_relation, guarded_domain, iteration_domain,
};
use ir::affine::ConstraintKind;
use ir::loops::Guard;
use ir::{Ir, OpId};
use presburger::{Budget, GaveUp, Integer, Optimum};

/// The budget of the queries about one condition.
const STEPS: u64 = 200_000;

/// Pairs are looked at among this many constraints.
const MAX_PAIRED: usize = 8;

/// A condition that does not depend on the iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// All constraints hold in all iterations, for all values of symbols.
    Always,
    /// The constraints of the list exclude each other: one alone, a pair, or all of them.
    Never { constraints: Vec<usize>, extent: Option<(Optimum, Optimum)> },
}

/// Whether a condition always or never holds; `None` if it depends, is not known, or if the
/// operation never runs.
pub fn verdict(ir: &Ir, op: OpId, stop: &dyn Fn() -> bool) -> Option<Verdict> {
    let set = match ir.guard(op)? {
        Guard::Set(condition) => condition.set.as_ref()?,
        Guard::Value(operand) => return verdict_of_value(ir, op, operand, stop),
    };
    let relation = constraints_relation(ir, op).ok()?;
    let kinds: Vec<_> = set.constraints.iter().map(|it| it.kind).collect();
    let pieces: Vec<_> = relation.pieces.iter().map(|it| System::of(it, relation.loops.len())).collect();
    ConditionQuery { kinds, pieces, budget: Budget::new(STEPS).with_stop(stop) }.answer().ok()?
}

/// That of a value which is not a constant: by where its operation runs, and where each of the regions does.
fn verdict_of_value(ir: &Ir, op: OpId, operand: usize, stop: &dyn Fn() -> bool) -> Option<Verdict> {
    let value = ir.ops[op].operands.get(operand)?.value?;
    if ir.is_true(value).is_some() || ir.constant(value).is_some() {
        return None;
    }
    let budget = Budget::new(STEPS).with_stop(stop);
    let runs = |relation: &AccessRelation| -> Option<bool> {
        for piece in &relation.pieces {
            let (system, _) = System::of(piece, relation.loops.len());
            if !system.set(&[], &[]).is_integer_empty(&budget).ok()? {
                return Some(true);
            }
        }
        Some(false)
    };
    if !runs(&iteration_domain(ir, op).ok()?)? {
        return None;
    }
    if !runs(&guarded_domain(ir, op, true).ok()?)? {
        return Some(Verdict::Never { constraints: Vec::new(), extent: None });
    }
    (!runs(&guarded_domain(ir, op, false).ok()?)?).then_some(Verdict::Always)
}

struct ConditionQuery<'a> {
    kinds: Vec<ConstraintKind>,
    /// Where the operation runs, with the expressions of the constraints.
    pieces: Vec<(System, Vec<Linear>)>,
    budget: Budget<'a>,
}

impl ConditionQuery<'_> {
    fn answer(&self) -> Result<Option<Verdict>, GaveUp> {
        if !self.exists(&[])? {
            return Ok(None);
        }
        let all: Vec<usize> = (0..self.kinds.len()).collect();
        if self.exists(&all)? {
            return Ok((!self.may_fail()?).then_some(Verdict::Always));
        }
        for constraint in &all {
            if !self.exists(&[*constraint])? {
                let extent = self.extent(*constraint)?;
                return Ok(Some(Verdict::Never { constraints: vec![*constraint], extent: Some(extent) }));
            }
        }
        for second in all.iter().take(MAX_PAIRED) {
            for first in all.iter().take(*second) {
                if !self.exists(&[*first, *second])? {
                    return Ok(Some(Verdict::Never { constraints: vec![*first, *second], extent: None }));
                }
            }
        }
        Ok(Some(Verdict::Never { constraints: all, extent: None }))
    }

    /// Whether the operation runs somewhere where these constraints hold.
    fn exists(&self, constraints: &[usize]) -> Result<bool, GaveUp> {
        for (system, forms) in &self.pieces {
            let mut system = system.clone();
            for constraint in constraints {
                match self.kinds[*constraint] {
                    ConstraintKind::Equality => system.equalities.push(forms[*constraint].clone()),
                    ConstraintKind::Inequality => system.inequalities.push(forms[*constraint].clone()),
                }
            }
            if !system.set(&[], &[]).is_integer_empty(&self.budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn may_fail(&self) -> Result<bool, GaveUp> {
        for (system, forms) in &self.pieces {
            for (form, kind) in forms.iter().zip(&self.kinds) {
                let less = Linear::constant(-1).minus(form);
                let greater = form.clone().plus_constant(-1);
                let fails = match kind {
                    ConstraintKind::Equality => vec![less, greater],
                    ConstraintKind::Inequality => vec![less],
                };
                for row in fails {
                    if !system.with(row).set(&[], &[]).is_integer_empty(&self.budget)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The least and the greatest value of a constraint's expression where the operation runs.
    fn extent(&self, constraint: usize) -> Result<(Optimum, Optimum), GaveUp> {
        let mut found: Option<(Optimum, Optimum)> = None;
        for (system, forms) in &self.pieces {
            let (least, greatest) = system.extent(&forms[constraint], &self.budget)?;
            if least == Optimum::Empty {
                continue;
            }
            found = Some(match found {
                None => (least, greatest),
                Some(known) => (wider(known.0, least, Ord::min), wider(known.1, greatest, Ord::max)),
            });
        }
        Ok(found.unwrap_or((Optimum::Empty, Optimum::Empty)))
    }
}

fn wider(a: Optimum, b: Optimum, choose: impl Fn(Integer, Integer) -> Integer) -> Optimum {
    match (a, b) {
        (Optimum::Value(a), Optimum::Value(b)) => Optimum::Value(choose(a, b)),
        _ => Optimum::Unbounded,
    }
}
