//! `scf.for`, `scf.if`, calls, scopes and masked operations.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, Fault, undefined, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::value::{Scalar, Value};
use super::affine_loops::{at, region};
use super::counted_loop::CountedLoop;

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(dialect: &str, name: &str) -> Option<Run> {
    Some(match (dialect, name) {
        ("scf", "for") => for_loop,
        ("scf", "if") => if_else,
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

fn for_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let [lower, upper, step] =
        [0, 1, 2].map(|it| frame.operand(op, it).and_then(Value::scalar).map_err(at(op)));
    let (lower, upper) = (lower?, upper?);
    if op.attribute("unsignedCmp").is_some() {
        return unsupported("a loop over numbers without sign").map_err(at(op));
    }
    let step = machine.integer(step?).map_err(at(op))?;
    if step <= 0 {
        return undefined("a step that is not positive").map_err(at(op));
    }
    let width = op.operand_element().map_or(64, |it| it.width());
    let (body, carried) = (region(op, 0)?, frame.values(&op.operands[3..]));
    let counted = CountedLoop { op, body, lower: vec![lower], upper: vec![upper], step, width };
    let carried = counted.run(machine, carried, frame)?;
    frame.set_all(&op.results, carried);
    Ok(())
}

fn if_else<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let condition = frame.operand(op, 0).and_then(Value::scalar).map_err(at(op))?;
    let results = if machine.is_decidable(condition).map_err(at(op))? {
        let condition = machine.integer(condition).map_err(at(op))?;
        machine.block(region(op, usize::from(condition == 0))?, frame)?
    } else {
        Machine::both(machine, op, condition, [region(op, 0)?, region(op, 1)?], frame)?
    };
    frame.set_all(&op.results, results);
    Ok(())
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

/// The operation inside sees the mask; lanes outside it have the value behind, where there is one.
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
