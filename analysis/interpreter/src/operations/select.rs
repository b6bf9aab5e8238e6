//! One of two values.

use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::value::Value;

/// One condition for the whole value, or one for each lane.
pub(super) fn select<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Cause> {
    let (then, otherwise) = (frame.operand(op, 1)?.clone(), frame.operand(op, 2)?.clone());
    let value = match frame.operand(op, 0)? {
        Value::Vector(condition) => {
            let (then, otherwise) = (then.lanes()?, otherwise.lanes()?);
            let lanes = condition.lanes.iter().zip(then.iter().zip(otherwise));
            let lanes = lanes.map(|(it, (then, otherwise))| machine.select(op, *it, *then, *otherwise));
            Value::of_lanes(&condition.shape, lanes.collect::<Result<_, _>>()?)?
        }
        condition => match (condition.scalar()?, &then) {
            (Scalar::Poison, Value::MemRef(_)) => return undefined("poison decides"),
            (Scalar::Poison, it) => {
                let lanes = vec![Scalar::Poison; it.lanes()?.len()];
                Value::of_lanes(op.result_shape(0)?, lanes)?
            }
            (condition @ Scalar::Term(_), Value::Scalar(_) | Value::Vector(_)) => {
                let shape = op.result_shape(0)?;
                let lanes = then.lanes()?.iter().zip(otherwise.lanes()?);
                let lanes = lanes.map(|(then, otherwise)| machine.select(op, condition, *then, *otherwise));
                Value::of_lanes(shape, lanes.collect::<Result<_, _>>()?)?
            }
            (condition @ Scalar::Term(_), Value::Tensor(_)) => {
                machine.choice(op, condition, &then, &otherwise)?
            }
            (Scalar::Term(_), _) => return unsupported("memory that is chosen by what memory holds"),
            (Scalar::Integer(0), _) => otherwise,
            _ => then,
        },
    };
    frame.give(op, value);
    Ok(())
}
