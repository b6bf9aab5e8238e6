//! The form of the values in a loop's body when several iterations run together.

use super::access::Shape;
use ir::{Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;

/// One value of several iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    /// The same in all of them, and stays a scalar.
    Uniform,
    /// An index that is affine in the loop: that of the first iteration stays as it is, and determines all others.
    Index,
    /// Becomes a vector under its name.
    Vector,
}

/// A value that is not listed is uniform.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Lanes {
    of: FxHashMap<ValueId, Lane>,
}

impl Lanes {
    /// The lanes of all values inside a loop, given those that are known to begin with: its induction variable and the
    /// values it folds.
    pub(super) fn of(
        ir: &Ir,
        inside: &[OpId],
        known: impl IntoIterator<Item = (ValueId, Lane)>,
        shapes: &FxHashMap<OpId, Shape>,
    ) -> Self {
        let mut lanes = Self { of: known.into_iter().collect() };
        // Values only ever leave `Uniform`: at most one round for each that inner loops carry.
        while inside.iter().fold(false, |changed, op| lanes.propagate(ir, *op, shapes) | changed) {}
        lanes
    }

    pub(super) fn get(&self, value: ValueId) -> Lane {
        self.of.get(&value).copied().unwrap_or(Lane::Uniform)
    }

    pub(super) fn is_uniform(&self, value: ValueId) -> bool {
        self.get(value) == Lane::Uniform
    }

    /// Whether any of the operands differs from lane to lane; unknown names do.
    pub(super) fn differ(&self, ir: &Ir, op: OpId, operands: std::ops::Range<usize>) -> bool {
        let operands = ir.ops[op].operands.get(operands).unwrap_or_default();
        operands.iter().any(|it| it.value.is_none_or(|it| !self.is_uniform(it)))
    }

    fn propagate(&mut self, ir: &Ir, op: OpId, shapes: &FxHashMap<OpId, Shape>) -> bool {
        let data = &ir.ops[op];
        let all = 0..data.operands.len();
        match &data.kind {
            OpKind::For(header) => {
                let arguments = ir.body(op).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
                let inits = data.operands.get(header.inits.clone()).unwrap_or_default();
                let mut changed = false;
                for (index, init) in inits.iter().enumerate() {
                    let yielded = yielded(ir, op, 0, index);
                    let values = [init.value, yielded];
                    if values.iter().flatten().any(|it| !self.is_uniform(*it)) {
                        let carried = [arguments.get(index + 1), data.results.get(index)];
                        changed |= self.set(carried.into_iter().flatten(), Lane::Vector);
                    }
                }
                changed
            }
            OpKind::If(conditional) => {
                let chooses = self.differ(ir, op, conditional.condition.operands.clone());
                let mut changed = chooses && self.set(&data.results, Lane::Vector);
                for (index, result) in data.results.iter().enumerate() {
                    let ways = (0..data.regions.len()).filter_map(|region| yielded(ir, op, region, index));
                    if ways.into_iter().any(|it| !self.is_uniform(it)) {
                        changed |= self.set([result], Lane::Vector);
                    }
                }
                changed
            }
            OpKind::Apply(_)
            | OpKind::Min(_)
            | OpKind::Max(_)
            | OpKind::Linearize { .. }
            | OpKind::Delinearize { .. } => self.differ(ir, op, all) && self.set(&data.results, Lane::Index),
            OpKind::Access(_) => match shapes.get(&op) {
                Some(Shape::Same) => false,
                Some(_) => self.set(&data.results, Lane::Vector),
                None => self.differ(ir, op, all) && self.set(&data.results, Lane::Vector),
            },
            _ => self.differ(ir, op, all) && self.set(&data.results, Lane::Vector),
        }
    }

    fn set<'a>(&mut self, values: impl IntoIterator<Item = &'a ValueId>, lane: Lane) -> bool {
        let mut changed = false;
        for value in values {
            if self.is_uniform(*value) {
                self.of.insert(*value, lane);
                changed = true;
            }
        }
        changed
    }
}

/// The value that a region of an operation yields as its result of this number.
pub(super) fn yielded(ir: &Ir, op: OpId, region: usize, index: usize) -> Option<ValueId> {
    let region = *ir.ops[op].regions.get(region)?;
    let end = *ir.blocks[*ir.regions[region].blocks.first()?].ops.last()?;
    matches!(ir.ops[end].kind, OpKind::Yield).then(|| ir.ops[end].operands.get(index)?.value)?
}
