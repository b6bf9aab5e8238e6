//! `tensor`: values of many numbers.

use std::rc::Rc;

use super::super::fault::{Cause, Fault, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::tensor::Tensor;
use super::super::types::Type;
use super::super::value::{Value, positions};
use super::affine_loops::{at, region};
use super::memref::mixed;
use super::views::{groups, kept_dims};

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "empty" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame, 0)?;
            let tensor = machine.splat(sizes, Scalar::Poison)?;
            give(frame, op, tensor)
        },
        "splat" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame, 1)?;
            let value = frame.operand(op, 0)?.scalar()?;
            let tensor = machine.splat(sizes, value)?;
            give(frame, op, tensor)
        },
        "from_elements" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame, op.operands.len())?;
            let cells = machine.subscripts(frame, &op.operands)?;
            let tensor = machine.new_tensor(sizes, &cells)?;
            give(frame, op, tensor)
        },
        "extract" => extract,
        "insert" => |machine, op, frame| {
            let value = frame.operand(op, 0)?.scalar()?;
            let destination = machine.tensor_operand(op, frame, 1)?;
            let indices = machine.subscripts(frame, op.operands.get(2..).unwrap_or_default())?;
            let cell = machine.tensor_cell(&destination, &indices)?;
            let mut tensor = machine.copy_of(&destination, 1)?;
            tensor.set(cell, value);
            give(frame, op, tensor)
        },
        "extract_slice" => extract_slice,
        "insert_slice" => |machine, op, frame| {
            let destination = machine.settled_operand(op, frame, 1)?;
            let inserted = inserted(machine, op, frame, &destination)?;
            let mut tensor = machine.copy_of(&destination, inserted.len())?;
            for (cell, value) in inserted {
                tensor.set(cell, value);
            }
            give(frame, op, tensor)
        },
        "dim" => |machine, op, frame| {
            let dim = machine.integer(frame.operand(op, 1)?.scalar()?)?;
            let tensor = machine.tensor_operand(op, frame, 0)?;
            let size = usize::try_from(dim).ok().and_then(|dim| tensor.size(dim));
            let Some(size) = size else { return undefined("no such dimension") };
            frame.give(op, Value::Scalar(size));
            Ok(())
        },
        "rank" => |machine, op, frame| {
            let rank = machine.tensor_operand(op, frame, 0)?.sizes.len() as i64;
            frame.give(op, Value::Scalar(Scalar::Integer(rank)));
            Ok(())
        },
        "cast" => |machine, op, frame| {
            let tensor = machine.settled_operand(op, frame, 0)?;
            let wanted = wanted(op)?;
            let fits = wanted.len() == tensor.sizes.len()
                && wanted.iter().zip(&tensor.sizes).all(|(wanted, size)| wanted.is_none_or(|it| it == *size));
            if !fits {
                return undefined(format!("a cast of the sizes {:?}", tensor.sizes));
            }
            frame.give(op, Value::Tensor(tensor));
            Ok(())
        },
        "collapse_shape" => |machine, op, frame| {
            let tensor = machine.settled_operand(op, frame, 0)?;
            let groups = groups(op)?;
            if groups.iter().flatten().any(|it| *it >= tensor.sizes.len()) {
                return unsupported("such a reassociation");
            }
            let product = |group: Vec<usize>| {
                group.into_iter().try_fold(1_i64, |product, it| product.checked_mul(tensor.sizes[it]))
            };
            let sizes = groups.into_iter().map(product).collect::<Option<_>>().ok_or(Cause::Endless)?;
            reshaped(machine, frame, op, &tensor, sizes)
        },
        "expand_shape" => |machine, op, frame| {
            let tensor = machine.settled_operand(op, frame, 0)?;
            let sizes = mixed(machine, op, frame, "static_output_shape", 1)?;
            for (dim, group) in groups(op)?.into_iter().enumerate() {
                let mut parts = group.into_iter().map(|it| sizes.get(it).copied());
                let product = parts.try_fold(1_i64, |product, size| product.checked_mul(size?));
                if product.is_none() || product != tensor.sizes.get(dim).copied() {
                    return unsupported("a dimension is taken apart into sizes of another product");
                }
            }
            reshaped(machine, frame, op, &tensor, sizes)
        },
        _ => return None,
    })
}

/// Those that run a region for elements.
pub(super) fn find_nested(name: &str) -> Option<Run> {
    Some(match name {
        "generate" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame, 0).map_err(at(op))?;
            let mut tensor = machine.splat(sizes, Scalar::Poison).map_err(at(op))?;
            for (cell, position) in positions(&shape(&tensor.sizes)).enumerate() {
                let value = element(machine, op, frame, &position)?;
                tensor.set(cell, value);
            }
            give(frame, op, tensor).map_err(at(op))
        },
        "pad" => pad,
        _ => return None,
    })
}

fn give(frame: &mut Frame, op: &Operation, tensor: Tensor) -> Result<(), Cause> {
    let wanted = wanted(op)?;
    let fits = wanted.len() == tensor.sizes.len()
        && wanted.iter().zip(&tensor.sizes).all(|(wanted, size)| wanted.is_none_or(|it| it == *size));
    if !fits {
        return undefined(format!("a tensor of the sizes {:?}", tensor.sizes));
    }
    frame.give(op, Value::Tensor(Rc::new(tensor)));
    Ok(())
}

/// The sizes that the type of the result says.
fn wanted(op: &Operation) -> Result<&[Option<i64>], Cause> {
    match op.result_types.first() {
        Some(Type::Tensor { sizes, .. }) => Ok(sizes),
        _ => unsupported("a tensor of such a type"),
    }
}

/// The sizes of a result, of which operands from this place on say those that are open.
pub(super) fn sizes(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    first: usize,
) -> Result<Vec<i64>, Cause> {
    let mut dynamic = op.operands.iter().skip(first);
    let size = |it: &Option<i64>| match (it, it.is_none().then(|| dynamic.next()).flatten()) {
        (Some(size), _) => Ok(*size),
        (None, Some(operand)) => machine.integer(frame.get(*operand).scalar()?),
        (None, None) => unsupported("a size is missing"),
    };
    wanted(op)?.iter().map(size).collect()
}

fn shape(sizes: &[i64]) -> Vec<usize> {
    sizes.iter().map(|it| usize::try_from(*it).unwrap_or(0)).collect()
}

fn reshaped(
    machine: &mut Machine<'_>,
    frame: &mut Frame,
    op: &Operation,
    tensor: &Tensor,
    sizes: Vec<i64>,
) -> Result<(), Cause> {
    let result = machine.new_tensor(sizes, &tensor.cells())?;
    give(frame, op, result.within(&[tensor]))
}

fn extract<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let tensor = machine.tensor_operand(op, frame, 0)?;
    let indices = machine.subscripts(frame, op.operands.get(1..).unwrap_or_default())?;
    let value = match machine.tensor_cell(&tensor, &indices) {
        Ok(cell) => tensor.get(cell),
        Err(cause) => machine.forgive(cause)?,
    };
    frame.give(op, Value::Scalar(value));
    Ok(())
}

/// The cells of a slice in the order of its elements, and its sizes.
fn slice(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    (whole, first): (&Tensor, usize),
) -> Result<(Vec<usize>, Vec<i64>), Cause> {
    let offsets = mixed(machine, op, frame, "static_offsets", first)?;
    let sizes = mixed(machine, op, frame, "static_sizes", first + 1)?;
    let steps = mixed(machine, op, frame, "static_strides", first + 2)?;
    let rank = whole.sizes.len();
    if [offsets.len(), sizes.len(), steps.len()] != [rank; 3] {
        return unsupported("a slice of such a rank");
    }
    let count = sizes.iter().try_fold(1_i64, |product, size| product.checked_mul(*size));
    let known = count.and_then(|it| usize::try_from(it).ok()).filter(|_| sizes.iter().all(|it| *it >= 0));
    let Some(count) = known else { return undefined(format!("a slice of the sizes {sizes:?}")) };
    machine.spend(count as u64)?;
    let place = |position: Vec<usize>| {
        let index = |dim: usize| {
            let step = i64::try_from(position[dim]).ok()?.checked_mul(steps[dim])?;
            offsets[dim].checked_add(step)
        };
        let indices = (0..rank).map(index).collect::<Option<Vec<i64>>>();
        indices.map_or_else(|| undefined("a slice of numbers that are too large"), |it| whole.cell(&it))
    };
    let cells = positions(&shape(&sizes)).map(place).collect::<Result<_, _>>()?;
    Ok((cells, sizes))
}

fn extract_slice<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let whole = machine.settled_operand(op, frame, 0)?;
    let (cells, sizes) = slice(machine, op, frame, (&whole, 1))?;
    let kept = kept_dims(&sizes, wanted(op)?)?;
    let numbers: Vec<Scalar> = cells.into_iter().map(|it| whole.get(it)).collect();
    let part = machine.new_tensor(kept.into_iter().map(|dim| sizes[dim]).collect(), &numbers)?;
    give(frame, op, part.within(&[&whole]))
}

/// The cells that an insertion of a slice changes, with their new numbers.
pub(super) fn inserted(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    destination: &Tensor,
) -> Result<Vec<(usize, Scalar)>, Cause> {
    let source = machine.settled_operand(op, frame, 0)?;
    let (cells, sizes) = slice(machine, op, frame, (destination, 2))?;
    let own: Vec<Option<i64>> = source.sizes.iter().map(|it| Some(*it)).collect();
    let kept = kept_dims(&sizes, &own)?;
    if !kept.iter().map(|dim| sizes[*dim]).eq(source.sizes.iter().copied()) {
        return undefined("a slice of other sizes than its place");
    }
    Ok(cells.into_iter().zip(source.cells()).collect())
}

/// The number that the region gives for an element.
fn element<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
    position: &[usize],
) -> Result<Scalar, Fault> {
    let body = region(op, 0)?;
    let indices = position.iter().map(|it| Value::Scalar(Scalar::Integer(*it as i64))).collect();
    frame.set_all(&body.arguments, indices);
    machine.step().map_err(at(op))?;
    let given = machine.scope(body, frame)?;
    let value = given.first().map_or_else(|| unsupported("an element without a number"), Value::scalar);
    value.map_err(at(op))
}

/// The source with other elements around it.
fn pad<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let source = machine.settled_operand(op, frame, 0).map_err(at(op))?;
    let low = mixed(machine, op, frame, "static_low", 1).map_err(at(op))?;
    let high = mixed(machine, op, frame, "static_high", 2).map_err(at(op))?;
    if [low.len(), high.len()] != [source.sizes.len(); 2] || low.iter().chain(&high).any(|it| *it < 0) {
        return unsupported("such a padding").map_err(at(op));
    }
    let size = |(size, (low, high)): (&i64, (&i64, &i64))| size.saturating_add(*low).saturating_add(*high);
    let sizes = source.sizes.iter().zip(low.iter().zip(&high)).map(size).collect();
    let mut tensor = machine.splat(sizes, Scalar::Poison).map_err(at(op))?;
    for (cell, position) in positions(&shape(&tensor.sizes)).enumerate() {
        let inner: Vec<i64> = position.iter().zip(&low).map(|(it, low)| *it as i64 - low).collect();
        let value = match source.cell(&inner) {
            Ok(cell) => source.get(cell),
            Err(_) => element(machine, op, frame, &position)?,
        };
        tensor.set(cell, value);
    }
    give(frame, op, tensor).map_err(at(op))
}
