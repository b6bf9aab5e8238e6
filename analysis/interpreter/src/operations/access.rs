//! Accesses: of one element, of consecutive ones, of masked ones, and of gathered and scattered ones.

use super::super::affine_map::Operator;
use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine, Simple, Subscripts};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::{Value, positions};

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "maskedload" => |machine, op, frame| read(machine, op, frame, None),
        "maskedstore" => |machine, op, frame| write(machine, op, frame, false),
        "gather" => |machine, op, frame| {
            let place = op.operands.len().checked_sub(3);
            read(machine, op, frame, place)
        },
        "scatter" => |machine, op, frame| write(machine, op, frame, true),
        _ => return None,
    })
}

/// The element of a lane of a vector that runs along the last dimensions.
///
/// A memref of vectors has their dimensions after its own.
fn element(
    machine: &mut Machine<'_>,
    rank: usize,
    indices: &[Scalar],
    position: &[usize],
) -> Result<Subscripts, Cause> {
    let inside = rank.saturating_sub(indices.len());
    let Some((position, inner)) = position.len().checked_sub(inside).map(|it| position.split_at(it)) else {
        return unsupported("a part of a vector in memory");
    };
    let Some(first) = indices.len().checked_sub(position.len()) else {
        return unsupported("a vector of more dimensions than the memref");
    };
    let mut element = Subscripts::from_slice(indices);
    element.extend(inner.iter().map(|it| Scalar::Integer(*it as i64)));
    for (index, at) in element.iter_mut().skip(first).zip(position) {
        *index = machine.affine(Operator::Add, *index, Scalar::Integer(*at as i64))?;
    }
    Ok(element)
}

/// The subscripts of an access whose memref is the operand of that number.
fn subscripts<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &Frame,
    memref: usize,
) -> Result<Subscripts, Cause> {
    let operands = op.operands.get(memref + 1..).unwrap_or_default();
    match op.attribute("map") {
        Some(Attribute::Map(map)) => machine.evaluate(map, frame, operands),
        _ => machine.subscripts(frame, operands),
    }
}

/// A number, or the lanes of a vector that runs along the last dimensions.
pub(super) fn load<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let indices = subscripts(machine, op, frame, 0)?;
    let view = frame.operand(op, 0)?.view()?.clone();
    let shape = op.result_shape(0)?;
    if shape.is_empty() {
        let value = machine.load(&view, &indices)?;
        frame.give(op, Value::Scalar(value));
        return Ok(());
    }
    let lanes = positions(shape).map(|it| {
        let indices = element(machine, view.sizes.len(), &indices, &it)?;
        machine.load(&view, &indices)
    });
    let lanes = lanes.collect::<Result<_, _>>()?;
    frame.give(op, Value::of_lanes(shape, lanes)?);
    Ok(())
}

pub(super) fn store<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Cause> {
    let indices = subscripts(machine, op, frame, 1)?;
    let view = frame.operand(op, 1)?.view()?.clone();
    let shape = op.operand_shape(0)?;
    if shape.is_empty() {
        let value = frame.operand(op, 0)?.scalar()?;
        return machine.store(&view, &indices, value);
    }
    let vector = frame.operand(op, 0)?.clone();
    for (position, value) in positions(shape).zip(vector.lanes()?) {
        let indices = element(machine, view.sizes.len(), &indices, &position)?;
        machine.store(&view, &indices, *value)?;
    }
    Ok(())
}

fn is_set(mask: &Value, lane: usize) -> Result<bool, Cause> {
    match mask.lanes()?.get(lane) {
        Some(bit) => Ok(bit.integer()? != 0),
        None => unsupported("a mask of another shape"),
    }
}

/// `base, indices…, [offsets,] mask, other`: with offsets, which count along the last dimension, at this place.
fn read<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
    offsets: Option<usize>,
) -> Result<(), Cause> {
    let count = op.operands.len();
    if count < 4 {
        return unsupported("too few operands");
    }
    let view = frame.operand(op, 0)?.view()?.clone();
    let indices = machine.subscripts(frame, &op.operands[1..offsets.unwrap_or(count - 2)])?;
    let offsets = offsets.map(|it| frame.operand(op, it)).transpose()?.cloned();
    let mask = frame.operand(op, count - 2)?.clone();
    let other = frame.operand(op, count - 1)?.clone();
    let shape = op.result_shape(0)?;
    let mut lanes = Vec::new();
    for (lane, position) in positions(shape).enumerate() {
        lanes.push(match is_set(&mask, lane)? {
            true => {
                let indices =
                    lane_element(machine, view.sizes.len(), &indices, offsets.as_ref(), (lane, &position))?;
                machine.load(&view, &indices)?
            }
            false => other.lanes()?[lane],
        });
    }
    frame.give(op, Value::of_lanes(shape, lanes)?);
    Ok(())
}

/// `base, indices…, [offsets,] mask, value`
fn write<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
    has_offsets: bool,
) -> Result<(), Cause> {
    let count = op.operands.len();
    if count < 4 {
        return unsupported("too few operands");
    }
    let view = frame.operand(op, 0)?.view()?.clone();
    let end = if has_offsets { count - 3 } else { count - 2 };
    let indices = machine.subscripts(frame, &op.operands[1..end])?;
    let offsets = has_offsets.then(|| frame.operand(op, end)).transpose()?.cloned();
    let mask = frame.operand(op, count - 2)?.clone();
    let value = frame.operand(op, count - 1)?.clone();
    let shape = op.operand_shape(op.operand_types.len().saturating_sub(1))?;
    for (lane, position) in positions(shape).enumerate() {
        if is_set(&mask, lane)? {
            let element =
                lane_element(machine, view.sizes.len(), &indices, offsets.as_ref(), (lane, &position))?;
            machine.store(&view, &element, value.lanes()?[lane])?;
        }
    }
    Ok(())
}

fn lane_element(
    machine: &mut Machine<'_>,
    rank: usize,
    indices: &[Scalar],
    offsets: Option<&Value>,
    (lane, position): (usize, &[usize]),
) -> Result<Subscripts, Cause> {
    let Some(offsets) = offsets else { return element(machine, rank, indices, position) };
    let offset = offsets.lanes()?.get(lane).copied().unwrap_or(Scalar::Poison);
    let mut element = Subscripts::from_slice(indices);
    if let Some(last) = element.last_mut() {
        *last = machine.affine(Operator::Add, *last, offset)?;
    }
    Ok(element)
}
