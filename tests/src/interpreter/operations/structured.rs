//! `scf.for`, `scf.if`, calls and masked operations.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, Fault, undefined};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::value::{Scalar, Value, wrap};
use super::affine_loops::{at, region};

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(name: &str) -> Option<Run> {
    Some(match name {
        "scf.for" => for_loop,
        "scf.if" => if_else,
        "func.call" => call,
        "vector.mask" => masked,
        _ => return None,
    })
}

fn for_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let bounds = frame.integers(&op.operands[..3]).map_err(at(op))?;
    let (lower, upper, step) = match bounds[..] {
        [lower, upper, step] if step > 0 => (lower, upper, step),
        _ => return undefined("a step that is not positive").map_err(at(op)),
    };
    let width = op.operand_element().map_or(64, |it| it.width());
    let body = region(op, 0)?;
    let mut carried = frame.values(&op.operands[3..]);
    let mut value = lower;
    while value < upper {
        let mut arguments = vec![Value::Scalar(Scalar::Integer(value))];
        arguments.append(&mut carried);
        frame.set_all(&body.arguments, arguments);
        carried = machine.block(body, frame)?;
        value = wrap(value.wrapping_add(step), width);
    }
    frame.set_all(&op.results, carried);
    Ok(())
}

fn if_else<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let condition = frame.operand(op, 0).and_then(Value::integer).map_err(at(op))?;
    let results = machine.block(region(op, usize::from(condition == 0))?, frame)?;
    frame.set_all(&op.results, results);
    Ok(())
}

fn call<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let callee = match op.attribute("callee") {
        Some(Attribute::Text(name)) => machine.module.function(name),
        _ => None,
    };
    let callee = callee.ok_or_else(|| at(op)(Cause::Unsupported("an unknown callee".to_owned())))?;
    let results = machine.call(callee, frame.values(&op.operands))?;
    frame.set_all(&op.results, results);
    Ok(())
}

/// The operation inside sees the mask; lanes outside it have the value behind, where there is one.
fn masked<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let mask = frame.operand(op, 0).and_then(Value::vector).map_err(at(op))?.clone();
    let around = machine.mask.replace(mask.clone());
    let results = machine.block(region(op, 0)?, frame)?;
    machine.mask = around;
    let results = match (op.operands.get(1), results.first()) {
        (Some(other), Some(result)) => {
            let (result, other) =
                (result.lanes().map_err(at(op))?, frame.get(*other).lanes().map_err(at(op))?);
            let is_set = |lane: &Scalar| *lane != Scalar::Integer(0);
            let lanes = mask.lanes.iter().zip(result.iter().zip(other));
            let lanes = lanes.map(|(lane, (result, other))| if is_set(lane) { *result } else { *other });
            vec![Value::of_lanes(&mask.shape, lanes.collect())]
        }
        _ => results,
    };
    frame.set_all(&op.results, results);
    Ok(())
}
