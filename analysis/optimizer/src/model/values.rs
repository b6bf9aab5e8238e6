//! Numbers in the middle of the loops around: variables are taken in the middle of their range, trip counts in the mean.

use ir::affine::{AffineExpr, BinaryOp};
use ir::{AppliedMap, Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;

/// Values that are computed by longer chains of operations are taken for a size.
const MOST_CHAIN: usize = 32;

/// Iterations of the loops around that are looked at for a mean trip count.
const SAMPLES: u32 = 64;

pub(super) struct Values<'a> {
    ir: &'a Ir,
    /// The value that is assumed for an unknown size.
    size: f64,
    /// The variables of the loops around.
    variables: FxHashMap<ValueId, Variable>,
    /// How many operations the value that is looked at is computed by so far.
    chain: usize,
    /// How often a size was taken for what the target says.
    pub(super) guesses: usize,
    pub(super) around: Vec<Around>,
}

/// A variable in the middle of its range.
#[derive(Debug, Clone, Copy)]
struct Variable {
    of: OpId,
    dim: usize,
    /// From the lower bound.
    offset: f64,
}

/// A dimension of a loop around.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) of: OpId,
    dim: usize,
    pub(super) variable: ValueId,
    pub(super) step: f64,
    pub(super) trips: f64,
}

/// The lower and the upper bound of a dimension.
type Bounds<'a> = (&'a AppliedMap, &'a AppliedMap);

impl<'a> Values<'a> {
    pub(super) fn new(ir: &'a Ir, size: f64) -> Self {
        let variables = FxHashMap::default();
        Self { ir, size, variables, chain: 0, guesses: 0, around: Vec::new() }
    }

    /// Enters a loop; its trip count in the mean.
    pub(super) fn enter(
        &mut self,
        (op, dim): (OpId, usize),
        bounds: Bounds<'_>,
        step: f64,
        variable: Option<&ValueId>,
    ) -> f64 {
        let trips = self.mean_trips(op, bounds, step);
        if let Some(variable) = variable {
            let offset = (trips / 2.0).floor() * step;
            self.variables.insert(*variable, Variable { of: op, dim, offset });
            self.around.push(Around { of: op, dim, variable: *variable, step, trips });
        }
        trips
    }

    /// The mean over evenly spread iterations of the enclosing loops, each weighted by the sizes of
    /// the ranges that it was taken from.
    fn mean_trips(&mut self, op: OpId, bounds: Bounds<'_>, step: f64) -> f64 {
        let ir = self.ir;
        let is_constant = |it: &AppliedMap| it.operands.is_empty();
        if self.around.is_empty() || is_constant(bounds.0) && is_constant(bounds.1) {
            return self.trips(op, bounds, step);
        }
        let middle: Vec<(ValueId, Variable)> = self
            .around
            .iter()
            .filter_map(|it| Some((it.variable, *self.variables.get(&it.variable)?)))
            .collect();
        let (mut sum, mut weights) = (0.0, 0.0);
        for sample in 0..SAMPLES {
            let mut weight = 1.0;
            for (level, around) in self.around.clone().into_iter().enumerate() {
                let Some(bounds) = bounds_of(ir, around.of, around.dim) else { continue };
                let trips = self.trips(around.of, bounds, around.step);
                let share = share(sample, level);
                if let Some(variable) = self.variables.get_mut(&around.variable) {
                    variable.offset = (share * trips).floor() * around.step;
                }
                weight *= trips;
            }
            if weight > 0.0 {
                sum += weight * self.trips(op, bounds, step);
                weights += weight;
            }
        }
        self.variables.extend(middle);
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// The trip count in the middle of the loops around.
    pub(super) fn trips(&mut self, op: OpId, bounds: Bounds<'_>, step: f64) -> f64 {
        let lower = self.bound(op, bounds.0, f64::max).unwrap_or(0.0);
        let upper = self.bound(op, bounds.1, f64::min).unwrap_or_else(|| self.guess());
        ((upper - lower) / step).ceil().max(0.0)
    }

    /// Moves a variable on or back.
    pub(super) fn shift(&mut self, variable: ValueId, by: f64) {
        if let Some(variable) = self.variables.get_mut(&variable) {
            variable.offset += by;
        }
    }

    fn bound(&mut self, op: OpId, map: &AppliedMap, extreme: fn(f64, f64) -> f64) -> Option<f64> {
        self.results(op, map)?.into_iter().reduce(extreme)
    }

    /// The results of a map in the middle of the enclosing loops.
    pub(super) fn results(&mut self, op: OpId, applied: &AppliedMap) -> Option<Vec<f64>> {
        let ir = self.ir;
        let map = applied.map.as_ref()?;
        let operands = ir.ops[op].operands.get(applied.operands.clone())?;
        let mut inputs: Vec<f64> = Vec::new();
        for operand in operands {
            inputs.push(match operand.value {
                Some(it) => self.value(it),
                None => self.guess(),
            });
        }
        map.results.iter().map(|it| evaluate(it, &inputs, map.dims)).collect()
    }

    /// The value that is assumed for an unknown size.
    fn guess(&mut self) -> f64 {
        self.guesses += 1;
        self.size
    }

    /// A value of type `index`, in the middle of the loops around.
    pub(super) fn value(&mut self, value: ValueId) -> f64 {
        if self.chain >= MOST_CHAIN {
            return self.guess();
        }
        self.chain += 1;
        let found = self.computed(value).unwrap_or_else(|| self.guess());
        self.chain -= 1;
        found
    }

    fn computed(&mut self, value: ValueId) -> Option<f64> {
        let ir = self.ir;
        if let Some(Variable { of, dim, offset }) = self.variables.get(&value).copied() {
            let (lower, _) = bounds_of(ir, of, dim)?;
            return Some(self.bound(of, lower, f64::max)? + offset);
        }
        let op = ir.defining_op(value)?;
        match &ir.ops[op].kind {
            OpKind::ConstantInteger(value) => Some(*value as f64),
            OpKind::Apply(map) | OpKind::Max(map) => self.bound(op, map, f64::max),
            OpKind::Min(map) => self.bound(op, map, f64::min),
            _ => None,
        }
    }
}

/// The bounds of a dimension of a loop.
pub(super) fn bounds_of(ir: &Ir, op: OpId, dim: usize) -> Option<Bounds<'_>> {
    match &ir.ops[op].kind {
        OpKind::For(header) => Some((&header.lower, &header.upper)),
        OpKind::Parallel(parallel) => Some((parallel.lower.get(dim)?, parallel.upper.get(dim)?)),
        _ => None,
    }
}

/// Where a sample lies in the range of a loop around: evenly in the first, and in the others by multiples of powers of the
/// plastic number's inverse, and its like (Roberts, *The Unreasonable Effectiveness of Quasirandom Sequences*, 2018).
fn share(sample: u32, level: usize) -> f64 {
    const STEPS: [f64; 5] = [0.754_878, 0.569_840, 0.430_160, 0.324_718, 0.245_122];
    match level.checked_sub(1) {
        None => (f64::from(sample) + 0.5) / f64::from(SAMPLES),
        Some(level) => (0.5 + f64::from(sample) * STEPS[level % STEPS.len()]).fract(),
    }
}

/// Lowering bounds the depth of expressions.
fn evaluate(expression: &AffineExpr, inputs: &[f64], dims: usize) -> Option<f64> {
    Some(match expression {
        AffineExpr::Dim(index) => *inputs.get(*index)?,
        AffineExpr::Symbol(index) => *inputs.get(dims.checked_add(*index)?)?,
        AffineExpr::Constant(value) => *value as f64,
        AffineExpr::Binary(op, left, right) => {
            let (left, right) = (evaluate(left, inputs, dims)?, evaluate(right, inputs, dims)?);
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Mul => left * right,
                BinaryOp::FloorDiv => (left / right).floor(),
                BinaryOp::CeilDiv => (left / right).ceil(),
                BinaryOp::Mod => left - right * (left / right).floor(),
            }
        }
    })
}
