//! A copy of a slice beside a producer that stays, which writes the same memrefs once more.
//!
//! Sound if each run of the slice leaves every element as it finds it: it computes the producer's values once more, and
//! nothing has overwritten them since.

use super::legality::{Decided, Legality};
use super::{Bounds, Slice};
use crate::fuse::nests::between::passes;
use crate::fuse::nests::joint_system::Execution;
use ir::memory_effects::Effect;

impl Legality<'_> {
    /// Whether a slice that is a part of the producer may run beside it on the producer's own memrefs.
    pub(crate) fn may_run_again(&self, slice: &Slice) -> Decided<bool> {
        // All that the consumer needs in each of its iterations again would be no fusion.
        let is_part = slice.loops.iter().any(
            |it| matches!(&it.1, Bounds::Window(window) if window.is_single() || !window.base.is_empty()),
        );
        Ok(is_part
            && !self.is_changed_between()
            && self.missing_within(slice)?.is_none()
            && self.reads_what_it_read(slice)?
            && self.leaves_last_writes(slice)?
            && self.precedes_writes(slice)?)
    }

    /// Whether the code between the nests may write memory that the producer reads or writes.
    fn is_changed_between(&self) -> bool {
        // Readers of the producer's values are not affected if they are written again.
        let touched: Vec<Effect> = self.producer().iter().map(|it| Effect { writes: false, ..*it }).collect();
        let root = self.candidate.producer.root;
        let changes = |op| passes(self.ir, self.facts, (&touched, root), op, self.budget).is_some();
        self.candidate.between.iter().any(|it| changes(*it))
    }

    /// Whether every read of something that the producer overwrites finds in the slice the write that it found before.
    fn reads_what_it_read(&self, slice: &Slice) -> Decided<bool> {
        let effects = self.producer();
        for (index, read) in effects.iter().enumerate().filter(|it| !it.1.writes) {
            let mut is_overwritten = false;
            for write in effects.iter().filter(|it| it.writes) {
                match self.conflicts((write, Execution::Source), (read, Execution::SecondSource), false) {
                    None => is_overwritten = true,
                    Some(systems) => {
                        for joint in systems {
                            is_overwritten |= !joint.is_empty(self.budget)?;
                        }
                    }
                }
            }
            if is_overwritten && !self.is_written_within(slice, index)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a slice that writes an element also runs all later writes of the element.
    fn leaves_last_writes(&self, slice: &Slice) -> Decided<bool> {
        let effects = self.producer();
        for (first, a) in effects.iter().enumerate().filter(|it| it.1.writes) {
            for (second, b) in effects.iter().enumerate().filter(|it| it.1.writes) {
                for mut joint in self.ordered_conflicts(first, second)? {
                    self.within(&mut joint, slice, a.op, Execution::Source, Execution::SecondPlace);
                    for joint in self.with_place(vec![joint], slice, Execution::SecondPlace) {
                        for joint in
                            self.outside(&joint, slice, b.op, Execution::SecondSource, Execution::SecondPlace)
                        {
                            if !joint.is_empty(self.budget)? {
                                return Ok(false);
                            }
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether no slice runs after the consumer has written an element that the slice reads or writes.
    fn precedes_writes(&self, slice: &Slice) -> Decided<bool> {
        for a in self.producer() {
            for b in self.candidate.consumer.effects.known.iter().filter(|it| it.writes) {
                if self.broken_order(slice, a, b)?.is_some() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
