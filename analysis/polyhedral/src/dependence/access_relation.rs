//! The access relation of one memref access: iterations of its loops and the elements that each touches.
//!
//! Everything that decides whether and where the access runs is in it: bounds, steps, conditions, and the values
//! that subscripts are computed from. What is not convex (the else region of a conjunction, a step from the maximum
//! of several bounds, the result of `affine.min`) splits it into pieces, one per choice.

pub mod affine_form;
mod arithmetic;
mod carried;
mod condition;
mod domain;
mod expansion;
mod index_value;
mod layout;
mod products;
mod proven;
mod transfer;

pub(super) use index_value::is_fixed;
pub use layout::{LayoutOverlap, layout_overlap};
pub use products::results_along;
pub(super) use products::{Delinearized, Digit, delinearized};
pub(super) use transfer::{TransferEnd, transfer_relation};

use self::products::Products;
use super::linear::{Linear, Variable};
use super::piece::{Piece, Quotient};
use super::{LoopDim, enclosing_loops};
use ir::affine::{AffineExpr, BinaryOp};
use ir::touches::{Elements, Touch};
use ir::{AppliedMap, Definition, Ir, OpId, OpKind, ValueId};
use presburger::Integer;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A union of conjunctions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccessRelation {
    /// Outermost first.
    pub loops: Vec<LoopDim>,
    pub pieces: Vec<Piece>,
    pub left_out: LeftOut,
}

/// What decides about the iterations and is not among the constraints, so that there are more iterations here than there
/// may be.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LeftOut {
    /// A condition that is not affine: either region is taken to run.
    pub conditions: bool,
    /// Why a bound or a step of a loop is not known.
    pub bounds: Option<Arc<str>>,
}

impl LeftOut {
    /// Whether nothing was left out, so that the operation runs in exactly the iterations of the relation.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    fn join(&mut self, other: &Self) {
        self.conditions |= other.conditions;
        if self.bounds.is_none() {
            self.bounds.clone_from(&other.bounds);
        }
    }
}

/// More pieces than this are not looked at.
const MAX_PIECES: usize = 64;

/// Constraints and subscripts of a piece with more terms are not looked at. Work is counted in entries of matrices, which
/// have a column for each variable: what only puts such a system together takes long already.
const MAX_TERMS: usize = 1_000;

/// The relation of an access, or why it is not known: with the lanes of a vector, and all elements that are copied.
pub fn access_relation(ir: &Ir, op: OpId, touch: &Touch<'_>) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        let Some(subscripts) = touch.elements.subscripts() else {
            return build.all_elements(op, touch.memref);
        };
        let mut results = build.map_results(op, subscripts, 0)?;
        build.add_lanes(op, touch, &mut results)?;
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
    relation_in(ir, op, Some(domain), |it| it, |build| build.map_results(op, map, 0))
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

/// An index or integer value in all iterations of the block that defines it, as the only subscript.
pub fn value_relation(ir: &Ir, value: ValueId) -> Result<AccessRelation, String> {
    let place = match ir.values[value].definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { block, .. } => ir.blocks[block].ops.first().copied(),
    };
    let Some(place) = place else { return Err("its block is empty".to_owned()) };
    relation(ir, place, |build| Ok(vec![build.value(value, 0)?]))
}

/// The iterations of an operation in which a value of type `i1` is true, or false.
pub fn condition_domain(ir: &Ir, op: OpId, value: ValueId, holds: bool) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        build.assume(value, holds, 0)?;
        Ok(Vec::new())
    })
}

/// The iterations in which the guard of an operation holds, or does not; all in which it runs where that is not known.
pub fn guarded_domain(ir: &Ir, op: OpId, holds: bool) -> Result<AccessRelation, String> {
    relation(ir, op, |build| {
        if let Some(guard) = ir.guard(op) {
            build.guarded(op, guard, holds)?;
        }
        Ok(Vec::new())
    })
}

fn relation(
    ir: &Ir,
    op: OpId,
    subscripts: impl Fn(&mut Build<'_>) -> Result<Vec<Linear>, Stop>,
) -> Result<AccessRelation, String> {
    relation_in(ir, op, None, |it| it, subscripts)
}

fn relation_in(
    ir: &Ir,
    op: OpId,
    domain: Option<&Domain>,
    prepare: for<'b> fn(Build<'b>) -> Build<'b>,
    subscripts: impl Fn(&mut Build<'_>) -> Result<Vec<Linear>, Stop>,
) -> Result<AccessRelation, String> {
    let loops = domain.map_or_else(|| enclosing_loops(ir, op), |it| it.loops.clone());
    let mut pieces = Vec::new();
    let mut left_out = LeftOut::default();
    let mut pending = vec![FxHashMap::default()];
    while let Some(choices) = pending.pop() {
        // Another choice may be about the domain.
        let known = domain.filter(|_| choices.is_empty());
        let mut build = match known {
            Some(domain) => domain.build(ir, &loops),
            None => prepare(Build { choices, ..Build::new(ir, &loops) }),
        };
        let built = if known.is_some() { Ok(()) } else { build.domain(op) };
        let built = built.and_then(|()| subscripts(&mut build));
        match built {
            Ok(subscripts) => {
                build.known.piece.subscripts = subscripts;
                if build.known.piece.terms() > MAX_TERMS {
                    return Err(TOO_MANY_TERMS.to_owned());
                }
                left_out.join(&build.known.left_out);
                pieces.push(build.known.piece);
            }
            Err(Stop::Choose(choice, alternatives)) => pending.extend(build.each_way(choice, alternatives)),
            Err(Stop::Unknown(unknown)) => return Err(unknown.reason),
        }
        if pieces.len() + pending.len() > MAX_PIECES {
            return Err("its domain falls into too many cases".to_owned());
        }
    }
    Ok(AccessRelation { loops, pieces, left_out })
}

/// The iterations in which the operations of a block run, where they are one piece.
pub(super) struct Domain {
    loops: Vec<LoopDim>,
    known: Known,
}

impl Domain {
    /// That of the block of an operation; `None` where it takes choices or is not known.
    pub(super) fn of(ir: &Ir, op: OpId) -> Option<Self> {
        let loops = enclosing_loops(ir, op);
        let mut build = Build::new(ir, &loops);
        build.domain(op).ok()?;
        let Build { known, .. } = build;
        Some(Self { loops, known })
    }

    fn build<'a>(&self, ir: &'a Ir, loops: &'a [LoopDim]) -> Build<'a> {
        Build { known: self.known.clone(), ..Build::new(ir, loops) }
    }
}

impl AccessRelation {
    /// The sizes of its forms together.
    pub(super) fn terms(&self) -> usize {
        self.pieces.iter().map(Piece::terms).sum()
    }
}

const TOO_MANY_TERMS: &str = "it depends on too many values";

/// Something that is not convex and has to be decided piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Choice {
    /// Which operand of an `affine.min` or `affine.max` is its result.
    MinMax(OpId),
    /// Which lower bound of a loop dimension is the greatest.
    LowerBound(OpId, usize),
    /// Which constraint of a condition fails.
    Else(OpId),
    /// Which way a comparison or a connective of conditions holds, or fails.
    Condition(OpId, bool),
    /// Which value a selection gives.
    Select(OpId),
    /// Whether a dividend is negative.
    Sign(OpId),
}

/// Why a piece could not be built.
enum Stop {
    Choose(Choice, usize),
    Unknown(Unknown),
}

struct Unknown {
    reason: String,
    /// The innermost value that it is about.
    value: Option<ValueId>,
}

fn unknown<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Unknown(Unknown { reason: reason.into(), value: None }))
}

fn is_unknown<T>(result: &Result<T, Stop>) -> bool {
    matches!(result, Err(Stop::Unknown(_)))
}

struct Build<'a> {
    ir: &'a Ir,
    loops: &'a [LoopDim],
    choices: FxHashMap<Choice, usize>,
    known: Known,
    /// Values that forms are over, whatever computes them.
    is_leaf: Option<IsLeaf<'a>>,
}

type IsLeaf<'a> = &'a dyn Fn(ValueId) -> bool;

/// What has been built of a piece, and found out on the way.
#[derive(Clone, Default)]
struct Known {
    piece: Piece,
    values: FxHashMap<ValueId, Linear>,
    /// Conditions that were asked for, each with whether it holds: among the constraints, or why not.
    assumed: FxHashMap<(ValueId, bool), Result<(), Arc<str>>>,
    /// The number of the iteration, by loop and dimension.
    iterations: FxHashMap<(OpId, usize), Linear>,
    left_out: LeftOut,
    /// `None` where products are not looked at.
    products: Option<Products>,
    /// The variables of loops that are numbered by their iterations, since these are steps of a symbol or begin at a product.
    variables: FxHashMap<(OpId, usize), Linear>,
}

impl<'a> Build<'a> {
    fn new(ir: &'a Ir, loops: &'a [LoopDim]) -> Self {
        Self { ir, loops, choices: FxHashMap::default(), known: Known::default(), is_leaf: None }
    }

    fn local(&mut self) -> Linear {
        self.known.piece.locals += 1;
        Linear::variable(Variable::Local(self.known.piece.locals - 1))
    }

    fn choose(&self, choice: Choice, alternatives: usize) -> Result<usize, Stop> {
        match self.choices.get(&choice) {
            Some(chosen) => Ok(*chosen),
            None if alternatives == 1 => Ok(0),
            None => Err(Stop::Choose(choice, alternatives)),
        }
    }

    /// The choices of this piece and one more, each way that it can be made; the first one last.
    fn each_way(self, choice: Choice, alternatives: usize) -> impl Iterator<Item = FxHashMap<Choice, usize>> {
        let choices = self.choices;
        (0..alternatives).rev().map(move |alternative| {
            let mut choices = choices.clone();
            choices.insert(choice, alternative);
            choices
        })
    }

    /// The greatest of the forms, in this piece.
    fn greatest(&mut self, choice: Choice, forms: &[Linear]) -> Result<Linear, Stop> {
        let chosen = self.choose(choice, forms.len())?;
        let Some(greatest) = forms.get(chosen) else { return unknown("a bound is not known") };
        for (index, other) in forms.iter().enumerate() {
            if index != chosen {
                self.known.piece.inequalities.push(greatest.minus(other));
            }
        }
        Ok(greatest.clone())
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
        let input = |list: &[Linear], index: usize| match list.get(index) {
            Some(input) => Ok(input.clone()),
            None => unknown("an expression has an input that its map does not declare"),
        };
        match expr {
            AffineExpr::Constant(value) => Ok(Linear::constant(*value)),
            AffineExpr::Dim(index) => input(&inputs.dims, *index),
            AffineExpr::Symbol(index) => input(&inputs.symbols, *index),
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
                _ => self.product(left, right),
            };
        }
        let Some(divisor) = right.as_constant().filter(|it| it.is_positive()).cloned() else {
            self.divides(right);
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
        let known =
            self.known.piece.quotients.iter().find(|it| it.dividend == *dividend && it.divisor == *divisor);
        if let Some(known) = known {
            return known.value.clone();
        }
        let quotient = self.local();
        let found =
            Quotient { dividend: dividend.clone(), divisor: divisor.clone(), value: quotient.clone() };
        self.known.piece.inequalities.extend(found.bounds());
        self.known.piece.quotients.push(found);
        quotient
    }

    /// A vector access touches a box: subscripts plus a lane each.
    fn add_lanes(&mut self, op: OpId, touch: &Touch<'_>, subscripts: &mut [Linear]) -> Result<(), Stop> {
        let Some(dims) = touch.lanes(self.ir, op) else { return unknown("the vector's type is not known") };
        let Some(first) = subscripts.len().checked_sub(dims.len()) else {
            return unknown("the vector has more dimensions than the memref");
        };
        let last = (first..subscripts.len()).map(Some);
        let along = match &touch.elements {
            Elements::Perhaps(_, along) => {
                // Which lanes are left out is decided as a condition decides it.
                self.known.left_out.conditions = true;
                along.clone()
            }
            Elements::At(_) | Elements::Lanes(_) | Elements::All => last.collect(),
        };
        for (along, dim) in along.into_iter().zip(dims) {
            if dim.scalable {
                return unknown("the vector is scalable");
            }
            let Some(subscript) = along.and_then(|it| subscripts.get_mut(it)).filter(|_| dim.size != 1)
            else {
                continue;
            };
            let lane = self.local();
            let last = Linear::constant(i64::try_from(dim.size).unwrap_or(i64::MAX)).plus_constant(-1);
            self.known.piece.inequalities.extend([lane.clone(), last.minus(&lane)]);
            *subscript = subscript.plus(&lane);
        }
        Ok(())
    }

    /// The subscripts of any element of a memref.
    fn all_elements(&mut self, op: OpId, memref: usize) -> Result<Vec<Linear>, Stop> {
        let Some(shape) = self.ir.memref_type(op, memref) else {
            return unknown("the memref's type is not known");
        };
        let mut subscripts = Vec::with_capacity(shape.dims.len());
        for size in &shape.dims {
            let subscript = self.local();
            self.known.piece.inequalities.push(subscript.clone());
            if let Some(size) = size {
                let last = Linear::constant(i64::try_from(*size).unwrap_or(i64::MAX)).plus_constant(-1);
                self.known.piece.inequalities.push(last.minus(&subscript));
            }
            subscripts.push(subscript);
        }
        Ok(subscripts)
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
