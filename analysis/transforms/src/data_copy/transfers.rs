//! Which elements have to be copied into a buffer, and which out of it.

use super::extent::{Extent, Window, symbols};
use super::region::{Region, Touch};
use polyhedral::dependence::last_write::{ScheduledAccess, last_writes};
use polyhedral::dependence::{Linear, System, Variable, iteration_domain};
use polyhedral::loops::footprint::with_elements;
use presburger::{Budget, GaveUp, Union};

pub(super) struct Transfers {
    pub(super) inwards: Option<Window>,
    pub(super) outwards: Option<Window>,
    /// Whether the loop writes all that is copied out.
    pub(super) is_all_written: bool,
}

impl Region<'_> {
    pub(super) fn transfers(&self, extents: &[Extent], budget: &Budget<'_>) -> Result<Transfers, GaveUp> {
        let writes: Vec<&Touch> = self.touches.iter().filter(|it| it.writes).collect();
        let outwards = self.window(&writes, extents, budget)?;
        // Where it takes too long to find out that nothing has to be copied in, it is.
        let is_all_written = match &outwards {
            Some(window) => self.is_all_written(extents, window, budget).unwrap_or(false),
            None => true,
        };
        let mut needed: Vec<&Touch> = Vec::new();
        for (order, read) in self.touches.iter().enumerate().filter(|it| !it.1.writes) {
            if self.sees_what_was_there(order, budget).unwrap_or(true) {
                needed.push(read);
            }
        }
        if !is_all_written {
            needed.extend(&writes);
        }
        Ok(Transfers { inwards: self.window(&needed, extents, budget)?, outwards, is_all_written })
    }

    /// Whether each run of the loop writes every element of a part of the buffer that the memref has.
    fn is_all_written(
        &self,
        extents: &[Extent],
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let Ok(domain) = iteration_domain(self.ir, self.op) else { return Ok(false) };
        let mut boxes = Vec::new();
        for piece in &domain.pieces {
            let (mut system, _) = System::of(piece, self.outside);
            let elements = system.new_loops(extents.len());
            for (dim, (extent, (first, last))) in extents.iter().zip(window).enumerate() {
                let Some(element) = elements.get(dim).map(|it| Linear::variable(*it)) else {
                    return Ok(false);
                };
                let inside = element.minus(&extent.origin);
                system.inequalities.push(inside.clone().plus_constant(-*first));
                system.inequalities.push(Linear::constant(*last).minus(&inside));
                system.inequalities.extend(extent.later.iter().map(|it| element.minus(it)));
                let before = |it: &Linear| it.minus(&element).plus_constant(-1);
                system.inequalities.extend(extent.earlier.iter().map(before));
            }
            boxes.push((system, elements));
        }
        let mut written = Vec::new();
        for write in self.touches.iter().filter(|it| it.writes && it.is_certain) {
            for piece in &write.relation.pieces {
                let (system, subscripts) = System::of(piece, write.relation.loops.len());
                written.push(with_elements(system, &subscripts));
            }
        }
        let symbols = symbols(boxes.iter().chain(&written).map(|it| &it.0));
        let union = |systems: &[(System, Vec<Variable>)]| -> Option<Union> {
            let mut parts = systems.iter().map(|(system, elements)| {
                let dims: Vec<Variable> =
                    (0..self.outside).map(Variable::Loop).chain(elements.clone()).collect();
                system.set(&dims, &symbols)
            });
            let mut union = Union::from(parts.next()?);
            parts.for_each(|it| union.push(it));
            Some(union)
        };
        let (Some(boxes), Some(written)) = (union(&boxes), union(&written)) else { return Ok(false) };
        boxes.is_subset(&written, budget)
    }

    /// Whether a read sees in some run of the loop an element that the run has not written before.
    fn sees_what_was_there(&self, read: usize, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let is_known = |it: &(usize, &Touch)| it.1.writes && it.1.is_certain && it.1.is_scheduled;
        let writes: Vec<(usize, &Touch)> = self.touches.iter().enumerate().filter(is_known).collect();
        let Some(touch) = self.touches.get(read).filter(|it| it.is_scheduled) else { return Ok(true) };
        let all = writes.iter().map(|it| it.1).chain([touch]);
        let systems: Vec<System> = all
            .flat_map(|it| it.relation.pieces.iter().map(|piece| (piece, it.relation.loops.len())))
            .map(|(piece, loops)| {
                let (system, subscripts) = System::of(piece, loops);
                with_elements(system, &subscripts).0
            })
            .collect();
        // The variables around it are fixed while the loop runs.
        let fixed: Vec<Variable> = (0..self.outside)
            .map(Variable::Loop)
            .chain(symbols(systems.iter()).into_iter().map(Variable::Symbol))
            .collect();
        let Some(own) = self.scheduled(read, touch, &fixed) else { return Ok(true) };
        let scheduled = |(order, it): &(usize, &Touch)| self.scheduled(*order, it, &fixed);
        let writes: Option<Vec<ScheduledAccess>> = writes.iter().map(scheduled).collect();
        let Some(writes) = writes else { return Ok(true) };
        last_writes(&own, &writes, budget)?.live_in.is_empty(budget).map(|it| !it)
    }

    fn scheduled(&self, order: usize, touch: &Touch, fixed: &[Variable]) -> Option<ScheduledAccess> {
        let loops = touch.relation.loops.get(self.outside..)?.to_vec();
        let parts = touch.relation.pieces.iter().map(|piece| {
            let (system, subscripts) = System::of(piece, touch.relation.loops.len());
            let (system, elements) = with_elements(system, &subscripts);
            let own = (self.outside..self.outside + loops.len()).map(Variable::Loop);
            let dims: Vec<Variable> = own.chain(elements).collect();
            system.set_with_symbols(&dims, fixed).with_domain(loops.len())
        });
        let mut parts = parts.collect::<Vec<_>>().into_iter();
        let mut elements = Union::from(parts.next()?);
        parts.for_each(|it| elements.push(it));
        Some(ScheduledAccess { loops, order, elements })
    }
}
