//! Values that a loop hands from one iteration to the next and that change by a constant: inductions beside the loop's own.

use super::{Build, Choice, Stop};
use crate::dependence::linear::Linear;
use ir::{OpId, ValueId};
use presburger::Integer;
use syntax::ods::Semantics;
use syntax::ods::semantics;

impl Build<'_> {
    /// `init + c · k` in iteration `k` of the loop that hands on the value and adds `c` each time; `None` of others.
    pub(super) fn carried(&mut self, value: ValueId, depth: usize) -> Result<Option<Linear>, Stop> {
        let Some((op, init, change)) = self.change(value) else { return Ok(None) };
        let Some(start) = self.operand(op, init, depth) else { return Ok(None) };
        let start = start?;
        if change == 0 {
            return Ok(Some(start));
        }
        let Some(iteration) = self.iteration(op, depth)? else { return Ok(None) };
        let form = start.plus(&iteration.times(&Integer::from(change)));
        let width = self.width(value);
        Ok(width.is_none_or(|it| self.fits(&form, it)).then_some(form))
    }

    /// The number of the iteration of a loop, from 0.
    fn iteration(&mut self, op: OpId, depth: usize) -> Result<Option<Linear>, Stop> {
        if let Some(known) = self.known.iterations.get(&(op, 0)) {
            return Ok(Some(known.clone()));
        }
        let counted = self.ir.counted_loop(op);
        let Some(bounds) = counted.as_ref().and_then(|it| it.dims.first()) else { return Ok(None) };
        if bounds.step.constant() != Some(1) || bounds.is_unsigned {
            return Ok(None);
        }
        // Which of several bounds is the first value is a choice that nothing else asked for.
        let lower = self.map_results(op, bounds.lower, depth)?;
        let start = self.greatest(Choice::LowerBound(op, 0), &lower)?;
        Ok(Some(self.loop_variable(op, 0)?.minus(&start)))
    }

    /// The loop that hands on the value, the operand that it has first, and what each iteration adds.
    fn change(&self, value: ValueId) -> Option<(OpId, usize, i64)> {
        let ir = self.ir;
        let (op, carried) = ir.counted_loop_that_carries(value).filter(|it| !ir.is_parallel_loop(it.0))?;
        let init = carried.init;
        let end = &ir.ops[*ir.blocks[ir.loop_body(op)?].ops.last()?];
        let next = end.operands.get(carried.next).filter(|_| end.is_terminator())?.value?;
        if next == value {
            return Some((op, init, 0));
        }
        let sum = ir.defining_op(next)?;
        let operand = |index: usize| ir.ops[sum].operands.get(index)?.value;
        let (left, right) = (operand(0)?, operand(1)?);
        let change = match ir.ops[sum].semantics()? {
            Semantics::Integer(semantics::Integer::Add) if left == value => ir.constant(right)?,
            Semantics::Integer(semantics::Integer::Add) if right == value => ir.constant(left)?,
            Semantics::Integer(semantics::Integer::Sub) if left == value => {
                ir.constant(right)?.checked_neg()?
            }
            _ => return None,
        };
        Some((op, init, change))
    }
}
