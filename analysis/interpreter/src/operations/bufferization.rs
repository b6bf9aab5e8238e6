//! `bufferization`: from buffers to tensors and back.

use std::rc::Rc;

use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::tensor::{Source, Tensor};
use super::super::types::Layout;
use super::super::value::{Value, positions};
use super::super::view::View;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "to_tensor" => to_tensor,
        "to_buffer" => to_buffer,
        "materialize_in_destination" => materialize,
        _ => return None,
    })
}

fn to_tensor<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let view = frame.operand(op, 0)?.view()?.clone();
    machine.settle(&view)?;
    let mut cells = Vec::new();
    for indices in elements(&view) {
        machine.step()?;
        cells.push(machine.load(&view, &indices)?);
    }
    let tensor = machine.new_tensor(view.sizes.clone(), &cells)?;
    let version = machine.memory.version(view.buffer);
    let is_writable = op.attribute("writable").is_some();
    let tensor = tensor.made_of(Source { view, version, is_writable, is_whole: true });
    frame.give(op, Value::Tensor(Rc::new(tensor)));
    Ok(())
}

/// The buffer that the tensor was made of. Another one is new, and must not be written.
fn to_buffer<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let tensor = machine.settled_operand(op, frame, 0)?;
    if let Some(view) = tensor.whole_buffer() {
        frame.give(op, Value::MemRef(Rc::clone(view)));
        return Ok(());
    }
    if op.attribute("read_only").is_none() {
        return unsupported("a tensor whose buffer may be written");
    }
    let view = machine.memory.allocate_global(tensor.sizes.clone(), &Layout::Injective)?;
    machine.memory.fill(view.buffer, tensor.cells());
    frame.give(op, Value::MemRef(Rc::new(view)));
    Ok(())
}

fn materialize<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let tensor = machine.settled_operand(op, frame, 0)?;
    match frame.operand(op, 1)?.clone() {
        Value::MemRef(view) => {
            machine.settle(&view)?;
            if view.sizes != tensor.sizes {
                return undefined("a tensor of other sizes than its destination");
            }
            // Where it does not run, the buffer may hold anything still.
            let runs_surely = !machine.memory.is_recording() && !machine.has_regions();
            if runs_surely && view.elements() == machine.memory.cells(view.buffer).len() as i64 {
                machine.lent.remove(&view.buffer);
            }
            for (indices, value) in elements(&view).into_iter().zip(tensor.cells()) {
                machine.step()?;
                machine.store(&view, &indices, value)?;
            }
        }
        _ => {
            let destination = machine.settled_operand(op, frame, 1)?;
            if destination.sizes != tensor.sizes {
                return undefined("a tensor of other sizes than its destination");
            }
            machine.lend(&destination);
            let result = Tensor::clone(&tensor).within(&[&destination]);
            frame.give(op, Value::Tensor(Rc::new(result)));
        }
    }
    Ok(())
}

/// The subscripts of all elements of a memref, in row-major order.
fn elements(view: &View) -> Vec<Vec<Scalar>> {
    let shape: Vec<usize> = view.sizes.iter().map(|it| usize::try_from(*it).unwrap_or(0)).collect();
    positions(&shape).map(|it| it.into_iter().map(|at| Scalar::Integer(at as i64)).collect()).collect()
}
