//! The loops of two nests that can run together, outermost first.

use super::nest_pair::NestPair;
use crate::fuse::nests::joint_system::{Execution, JointSystem, Symbol};
use crate::fuse::slice::execution_within;
use crate::reason::Reason;
use ir::{Ir, OpId, OpKind};
use polyhedral::dependence::{Linear, Variable};
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use presburger::{GaveUp, Integer, Union};

/// Two loops that run together: the n-th iteration of one with the n-th of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Level {
    pub first: OpId,
    pub second: OpId,
    /// Lower bound and step of both where their values are not the same.
    pub scaled: Option<[Range; 2]>,
}

/// `lower`, `lower + step`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub lower: i64,
    pub step: i64,
}

impl Level {
    /// A form with the sign of: number of the sink's iteration less that of the source's.
    pub(crate) fn distance(&self, joint: &mut JointSystem) -> Linear {
        let source = Linear::variable(joint.loop_variable(Execution::Source, self.first, 0));
        let sink = Linear::variable(joint.loop_variable(Execution::Sink, self.second, 0));
        let Some([first, second]) = self.scaled else { return sink.minus(&source) };
        let number = |form: &Linear, own: Range, other: Range| {
            form.minus(&Linear::constant(own.lower)).times(&Integer::from(other.step))
        };
        number(&sink, second, first).minus(&number(&source, first, second))
    }
}

/// The levels that fit, and why there are no more of them.
pub(crate) struct Levels {
    pub levels: Vec<Level>,
    pub difference: Option<Reason>,
}

/// Nests are not looked at deeper than this.
const MAX_DEPTH: usize = 16;

pub(crate) fn levels(two: &NestPair<'_>) -> Levels {
    let ir = two.ir;
    let mut found = Levels { levels: Vec::new(), difference: None };
    let mut next = Some((two.first.root, two.second.root));
    while let Some((first, second)) = next.filter(|_| found.levels.len() < MAX_DEPTH) {
        let scaled = match fits(two, &found.levels, first, second) {
            Ok(Some(scaled)) => scaled,
            Ok(None) => {
                let places = (ir.ops[first].name_pointer, ir.ops[second].name_pointer);
                let reason = Reason::new("the loops")
                    .line(places.0)
                    .text(" and")
                    .line(places.1)
                    .text(" do not have the same iterations");
                found.difference = Some(reason.related(places.0, "this loop").related(places.1, "and this"));
                break;
            }
            Err(_) => {
                found.difference = Some(Reason::new("the exact test takes too long"));
                break;
            }
        };
        found.levels.push(Level { first, second, scaled });
        next = only_loop(ir, first).zip(only_loop(ir, second));
    }
    found
}

/// The only `affine.for` directly in the body of a loop.
fn only_loop(ir: &Ir, loop_: OpId) -> Option<OpId> {
    let ops = &ir.blocks[ir.body(loop_)?].ops;
    let mut loops = ops.iter().copied().filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_)));
    let only = loops.next()?;
    loops.next().is_none().then_some(only)
}

/// How the two loops run together below the given levels; `None` if they do not.
#[expect(clippy::option_option, reason = "whether they fit, and how their values differ")]
fn fits(
    two: &NestPair<'_>,
    around: &[Level],
    first: OpId,
    second: OpId,
) -> Result<Option<Option<[Range; 2]>>, GaveUp> {
    let constants = constant_range(two.ir, first).zip(constant_range(two.ir, second));
    if let Some(((first, count), (second, other))) = constants {
        if count != other {
            return Ok(None);
        }
        return Ok(Some((first != second).then_some([first, second])));
    }
    // Bounds that depend on outer loops are compared as sets; then the values outside must be the same.
    if around.iter().any(|it| it.scaled.is_some()) {
        return Ok(None);
    }
    let mut loops: Vec<(OpId, OpId)> = around.iter().map(|it| (it.first, it.second)).collect();
    loops.push((first, second));
    let chain = |of: &dyn Fn(&(OpId, OpId)) -> OpId| loops.iter().map(of).collect::<Vec<_>>();
    let left = iterations(two, two.first.root, &chain(&|it| it.0));
    let right = iterations(two, two.second.root, &chain(&|it| it.1));
    let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
    let mut symbols: Vec<Symbol> = Vec::new();
    for symbol in left.iter().chain(&right).flat_map(|it| it.0.symbols()) {
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    let union = |systems: &[(JointSystem, Vec<Variable>)]| {
        let mut parts = systems.iter().map(|(joint, dims)| joint.set(dims, &symbols));
        let mut union = Union::from(parts.next()?);
        parts.for_each(|it| union.push(it));
        Some(union)
    };
    let (Some(left), Some(right)) = (union(&left), union(&right)) else { return Ok(None) };
    Ok(left.is_equal(&right, two.budget)?.then_some(None))
}

/// Lower bound and step, and the number of iterations.
pub(crate) fn constant_range(ir: &Ir, loop_: OpId) -> Option<(Range, i64)> {
    let OpKind::For(header) = &ir.ops[loop_].kind else { return None };
    let (lower, upper) = (constant_lower(ir, loop_, header)?, constant_upper(ir, loop_, header)?);
    let step = header.step.filter(|it| *it > 0)?;
    let span = upper.checked_sub(lower)?.max(0);
    let count = span.checked_add(step - 1)?.checked_div(step)?;
    Some((Range { lower, step }, count))
}

/// The iterations of a chain of loops, and the variables of the loops.
fn iterations(two: &NestPair<'_>, root: OpId, chain: &[OpId]) -> Option<Vec<(JointSystem, Vec<Variable>)>> {
    let body = two.ir.body(*chain.last()?)?;
    let relation = two.facts.relations.get(*two.ir.blocks[body].ops.first()?)?;
    let systems = relation.pieces.iter().map(|piece| {
        let mut joint = JointSystem::default();
        joint.add(relation, piece, &execution_within(two.ir, root, Execution::Source));
        let dims = chain.iter().map(|it| joint.loop_variable(Execution::Source, *it, 0)).collect();
        (joint, dims)
    });
    Some(systems.collect())
}
