//! Transfers that are pending until the program waits for them: `affine.dma_start` and `affine.dma_wait`.
//!
//! The elements are copied at once. Until the wait, the target must not be accessed and the source must not be written:
//! both are undefined, since the time of the transfer is not specified.

use std::rc::Rc;

use super::super::attribute::Attribute;
use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::transfers::{Cells, Transfer};
use super::super::view::View;
use super::affine::map;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "dma_start" => start,
        "dma_wait" => wait,
        _ => return None,
    })
}

/// The transfers that go on at once: each access looks at all of them.
const MOST_TRANSFERS: usize = 32;

/// The operands of an operation by what they are: the memref, the first of its subscripts, and how many there are.
struct Operands<'o>(&'o [i64]);

impl Operands<'_> {
    /// The element that the triple of that number names.
    fn element(
        &self,
        number: usize,
        map_name: &str,
        machine: &mut Machine<'_>,
        op: &Operation,
        frame: &Frame,
    ) -> Result<(Rc<View>, usize), Cause> {
        let at = |it: usize| self.0.get(3 * number + it).and_then(|it| usize::try_from(*it).ok());
        let (Some(memref), Some(first), Some(count)) = (at(0), at(1), at(2)) else {
            return unsupported("a transfer without operands");
        };
        let view = frame.operand(op, memref)?.view()?.clone();
        machine.settle(&view)?;
        let subscripts = op.operands.get(first..first + count).unwrap_or_default();
        let indices = machine.evaluate(map(op, map_name)?, frame, subscripts)?;
        if indices.len() != view.sizes.len() {
            return unsupported("a transfer of vectors in memory");
        }
        let cell = machine.cell(&view, &indices)?;
        Ok((view, cell))
    }

    fn last(&self, machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<usize, Cause> {
        let operand = self.0.last().and_then(|it| usize::try_from(*it).ok()).unwrap_or(usize::MAX);
        let count = machine.integer(frame.operand(op, operand)?.scalar()?)?;
        usize::try_from(count).or_else(|_| undefined("a transfer of so few elements"))
    }
}

fn operands(op: &Operation) -> Result<Operands<'_>, Cause> {
    match op.attribute("dma_operands") {
        Some(Attribute::Numbers(numbers)) => Ok(Operands(numbers)),
        _ => unsupported("a transfer that is not understood"),
    }
}

/// The cells of this many elements, one after the other or in chunks.
fn cells(view: &View, first: usize, count: usize, (stride, chunk): (usize, usize)) -> Result<Cells, Cause> {
    if !view.is_placed || !view.is_row_major() || view.unit.is_some() {
        return unsupported("a transfer of elements that are apart");
    }
    let cells = Cells { buffer: view.buffer, first, count, chunk, stride };
    let end = usize::try_from(view.offset + view.elements()).unwrap_or(0);
    match count.checked_sub(1).map_or(Some(first), |last| cells.at(last)?.checked_add(1)) {
        Some(last) if last <= end => Ok(cells),
        _ => Err(Cause::OutOfBounds(format!("a transfer of {count} elements beyond a memref"))),
    }
}

/// The stride and the length of the chunks on either side.
fn strides(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<[(usize, usize); 2], Cause> {
    const CONSECUTIVE: (usize, usize) = (1, 1);
    let (stride, chunk, of_source) = match op.attribute("dma_strides") {
        Some(Attribute::Numbers(numbers)) => match numbers.as_slice() {
            [stride, chunk, of_source] => (*stride, *chunk, *of_source != 0),
            _ => return unsupported("a transfer that is not understood"),
        },
        _ => return Ok([CONSECUTIVE; 2]),
    };
    let mut number = |operand: i64| {
        let value = frame.operand(op, usize::try_from(operand).unwrap_or(usize::MAX))?.scalar()?;
        Ok(usize::try_from(machine.integer(value)?).ok().filter(|it| *it > 0))
    };
    match (number(stride)?, number(chunk)?) {
        (Some(stride), Some(chunk)) if chunk <= stride => Ok(match of_source {
            true => [(stride, chunk), CONSECUTIVE],
            false => [CONSECUTIVE, (stride, chunk)],
        }),
        _ => undefined("a transfer in such chunks"),
    }
}

fn start<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    if machine.has_regions() || machine.memory.is_recording() || machine.is_in_parallel() {
        return unsupported("a transfer where it is not known whether and when it runs");
    }
    if machine.transfers.len() >= MOST_TRANSFERS {
        return unsupported("so many transfers at once");
    }
    let operands = operands(op)?;
    let (from, first) = operands.element(0, "src_map", machine, op, frame)?;
    let (to, target) = operands.element(1, "dst_map", machine, op, frame)?;
    let (tag, tag_cell) = operands.element(2, "tag_map", machine, op, frame)?;
    let count = operands.last(machine, op, frame)?;
    let [of_source, of_target] = strides(machine, op, frame)?;
    let (from, to) = (cells(&from, first, count, of_source)?, cells(&to, target, count, of_target)?);
    for element in 0..count {
        machine.step()?;
        let (Some(source), Some(cell)) = (from.at(element), to.at(element)) else { break };
        machine.check_transfers(from.buffer, source, false)?;
        machine.check_transfers(to.buffer, cell, true)?;
        machine.note_access(from.buffer, source);
        machine.note_access(to.buffer, cell);
        let value = machine.memory.read(from.buffer, source);
        machine.memory.write(to.buffer, cell, value, op.place);
    }
    machine.transfers.push(Transfer { tag: (tag.buffer, tag_cell), from, to });
    Ok(())
}

fn wait<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (view, cell) = operands(op)?.element(0, "tag_map", machine, op, frame)?;
    let before = machine.transfers.len();
    machine.transfers.retain(|it| it.tag != (view.buffer, cell));
    if machine.transfers.len() == before {
        undefined("nothing is transferred that is waited for")
    } else {
        Ok(())
    }
}
