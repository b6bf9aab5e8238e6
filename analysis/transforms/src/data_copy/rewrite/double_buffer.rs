//! The text of two buffers that take turns: before the loop around the first box is on its way, and in each iteration that of
//! the next one before this one is waited for.

use super::forms::written_form;
use super::transfer::{Constants, Transfer};
use crate::data_copy::extent::Window;
use crate::for_loop::{induction_variable, step};
use crate::loop_bounds::{LoopBounds, divided, named, plus, plus_constant, times};
use crate::rewrite::{FreshNames, Layout, Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp, Constraint, ConstraintKind};
use ir::{Ir, OpId};
use polyhedral::dependence::{Variable, enclosing_loops};
use polyhedral::value_expression::{difference, simplified};

/// The iterations of the loop around.
pub(super) struct Turns {
    variable: AffineExpr,
    first: AffineExpr,
    /// Before the least of them the loop ends.
    ends: Vec<AffineExpr>,
    step: i64,
}

impl Turns {
    pub(super) fn of(ir: &Ir, around: OpId, leaves: &mut Leaves) -> Option<Self> {
        let variable = named(ir, leaves, induction_variable(ir, around)?, false);
        let bounds = LoopBounds::of(ir, around, leaves)?;
        let first = bounds.single(ir, around, Side::Lower)?;
        Some(Self { variable, first, ends: bounds.upper, step: step(ir, around) })
    }

    /// The number of the buffer of an iteration.
    pub(super) fn slot(&self) -> AffineExpr {
        self.slot_of(&self.variable)
    }

    fn slot_of(&self, iteration: &AffineExpr) -> AffineExpr {
        let number = divided(BinaryOp::FloorDiv, difference(iteration, &self.first), self.step);
        simplified(&divided(BinaryOp::Mod, simplified(&number), 2))
    }

    fn next(&self) -> AffineExpr {
        plus_constant(&self.variable, self.step)
    }

    /// The conditions for an iteration to run; those that always hold are left out.
    fn runs(&self, iteration: &AffineExpr) -> Vec<Constraint> {
        let inside = |end: &AffineExpr| plus_constant(&difference(end, iteration), -1);
        let is_open = |it: &AffineExpr| it.as_constant().is_none_or(|it| it < 0);
        let conditions = self.ends.iter().map(inside).filter(is_open);
        conditions.map(|expression| Constraint { expression, kind: ConstraintKind::Inequality }).collect()
    }
}

impl Transfer<'_> {
    /// `ahead` is what runs before the loop around, and `before` what runs in it before the copied one.
    pub(super) fn in_turns(
        &self,
        window: &Window,
        around: OpId,
        (fresh, constants): (&mut FreshNames, &mut Constants),
        (ahead, before): (&mut Layout, &mut Layout),
    ) -> Option<()> {
        let mut leaves = Leaves::default();
        let turns = Turns::of(self.source.ir, around, &mut leaves)?;
        let block = self.copied.dma.as_ref()?.inwards.as_ref()?;
        let elements =
            window.iter().try_fold(1_i64, |all, (first, last)| all.checked_mul(last - first + 1))?;
        let count = constants.name(elements, fresh);
        let first = (turns.first.clone(), ahead);
        let next = (turns.next(), &mut *before);
        for (iteration, layout) in [first, next] {
            let (there, own) = self.elements(window, (&turns, &iteration), &mut leaves)?;
            let slot = leaves.subscript(&turns.slot_of(&iteration));
            let ends = ((&*there, &*self.memref.ty), (&*own, &*self.buffer.ty));
            let conditions = turns.runs(&iteration);
            let is_conditional = !conditions.is_empty();
            if is_conditional {
                layout.line(format!("affine.if {} {{", leaves.set_use(&conditions)));
                layout.deeper(1);
            }
            self.start(block, ends, (&slot, &count), (&mut *fresh, &mut *constants), layout)?;
            if is_conditional {
                layout.deeper(0).line("}");
            }
        }
        self.wait((&leaves.subscript(&turns.slot()), &count), before)
    }

    /// The first elements of the box of an iteration, in the memref and in its buffer.
    fn elements(
        &self,
        window: &Window,
        (turns, iteration): (&Turns, &AffineExpr),
        leaves: &mut Leaves,
    ) -> Option<(String, String)> {
        let innermost = enclosing_loops(self.source.ir, self.copied.op).len().checked_sub(1)?;
        let (mut there, mut own) = (Vec::new(), vec![turns.slot_of(iteration)]);
        for (extent, (first, _)) in self.copied.extents.iter().zip(window) {
            let origin = written_form(self.copied, self.source, &extent.origin, leaves)?;
            let factor = extent.origin.terms.iter().find(|it| it.0 == Variable::Loop(innermost));
            let factor = factor.map_or(Some(0), |it| it.1.to_i64())?;
            let moved = times(&difference(iteration, &turns.variable), factor);
            there.push(plus_constant(&plus(&origin, &moved), *first));
            own.push(AffineExpr::Constant(*first));
        }
        let text = |name: &str, subscripts: &[AffineExpr]| {
            let subscripts: Vec<String> = subscripts.iter().map(|it| leaves.subscript(it)).collect();
            format!("{name}[{}]", subscripts.join(", "))
        };
        Some((text(&self.memref.name, &there), text(&self.buffer.name, &own)))
    }
}
