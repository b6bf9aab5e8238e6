//! Numbers that change nothing where they are combined with others.

use interpreter::Scalar;
use presburger::{Budget, GaveUp, Integer};

use syntax::ods::{Combining, Neutral, Semantics};

use super::edges::less;
use super::system::{Equation, NodeId, System};

/// Whether a node is the neutral number of an operation in all iterations.
pub(super) fn is_neutral(
    system: &System,
    node: NodeId,
    combining: Semantics,
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    let Some(combining) = Combining::of(combining) else { return Ok(false) };
    Ok(match &system.nodes[node].equation {
        Equation::Operation { kind, .. } => match kind.constant {
            Some(Scalar::F32(value)) => is_neutral_float(combining.neutral, value.into()),
            Some(Scalar::F64(value)) => is_neutral_float(combining.neutral, value),
            _ => false,
        },
        Equation::Integer(values) => {
            let neutral = match combining.neutral {
                Neutral::Zero => 0,
                Neutral::One => 1,
                Neutral::Ones => -1,
                _ => return Ok(false),
            };
            let column = values.space().domain;
            for part in values.parts() {
                for sign in [Integer::ONE, Integer::MINUS_ONE] {
                    // A column that is the neutral number.
                    let mut apart = part.clone();
                    let other = apart.append_variables(presburger::VariableKind::Range, 1);
                    apart.fix(other, &Integer::from(neutral));
                    less(&mut apart, column, other, &sign);
                    if !apart.is_integer_empty(budget)? {
                        return Ok(false);
                    }
                }
            }
            true
        }
        _ => false,
    })
}

/// The sign of a zero is not compared.
fn is_neutral_float(neutral: Neutral, value: f64) -> bool {
    match neutral {
        Neutral::NegativeZero => value == 0.0,
        Neutral::FloatOne => value == 1.0,
        Neutral::Infinity => value == f64::INFINITY,
        Neutral::NegativeInfinity => value == f64::NEG_INFINITY,
        _ => false,
    }
}
