//! Transfers of vectors that stay inside their memref though nothing says so, as MLIR's own vectorizer writes them: the
//! bounds of the loops around them do.

use crate::types::Type;
use crate::{AppliedMap, Ir, OpId, ValueId};

impl Ir {
    /// Whether a transfer with a lane for each of the last dimensions is known by constants to stay in them.
    pub(crate) fn stays_within(
        &self,
        op: OpId,
        memory: usize,
        subscripts: &AppliedMap,
        vector: ValueId,
    ) -> bool {
        let found = || {
            let dims = &self.memref_type(op, memory)?.dims;
            let Type::Vector { dims: lanes, .. } = &self.values[vector].ty else { return None };
            let first = dims.len().checked_sub(lanes.len())?;
            let values = self.operand_values(op, &subscripts.operands).skip(first);
            let mut fits = true;
            for ((value, lanes), size) in values.zip(lanes).zip(dims.get(first..)?) {
                let (least, greatest) = self.constant_range(value?)?;
                let end = greatest.checked_add(i64::try_from(lanes.size).ok()?)?;
                fits &= !lanes.scalable && least >= 0 && end <= i64::try_from((*size)?).ok()?;
            }
            Some(fits)
        };
        found().unwrap_or(false)
    }

    /// The least and the greatest value of a constant, or of the variable of a loop with constant bounds that runs.
    fn constant_range(&self, value: ValueId) -> Option<(i64, i64)> {
        if let Some(constant) = self.constant(value) {
            return Some((constant, constant));
        }
        let (op, dim) = self.counted_loop_of_variable(value)?;
        let counted = self.counted_loop(op)?;
        let bounds = counted.dims.get(dim).filter(|it| !it.is_unsigned)?;
        let least = self.constants(op, bounds.lower)?.into_iter().max()?;
        let end = self.constants(op, bounds.upper)?.into_iter().min()?;
        let (steps, step) = (end.checked_sub(1)?.checked_sub(least)?, bounds.step.positive()?);
        (steps >= 0).then_some((least, least.checked_add(steps - steps % step)?))
    }

    /// The results of a map, where all that it is applied to is constant.
    fn constants(&self, op: OpId, applied: &AppliedMap) -> Option<Vec<i64>> {
        let map = applied.map.as_ref()?;
        let inputs = self.operand_values(op, &applied.operands).map(|it| self.constant(it?));
        let inputs: Vec<i64> = inputs.collect::<Option<_>>()?;
        let (dims, symbols) = inputs.split_at_checked(map.dims)?;
        map.results.iter().map(|it| it.evaluate(dims, symbols)).collect()
    }
}
