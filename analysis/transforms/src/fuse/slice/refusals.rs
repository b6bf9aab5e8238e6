//! The text of a refusal: the dependence that forbids the slice, with its two ends and a pair of iterations.

use super::Slice;
use super::legality::Legality;
use crate::fuse::nests::between::kind;
use crate::fuse::nests::joint_system::{Execution, Instance, JointSystem};
use crate::fuse::nests::views::written_name;
use crate::reason::Reason;
use ir::memory_effects::Effect;
use ir::{Ir, OpId};
use presburger::{GaveUp, Integer};

impl Legality<'_> {
    pub(crate) fn unknown_domain(&self, op: OpId) -> Reason {
        let place = self.ir.ops[op].name_pointer;
        Reason::new(format!("the iterations of `{}`", self.ir.ops[op].name))
            .line(place)
            .text(" are not affine")
            .related(place, "its iterations are not known")
    }

    pub(crate) fn whole(&self, slice: &Slice, read: OpId) -> Reason {
        let place = self.ir.ops[read].name_pointer;
        Reason::new(format!("at depth {}, `{}`", slice.depth, self.ir.ops[read].name))
            .line(place)
            .text(" may need the whole producer in every iteration")
            .related(place, "which elements it reads is not known")
    }

    /// `%i = 3, %j = 0` for both executions, from a point of the joint.
    pub(crate) fn witness(&self, joint: &JointSystem, a: &Effect, b: &Effect) -> Result<[String; 2], GaveUp> {
        let point = joint.sample(self.budget)?.unwrap_or_default();
        let list = |effect: &Effect, executions: [Execution; 2]| {
            let own = point.iter().filter(|it| self.ir.is_within(effect.op, it.0.op)).cloned();
            let own: Vec<_> = own.collect();
            executions.map(|it| iteration(self.ir, &own, it)).into_iter().find(|it| !it.is_empty())
        };
        let list = |effect, executions| list(effect, executions).unwrap_or_default();
        Ok([
            list(a, [Execution::Source, Execution::Source]),
            list(b, [Execution::SecondSource, Execution::Sink]),
        ])
    }

    fn named(&self, effect: &Effect) -> String {
        format!("`{} {}`", self.ir.ops[effect.op].name, written_name(self.ir, effect))
    }

    fn pair(&self, text: Reason, a: &Effect, b: &Effect, witness: &[String; 2]) -> Reason {
        let kind = kind(a, b);
        let (first, second) = (self.ir.ops[a.op].name_pointer, self.ir.ops[b.op].name_pointer);
        let names = (written_name(self.ir, a), written_name(self.ir, b));
        let alias = match (names.0 == names.1, a.memref == b.memref) {
            (true, _) => String::new(),
            (_, true) => format!("; `{}` and `{}` are the same memory", names.0, names.1),
            _ => format!("; `{}` and `{}` may be the same memory", names.0, names.1),
        };
        text.text(format!(": {} {}", kind.as_str(), self.named(a)))
            .line(first)
            .text(format!(" → {}", self.named(b)))
            .line(second)
            .text(format!(", for example from ({}) to ({}){alias}", witness[0], witness[1]))
            .related(first, format!("source of the {} dependence", kind.as_str()))
            .related(second, format!("sink of the {} dependence", kind.as_str()))
    }

    pub(crate) fn recomputed(&self, slice: &Slice, a: &Effect, b: &Effect, witness: &[String; 2]) -> Reason {
        let text = format!(
            "depth {} runs iterations of the producer more than once, and a second run does not give the same values",
            slice.depth
        );
        self.pair(Reason::new(text), a, b, witness)
    }

    pub(crate) fn reordered(&self, a: &Effect, b: &Effect, witness: &[String; 2]) -> Reason {
        let text = "the producer's iterations would run in an order that breaks a dependence between them";
        self.pair(Reason::new(text), a, b, witness)
    }

    pub(crate) fn broken(&self, slice: &Slice, a: &Effect, b: &Effect, witness: &[String; 2]) -> Reason {
        let text = match (a.writes, b.writes) {
            (true, false) => "an element would be read before it is computed",
            (true, true) => "an element would be written in the wrong order",
            _ => "an element would be overwritten before the producer reads it",
        };
        self.pair(Reason::new(format!("at depth {}, {text}", slice.depth)), a, b, witness)
    }
}

/// `%i = 3, %j = 0`: the values that a point gives to the induction variables of one execution.
pub(crate) fn iteration(ir: &Ir, point: &[(Instance, Integer)], execution: Execution) -> String {
    let values = point.iter().filter(|it| it.0.execution == execution).filter_map(|(instance, value)| {
        let variable = ir.blocks[ir.body(instance.op)?].arguments.get(instance.dim)?;
        Some(format!("{} = {value}", ir.values[*variable].name))
    });
    values.collect::<Vec<_>>().join(", ")
}
