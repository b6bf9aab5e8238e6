//! `vector.transfer_read` and `vector.transfer_write`.

use std::rc::Rc;

use super::super::affine_map::Operator;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine, Simple, Subscripts};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::{Value, Vector, positions};
use super::super::view::View;
use super::affine::map;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "transfer_read" => read,
        "transfer_write" => write,
        _ => return None,
    })
}

/// Where the lanes of a transfer lie.
struct Transfer {
    view: Rc<View>,
    indices: Subscripts,
    /// The memref's dimension along which each dimension of the vector runs; none where it repeats.
    dims: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
    mask: Option<Rc<Vector>>,
}

impl Operation {
    /// For each dimension of the vector of a transfer: the dimension of the memref along which it runs, none where it
    /// repeats, and whether its lanes are said to be inside.
    pub fn transferred_dims(&self) -> Option<(Vec<Option<usize>>, Vec<bool>)> {
        let dims = map(self, "permutation_map").ok()?.as_projection()?;
        let in_bounds: Vec<bool> = self.integers("in_bounds").ok()?.into_iter().map(|it| it != 0).collect();
        (in_bounds.len() == dims.len()).then_some((dims, in_bounds))
    }
}

impl Transfer {
    /// The segments after the first operands are the indices, then the mask in the end.
    fn of(
        machine: &mut Machine<'_>,
        op: &Operation,
        frame: &Frame,
        memref: usize,
        indices: usize,
        mask: usize,
    ) -> Result<Transfer, Cause> {
        let segments = op.segments()?;
        let Some(dims) = map(op, "permutation_map")?.as_projection() else {
            return unsupported("such a permutation map");
        };
        let in_bounds = op.integers("in_bounds")?;
        let in_bounds: Vec<bool> = in_bounds.into_iter().map(|it| it != 0).collect();
        if in_bounds.len() != dims.len() {
            return unsupported("no in_bounds");
        }
        let own_mask = segments.get(mask).and_then(|it| it.first());
        let mask = match own_mask {
            Some(mask) => Some(frame.get(*mask).vector()?.clone()),
            None => machine.mask.clone(),
        };
        let view = frame.operand(op, memref)?.view()?.clone();
        machine.settle(&view)?;
        let given = segments.get(indices).map_or(0, |it| it.len());
        if view.sizes.len() != given {
            return unsupported("a transfer of vectors in memory");
        }
        Ok(Transfer {
            view,
            indices: machine.subscripts(frame, segments.get(indices).copied().unwrap_or_default())?,
            dims,
            in_bounds,
            mask,
        })
    }

    /// Whether the mask keeps a lane: it has the vector's dimensions in the order of the memref's, without those
    /// that repeat.
    fn is_kept(&self, position: &[usize]) -> Result<bool, Cause> {
        let Some(mask) = &self.mask else { return Ok(true) };
        let mut order: Vec<(usize, usize)> =
            self.dims.iter().zip(position).filter_map(|(dim, at)| Some(((*dim)?, *at))).collect();
        order.sort_unstable();
        let mut place: Vec<usize> = order.into_iter().map(|it| it.1).collect();
        place.resize(mask.shape.len(), 0);
        Ok(mask.lanes[mask.lane(&place)?].integer()? != 0)
    }

    /// The element of a lane; none where it is outside and the transfer allows that.
    fn element(&self, machine: &mut Machine<'_>, position: &[usize]) -> Result<Option<Subscripts>, Cause> {
        let mut indices = self.indices.clone();
        let mut is_inside = true;
        for ((dim, at), in_bounds) in self.dims.iter().zip(position).zip(&self.in_bounds) {
            let Some(dim) = dim else { continue };
            let (Some(index), Some(size)) = (indices.get_mut(*dim), self.view.sizes.get(*dim)) else {
                return unsupported("a transfer of more dimensions than the memref");
            };
            *index = machine.affine(Operator::Add, *index, Scalar::Integer(*at as i64))?;
            let zero = Scalar::Integer(0);
            is_inside &=
                *in_bounds || !machine.less(*index, zero)? && machine.less(*index, Scalar::Integer(*size))?;
        }
        Ok(is_inside.then_some(indices))
    }
}

fn read<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let transfer = Transfer::of(machine, op, frame, 0, 1, 3)?;
    let padding = op.segments()?.get(2).and_then(|it| it.first()).map(|it| frame.get(*it).scalar());
    let padding = padding.unwrap_or(Ok(Scalar::Poison))?;
    let shape = op.result_shape(0)?;
    let mut lanes = Vec::new();
    for position in positions(shape) {
        lanes.push(match (transfer.is_kept(&position)?, transfer.element(machine, &position)?) {
            (true, Some(indices)) => machine.load(&transfer.view, &indices)?,
            _ => padding,
        });
    }
    frame.give(op, Value::of_lanes(shape, lanes)?);
    Ok(())
}

fn write<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let transfer = Transfer::of(machine, op, frame, 1, 2, 3)?;
    let vector = frame.operand(op, 0)?.clone();
    let shape = op.operand_shape(0)?;
    for (position, value) in positions(shape).zip(vector.lanes()?) {
        if transfer.is_kept(&position)?
            && let Some(indices) = transfer.element(machine, &position)?
        {
            machine.store(&transfer.view, &indices, *value)?;
        }
    }
    Ok(())
}
