//! `memref`: buffers, their sizes and copies.

use std::rc::Rc;

use super::super::attribute::Attribute;
use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::types::{Layout, Type};
use super::super::value::{Value, positions};
use super::super::view::View;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "alloc" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame)?;
            let view = machine.memory.allocate(sizes, layout(op)?)?;
            machine.spend_on_numbers(view.elements() as usize)?;
            give_new(machine, op, frame, view)
        },
        "alloca" => |machine, op, frame| {
            let sizes = sizes(machine, op, frame)?;
            let view = machine.memory.allocate_automatic(sizes, layout(op)?, op.place)?;
            machine.spend_on_numbers(view.elements() as usize)?;
            give_new(machine, op, frame, view)
        },
        "dealloc" => |machine, op, frame| {
            let view = frame.operand(op, 0)?.view()?;
            machine.free(view)
        },
        "copy" => copy,
        "dim" => |machine, op, frame| {
            let at = machine.integer(frame.operand(op, 1)?.scalar()?)?;
            let view = frame.operand(op, 0)?.view()?.clone();
            let size = usize::try_from(at).ok().and_then(|at| machine.size(&view, at));
            let Some(size) = size else { return undefined("no such dimension") };
            frame.give(op, Value::Scalar(size));
            Ok(())
        },
        "rank" => |_, op, frame| {
            let rank = frame.operand(op, 0)?.view()?.sizes.len() as i64;
            frame.give(op, Value::Scalar(Scalar::Integer(rank)));
            Ok(())
        },
        "get_global" => |machine, op, frame| {
            let Some(Attribute::Text(name)) = op.attribute("name") else { return unsupported("no name") };
            let view = machine.global(name)?;
            frame.give(op, Value::MemRef(Rc::new(view)));
            Ok(())
        },
        // A promise to the compiler.
        "assume_alignment" => |_, op, frame| {
            let view = frame.operand(op, 0)?.clone();
            frame.give(op, view);
            Ok(())
        },
        _ => return None,
    })
}

/// Where the elements of a new buffer lie. What comes from no file knows nothing of layouts.
fn layout(op: &Operation) -> Result<&Layout, Cause> {
    let has_layout = ["strided<", "#map", "affine_map<"].iter().any(|it| op.text.contains(it));
    match op.result_types.first() {
        Some(Type::MemRef { layout, .. }) if op.place.is_some() || !has_layout => Ok(layout),
        _ => unsupported("a buffer with a layout"),
    }
}

/// The sizes of a new buffer.
fn sizes(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<Vec<i64>, Cause> {
    let Some(Type::MemRef { sizes, .. }) = op.result_types.first() else {
        return unsupported("a buffer of such a type");
    };
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
    let contents = machine.interpretation().zip(op.result_element()).map(|(it, element)| {
        let cells = 0..view.elements();
        cells.map(|cell| it.unwritten(&view.sizes, cell, element)).collect::<Vec<_>>()
    });
    if let Some(contents) = contents {
        machine.memory.fill(view.buffer, contents);
    }
    frame.give(op, Value::MemRef(Rc::new(view)));
    Ok(())
}

fn copy<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (from, to) = (frame.operand(op, 0)?.view()?.clone(), frame.operand(op, 1)?.view()?.clone());
    machine.settle(&from)?;
    machine.settle(&to)?;
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

/// The numbers of `static_…`, with the operands of the segment where it says that they are dynamic.
pub(super) fn mixed(
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
