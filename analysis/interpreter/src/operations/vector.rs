//! `vector`: making, taking apart and rearranging vectors.

use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::{Value, Vector, positions};

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "broadcast" | "splat" => broadcast,
        "step" => |_, op, frame| {
            let shape = op.result_shape(0)?;
            let lanes = (0..shape.iter().product::<usize>()).map(|it| Scalar::Integer(it as i64));
            frame.give(op, Value::of_lanes(shape, lanes.collect())?);
            Ok(())
        },
        "extract" => extract,
        "insert" => insert,
        "shuffle" => shuffle,
        "from_elements" => |_, op, frame| {
            let lanes = op.operands.iter().map(|it| frame.get(*it).scalar()).collect::<Result<_, _>>()?;
            frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
            Ok(())
        },
        "to_elements" => |_, op, frame| {
            let lanes = frame.operand(op, 0)?.lanes()?.iter().map(|it| Value::Scalar(*it)).collect();
            frame.set_all(&op.results, lanes);
            Ok(())
        },
        "shape_cast" | "bitcast" => |_, op, frame| {
            let lanes = frame.operand(op, 0)?.lanes()?.to_vec();
            if lanes.len() != op.result_shape(0)?.iter().product::<usize>() {
                return unsupported("lanes of another width");
            }
            frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
            Ok(())
        },
        "transpose" => transpose,
        "constant_mask" => |_, op, frame| {
            let sizes = op.integers("mask_dim_sizes")?;
            frame.give(op, mask(op.result_shape(0)?, &sizes)?);
            Ok(())
        },
        "create_mask" => |machine, op, frame| {
            let sizes = machine.integers(frame, &op.operands)?;
            frame.give(op, mask(op.result_shape(0)?, &sizes)?);
            Ok(())
        },
        "interleave" => |_, op, frame| {
            let (left, right) = (frame.operand(op, 0)?.lanes()?, frame.operand(op, 1)?.lanes()?);
            let lanes = left.iter().zip(right).flat_map(|(left, right)| [*left, *right]).collect();
            frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
            Ok(())
        },
        "deinterleave" => |_, op, frame| {
            let lanes = frame.operand(op, 0)?.lanes()?;
            let shape = op.result_shape(0)?;
            let half = |first| lanes.iter().skip(first).step_by(2).copied().collect();
            let both = vec![Value::of_lanes(shape, half(0))?, Value::of_lanes(shape, half(1))?];
            frame.set_all(&op.results, both);
            Ok(())
        },
        "extract_strided_slice" => extract_strided_slice,
        "insert_strided_slice" => insert_strided_slice,
        _ => return None,
    })
}

/// Lanes before the sizes, in all dimensions.
fn mask(shape: &[usize], sizes: &[i64]) -> Result<Value, Cause> {
    let is_set = |position: Vec<usize>| position.iter().zip(sizes).all(|(at, size)| (*at as i64) < *size);
    Value::of_lanes(shape, positions(shape).map(|it| Scalar::bool(is_set(it))).collect())
}

/// Leading dimensions are added, and dimensions of size 1 stretched.
fn broadcast<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let value = match frame.operand(op, 0)? {
        Value::Vector(vector) => {
            let added = op.result_shape(0)?.len().saturating_sub(vector.shape.len());
            let lanes = positions(op.result_shape(0)?).map(|position| {
                let at = position[added..].iter().zip(&vector.shape);
                let at: Vec<usize> = at.map(|(at, size)| if *size == 1 { 0 } else { *at }).collect();
                Ok(vector.lanes[vector.lane(&at)?])
            });
            Value::of_lanes(op.result_shape(0)?, lanes.collect::<Result<_, Cause>>()?)?
        }
        scalar => Value::Vector(Vector::splat(op.result_shape(0)?, scalar.scalar()?).into()),
    };
    frame.give(op, value);
    Ok(())
}

/// A position whose dynamic parts are the operands from `first` on.
fn position(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    first: usize,
) -> Result<Vec<usize>, Cause> {
    let constants = op.integers("static_position")?;
    let mut dynamic = op.operands.get(first..).unwrap_or_default().iter();
    let mut position = Vec::new();
    for constant in constants {
        let at = match (constant, dynamic.as_slice().first()) {
            (i64::MIN, Some(operand)) => {
                dynamic.next();
                machine.integer(frame.get(*operand).scalar()?)?
            }
            _ => constant,
        };
        let Ok(at) = usize::try_from(at) else { return undefined("a position outside the vector") };
        position.push(at);
    }
    Ok(position)
}

fn extract<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let vector = frame.operand(op, 0)?.vector()?.clone();
    let lane = vector.lane(&position(machine, op, frame, 1)?)?;
    let count = op.result_shape(0)?.iter().product::<usize>();
    frame.give(op, Value::of_lanes(op.result_shape(0)?, vector.lanes[lane..lane + count].to_vec())?);
    Ok(())
}

fn insert<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let mut vector = Vector::clone(frame.operand(op, 1)?.vector()?);
    let value = frame.operand(op, 0)?.lanes()?;
    let lane = vector.lane(&position(machine, op, frame, 2)?)?;
    vector.lanes[lane..lane + value.len()].copy_from_slice(value);
    frame.give(op, Value::Vector(vector.into()));
    Ok(())
}

/// Numbers count through both operands; −1 is poison.
fn shuffle<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (left, right) = (frame.operand(op, 0)?.lanes()?, frame.operand(op, 1)?.lanes()?);
    // Entries of the first dimension are shuffled.
    let rows = op.result_shape(0)?.first().copied().unwrap_or(1);
    let count: usize = op.result_shape(0)?.iter().product();
    let Some(length) = count.checked_div(rows) else { return unsupported("a shuffle of nothing") };
    let numbers = op.integers("mask")?;
    let pick = |number: i64, at: usize| {
        let lane = usize::try_from(number).ok()?.checked_mul(length)?.checked_add(at)?;
        left.get(lane).or_else(|| right.get(lane.checked_sub(left.len())?)).copied()
    };
    let lanes = numbers.into_iter().flat_map(|it| (0..length).map(move |at| (it, at)));
    let lanes = lanes.map(|(number, at)| pick(number, at).unwrap_or(Scalar::Poison)).collect();
    frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
    Ok(())
}

fn transpose<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let vector = frame.operand(op, 0)?.vector()?.clone();
    let permutation = op.integers("permutation")?;
    let mut lanes = Vec::new();
    for position in positions(op.result_shape(0)?) {
        let mut source = vec![0; position.len()];
        for (at, dim) in position.iter().zip(&permutation) {
            source[usize::try_from(*dim).unwrap_or(0)] = *at;
        }
        lanes.push(vector.lanes[vector.lane(&source)?]);
    }
    frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
    Ok(())
}

/// Where a slice lies in the vector around it: offsets and strides of its dimensions.
fn slice_lane(vector: &Vector, position: &[usize], offsets: &[i64], strides: &[i64]) -> Result<usize, Cause> {
    let missing = vector.shape.len().saturating_sub(position.len());
    let mut place = vec![0; missing];
    place.extend_from_slice(position);
    for (dim, at) in place.iter_mut().enumerate() {
        // Strides belong to the last dimensions of an inserted vector, and to the first of an extracted one.
        let stride = match missing {
            0 => strides.get(dim),
            _ => dim.checked_sub(missing).and_then(|it| strides.get(it)),
        };
        let offset = offsets.get(dim).copied().unwrap_or(0);
        *at =
            usize::try_from(offset).unwrap_or(0) + *at * usize::try_from(*stride.unwrap_or(&1)).unwrap_or(1);
    }
    vector.lane(&place)
}

fn slice(op: &Operation) -> Result<(Vec<i64>, Vec<i64>), Cause> {
    Ok((op.integers("offsets")?, op.integers("strides")?))
}

fn extract_strided_slice<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let vector = frame.operand(op, 0)?.vector()?.clone();
    let (offsets, strides) = slice(op)?;
    let lanes = positions(op.result_shape(0)?)
        .map(|it| Ok(vector.lanes[slice_lane(&vector, &it, &offsets, &strides)?]));
    let lanes = lanes.collect::<Result<_, Cause>>()?;
    frame.give(op, Value::of_lanes(op.result_shape(0)?, lanes)?);
    Ok(())
}

fn insert_strided_slice<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let inner = frame.operand(op, 0)?.vector()?.clone();
    let mut vector = Vector::clone(frame.operand(op, 1)?.vector()?);
    let (offsets, strides) = slice(op)?;
    for (position, value) in positions(&inner.shape).zip(&inner.lanes) {
        let lane = slice_lane(&vector, &position, &offsets, &strides)?;
        vector.lanes[lane] = *value;
    }
    frame.give(op, Value::Vector(vector.into()));
    Ok(())
}
