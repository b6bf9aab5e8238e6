//! Runs for all values of the symbols at once: an iteration, and what it writes, belongs to the region of the symbols
//! where it happens (guarded commands: Dijkstra, CACM 1975). Loops are the only place where regions part.

use super::affine_map::Operator;
use super::fault::{Cause, Fault, undefined, unsupported};
use super::machine::Machine;
use super::program::{Block, Operation, Purity};
use super::scalar::Scalar;
use super::value::Value;
use super::view::View;
use rustc_hash::FxHashSet;

impl Machine<'_> {
    /// Enters the region where a value is below all of these; `false` where that is nowhere, and nothing is entered.
    pub(super) fn narrow_below(&mut self, value: Scalar, ends: &[Scalar]) -> Result<bool, Cause> {
        self.narrow(ends.iter().map(|it| (value, *it)))
    }

    /// As [`Machine::narrow_below`], where a value is above all of these.
    pub(super) fn narrow_above(&mut self, value: Scalar, ends: &[Scalar]) -> Result<bool, Cause> {
        self.narrow(ends.iter().map(|it| (*it, value)))
    }

    fn narrow(&mut self, pairs: impl Iterator<Item = (Scalar, Scalar)>) -> Result<bool, Cause> {
        let mut negative = Vec::new();
        for (less, greater) in pairs {
            negative.push(self.affine(Operator::Subtract, less, greater)?);
        }
        let is_somewhere = self.domain()?.narrow(&negative)?;
        if is_somewhere {
            self.region_buffers.push(self.memory.next_buffer());
        }
        Ok(is_somewhere)
    }

    /// Ends a buffer. Elsewhere it would go on, so it has to be one of the region's own.
    pub(super) fn free(&mut self, view: &View) -> Result<(), Cause> {
        if self.region_buffers.last().is_some_and(|first| view.buffer < *first) {
            return unsupported("a buffer that is freed for some sizes");
        }
        if self.transfers.iter().any(|it| it.uses(view.buffer)) {
            return undefined("memory is freed that is transferred");
        }
        let by = self.place();
        self.memory.free(view, by)
    }

    /// Leaves the region that was entered last.
    pub(super) fn widen(&mut self) {
        self.region_buffers.pop();
        if let Ok(mut domain) = self.domain() {
            domain.widen();
        }
    }

    /// The least that the greatest of the lower bounds is anywhere in the region.
    pub(super) fn first_of(&mut self, lower: &[Scalar], step: i64) -> Result<i64, Cause> {
        let mut first: Option<i64> = None;
        let mut is_fixed = true;
        for bound in lower {
            let (least, greatest) = match bound {
                Scalar::Term(term) => self.domain()?.range(*term),
                number => {
                    let number = Some(number.integer()?);
                    (number, number)
                }
            };
            first = first.max(least);
            is_fixed &= least.is_some() && least == greatest;
        }
        match first {
            Some(first) if is_fixed || step == 1 => Ok(first),
            Some(_) => unsupported("a step from a bound that is not known"),
            None => unsupported("a loop without a first iteration"),
        }
    }

    /// A loop has another iteration; how many there were before it.
    pub(super) fn count_iteration(&mut self, op: &Operation) -> u64 {
        let before = self.iterations;
        self.iterations += 1;
        if let Some(number) = op.number() {
            self.last_iteration.insert(number, self.iterations);
        }
        before
    }

    /// Whether a block does nothing however often it runs, and whatever its arguments are: all that could have effects
    /// is in loops that did not run since then, and whose bounds do not come from the block.
    pub(super) fn does_nothing(&mut self, block: &Block, since: u64) -> Result<bool, Cause> {
        let mut own = FxHashSet::default();
        block.values(&mut own);
        self.spend(own.len() as u64)?;
        self.is_without_effect(block, since, &own)
    }

    fn is_without_effect(
        &mut self,
        block: &Block,
        since: u64,
        own: &FxHashSet<usize>,
    ) -> Result<bool, Cause> {
        for op in &block.operations {
            self.step()?;
            let is_idle =
                op.number().and_then(|it| self.last_iteration.get(&it)).is_none_or(|it| *it <= since)
                    && op.is_counted_loop()
                    && !op.operands.iter().any(|it| own.contains(it));
            if is_idle {
                continue;
            }
            if op.purity != Purity::Pure && !self.is_terminator(op) && !op.is_counted_loop() {
                return Ok(false);
            }
            for region in &op.regions {
                if !self.is_without_effect(region, since, own)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The values as the region shows them.
    pub(super) fn all_here(&mut self, values: &[Value]) -> Vec<Value> {
        let Ok(mut domain) = self.domain() else { return values.to_vec() };
        values.iter().map(|it| it.map_lanes(|lane| domain.here(lane))).collect()
    }

    /// Counts the numbers of values that are copied.
    pub(super) fn spend_on_values(&mut self, values: &[Value]) -> Result<(), Cause> {
        let count = |it: &Value| match it {
            Value::Tensor(tensor) => usize::try_from(tensor.sizes.iter().product::<i64>()).unwrap_or(1),
            other => other.lanes().map_or(1, <[Scalar]>::len),
        };
        self.spend_on_numbers(values.iter().map(count).sum())
    }

    /// The first in the region, the second elsewhere.
    pub(super) fn all_guarded(&mut self, here: &[Value], elsewhere: &[Value]) -> Result<Vec<Value>, Cause> {
        let mut domain = self.domain()?;
        let pairs = here.iter().zip(elsewhere);
        pairs
            .map(|(here, elsewhere)| match (here, elsewhere) {
                (Value::MemRef(first), Value::MemRef(second)) if first == second => Ok(here.clone()),
                (Value::MemRef(_), _) => unsupported("memory that the sizes choose"),
                (Value::Tensor(first), Value::Tensor(second)) => {
                    if first.sizes_or_terms() != second.sizes_or_terms() {
                        return unsupported("a tensor of a shape that the sizes choose");
                    }
                    let guarded = first.try_map(|cell, here| domain.guarded(here, second.get(cell)))?;
                    Ok(Value::Tensor(guarded.within(&[first, second]).into()))
                }
                _ => {
                    let others = elsewhere.lanes()?.to_vec();
                    let mut others = others.into_iter();
                    here.try_map_lanes(|lane| match others.next() {
                        Some(other) => domain.guarded(lane, other),
                        None => unsupported("lanes of another shape"),
                    })
                }
            })
            .collect()
    }

    /// Leaves out of account where the region runs into something undefined: this.
    pub(super) fn exclude(&mut self, fault: Fault) -> Result<Option<Fault>, Fault> {
        let is_undefined = fault.cause.is_undefined();
        let is_excluded = is_undefined && self.domain().is_ok_and(|mut it| it.exclude());
        if is_excluded {
            return Ok(Some(fault));
        }
        let what = format!("for some sizes: {}", fault.cause);
        Err(if is_undefined { Fault { cause: Cause::Unsupported(what), ..fault } } else { fault })
    }

    pub(super) fn is_nowhere(&self) -> bool {
        self.domain().is_ok_and(|it| it.is_nowhere())
    }
}
