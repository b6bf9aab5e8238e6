//! `affine.for`, `affine.parallel` and `affine.if`.

use super::super::affine_map::AffineMap;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, Fault, undefined, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::{Block, Operation};
use super::super::value::{Scalar, Value};
use super::affine::map;
use super::reduction::{Combine, neutral};

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(name: &str) -> Option<Run> {
    Some(match name {
        "affine.for" => for_loop,
        "affine.parallel" => parallel,
        "affine.if" => if_else,
        _ => return None,
    })
}

pub(super) fn at(op: &Operation) -> impl Fn(Cause) -> Fault {
    |cause| Fault { cause, operation: op.text.clone() }
}

pub(super) fn region(op: &Operation, number: usize) -> Result<&Block, Fault> {
    op.regions.get(number).ok_or_else(|| at(op)(Cause::Unsupported("a region is missing".to_owned())))
}

fn for_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let (lower, upper, step, initial) = bounds(op, frame).map_err(at(op))?;
    let body = region(op, 0)?;
    let mut carried = frame.values(initial);
    let mut value = lower;
    while value < upper {
        let mut arguments = vec![Value::Scalar(Scalar::Integer(value))];
        arguments.append(&mut carried);
        frame.set_all(&body.arguments, arguments);
        carried = machine.block(body, frame)?;
        // Lowered, the loop would go on at the least number.
        value =
            value.checked_add(step).map_or_else(|| undefined("a loop that overflows"), Ok).map_err(at(op))?;
    }
    frame.set_all(&op.results, carried);
    Ok(())
}

/// The greatest lower bound, the least upper bound, the step, and the values that the loop starts with.
fn bounds<'p>(op: &'p Operation, frame: &Frame) -> Result<(i64, i64, i64, &'p [usize]), Cause> {
    let segments = op.segments();
    let [for_lower, for_upper, initial] = segments[..] else {
        return unsupported("operands without segments");
    };
    let lower = map(op, "lowerBoundMap")?.evaluate(&frame.integers(for_lower)?)?.into_iter().max();
    let upper = map(op, "upperBoundMap")?.evaluate(&frame.integers(for_upper)?)?.into_iter().min();
    match (lower, upper, op.attribute("step")) {
        (Some(lower), Some(upper), Some(Attribute::Number(Scalar::Integer(step @ 1..)))) => {
            Ok((lower, upper, *step, initial))
        }
        _ => undefined("a loop without bounds, or whose step is not positive"),
    }
}

fn if_else<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let Some(Attribute::Set(set)) = op.attribute("condition") else {
        return Err(at(op)(Cause::Unsupported("no condition".to_owned())));
    };
    let inputs = frame.integers(&op.operands[..set.inputs]).map_err(at(op))?;
    let number = usize::from(!set.contains(&inputs).map_err(at(op))?);
    let results = machine.block(region(op, number)?, frame)?;
    frame.set_all(&op.results, results);
    Ok(())
}

fn parallel<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let points = points(op, frame).map_err(at(op))?;
    let reductions = reductions(op).map_err(at(op))?;
    let mut totals = Vec::new();
    for (combine, ty) in reductions.iter().zip(&op.result_types) {
        let Some(element) = ty.element() else {
            return Err(at(op)(Cause::Unsupported("a reduction of such a type".to_owned())));
        };
        totals.push(neutral(*combine, element));
    }
    machine.in_parallel(&points, region(op, 0)?, frame, |machine, yielded| {
        for ((total, value), (combine, ty)) in
            totals.iter_mut().zip(yielded).zip(reductions.iter().zip(&op.result_types))
        {
            let element = ty.element().unwrap_or(super::super::Element::Index);
            let value = value.scalar().map_err(at(op))?;
            *total = combine.apply(machine, element, *total, value).map_err(at(op))?;
        }
        Ok(())
    })?;
    frame.set_all(&op.results, totals.into_iter().map(Value::Scalar).collect());
    Ok(())
}

/// The kinds by the numbers of MLIR's `AtomicRMWKind`.
fn reductions(op: &Operation) -> Result<Vec<Combine>, Cause> {
    let numbers = op.attribute("reductions").and_then(Attribute::integers).unwrap_or_default();
    numbers
        .into_iter()
        .map(|it| match it {
            0 => Ok(Combine::AddF),
            1 => Ok(Combine::AddI),
            2 => Ok(Combine::AndI),
            4 => Ok(Combine::MaximumF),
            5 => Ok(Combine::MaxNumF),
            6 => Ok(Combine::MaxS),
            7 => Ok(Combine::MaxU),
            8 => Ok(Combine::MinimumF),
            9 => Ok(Combine::MinNumF),
            10 => Ok(Combine::MinS),
            11 => Ok(Combine::MinU),
            12 => Ok(Combine::MulF),
            13 => Ok(Combine::MulI),
            14 => Ok(Combine::OrI),
            15 => Ok(Combine::XOrI),
            _ => unsupported("a reduction of such a kind"),
        })
        .collect()
}

/// All iterations, the last variable fastest.
fn points(op: &Operation, frame: &Frame) -> Result<Vec<Vec<i64>>, Cause> {
    let (lower, upper) = (map(op, "lowerBoundsMap")?, map(op, "upperBoundsMap")?);
    let (for_lower, for_upper) = op.operands.split_at(lower.inputs().min(op.operands.len()));
    let bound = |map: &AffineMap, operands: &[usize], groups: &str, is_lower: bool| {
        let values = map.evaluate(&frame.integers(operands)?)?;
        let Some(groups) = op.attribute(groups).and_then(Attribute::integers) else {
            return unsupported("bounds without groups");
        };
        let mut rest = values.into_iter();
        let ends = groups.into_iter().map(|count| {
            let group = rest.by_ref().take(usize::try_from(count).unwrap_or(0));
            if is_lower { group.max() } else { group.min() }
        });
        ends.map(|it| it.map_or_else(|| undefined("a dimension without bounds"), Ok))
            .collect::<Result<Vec<_>, _>>()
    };
    let lower = bound(lower, for_lower, "lowerBoundsGroups", true)?;
    let upper = bound(upper, for_upper, "upperBoundsGroups", false)?;
    let steps = op.attribute("steps").and_then(Attribute::integers).unwrap_or_default();
    let mut points = vec![Vec::new()];
    for ((lower, upper), step) in lower.into_iter().zip(upper).zip(steps) {
        let Ok(step @ 1..) = usize::try_from(step) else { return undefined("a step that is not positive") };
        let values: Vec<i64> = (lower..upper).step_by(step).collect();
        points = points
            .iter()
            .flat_map(|point| values.iter().map(|value| [point.as_slice(), &[*value]].concat()))
            .collect();
    }
    Ok(points)
}
