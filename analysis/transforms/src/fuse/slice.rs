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
pub(super) mod recomputation;
pub(super) mod refusals;

use super::nests::candidates::Candidate;
use super::nests::joint_system::{Execution, JointSystem};
use super::nests::relations::Relations;
use ir::{Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::{Linear, Variable};
use presburger::{Budget, GaveUp, Integer, Optimum};

/// The iterations of a loop of the producer at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bounds {
    /// As they are written.
    Full,
    Window(Window),
}

/// `base + lower <= iteration <= base + upper`, in steps from `base + lower`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    pub base: Vec<(BaseVariable, Integer)>,
    pub lower: Integer,
    pub upper: Integer,
    /// Some windows reach beyond the loop's own bounds, which then hold as well.
    pub clamped: bool,
}

/// What the place of a window is a function of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BaseVariable {
    /// The induction variable of one of the consumer's loops around the slice.
    Consumer(OpId),
    /// One of a loop around both nests.
    Outside(OpId, usize),
    Symbol(ValueId),
}

impl Window {
    pub fn width(&self) -> Integer {
        &(&self.upper - &self.lower) + &Integer::from(1)
    }

    /// Whether it holds exactly one iteration.
    pub fn is_single(&self) -> bool {
        !self.clamped && self.lower == self.upper
    }

    /// `iteration - base`, for the slice at the given place.
    pub fn offset(
        &self,
        joint: &mut JointSystem,
        source: Execution,
        loop_: OpId,
        place: Execution,
    ) -> Linear {
        let iteration = joint.loop_variable(source, loop_, 0);
        self.base.iter().fold(Linear::variable(iteration), |form, (variable, factor)| {
            form.minus(&Linear::variable(variable.in_scene(joint, place)).times(factor))
        })
    }
}

impl BaseVariable {
    /// What it is for the slice at a place.
    pub fn in_scene(self, joint: &mut JointSystem, place: Execution) -> Variable {
        match self {
            BaseVariable::Consumer(op) => joint.loop_variable(place, op, 0),
            BaseVariable::Outside(op, dim) => joint.loop_variable(Execution::Outside, op, dim),
            BaseVariable::Symbol(value) => Variable::Symbol(value),
        }
    }
}

/// The slice for one depth: bounds for each loop of the producer, in text order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    pub depth: usize,
    /// The consumer's loops around it, outermost first; as many as the depth.
    pub chain: Vec<OpId>,
    pub loops: Vec<(OpId, Bounds)>,
}

impl Slice {
    pub fn bounds(&self, loop_: OpId) -> &Bounds {
        self.loops.iter().find(|it| it.0 == loop_).map_or(&Bounds::Full, |it| &it.1)
    }

    pub fn window(&self, loop_: OpId) -> Option<&Window> {
        match self.bounds(loop_) {
            Bounds::Window(window) => Some(window),
            Bounds::Full => None,
        }
    }
}

/// The loops of the consumer around all of its reads of shared memrefs, outermost first: a slice may stand at the
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

/// The narrowest slice that contains what the reads of shared memrefs need.
pub(super) fn slice(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    chain: &[OpId],
    budget: &Budget<'_>,
) -> Result<Slice, GaveUp> {
    let mut loops = Vec::new();
    for loop_ in loops_of(ir, candidate.producer.root) {
        loops.push((loop_, bounds(ir, relations, candidate, chain, loop_, budget)?));
    }
    Ok(Slice { depth: chain.len(), chain: chain.to_vec(), loops })
}

/// One conflict of a write in the producer with a read in the consumer.
struct Need {
    joint: JointSystem,
    /// What the loop's induction variable is equal to, as far as the outer loops of the consumer tell.
    bases: Vec<Vec<(BaseVariable, Integer)>>,
}

fn bounds(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    chain: &[OpId],
    loop_: OpId,
    budget: &Budget<'_>,
) -> Result<Bounds, GaveUp> {
    let OpKind::For(header) = &ir.ops[loop_].kind else { return Ok(Bounds::Full) };
    // A loop that carries values must run as a whole.
    if !header.inits.is_empty() || header.step.is_none_or(|it| it < 1) {
        return Ok(Bounds::Full);
    }
    let needs = needs(ir, relations, candidate, chain, loop_, budget)?;
    if needs.is_empty() {
        return Ok(Bounds::Full);
    }
    let mut bases: Vec<Vec<(BaseVariable, Integer)>> = vec![Vec::new()];
    for base in needs.iter().flat_map(|it| &it.bases) {
        if !bases.contains(base) {
            bases.push(base.clone());
        }
    }
    let mut best: Option<Window> = None;
    for base in bases {
        let mut window = Window { base, lower: Integer::from(0), upper: Integer::from(-1), clamped: false };
        let mut bounded = true;
        for (index, need) in needs.iter().enumerate() {
            let mut joint = need.joint.clone();
            let offset = window.offset(&mut joint, Execution::Source, loop_, Execution::Sink);
            let (Optimum::Value(least), Optimum::Value(greatest)) = joint.extent(&offset, budget)? else {
                bounded = false;
                break;
            };
            window.lower = if index == 0 { least } else { window.lower.min(least) };
            window.upper = if index == 0 { greatest } else { window.upper.max(greatest) };
        }
        if bounded && best.as_ref().is_none_or(|it| window.width() < it.width()) {
            best = Some(window);
        }
    }
    let Some(best) = best else { return Ok(Bounds::Full) };
    // A window as wide as the loop is the loop.
    if let Some(relation) = relations.get(loop_body_start(ir, loop_)) {
        let mut all: Option<(Integer, Integer)> = None;
        for piece in &relation.pieces {
            let mut joint = JointSystem::default();
            joint.add(relation, piece, &execution_within(ir, candidate.producer.root, Execution::Source));
            let iteration = Linear::variable(joint.loop_variable(Execution::Source, loop_, 0));
            let (Optimum::Value(least), Optimum::Value(greatest)) = joint.extent(&iteration, budget)? else {
                return Ok(Bounds::Window(best));
            };
            all = Some(match all {
                None => (least, greatest),
                Some((low, high)) => (low.min(least), high.max(greatest)),
            });
        }
        if all.is_some_and(|(least, greatest)| &greatest - &least <= &best.upper - &best.lower) {
            return Ok(Bounds::Full);
        }
    }
    Ok(Bounds::Window(best))
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

fn needs(
    ir: &Ir,
    relations: &Relations,
    candidate: &Candidate<'_>,
    chain: &[OpId],
    loop_: OpId,
    budget: &Budget<'_>,
) -> Result<Vec<Need>, GaveUp> {
    let mut found = Vec::new();
    for write in candidate.producer.effects.known.iter().filter(|it| it.writes) {
        if !ir.is_within(write.op, loop_) {
            continue;
        }
        let reads = candidate.consumer.effects.known.iter().filter(|it| !it.writes);
        for read in reads.filter(|it| it.memref == write.memref) {
            let (Some(source), Some(sink)) = (relations.get(write.op), relations.get(read.op)) else {
                continue;
            };
            for (a, b) in source.pieces.iter().flat_map(|a| sink.pieces.iter().map(move |b| (a, b))) {
                let mut joint = JointSystem::default();
                let left =
                    joint.add(source, a, &execution_within(ir, candidate.producer.root, Execution::Source));
                let right =
                    joint.add(sink, b, &execution_within(ir, candidate.consumer.root, Execution::Sink));
                joint.equate(&left, &right);
                if joint.is_empty(budget)? {
                    continue;
                }
                let iteration = joint.loop_variable(Execution::Source, loop_, 0);
                let mut bases: Vec<_> = left
                    .iter()
                    .zip(&right)
                    .filter_map(|(left, right)| solve(&joint, iteration, left, right, chain))
                    .collect();
                if bases.is_empty() {
                    bases = ends(&joint, iteration, chain);
                }
                found.push(Need { joint, bases });
            }
        }
    }
    Ok(found)
}

/// From `left = right`, in which the iteration stands with the factor 1 or −1 on the left: the part of what it is
/// equal to that is known where the slice stands.
fn solve(
    joint: &JointSystem,
    iteration: Variable,
    left: &Linear,
    right: &Linear,
    chain: &[OpId],
) -> Option<Vec<(BaseVariable, Integer)>> {
    let factor = left.terms.iter().find(|it| it.0 == iteration).map(|it| it.1.clone())?;
    if !factor.is_unit() {
        return None;
    }
    let value = right.minus(left).times(&factor).plus(&Linear::variable(iteration));
    let base = value
        .terms
        .iter()
        .filter_map(|(variable, factor)| {
            let base = match (variable, joint.instance(*variable)) {
                (Variable::Symbol(value), _) => BaseVariable::Symbol(*value),
                (_, Some(it)) if it.execution == Execution::Outside => BaseVariable::Outside(it.op, it.dim),
                (_, Some(it)) if it.execution == Execution::Sink && chain.contains(&it.op) => {
                    BaseVariable::Consumer(it.op)
                }
                _ => return None,
            };
            Some((base, factor.clone()))
        })
        .collect();
    Some(base)
}

/// The bounds of an iteration that stands inside divisions only: with `i floordiv 2 = k` those are `2 k` and `2 k + 1`.
fn ends(joint: &JointSystem, iteration: Variable, chain: &[OpId]) -> Vec<Vec<(BaseVariable, Integer)>> {
    let zero = Linear::constant(0);
    let solved = |bound: &Linear| solve(joint, iteration, &without_locals(joint, bound), &zero, chain);
    joint.system.inequalities.iter().filter_map(solved).collect()
}

/// The same form, with the locals replaced that an equality tells.
fn without_locals(joint: &JointSystem, form: &Linear) -> Linear {
    let mut form = form.clone();
    for equality in &joint.system.equalities {
        let is_told = |it: &&(Variable, Integer)| matches!(it.0, Variable::Local(_)) && it.1.is_unit();
        let Some((local, sign)) = equality.terms.iter().find(is_told) else { continue };
        let Some((_, factor)) = form.terms.iter().find(|it| it.0 == *local) else { continue };
        form = form.minus(&equality.times(&(factor * sign)));
    }
    form
}
