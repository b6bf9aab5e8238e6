//! `affine`: accesses and values of maps.

use super::super::affine_map::AffineMap;
use super::super::affine_map::Operator;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::Value;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "apply" => |machine, op, frame| value(machine, op, frame, |_, it| Ok(it.first().copied())),
        "min" => |machine, op, frame| value(machine, op, frame, |machine, it| machine.extreme(it, false)),
        "max" => |machine, op, frame| value(machine, op, frame, |machine, it| machine.extreme(it, true)),
        "linearize_index" => linearize,
        "delinearize_index" => delinearize,
        _ => return None,
    })
}

pub(super) fn map<'p>(op: &'p Operation, name: &str) -> Result<&'p AffineMap, Cause> {
    match op.attribute(name) {
        Some(Attribute::Map(map)) => Ok(map),
        _ => unsupported(format!("no {name}")),
    }
}

fn value<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
    of: impl Fn(&mut Machine<'p>, &[Scalar]) -> Result<Option<Scalar>, Cause>,
) -> Result<(), Cause> {
    let values = machine.evaluate(map(op, "map")?, frame, &op.operands)?;
    let Some(value) = of(machine, &values)? else { return unsupported("a map without results") };
    frame.give(op, Value::Scalar(value));
    Ok(())
}

/// The sizes after `by` or `into`: constants, with the operands where they are dynamic.
fn basis(
    machine: &mut Machine<'_>,
    op: &Operation,
    operands: &[usize],
    frame: &Frame,
) -> Result<Vec<i64>, Cause> {
    let constants = op.integers("static_basis")?;
    let mut dynamic = operands.iter();
    constants
        .into_iter()
        .map(|it| match (it, dynamic.as_slice().first()) {
            (i64::MIN, Some(operand)) => {
                dynamic.next();
                machine.integer(frame.get(*operand).scalar()?)
            }
            _ => Ok(it),
        })
        .collect()
}

fn linearize<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let segments = op.segments()?;
    let [indices, sizes] = segments[..] else { return unsupported("operands without segments") };
    let sizes = basis(machine, op, sizes, frame)?;
    let indices = machine.subscripts(frame, indices)?;
    // The first index has no size, or one that does not matter.
    let Some(first) = (sizes.len() + 1).checked_sub(indices.len()) else {
        return unsupported("an index without a size");
    };
    let mut value = indices.first().copied().unwrap_or(Scalar::Integer(0));
    for (index, size) in indices.iter().skip(1).zip(&sizes[first..]) {
        value = machine.affine(Operator::Multiply, value, Scalar::Integer(*size))?;
        value = machine.affine(Operator::Add, value, *index)?;
    }
    frame.give(op, Value::Scalar(value));
    Ok(())
}

fn delinearize<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let sizes = basis(machine, op, op.operands.get(1..).unwrap_or_default(), frame)?;
    let mut rest = frame.operand(op, 0)?.scalar()?;
    let Some(first) = (sizes.len() + 1).checked_sub(op.results.len()) else {
        return unsupported("a digit without a size");
    };
    let mut digits = Vec::new();
    for size in sizes[first..].iter().rev() {
        let size = Scalar::Integer(*size);
        digits.push(machine.affine(Operator::Mod, rest, size)?);
        rest = machine.affine(Operator::FloorDiv, rest, size)?;
    }
    digits.push(rest);
    digits.reverse();
    frame.set_all(&op.results, digits.into_iter().map(Value::Scalar).collect());
    Ok(())
}
