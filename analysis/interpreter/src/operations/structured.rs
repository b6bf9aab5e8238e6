//! Calls, scopes and masked operations.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, Fault, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::Value;
use super::affine_loops::{at, region};

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(dialect: &str, name: &str) -> Option<Run> {
    Some(match (dialect, name) {
        ("func", "call") => call,
        ("vector", "mask") => masked,
        ("memref", "alloca_scope") => |machine, op, frame| {
            let results = machine.scope(region(op, 0)?, frame)?;
            frame.set_all(&op.results, results);
            Ok(())
        },
        _ => return None,
    })
}

fn call<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let callee = match op.attribute("callee") {
        Some(Attribute::Text(name)) => machine.module.function(name),
        _ => None,
    };
    let callee = callee.ok_or_else(|| at(op)(Cause::Unsupported("an unknown callee".to_owned())))?;
    let operands = frame.values(&op.operands);
    let results = if callee.has_body() || !machine.has_domain() {
        machine.call(callee, operands)?
    } else {
        machine.effect(op, &operands).map_err(at(op))?
    };
    frame.set_all(&op.results, results);
    Ok(())
}

/// The operation inside sees the mask; lanes outside it have the value after, where there is one.
fn masked<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let mask = frame.operand(op, 0).and_then(Value::vector).map_err(at(op))?.clone();
    if mask.has_term() {
        return unsupported("a mask that depends on what memory holds").map_err(at(op));
    }
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
            vec![Value::of_lanes(&mask.shape, lanes.collect()).map_err(at(op))?]
        }
        _ => results,
    };
    frame.set_all(&op.results, results);
    Ok(())
}
