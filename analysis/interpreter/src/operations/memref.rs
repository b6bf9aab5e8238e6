//! `memref`: buffers, views and accesses by plain indices; buffers that go by way of a tensor.

use std::rc::Rc;

use super::super::attribute::Attribute;
use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Arithmetic, Frame, Machine};
use super::super::memory::View;
use super::super::opaque;
use super::super::program::Operation;
use super::super::types::Type;
use super::super::value::{Scalar, Value, positions};
use super::{Simple, give};

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "alloc" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame)?;
            let view = machine.memory.allocate(sizes)?;
            machine.spend_on_numbers(view.elements() as usize)?;
            give_new(machine, op, frame, view)
        },
        "alloca" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame)?;
            let view = machine.memory.allocate_automatic(sizes, op.place)?;
            machine.spend_on_numbers(view.elements() as usize)?;
            give_new(machine, op, frame, view)
        },
        "dealloc" => |machine, op, frame| {
            let view = frame.operand(op, 0)?.view()?;
            machine.free(view)
        },
        "copy" => copy,
        "cast" => cast,
        "subview" => subview,
        "reinterpret_cast" => reinterpret_cast,
        "dim" => |machine, op, frame| {
            let at = machine.integer(frame.operand(op, 1)?.scalar()?)?;
            let view = frame.operand(op, 0)?.view()?;
            let size = usize::try_from(at).ok().and_then(|at| view.sizes.get(at).copied());
            let Some(size) = size else { return undefined("no such dimension") };
            give(frame, op, Value::Scalar(Scalar::Integer(size)));
            Ok(())
        },
        "get_global" => |machine, op, frame| {
            let Some(Attribute::Text(name)) = op.attribute("name") else { return unsupported("no name") };
            let view = machine.global(name)?;
            give(frame, op, Value::MemRef(Rc::new(view)));
            Ok(())
        },
        // Promises to the compiler, and tensors that are the buffers that they are made of.
        "assume_alignment" | "to_tensor" | "to_buffer" => |_, op, frame| {
            let view = frame.operand(op, 0)?.clone();
            give(frame, op, view);
            Ok(())
        },
        _ => return None,
    })
}

/// The sizes of a new buffer.
fn sizes(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<Vec<i64>, Cause> {
    let Some(Type::MemRef { sizes, .. }) = op.result_types.first() else {
        return unsupported("a buffer of such a type");
    };
    if op.text.contains("strided<") || op.text.contains("#map") || op.text.contains("affine_map<") {
        return unsupported("a buffer with a layout");
    }
    let mut dynamic = op.operands.iter();
    let mut resolved = Vec::new();
    for size in sizes {
        resolved.push(match (size, size.is_none().then(|| dynamic.next()).flatten()) {
            (Some(size), _) => *size,
            (None, Some(operand)) => machine.integer(frame.get(*operand).scalar()?)?,
            (None, None) => return unsupported("a size is missing"),
        });
    }
    Ok(resolved)
}

fn give_new(machine: &mut Machine<'_>, op: &Operation, frame: &mut Frame, view: View) -> Result<(), Cause> {
    if let Some(element) = op.result_element()
        && machine.arithmetic != Arithmetic::Real
    {
        let contents = (0..view.elements()).map(|at| opaque::unwritten(&view.sizes, at, element));
        machine.memory.fill(view.buffer, contents);
    }
    give(frame, op, Value::MemRef(Rc::new(view)));
    Ok(())
}

fn copy<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (from, to) = (frame.operand(op, 0)?.view()?.clone(), frame.operand(op, 1)?.view()?.clone());
    if from.sizes != to.sizes {
        return undefined("a copy between memrefs of two shapes");
    }
    let shape: Vec<usize> = from.sizes.iter().map(|it| usize::try_from(*it).unwrap_or(0)).collect();
    for position in positions(&shape) {
        machine.step()?;
        let indices: Vec<Scalar> = position.iter().map(|it| Scalar::Integer(*it as i64)).collect();
        let value = machine.load(&from, &indices)?;
        machine.store(&to, &indices, value)?;
    }
    Ok(())
}

fn cast<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let view = frame.operand(op, 0)?.view()?.clone();
    let Some(Type::MemRef { sizes, .. }) = op.result_types.first() else {
        return unsupported("a cast to such a type");
    };
    let fits = sizes.len() == view.sizes.len()
        && sizes.iter().zip(&view.sizes).all(|(static_size, size)| static_size.is_none_or(|it| it == *size));
    if !fits {
        return undefined(format!("a cast of the sizes {:?}", view.sizes));
    }
    give(frame, op, Value::MemRef(view));
    Ok(())
}

/// The numbers of `static_…`, with the operands of the segment where it says that they are dynamic.
fn mixed(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &Frame,
    name: &str,
    segment: usize,
) -> Result<Vec<i64>, Cause> {
    let Some(constants) = op.attribute(name).and_then(Attribute::integers) else {
        return unsupported(format!("no {name}"));
    };
    let segments = op.segments()?;
    let mut dynamic = segments.get(segment).copied().unwrap_or_default().iter();
    constants
        .into_iter()
        .map(|constant| match constant {
            i64::MIN => match dynamic.next() {
                Some(operand) => machine.integer(frame.get(*operand).scalar()?),
                None => unsupported("an operand is missing"),
            },
            _ => Ok(constant),
        })
        .collect()
}

fn subview<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = frame.operand(op, 0)?.view()?.clone();
    let offsets = mixed(machine, op, frame, "static_offsets", 1)?;
    let sizes = mixed(machine, op, frame, "static_sizes", 2)?;
    let steps = mixed(machine, op, frame, "static_strides", 3)?;
    for dim in 0..sizes.len() {
        let last = offsets[dim] + (sizes[dim] - 1) * steps[dim];
        let inside = |index: i64| (0..source.sizes[dim]).contains(&index);
        if sizes[dim] < 0 || sizes[dim] > 0 && !(inside(offsets[dim]) && inside(last)) {
            return Err(Cause::OutOfBounds(format!("a view from {offsets:?} of sizes {sizes:?}")));
        }
    }
    let strides: Vec<i64> = source.strides.iter().zip(&steps).map(|(stride, step)| stride * step).collect();
    let Some(Type::MemRef { sizes: wanted, .. }) = op.result_types.first() else {
        return unsupported("a view of such a type");
    };
    let kept = kept_dims(&sizes, wanted)?;
    let pick = |all: &[i64]| kept.iter().map(|dim| all[*dim]).collect();
    let view = View {
        buffer: source.buffer,
        offset: source.distance(&offsets),
        sizes: pick(&sizes),
        strides: pick(&strides),
    };
    give(frame, op, Value::MemRef(Rc::new(view)));
    Ok(())
}

/// Which dimensions a type of lower rank keeps: those it drops have size 1.
fn kept_dims(sizes: &[i64], wanted: &[Option<i64>]) -> Result<Vec<usize>, Cause> {
    let mut dropped = sizes.len().saturating_sub(wanted.len());
    let mut kept = Vec::new();
    for (dim, size) in sizes.iter().enumerate() {
        let next = wanted.get(kept.len()).copied();
        let fits = next.is_some_and(|it| it.is_none_or(|it| it == *size));
        if dropped > 0 && *size == 1 && (!fits || next == Some(None)) {
            dropped -= 1;
        } else {
            kept.push(dim);
        }
    }
    kept.truncate(wanted.len());
    match dropped {
        0 => Ok(kept),
        _ => unsupported("a view of such a rank"),
    }
}

fn reinterpret_cast<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Cause> {
    let source = frame.operand(op, 0)?.view()?.clone();
    let offsets = mixed(machine, op, frame, "static_offsets", 1)?;
    let view = View {
        buffer: source.buffer,
        offset: offsets.first().copied().unwrap_or(0),
        sizes: mixed(machine, op, frame, "static_sizes", 2)?,
        strides: mixed(machine, op, frame, "static_strides", 3)?,
    };
    give(frame, op, Value::MemRef(Rc::new(view)));
    Ok(())
}
