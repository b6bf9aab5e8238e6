//! `scf.forall`: iterations in no order, and the slices that they insert into tensors.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::fault::{Cause, Fault, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::{Block, Operation};
use super::super::scalar::Scalar;
use super::super::tensor::Tensor;
use super::super::value::Value;
use super::affine_loops::{at, points, region};
use super::tensor::inserted;

pub(super) fn forall<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Fault> {
    let list = |name: &str, segment| mixed(op, frame, name, segment).map_err(at(op));
    let upper = list("staticUpperBound", 1)?;
    // `in` says upper bounds alone.
    let counts = |from| vec![Scalar::Integer(from); upper.len()];
    let has_all = op.attribute("staticStep").is_some();
    let lower = if has_all { list("staticLowerBound", 0)? } else { counts(0) };
    let steps = if has_all { list("staticStep", 2)? } else { counts(1) };
    let points = points(machine, (lower, upper), &steps).map_err(at(op))?;
    let body = region(op, 0)?;
    let variables = body.arguments.len().saturating_sub(op.results.len());
    let outputs = body.arguments.get(variables..).unwrap_or_default();
    let mut insertions = Insertions::of(machine, op, frame, outputs).map_err(at(op))?;
    machine.in_parallel(&points, body, frame, |machine, frame, _| insertions.insert(machine, body, frame))?;
    let totals = insertions.tensors.into_iter().map(|it| Value::Tensor(Rc::new(it)));
    frame.set_all(&op.results, totals.collect());
    Ok(())
}

/// The tensors that a loop makes of the shared ones.
struct Insertions<'p> {
    /// The names that an iteration has for them.
    outputs: &'p [usize],
    tensors: Vec<Tensor>,
    /// The elements that were inserted, each by its tensor and its place.
    cells: FxHashSet<(usize, usize)>,
}

impl<'p> Insertions<'p> {
    /// Of the last operands. Each iteration sees the tensors as they are before all of them.
    fn of(
        machine: &mut Machine<'p>,
        op: &'p Operation,
        frame: &mut Frame,
        outputs: &'p [usize],
    ) -> Result<Self, Cause> {
        let first = op.operands.len().checked_sub(outputs.len());
        let Some(first) = first.filter(|_| outputs.len() == op.results.len()) else {
            return unsupported("as many tensors as there are not results");
        };
        let mut tensors = Vec::new();
        for (number, output) in outputs.iter().enumerate() {
            let shared = machine.settled_operand(op, frame, first + number)?;
            tensors.push(machine.copy_of(&shared, usize::MAX)?);
            frame.set(*output, Value::Tensor(shared));
        }
        Ok(Insertions { outputs, tensors, cells: FxHashSet::default() })
    }

    /// What an iteration inserts in the end.
    fn insert(&mut self, machine: &mut Machine<'p>, body: &'p Block, frame: &mut Frame) -> Result<(), Fault> {
        let end = body.operations.last().and_then(|it| it.regions.first());
        for op in end.map_or(&[][..], |it| it.operations.as_slice()) {
            let output = op.operands.get(1).and_then(|it| self.outputs.iter().position(|own| own == it));
            let Some(output) = output.filter(|_| op.name == "tensor.parallel_insert_slice") else {
                return unsupported(format!("`{}` in parallel", op.name)).map_err(at(op));
            };
            for (cell, value) in inserted(machine, op, frame, &self.tensors[output]).map_err(at(op))? {
                if !self.cells.insert((output, cell)) && !machine.tolerates_races {
                    let what = format!("element {cell} of a tensor is inserted twice");
                    return Err(at(op)(Cause::Race(what)));
                }
                self.tensors[output].set(cell, value);
            }
        }
        Ok(())
    }
}

/// The numbers of `static…`, with the operands of the segment where it says that they are dynamic.
fn mixed(op: &Operation, frame: &Frame, name: &str, segment: usize) -> Result<Vec<Scalar>, Cause> {
    let segments = op.segments()?;
    let mut dynamic = segments.get(segment).copied().unwrap_or_default().iter();
    let value = |constant| match constant {
        i64::MIN => match dynamic.next() {
            Some(operand) => frame.get(*operand).scalar(),
            None => unsupported("an operand is missing"),
        },
        constant => Ok(Scalar::Integer(constant)),
    };
    op.integers(name)?.into_iter().map(value).collect()
}
