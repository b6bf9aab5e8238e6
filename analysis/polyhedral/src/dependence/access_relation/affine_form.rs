//! Values and conditions as the affine dialect writes them: expressions over induction variables and values that may be
//! dimensions or symbols, equal in all iterations in which an operation runs.

use super::{Build, Choice, IsLeaf, MAX_PIECES, Stop, unknown};
use crate::dependence::enclosing_loops;
use crate::dependence::linear::{Linear, Variable};
use crate::dependence::piece::Quotient;
use ir::affine::{AffineExpr, BinaryOp, Constraint, ConstraintKind};
use ir::{AppliedMap, Ir, OpId, ValueId};
use presburger::Integer;
use rustc_hash::FxHashMap;

/// What expressions are over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// An induction variable: the loop and the dimension.
    Variable(OpId, usize),
    Value(ValueId),
}

impl Leaf {
    /// The value; `None` where an induction variable is missing, which is a mistake.
    pub fn value(self, ir: &Ir) -> Option<ValueId> {
        match self {
            Leaf::Variable(op, dim) => ir.induction_variable(op, dim),
            Leaf::Value(value) => Some(value),
        }
    }
}

/// Why a value is no affine expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAffine {
    pub reason: String,
    /// The innermost value that the reason is about.
    pub value: Option<ValueId>,
}

/// Reads values of one isolated op; `Dim(i)` of what it gives is `leaves[i]`.
pub struct AffineForms<'a> {
    ir: &'a Ir,
    is_leaf: IsLeaf<'a>,
    pub leaves: Vec<Leaf>,
}

/// Larger expressions nobody reads, and what walks them recurses.
const MAX_NODES: usize = 200;

impl<'a> AffineForms<'a> {
    /// `is_leaf` says which values stand for themselves, whatever computes them.
    pub fn new(ir: &'a Ir, is_leaf: IsLeaf<'a>) -> Self {
        Self { ir, is_leaf, leaves: Vec::new() }
    }

    /// A value in all iterations in which the operation runs.
    pub fn value(&mut self, op: OpId, value: ValueId) -> Result<AffineExpr, NotAffine> {
        self.read(op, true, |build, leaves| {
            let form = build.value(value, 0)?;
            Written { build, leaves, nodes: MAX_NODES }.expression(&form)
        })
    }

    /// The results of the map that an operation computes.
    pub fn map(&mut self, op: OpId, applied: &AppliedMap) -> Result<Vec<AffineExpr>, NotAffine> {
        self.read(op, true, |build, leaves| {
            let forms = build.map_results(op, applied, 0)?;
            let mut written = Written { build, leaves, nodes: MAX_NODES };
            forms.iter().map(|it| written.expression(it)).collect()
        })
    }

    /// What is true where a value of type `i1` is, or where it is not, as one conjunction.
    pub fn condition(&mut self, op: OpId, value: ValueId, holds: bool) -> Result<Vec<Constraint>, NotAffine> {
        self.read(op, false, |build, leaves| {
            let piece = &build.known.piece;
            let (equalities, inequalities) = (piece.equalities.len(), piece.inequalities.len());
            build.assume(value, holds, 0)?;
            let piece = build.known.piece.clone();
            let defining: Vec<Linear> = piece.quotients.iter().flat_map(Quotient::bounds).collect();
            let mut written = Written { build, leaves, nodes: MAX_NODES };
            let mut constraints = Vec::new();
            for (rows, kind) in [
                (piece.equalities.get(equalities..), ConstraintKind::Equality),
                (piece.inequalities.get(inequalities..), ConstraintKind::Inequality),
            ] {
                // Where a remainder is its greatest value, the equality has the form of a row that only bounds it.
                let says_more = |row: &&Linear| kind == ConstraintKind::Equality || !defining.contains(row);
                for row in rows.into_iter().flatten().filter(says_more) {
                    constraints.push(Constraint { expression: written.expression(row)?, kind });
                }
            }
            Ok(constraints)
        })
    }

    fn read<T: PartialEq>(
        &mut self,
        op: OpId,
        takes_products: bool,
        read: impl Fn(&mut Build<'_>, &mut Vec<Leaf>) -> Result<T, Stop>,
    ) -> Result<T, NotAffine> {
        let ir = self.ir;
        let loops = enclosing_loops(ir, op);
        let mut found = None;
        let mut pending = vec![FxHashMap::default()];
        let mut cases = 0;
        while let Some(choices) = pending.pop() {
            cases += 1;
            if cases + pending.len() > MAX_PIECES {
                return not_affine("the iterations around it fall into too many cases", None);
            }
            let mut build = Build { choices, is_leaf: Some(self.is_leaf), ..Build::new(ir, &loops) };
            if takes_products {
                build = build.with_products(false);
            }
            let (stop, is_of_domain) = match build.domain(op) {
                Err(stop) => (stop, true),
                Ok(()) => match read(&mut build, &mut self.leaves) {
                    Err(stop) => (stop, false),
                    Ok(form) => match &found {
                        Some(other) if *other != form => {
                            return not_affine("it is written differently in several cases", None);
                        }
                        _ => {
                            found = Some(form);
                            continue;
                        }
                    },
                },
            };
            match stop {
                Stop::Choose(choice, alternatives) if is_of_domain => {
                    pending.extend(build.each_way(choice, alternatives));
                }
                Stop::Choose(choice, _) => return Err(choice.several_cases(ir)),
                Stop::Unknown(it) => return not_affine(it.reason, it.value),
            }
        }
        found.map_or_else(|| not_affine("it never runs", None), Ok)
    }
}

fn not_affine<T>(reason: impl Into<String>, value: Option<ValueId>) -> Result<T, NotAffine> {
    Err(NotAffine { reason: reason.into(), value })
}

impl Choice {
    /// What takes several cases to write.
    fn several_cases(self, ir: &Ir) -> NotAffine {
        let (op, what) = match self {
            Choice::MinMax(op) => (op, "is the least or the greatest of several values"),
            Choice::Select(op) => (op, "is one of two values"),
            Choice::Sign(op) => (op, "rounds toward zero, and what it divides may be negative"),
            Choice::Condition(op, _) | Choice::Else(op) => (op, "is true in several cases"),
            Choice::LowerBound(op, _) => (op, "starts at the greatest of several bounds"),
        };
        let value = ir.ops[op].results.first().copied();
        let name = value.map_or(&ir.ops[op].name, |it| &ir.values[it].name);
        NotAffine { reason: format!("`{name}` {what}"), value }
    }
}

/// Forms of one piece as expressions.
struct Written<'b, 'a> {
    build: &'b Build<'a>,
    leaves: &'b mut Vec<Leaf>,
    /// That may still be made.
    nodes: usize,
}

impl Written<'_, '_> {
    fn expression(&mut self, form: &Linear) -> Result<AffineExpr, Stop> {
        let locals = form.terms.iter().rev().filter(|it| matches!(it.0, Variable::Local(_)));
        for (local, factor) in locals {
            if !self.build.factors(*local).is_empty() {
                continue;
            }
            let (dividend, divisor) = self.quotient(*local)?;
            let Some(times) = multiple(factor, &divisor) else { continue };
            let remainder = dividend.minus(&Linear::variable(*local).times(&divisor));
            let rest = form.minus(&remainder.times(&times));
            if rest.terms.len() + 1 < form.terms.len() {
                let remainder = self.divided(BinaryOp::Mod, &dividend, &divisor)?;
                return self.sum(&rest, [(remainder, times)]);
            }
        }
        self.sum(form, [])
    }

    fn sum<const COUNT: usize>(
        &mut self,
        form: &Linear,
        first: [(AffineExpr, Integer); COUNT],
    ) -> Result<AffineExpr, Stop> {
        let mut terms: Vec<(AffineExpr, Integer)> = Vec::with_capacity(form.terms.len() + COUNT);
        // `%i * %n + %j`, as people write it.
        let (products, others): (Vec<_>, Vec<_>) =
            form.terms.iter().partition(|it| !self.build.factors(it.0).is_empty());
        for (variable, factor) in products.into_iter().chain(others) {
            let term = match *variable {
                Variable::Loop(index) => {
                    let Some(dim) = self.build.loops.get(index) else {
                        return unknown("a loop is not known");
                    };
                    self.leaf(Leaf::Variable(dim.op, dim.dim))
                }
                Variable::Symbol(value) => self.leaf(Leaf::Value(value)),
                Variable::Local(_) => match self.build.factors(*variable).as_slice() {
                    [] => {
                        let (dividend, divisor) = self.quotient(*variable)?;
                        self.divided(BinaryOp::FloorDiv, &dividend, &divisor)?
                    }
                    factors => self.product(factors)?,
                },
            };
            terms.push((term, factor.clone()));
        }
        terms.extend(first);
        let mut sum = AffineExpr::Constant(0);
        for (term, factor) in terms {
            let term = AffineExpr::binary(BinaryOp::Mul, term, number(&factor)?);
            self.nodes = match self.nodes.checked_sub(2) {
                Some(left) => left,
                None => return unknown("it depends on too many values"),
            };
            sum = AffineExpr::binary(BinaryOp::Add, sum, term);
        }
        Ok(AffineExpr::binary(BinaryOp::Add, sum, number(&form.constant)?))
    }

    fn product(&mut self, factors: &[Variable]) -> Result<AffineExpr, Stop> {
        factors.iter().try_fold(AffineExpr::Constant(1), |product, factor| {
            let factor = self.expression(&Linear::variable(*factor))?;
            Ok(AffineExpr::binary(BinaryOp::Mul, product, factor))
        })
    }

    fn leaf(&mut self, leaf: Leaf) -> AffineExpr {
        let index = self.leaves.iter().position(|it| *it == leaf).unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        });
        AffineExpr::Dim(index)
    }

    fn divided(
        &mut self,
        operation: BinaryOp,
        dividend: &Linear,
        divisor: &Integer,
    ) -> Result<AffineExpr, Stop> {
        // Dividends are over quotients that were there before.
        Ok(AffineExpr::binary(operation, self.expression(dividend)?, number(divisor)?))
    }

    /// The dividend and the divisor that a local variable is the floor of.
    fn quotient(&self, local: Variable) -> Result<(Linear, Integer), Stop> {
        let piece = &self.build.known.piece;
        let variable = Linear::variable(local);
        if let Some(found) = piece.quotients.iter().find(|it| it.value == variable) {
            return Ok((found.dividend.clone(), found.divisor.clone()));
        }
        // The number of the iteration of a loop with a step.
        let row = piece.equalities.iter().find_map(|row| {
            let (_, factor) = row.terms.iter().find(|it| it.0 == local)?;
            let divisor = if factor.is_negative() { -factor } else { return None };
            Some((row.plus(&variable.times(&divisor)), divisor))
        });
        row.map_or_else(|| unknown("it is over a number that is not known"), Ok)
    }
}

/// The number whose product with the divisor is the negated factor, if there is one.
fn multiple(factor: &Integer, divisor: &Integer) -> Option<Integer> {
    let times = (-factor).floor_div(divisor);
    (&times * divisor == -factor).then_some(times)
}

fn number(value: &Integer) -> Result<AffineExpr, Stop> {
    match value.to_i64() {
        Some(value) => Ok(AffineExpr::Constant(value)),
        None => unknown("it is over a number of more than 64 bits"),
    }
}
