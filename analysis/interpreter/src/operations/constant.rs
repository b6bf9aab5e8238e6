//! Constants, and poison.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::types::Type;
use super::super::value::Value;

pub(super) fn poison<'p>(_: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let shape = op.result_shape(0)?;
    let lanes = vec![Scalar::Poison; shape.iter().product()];
    frame.give(op, Value::of_lanes(shape, lanes)?);
    Ok(())
}

pub(super) fn constant<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Cause> {
    if let Some(Type::Tensor { sizes, .. }) = op.result_types.first() {
        let sizes: Option<Vec<i64>> = sizes.iter().copied().collect();
        let (Some(sizes), Some(Attribute::Dense(_, cells))) = (sizes, op.attribute("value")) else {
            return unsupported("a constant of such a kind");
        };
        let tensor = machine.tensor(&sizes, cells)?;
        frame.give(op, tensor);
        return Ok(());
    }
    let shape = op.result_shape(0)?;
    let value = match op.attribute("value") {
        Some(Attribute::Number(number)) => Value::Scalar(*number),
        Some(Attribute::Bool(value)) => Value::Scalar(Scalar::bool(*value)),
        Some(Attribute::Dense(_, values)) => Value::of_lanes(shape, values.clone())?,
        _ => return unsupported("a constant of such a kind"),
    };
    frame.give(op, value);
    Ok(())
}
