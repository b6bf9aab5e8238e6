//! Computation slices: which iterations of the producer one iteration of the consumer's outer loops needs.
//!
//! A slice gives each loop of the producer either all of its iterations or a window of fixed width whose place is
//! an affine function of the consumer's induction variables. Nothing is assumed about it: [`super::slice::legality`] tests
//! every property that a fusion needs on the slice as it will be written.

pub(super) mod choice;
pub(super) mod cost;
pub(super) mod coverage;
pub(super) mod legality;
pub(super) mod pair;
pub(super) mod private_buffer;
pub(super) mod recommended;
pub(super) mod recomputation;
pub(super) mod refusals;
mod repetition;
pub(super) mod slices;

use super::nests::candidates::Candidate;
use super::nests::joint_system::{Execution, JointSystem};
use ir::{Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::{Linear, Variable};
use presburger::Integer;

/// The iterations of a loop of the producer at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Bounds {
    /// As they are written.
    Full,
    Window(Window),
}

/// `base + lower <= iteration <= base + upper`, in steps from `base + lower`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub base: Vec<(BaseVariable, Integer)>,
    pub lower: Integer,
    pub upper: Integer,
    /// Some windows reach beyond the loop's own bounds, which then hold as well.
    pub clamped: bool,
}

/// The variable that the place of a window depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum BaseVariable {
    /// The induction variable of one of the consumer's loops around the slice.
    Consumer(OpId),
    /// One of a loop around both nests.
    Outside(OpId, usize),
    Symbol(ValueId),
}

impl Window {
    pub(super) fn width(&self) -> Integer {
        &(&self.upper - &self.lower) + &Integer::from(1)
    }

    /// Whether it holds exactly one iteration.
    pub(super) fn is_single(&self) -> bool {
        !self.clamped && self.lower == self.upper
    }

    /// `iteration - base`, for the slice at the given place.
    pub(super) fn offset(
        &self,
        joint: &mut JointSystem,
        source: Execution,
        loop_: OpId,
        place: Execution,
    ) -> Linear {
        let iteration = joint.loop_variable(source, loop_, 0);
        self.base.iter().fold(Linear::variable(iteration), |form, (variable, factor)| {
            form.minus(&Linear::variable(variable.in_joint(joint, place)).times(factor))
        })
    }
}

impl BaseVariable {
    /// That variable for the slice at a place.
    pub(super) fn in_joint(self, joint: &mut JointSystem, place: Execution) -> Variable {
        match self {
            BaseVariable::Consumer(op) => joint.loop_variable(place, op, 0),
            BaseVariable::Outside(op, dim) => joint.loop_variable(Execution::Outside, op, dim),
            BaseVariable::Symbol(value) => Variable::Symbol(value),
        }
    }
}

/// The slice for one depth: bounds for each loop of the producer, in text order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slice {
    pub depth: usize,
    /// The consumer's loops around it, outermost first; as many as the depth.
    pub chain: Vec<OpId>,
    pub loops: Vec<(OpId, Bounds)>,
}

impl Slice {
    pub(super) fn bounds(&self, loop_: OpId) -> &Bounds {
        self.loops.iter().find(|it| it.0 == loop_).map_or(&Bounds::Full, |it| &it.1)
    }

    pub(super) fn window(&self, loop_: OpId) -> Option<&Window> {
        match self.bounds(loop_) {
            Bounds::Window(window) => Some(window),
            Bounds::Full => None,
        }
    }
}

/// The loops of the consumer around all of its reads of shared memrefs, outermost first: a slice may be placed at the
/// start of any of their bodies.
pub(super) fn chain(ir: &Ir, candidate: &Candidate<'_>) -> Vec<OpId> {
    let mut common: Option<Vec<OpId>> = None;
    for effect in &candidate.consumer.effects.known {
        if !candidate.shared.contains(&effect.memref) {
            continue;
        }
        let mut around: Vec<OpId> =
            ir.ancestors(effect.op).take_while(|it| ir.is_within(*it, candidate.consumer.root)).collect();
        around.reverse();
        let loops: Vec<OpId> =
            around.into_iter().take_while(|it| matches!(ir.ops[*it].kind, OpKind::For(_))).collect();
        common = Some(match common {
            None => loops,
            Some(common) => {
                common.into_iter().zip(loops).take_while(|it| it.0 == it.1).map(|it| it.0).collect()
            }
        });
    }
    common.unwrap_or_default()
}

/// The loops of a nest in text order.
pub(super) fn loops_of(ir: &Ir, root: OpId) -> Vec<OpId> {
    let ops = ir::memory_effects::subtree(ir, root);
    ops.into_iter().filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_))).collect()
}

/// The first operation of a loop's body, whose domain is that of the loop's iterations.
pub(super) fn loop_body_start(ir: &Ir, loop_: OpId) -> OpId {
    ir.body(loop_).and_then(|it| ir.blocks[it].ops.first().copied()).unwrap_or(loop_)
}

/// Loops of the producer belong to `execution`, all others around it are outside.
pub(super) fn execution_within(
    ir: &Ir,
    root: OpId,
    execution: Execution,
) -> impl Fn(polyhedral::dependence::LoopDim) -> Execution + '_ {
    move |it| if ir.is_within(it.op, root) { execution } else { Execution::Outside }
}
