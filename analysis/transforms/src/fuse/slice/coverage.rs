//! Which iterations of the producer run: all of them, each once, and none that the producer does not have.

use super::legality::{Decided, Legality};
use super::{Bounds, Slice, loop_body_start};
use crate::fuse::nests::joint_system::{Execution, Instance, JointSystem, Symbol};
use crate::reason::Reason;
use ir::{OpId, OpKind};
use polyhedral::dependence::Variable;
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use presburger::Union;

impl Legality<'_> {
    /// Marks windows that leave their loop's iterations; refuses those that cannot be written with both bounds.
    pub(crate) fn clamp(&self, slice: &mut Slice) -> Decided<Option<Reason>> {
        for index in 0..slice.loops.len() {
            let (loop_, Bounds::Window(_)) = slice.loops[index].clone() else { continue };
            let header = polyhedral::dependence::iteration_domain(self.ir, loop_);
            let (Ok(header), Some(body)) = (header, self.relation(loop_body_start(self.ir, loop_))) else {
                return Ok(Some(self.unknown_domain(loop_)));
            };
            let mut systems = Vec::new();
            for piece in &header.pieces {
                let mut joint = JointSystem::default();
                self.source(&mut joint, Execution::Source, &header, piece);
                joint.loop_variable(Execution::Source, loop_, 0);
                systems.push(joint);
            }
            let mut systems = self.with_place(systems, slice, Execution::Place);
            let body_op = loop_body_start(self.ir, loop_);
            for joint in &mut systems {
                self.within(joint, slice, body_op, Execution::Source, Execution::Place);
            }
            let mut all = Vec::new();
            for piece in &body.pieces {
                let mut joint = JointSystem::default();
                self.source(&mut joint, Execution::Source, body, piece);
                all.push(joint);
            }
            let loops: Vec<Instance> = body
                .loops
                .iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
                .map(|it| Instance { execution: Execution::Source, op: it.op, dim: it.dim })
                .collect();
            if self.contains(&all, &systems, &loops)? {
                continue;
            }
            let OpKind::For(bounds) = &self.ir.ops[loop_].kind else { continue };
            let constant = constant_lower(self.ir, loop_, bounds).is_some()
                && constant_upper(self.ir, loop_, bounds).is_some();
            if bounds.step != Some(1) || !constant {
                let place = self.ir.ops[loop_].name_pointer;
                return Ok(Some(
                    Reason::new("the slice would leave the iterations of the producer's loop")
                        .line(place)
                        .text(", whose bounds are not constants, or whose step is not 1")
                        .related(place, "this loop"),
                ));
            }
            if let Bounds::Window(window) = &mut slice.loops[index].1 {
                window.clamped = true;
            }
        }
        Ok(None)
    }

    /// Whether all values of the loops in `inner` are values of them in `outer`.
    pub(crate) fn contains(
        &self,
        outer: &[JointSystem],
        inner: &[JointSystem],
        loops: &[Instance],
    ) -> Decided<bool> {
        let mut symbols: Vec<Symbol> = Vec::new();
        for symbol in outer.iter().chain(inner).flat_map(JointSystem::symbols) {
            if !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        let union = |systems: &[JointSystem]| {
            let mut parts = systems.iter().map(|joint| {
                let mut joint = joint.clone();
                let dims: Vec<Variable> =
                    loops.iter().map(|it| joint.loop_variable(it.execution, it.op, it.dim)).collect();
                joint.set(&dims, &symbols)
            });
            let mut union = Union::from(parts.next()?);
            parts.for_each(|part| union.push(part));
            Some(union)
        };
        match (union(outer), union(inner)) {
            (_, None) => Ok(true),
            (None, _) => Ok(false),
            (Some(outer), Some(inner)) => inner.is_subset(&outer, self.budget),
        }
    }

    /// One operation for each set of loops around effects of the producer.
    fn statements(&self) -> Vec<OpId> {
        let mut found: Vec<OpId> = Vec::new();
        for effect in self.producer() {
            let parent = self.ir.parent_op(effect.op);
            if !found.iter().any(|it| self.ir.parent_op(*it) == parent) {
                found.push(effect.op);
            }
        }
        found
    }

    pub(crate) fn runs_once(&self, slice: &Slice) -> Decided<bool> {
        for op in self.statements() {
            let Some(relation) = self.relation(op) else { return Ok(false) };
            let mut systems = Vec::new();
            for piece in &relation.pieces {
                let mut joint = JointSystem::default();
                self.source(&mut joint, Execution::Source, relation, piece);
                self.within(&mut joint, slice, op, Execution::Source, Execution::Place);
                self.within(&mut joint, slice, op, Execution::Source, Execution::SecondPlace);
                systems.push(joint);
            }
            let systems = self.with_place(systems, slice, Execution::Place);
            for joint in self.with_place(systems, slice, Execution::SecondPlace) {
                for joint in joint.later(&slice.chain, Execution::Place, Execution::SecondPlace) {
                    if !joint.is_empty(self.budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Iterations that no slice runs.
    pub(crate) fn uncovered(&self, slice: &Slice) -> Decided<Option<Reason>> {
        for op in self.statements() {
            let Some(relation) = self.relation(op) else { return Ok(Some(self.unknown_domain(op))) };
            let mut needed = Vec::new();
            let mut sliced = Vec::new();
            for piece in &relation.pieces {
                let mut joint = JointSystem::default();
                self.source(&mut joint, Execution::Source, relation, piece);
                needed.push(joint.clone());
                self.within(&mut joint, slice, op, Execution::Source, Execution::Place);
                sliced.push(joint);
            }
            let sliced = self.with_place(sliced, slice, Execution::Place);
            let loops: Vec<Instance> = relation
                .loops
                .iter()
                .filter(|it| self.ir.is_within(it.op, self.candidate.producer.root))
                .map(|it| Instance { execution: Execution::Source, op: it.op, dim: it.dim })
                .collect();
            if !self.contains(&sliced, &needed, &loops)? {
                let place = self.ir.ops[op].name_pointer;
                return Ok(Some(
                    Reason::new(format!("some iterations of `{}`", self.ir.ops[op].name))
                        .line(place)
                        .text(" would never run: no iteration of the consumer needs them, but their results may be read elsewhere")
                        .related(place, "this operation would not run in every iteration"),
                ));
            }
        }
        Ok(None)
    }
}
