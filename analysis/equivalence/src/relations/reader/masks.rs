//! Masks of the first lanes of a vector: which lanes they set, as a set of iterations and lanes.

use ir::{OpId, ValueId};
use polyhedral::dependence::last_write::simplified;
use presburger::{Integer, Union, VariableKind};

use super::{Reader, Stop};
use crate::relations::edges::with_lanes;
use crate::relations::forms::{Question, home};

impl Reader<'_, '_> {
    /// The iterations of an operation with the lanes that a mask sets, and with those that it does not; `None` where that is no
    /// affine form.
    pub(super) fn masked(
        &mut self,
        op: OpId,
        mask: ValueId,
        sizes: &[u64],
    ) -> Result<Option<[Union; 2]>, Stop> {
        let ir = self.ir;
        let Some(creator) = ir.defining_op(mask) else { return Ok(None) };
        let data = &ir.ops[creator];
        if (data.dialect(), data.name_in_dialect()) != ("vector", "create_mask")
            || data.operands.len() != sizes.len()
        {
            return Ok(None);
        }
        let block = ir.ops[op].block;
        let Some(number) = self.numbers.get(&op).copied() else { return Ok(None) };
        let (domain, is_exact) = self.domain(block, number)?;
        if !is_exact {
            return Ok(None);
        }
        let loops = self.loops(block);
        let all = with_lanes(&domain, sizes);
        let mut set = all.clone();
        for (lane, operand) in data.operands.iter().enumerate() {
            let Some(value) = operand.value else { return Ok(None) };
            let Ok((form, true)) = self.ask(Question::Value(value))? else { return Ok(None) };
            let outer = self.loops(home(ir, value));
            let mut below = Union::empty(all.space());
            for part in form.parts() {
                let mut part = part.clone().with_domain(0);
                part.insert_variables(VariableKind::Range, outer, loops - outer);
                let first = part.append_variables(VariableKind::Range, sizes.len());
                let mut row = vec![Integer::ZERO; part.space().columns()];
                row[loops] = Integer::ONE;
                row[first + lane] = Integer::MINUS_ONE;
                row[part.space().constant()] = Integer::MINUS_ONE;
                part.add_inequality(&row);
                below.push(part.project_out(&[loops]));
            }
            set = simplified(&set.intersect(&below), self.budget)?;
        }
        let others = simplified(&all.subtract(&set, self.budget)?, self.budget)?;
        Ok(Some([set, others]))
    }
}
