//! `affine`: accesses and values of maps.

use super::super::affine_map::AffineMap;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::value::{Scalar, Value};
use super::{Simple, give};

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
    give(frame, op, Value::Scalar(value));
    Ok(())
}

/// The sizes behind `by` or `into`: constants, with the operands where they are dynamic.
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
    let indices = machine.integers(frame, indices)?;
    // The first index has no size, or one that does not matter.
    let sizes = &sizes[sizes.len() + 1 - indices.len()..];
    let inner = indices.iter().skip(1).zip(sizes);
    let value = inner.fold(indices.first().copied().unwrap_or(0), |sum, (index, size)| sum * size + index);
    give(frame, op, Value::Scalar(Scalar::Integer(value)));
    Ok(())
}

fn delinearize<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let sizes = basis(machine, op, &op.operands[1..], frame)?;
    let mut rest = machine.integer(frame.operand(op, 0)?.scalar()?)?;
    let inner = &sizes[sizes.len() + 1 - op.results.len()..];
    let mut digits = Vec::new();
    for size in inner.iter().rev() {
        if *size <= 0 {
            return super::super::fault::undefined("a size that is not positive");
        }
        digits.push(rest.rem_euclid(*size));
        rest = rest.div_euclid(*size);
    }
    digits.push(rest);
    digits.reverse();
    frame.set_all(&op.results, digits.into_iter().map(|it| Value::Scalar(Scalar::Integer(it))).collect());
    Ok(())
}
