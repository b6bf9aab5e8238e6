//! `affine.for`, `affine.parallel` and `affine.if`.

use super::super::affine_map::IntegerSet;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, Fault, undefined, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::{Block, Operation};
use super::super::scalar::Scalar;
use super::super::value::Value;
use super::affine::map;
use super::counted_loop::CountedLoop;
use super::reduction::combine_all;
use syntax::ods::{ATOMIC_KINDS, Combining};

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(name: &str) -> Option<Run> {
    Some(match name {
        "for" => for_loop,
        "parallel" => parallel,
        "if" => if_else,
        _ => return None,
    })
}

pub(super) fn at(op: &Operation) -> impl Fn(Cause) -> Fault {
    |cause| op.fault(cause)
}

pub(super) fn region(op: &Operation, number: usize) -> Result<&Block, Fault> {
    op.regions.get(number).ok_or_else(|| at(op)(Cause::Unsupported("a region is missing".to_owned())))
}

fn for_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let (counted, initial) = counted_loop(machine, op, frame).map_err(at(op))?;
    let carried = frame.values(initial);
    let carried = counted.run(machine, carried, frame)?;
    frame.set_all(&op.results, carried);
    Ok(())
}

/// The loop with its bounds, and the values that it starts with.
fn counted_loop<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &Frame,
) -> Result<(CountedLoop<'p>, &'p [usize]), Cause> {
    let segments = op.segments()?;
    let [for_lower, for_upper, initial] = segments[..] else {
        return unsupported("operands without segments");
    };
    let Some(body) = op.regions.first() else { return unsupported("a region is missing") };
    let lower = machine.evaluate(map(op, "lowerBoundMap")?, frame, for_lower)?.to_vec();
    let upper = machine.evaluate(map(op, "upperBoundMap")?, frame, for_upper)?.to_vec();
    match op.attribute("step") {
        Some(Attribute::Number(Scalar::Integer(step @ 1..))) if !lower.is_empty() && !upper.is_empty() => {
            Ok((CountedLoop { op, body, lower, upper, step: *step, width: 64 }, initial))
        }
        _ => undefined("a loop without bounds, or whose step is not positive"),
    }
}

fn if_else<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let Some(Attribute::Set(set)) = op.attribute("condition") else {
        return Err(at(op)(Cause::Unsupported("no condition".to_owned())));
    };
    let inputs = op.operands.get(..set.inputs).unwrap_or_default();
    let number = usize::from(!holds(machine, set, frame, inputs).map_err(at(op))?);
    let results = machine.block(region(op, number)?, frame)?;
    frame.set_all(&op.results, results);
    Ok(())
}

/// Whether a point is in a set: the constraints after the first that fails do not matter.
fn holds(
    machine: &mut Machine<'_>,
    set: &IntegerSet,
    frame: &Frame,
    inputs: &[usize],
) -> Result<bool, Cause> {
    for (expression, is_equality) in set.constraints() {
        let value = machine.expressions(std::iter::once(expression), frame, inputs)?[0];
        let zero = Scalar::Integer(0);
        if machine.less(value, zero)? || *is_equality && machine.less(zero, value)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn parallel<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let points = bounds(machine, op, frame).and_then(|(bounds, steps)| points(machine, bounds, &steps));
    let points = points.map_err(at(op))?;
    let reductions = reductions(op).map_err(at(op))?;
    let mut yields = vec![Vec::new(); reductions.len()];
    machine.in_parallel(&points, region(op, 0)?, frame, |_, _, yielded| {
        for (values, value) in yields.iter_mut().zip(yielded) {
            values.push(value.scalar().map_err(at(op))?);
        }
        Ok(())
    })?;
    let mut totals = Vec::new();
    for ((combining, ty), values) in reductions.iter().zip(&op.result_types).zip(&yields) {
        let Some(element) = ty.element() else {
            return Err(at(op)(Cause::Unsupported("a reduction of such a type".to_owned())));
        };
        totals.push(combine_all(machine, combining, element, None, values).map_err(at(op))?);
    }
    frame.set_all(&op.results, totals.into_iter().map(Value::Scalar).collect());
    Ok(())
}

impl Operation {
    /// The operations by which `affine.parallel` combines the yields of its iterations, in order.
    pub fn reductions(&self) -> Option<Vec<&'static Combining>> {
        reductions(self).ok()
    }
}

/// The kinds by the numbers of MLIR's `AtomicRMWKind`.
fn reductions(op: &Operation) -> Result<Vec<&'static Combining>, Cause> {
    let combining = |number: i64| Combining::of_atomic_kind(ATOMIC_KINDS.get(usize::try_from(number).ok()?)?);
    let kinds = op.integers("reductions")?.into_iter().map(combining).collect::<Option<_>>();
    kinds.map_or_else(|| unsupported("a reduction of such a kind"), Ok)
}

/// All iterations within these lower and upper bounds, the last variable fastest.
pub(super) fn points(
    machine: &mut Machine<'_>,
    (lower, upper): Bounds,
    steps: &[Scalar],
) -> Result<Vec<Vec<Scalar>>, Cause> {
    if lower.len() != upper.len() || lower.len() != steps.len() {
        return unsupported("dimensions without bounds");
    }
    let mut points = vec![Vec::new()];
    for ((lower, upper), step) in lower.into_iter().zip(upper).zip(steps) {
        let step = machine.integer(*step)?;
        if step < 1 {
            return undefined("a step that is not positive");
        }
        let values = machine.range(lower, upper, step)?;
        let count = points.len().saturating_mul(values.len());
        if count > MOST_POINTS {
            return Err(Cause::Endless);
        }
        machine.spend(count as u64)?;
        points = points
            .iter()
            .flat_map(|point| values.iter().map(|value| [point.as_slice(), &[*value]].concat()))
            .collect();
    }
    Ok(points)
}

/// The bounds and steps of `affine.parallel`.
fn bounds(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<(Bounds, Vec<Scalar>), Cause> {
    let lower =
        ends(machine, op, frame, ["lowerBoundsMap", "lowerBoundsGroups", "lowerBoundsOperands"], true)?;
    let upper =
        ends(machine, op, frame, ["upperBoundsMap", "upperBoundsGroups", "upperBoundsOperands"], false)?;
    let steps = op.integers("steps")?.into_iter().map(Scalar::Integer).collect();
    Ok(((lower, upper), steps))
}

/// The lower ones and the upper ones.
type Bounds = (Vec<Scalar>, Vec<Scalar>);

/// The iterations of one parallel loop.
const MOST_POINTS: usize = 1 << 22;

/// The bounds of the dimensions on one side.
fn ends(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    [bounds, groups, operands]: [&str; 3],
    is_lower: bool,
) -> Result<Vec<Scalar>, Cause> {
    let bounds = map(op, bounds)?;
    let places = match op.attribute(operands).and_then(Attribute::integers) {
        Some(places) => {
            places.iter().filter_map(|it| op.operands.get(usize::try_from(*it).ok()?).copied()).collect()
        }
        // The generic form has the operands of the lower bounds before those of the upper.
        None if is_lower => op.operands.iter().take(bounds.inputs()).copied().collect(),
        None => op.operands.iter().skip(op.operands.len().saturating_sub(bounds.inputs())).copied().collect(),
    };
    let places: Vec<usize> = places;
    let values = machine.evaluate(bounds, frame, &places)?;
    let Some(groups) = op.attribute(groups).and_then(Attribute::integers) else {
        return unsupported("bounds without groups");
    };
    let mut rest = values.as_slice();
    let mut found = Vec::new();
    for count in groups {
        let (group, after) = rest.split_at(usize::try_from(count).unwrap_or(0).min(rest.len()));
        rest = after;
        match machine.extreme(group, is_lower)? {
            Some(end) => found.push(end),
            None => return undefined("a dimension without bounds"),
        }
    }
    Ok(found)
}
