//! `affine`: accesses and values of maps.

use super::super::affine_map::AffineMap;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::value::{Scalar, Value};
use super::vector_memory::{load_lanes, store_lanes};
use super::{Simple, give};

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "affine.load" => |machine, op, frame| {
            let view = frame.operand(op, 0)?.view()?.clone();
            let indices = evaluate(op, "map", &op.operands[1..], frame)?;
            let value = machine.load(&view, &indices)?;
            give(frame, op, Value::Scalar(value));
            Ok(())
        },
        "affine.store" => |machine, op, frame| {
            let value = frame.operand(op, 0)?.scalar()?;
            let view = frame.operand(op, 1)?.view()?.clone();
            let indices = evaluate(op, "map", &op.operands[2..], frame)?;
            machine.store(&view, &indices, value)
        },
        "affine.vector_load" => |machine, op, frame| {
            let indices = evaluate(op, "map", &op.operands[1..], frame)?;
            load_lanes(machine, op, frame, &indices)
        },
        "affine.vector_store" => |machine, op, frame| {
            let indices = evaluate(op, "map", &op.operands[2..], frame)?;
            store_lanes(machine, op, frame, &indices)
        },
        "affine.apply" => |_, op, frame| value(op, frame, |it| it.first().copied()),
        "affine.min" => |_, op, frame| value(op, frame, |it| it.iter().copied().min()),
        "affine.max" => |_, op, frame| value(op, frame, |it| it.iter().copied().max()),
        "affine.linearize_index" => linearize,
        "affine.delinearize_index" => delinearize,
        _ => return None,
    })
}

pub(super) fn map<'p>(op: &'p Operation, name: &str) -> Result<&'p AffineMap, Cause> {
    match op.attribute(name) {
        Some(Attribute::Map(map)) => Ok(map),
        _ => unsupported(format!("no {name}")),
    }
}

fn evaluate(op: &Operation, name: &str, operands: &[usize], frame: &Frame) -> Result<Vec<i64>, Cause> {
    map(op, name)?.evaluate(&frame.integers(operands)?)
}

fn value(op: &Operation, frame: &mut Frame, of: impl Fn(&[i64]) -> Option<i64>) -> Result<(), Cause> {
    let values = evaluate(op, "map", &op.operands, frame)?;
    let Some(value) = of(&values) else { return unsupported("a map without results") };
    give(frame, op, Value::Scalar(Scalar::Integer(value)));
    Ok(())
}

/// The sizes behind `by` or `into`: constants, with the operands where they are dynamic.
fn basis(op: &Operation, operands: &[usize], frame: &Frame) -> Result<Vec<i64>, Cause> {
    let constants = op.attribute("static_basis").and_then(Attribute::integers).unwrap_or_default();
    let mut dynamic = operands.iter();
    constants
        .into_iter()
        .map(|it| match (it, dynamic.as_slice().first()) {
            (i64::MIN, Some(operand)) => {
                dynamic.next();
                frame.get(*operand).integer()
            }
            _ => Ok(it),
        })
        .collect()
}

fn linearize<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let segments = op.segments();
    let [indices, sizes] = segments[..] else { return unsupported("operands without segments") };
    let sizes = basis(op, sizes, frame)?;
    let indices = frame.integers(indices)?;
    // The first index has no size, or one that does not matter.
    let sizes = &sizes[sizes.len() + 1 - indices.len()..];
    let inner = indices.iter().skip(1).zip(sizes);
    let value = inner.fold(indices.first().copied().unwrap_or(0), |sum, (index, size)| sum * size + index);
    give(frame, op, Value::Scalar(Scalar::Integer(value)));
    Ok(())
}

fn delinearize<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let sizes = basis(op, &op.operands[1..], frame)?;
    let mut rest = frame.operand(op, 0)?.integer()?;
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
