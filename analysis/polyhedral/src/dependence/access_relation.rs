//! The access relation of one memref access: iterations of its loops and the elements that each touches.
//!
//! Everything that decides whether and where the access runs is in it: bounds, steps, conditions, and the values
//! that subscripts are computed from. What is not convex (the else region of a conjunction, a step from the maximum
//! of several bounds, the result of `affine.min`) splits it into pieces, one per choice.

mod index_value;
mod layout;
mod transfer;

pub(super) use index_value::is_fixed;
pub use layout::{LayoutOverlap, layout_overlap};
pub(super) use transfer::{TransferEnd, transfer_relation};

use super::linear::{Linear, Variable};
use super::{LoopDim, enclosing_loops};
use ir::affine::{AffineExpr, BinaryOp, ConstraintKind};
use ir::types::Type;
use ir::{AccessOp, AppliedMap, For, Ir, OpId, OpKind, Parallel, ValueId};
use presburger::Integer;
use rustc_hash::FxHashMap;

/// A union of conjunctions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccessRelation {
    /// Outermost first.
    pub loops: Vec<LoopDim>,
    pub pieces: Vec<Piece>,
}

/// One conjunction, with the subscripts in terms of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Piece {
    /// Number of local variables.
    pub locals: usize,
    /// Each is zero.
    pub equalities: Vec<Linear>,
    /// Each is not negative.
    pub inequalities: Vec<Linear>,
    pub subscripts: Vec<Linear>,
    /// What some of the local variables are; the inequalities say so too.
    pub quotients: Vec<Quotient>,
}

/// `value = floor(dividend / divisor)`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quotient {
    pub dividend: Linear,
    /// Positive.
    pub divisor: Integer,
    pub value: Linear,
}

/// More pieces than this are not looked at.
const MAX_PIECES: usize = 64;

/// Constraints and subscripts of a piece with more terms are not looked at. Work is counted in entries of matrices, which
/// have a column for each variable: what only puts such a system together takes long already.
const MAX_TERMS: usize = 1_000;

/// The relation of an access with the given subscripts, or why it is not known.
///
/// `lanes` is what a vector access touches beyond its subscripts: extents of the last dimensions.
pub fn access_relation(ir: &Ir, op: OpId, subscripts: &AppliedMap) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        let mut results = build.map_results(op, subscripts, 0)?;
        build.add_lanes(op, &mut results)?;
        Ok(results)
    })
}

/// The results of maps over the operands of `op`, one map after the other, in all iterations in which it runs.
///
/// Of an access these are the subscripts at which it starts, without the lanes of a vector.
pub fn results_relation(ir: &Ir, op: OpId, maps: &[&AppliedMap]) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        let mut results = Vec::new();
        for map in maps {
            results.extend(build.map_results(op, map, 0)?);
        }
        Ok(results)
    })
}

/// As [`results_relation`] of one map, of an operation in a block whose domain is known.
pub(super) fn results_relation_in(
    ir: &Ir,
    op: OpId,
    domain: &Domain,
    map: &AppliedMap,
) -> Result<AccessRelation, String> {
    relation_in(ir, op, Some(domain), |build| build.map_results(op, map, 0))
}

/// The expressions of the constraints of an `affine.if`, in order, in all iterations in which it runs.
pub fn constraints_relation(ir: &Ir, op: OpId) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        let OpKind::If(conditional) = &ir.ops[op].kind else { return unknown("it is no condition") };
        let Some(set) = &conditional.condition.set else { return unknown("a condition is not known") };
        let operands = conditional.condition.operands.clone();
        let inputs = build.inputs(op, set.dims, set.symbols, operands, 0)?;
        set.constraints.iter().map(|it| build.expression(&it.expression, &inputs)).collect()
    })
}

/// The iteration domain of an operation: an access relation without subscripts.
pub fn iteration_domain(ir: &Ir, op: OpId) -> Result<AccessRelation, String> {
    relation(ir, op, |_| Ok(Vec::new()))
}

fn relation(
    ir: &Ir,
    op: OpId,
    subscripts: impl Fn(&mut Build<'_>) -> Result<Vec<Linear>, Stop>,
) -> Result<AccessRelation, String> {
    relation_in(ir, op, None, subscripts)
}

fn relation_in(
    ir: &Ir,
    op: OpId,
    domain: Option<&Domain>,
    subscripts: impl Fn(&mut Build<'_>) -> Result<Vec<Linear>, Stop>,
) -> Result<AccessRelation, String> {
    let loops = domain.map_or_else(|| enclosing_loops(ir, op), |it| it.loops.clone());
    let mut pieces = Vec::new();
    let mut pending = vec![FxHashMap::default()];
    while let Some(choices) = pending.pop() {
        // Another choice may be about the domain.
        let known = domain.filter(|_| choices.is_empty());
        let (piece, values) = known.map(|it| (it.piece.clone(), it.values.clone())).unwrap_or_default();
        let mut build = Build { ir, loops: &loops, choices, piece, values };
        let built = if known.is_some() { Ok(()) } else { build.domain(op) };
        let built = built.and_then(|()| subscripts(&mut build));
        match built {
            Ok(subscripts) => {
                build.piece.subscripts = subscripts;
                if build.piece.terms() > MAX_TERMS {
                    return Err(TOO_MANY_TERMS.to_owned());
                }
                pieces.push(build.piece);
            }
            Err(Stop::Choose(choice, alternatives)) => {
                for alternative in (0..alternatives).rev() {
                    let mut choices = build.choices.clone();
                    choices.insert(choice, alternative);
                    pending.push(choices);
                }
            }
            Err(Stop::Unknown(reason)) => return Err(reason),
        }
        if pieces.len() + pending.len() > MAX_PIECES {
            return Err("its domain falls into too many cases".to_owned());
        }
    }
    Ok(AccessRelation { loops, pieces })
}

/// The iterations in which the operations of a block run, where they are one piece.
pub(super) struct Domain {
    loops: Vec<LoopDim>,
    piece: Piece,
    /// What has been found out about values on the way.
    values: FxHashMap<ValueId, Linear>,
}

impl Domain {
    /// That of the block of an operation; `None` where it takes choices or is not known.
    pub(super) fn of(ir: &Ir, op: OpId) -> Option<Self> {
        let loops = enclosing_loops(ir, op);
        let (choices, piece, values) = Default::default();
        let mut build = Build { ir, loops: &loops, choices, piece, values };
        build.domain(op).ok()?;
        let Build { piece, values, .. } = build;
        Some(Self { loops, piece, values })
    }
}

impl AccessRelation {
    /// The sizes of its forms together.
    pub(super) fn terms(&self) -> usize {
        self.pieces.iter().map(Piece::terms).sum()
    }
}

const TOO_MANY_TERMS: &str = "it depends on too many values";

impl Piece {
    /// The sizes of its forms, the constants included.
    fn terms(&self) -> usize {
        let forms = self.equalities.iter().chain(&self.inequalities).chain(&self.subscripts);
        forms.map(|it| it.terms.len() + 1).sum()
    }
}

/// Something that is not convex and has to be decided piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Choice {
    /// Which operand of an `affine.min` or `affine.max` is its result.
    MinMax(OpId),
    /// Which lower bound of a loop dimension is the greatest.
    LowerBound(OpId, usize),
    /// Which constraint of a condition fails.
    Else(OpId),
}

/// Why a piece could not be built.
enum Stop {
    Choose(Choice, usize),
    Unknown(String),
}

fn unknown<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Unknown(reason.into()))
}

struct Build<'a> {
    ir: &'a Ir,
    loops: &'a [LoopDim],
    choices: FxHashMap<Choice, usize>,
    piece: Piece,
    values: FxHashMap<ValueId, Linear>,
}

impl Build<'_> {
    fn local(&mut self) -> Linear {
        self.piece.locals += 1;
        Linear::variable(Variable::Local(self.piece.locals - 1))
    }

    fn choose(&self, choice: Choice, alternatives: usize) -> Result<usize, Stop> {
        match self.choices.get(&choice) {
            Some(chosen) => Ok(*chosen),
            None if alternatives == 1 => Ok(0),
            None => Err(Stop::Choose(choice, alternatives)),
        }
    }

    /// Constrains the iterations to those in which the operation runs.
    fn domain(&mut self, op: OpId) -> Result<(), Stop> {
        let mut path: Vec<OpId> = self.ir.ancestors(op).collect();
        path.reverse();
        path.push(op);
        for pair in path.windows(2) {
            let [ancestor, inner] = *pair else { continue };
            match &self.ir.ops[ancestor].kind {
                OpKind::For(loop_) => self.for_domain(ancestor, loop_)?,
                OpKind::Parallel(parallel) => self.parallel_domain(ancestor, parallel)?,
                OpKind::If(_) => {
                    let region = self.ir.blocks[self.ir.ops[inner].block].parent;
                    self.condition(ancestor, self.ir.ops[ancestor].regions.first() == Some(&region))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A loop without an induction variable, which is a mistake, is none of those around.
    fn loop_variable(&self, op: OpId, dim: usize) -> Result<Linear, Stop> {
        match self.loops.iter().position(|it| it.op == op && it.dim == dim) {
            Some(index) => Ok(Linear::variable(Variable::Loop(index))),
            None => unknown("an induction variable is missing, or used outside its loop"),
        }
    }

    fn for_domain(&mut self, op: OpId, loop_: &For) -> Result<(), Stop> {
        let lower = self.map_results(op, &loop_.lower, 0)?;
        let upper = self.map_results(op, &loop_.upper, 0)?;
        self.loop_domain(op, 0, &lower, &upper, loop_.step)
    }

    fn parallel_domain(&mut self, op: OpId, parallel: &Parallel) -> Result<(), Stop> {
        let Some(steps) = &parallel.steps else { return unknown("a step is not known") };
        for (dim, (lower, upper)) in parallel.lower.iter().zip(&parallel.upper).enumerate() {
            let lower = self.map_results(op, lower, 0)?;
            let upper = self.map_results(op, upper, 0)?;
            self.loop_domain(op, dim, &lower, &upper, steps.get(dim).copied())?;
        }
        Ok(())
    }

    /// `max(lower) <= i < min(upper)`, in steps from `max(lower)`.
    fn loop_domain(
        &mut self,
        op: OpId,
        dim: usize,
        lower: &[Linear],
        upper: &[Linear],
        step: Option<i64>,
    ) -> Result<(), Stop> {
        let Some(step) = step.filter(|it| *it > 0) else { return unknown("a step is not known") };
        if lower.is_empty() || upper.is_empty() {
            return unknown("a bound is not known");
        }
        let variable = self.loop_variable(op, dim)?;
        for bound in upper {
            self.piece.inequalities.push(bound.minus(&variable).plus_constant(-1));
        }
        if step == 1 {
            for bound in lower {
                self.piece.inequalities.push(variable.minus(bound));
            }
            return Ok(());
        }
        let start = self.greatest(Choice::LowerBound(op, dim), lower)?;
        let iteration = self.local();
        self.piece.equalities.push(variable.minus(&start).minus(&iteration.times(&Integer::from(step))));
        self.piece.inequalities.push(iteration);
        Ok(())
    }

    /// The greatest of the forms, in this piece.
    fn greatest(&mut self, choice: Choice, forms: &[Linear]) -> Result<Linear, Stop> {
        let chosen = self.choose(choice, forms.len())?;
        let Some(greatest) = forms.get(chosen) else { return unknown("a bound is not known") };
        for (index, other) in forms.iter().enumerate() {
            if index != chosen {
                self.piece.inequalities.push(greatest.minus(other));
            }
        }
        Ok(greatest.clone())
    }

    fn condition(&mut self, op: OpId, holds: bool) -> Result<(), Stop> {
        let OpKind::If(conditional) = &self.ir.ops[op].kind else { return Ok(()) };
        let Some(set) = &conditional.condition.set else { return unknown("a condition is not known") };
        let inputs = self.inputs(op, set.dims, set.symbols, conditional.condition.operands.clone(), 0)?;
        if holds {
            for constraint in &set.constraints {
                let form = self.expression(&constraint.expression, &inputs)?;
                match constraint.kind {
                    ConstraintKind::Equality => self.piece.equalities.push(form),
                    ConstraintKind::Inequality => self.piece.inequalities.push(form),
                }
            }
            return Ok(());
        }
        // One piece per way to fail; an equality fails on either side.
        let ways: Vec<_> = set
            .constraints
            .iter()
            .flat_map(|it| match it.kind {
                ConstraintKind::Equality => vec![(&it.expression, -1), (&it.expression, 1)],
                ConstraintKind::Inequality => vec![(&it.expression, -1)],
            })
            .collect();
        if ways.is_empty() {
            self.piece.inequalities.push(Linear::constant(-1));
            return Ok(());
        }
        let chosen = self.choose(Choice::Else(op), ways.len())?;
        let Some((expression, sign)) = ways.get(chosen) else { return unknown("a condition is not known") };
        let form = self.expression(expression, &inputs)?;
        self.piece.inequalities.push(form.times(&Integer::from(*sign)).plus_constant(-1));
        Ok(())
    }

    /// The results of a map over the operands of `op`.
    fn map_results(&mut self, op: OpId, applied: &AppliedMap, depth: usize) -> Result<Vec<Linear>, Stop> {
        let Some(map) = &applied.map else { return unknown("a map is not known") };
        let inputs = self.inputs(op, map.dims, map.symbols, applied.operands.clone(), depth)?;
        map.results.iter().map(|it| self.expression(it, &inputs)).collect()
    }

    fn inputs(
        &mut self,
        op: OpId,
        dims: usize,
        symbols: usize,
        operands: std::ops::Range<usize>,
        depth: usize,
    ) -> Result<Inputs, Stop> {
        let values: Vec<_> = self.ir.operand_values(op, &operands).collect();
        if values.len() != dims + symbols {
            return unknown("a map has operands of the wrong number");
        }
        let mut forms = Vec::with_capacity(values.len());
        for value in values {
            let Some(value) = value else { return unknown("a value is not defined") };
            forms.push(self.value(value, depth)?);
        }
        let symbols = forms.split_off(dims);
        Ok(Inputs { dims: forms, symbols })
    }

    fn expression(&mut self, expr: &AffineExpr, inputs: &Inputs) -> Result<Linear, Stop> {
        let broken = || Stop::Unknown("an expression has an input that its map does not declare".to_owned());
        match expr {
            AffineExpr::Constant(value) => Ok(Linear::constant(*value)),
            AffineExpr::Dim(index) => inputs.dims.get(*index).cloned().ok_or_else(broken),
            AffineExpr::Symbol(index) => inputs.symbols.get(*index).cloned().ok_or_else(broken),
            AffineExpr::Binary(op, left, right) => {
                let left = self.expression(left, inputs)?;
                let right = self.expression(right, inputs)?;
                if left.terms.len() > MAX_TERMS {
                    return unknown(TOO_MANY_TERMS);
                }
                self.binary(*op, &left, &right)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Linear, right: &Linear) -> Result<Linear, Stop> {
        if op == BinaryOp::Add {
            return Ok(left.plus(right));
        }
        if op == BinaryOp::Mul {
            return match (left.as_constant(), right.as_constant()) {
                (_, Some(factor)) => Ok(left.times(factor)),
                (Some(factor), _) => Ok(right.times(factor)),
                _ => unknown("a product of two variables is not affine"),
            };
        }
        let Some(divisor) = right.as_constant().filter(|it| it.is_positive()).cloned() else {
            return unknown("a division by something that is no positive constant is not affine");
        };
        Ok(match op {
            BinaryOp::CeilDiv => {
                let round = &divisor - &Integer::from(1);
                let dividend = left.plus(&Linear::constant(round));
                self.quotient(&dividend, &divisor)
            }
            BinaryOp::Mod => {
                let quotient = self.quotient(left, &divisor);
                left.minus(&quotient.times(&divisor))
            }
            _ => self.quotient(left, &divisor),
        })
    }

    /// `floor(dividend / divisor)`: a local q with `0 <= dividend - divisor * q < divisor`.
    fn quotient(&mut self, dividend: &Linear, divisor: &Integer) -> Linear {
        if let Some(constant) = dividend.as_constant() {
            return Linear::constant(constant.floor_div(divisor));
        }
        let known = self.piece.quotients.iter().find(|it| it.dividend == *dividend && it.divisor == *divisor);
        if let Some(known) = known {
            return known.value.clone();
        }
        let quotient = self.local();
        let remainder = dividend.minus(&quotient.times(divisor));
        let complement = Linear::constant(divisor.clone()).plus_constant(-1).minus(&remainder);
        self.piece.inequalities.extend([remainder, complement]);
        self.piece.quotients.push(Quotient {
            dividend: dividend.clone(),
            divisor: divisor.clone(),
            value: quotient.clone(),
        });
        quotient
    }

    /// A vector access touches a box: each of the last subscripts plus a lane.
    fn add_lanes(&mut self, op: OpId, subscripts: &mut [Linear]) -> Result<(), Stop> {
        let data = &self.ir.ops[op];
        let OpKind::Access(access) = &data.kind else { return Ok(()) };
        let vector = match access.op {
            AccessOp::VectorLoad => data.results.first().copied(),
            AccessOp::VectorStore => access.stored.and_then(|it| data.operands.get(it)?.value),
            _ => return Ok(()),
        };
        let Some(Type::Vector { dims, .. }) = vector.map(|it| &self.ir.values[it].ty) else {
            return unknown("the vector's type is not known");
        };
        let Some(first) = subscripts.len().checked_sub(dims.len()) else {
            return unknown("the vector has more dimensions than the memref");
        };
        for (subscript, dim) in subscripts.iter_mut().skip(first).zip(dims) {
            if dim.scalable {
                return unknown("the vector is scalable");
            }
            if dim.size == 1 {
                continue;
            }
            let lane = self.local();
            let last = Linear::constant(i64::try_from(dim.size).unwrap_or(i64::MAX)).plus_constant(-1);
            self.piece.inequalities.extend([lane.clone(), last.minus(&lane)]);
            *subscript = subscript.plus(&lane);
        }
        Ok(())
    }
}

struct Inputs {
    dims: Vec<Linear>,
    symbols: Vec<Linear>,
}

/// Whether the regions of an operation may run more than once each time it does.
pub fn repeats(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    !data.is_function_or_module() && !data.is_branching()
}
