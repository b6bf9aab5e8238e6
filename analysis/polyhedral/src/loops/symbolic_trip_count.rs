//! Trip counts as text: a number, or an expression over values.

use crate::value_expression::{Composer, difference};
use ir::affine::{AffineExpr, BinaryOp};
use ir::loops::LoopBounds;
use ir::{Ir, OpId};

/// How often a loop runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TripCount {
    Constant(u64),
    Symbolic(String),
    Unknown,
}

/// The trip count of one loop or of all dimensions of a parallel one.
pub fn trip_count(ir: &Ir, op: OpId) -> TripCount {
    let Some(counted) = ir.counted_loop(op) else { return TripCount::Unknown };
    let dims = counted.dims.iter().map(|it| dim_trip_count(ir, op, it));
    dims.reduce(product).unwrap_or(TripCount::Unknown)
}

fn product(left: TripCount, right: TripCount) -> TripCount {
    match (left, right) {
        (TripCount::Unknown, _) | (_, TripCount::Unknown) => TripCount::Unknown,
        (TripCount::Constant(a), TripCount::Constant(b)) => {
            a.checked_mul(b).map_or(TripCount::Unknown, TripCount::Constant)
        }
        (TripCount::Constant(0), _) | (_, TripCount::Constant(0)) => TripCount::Constant(0),
        (TripCount::Constant(1), other) | (other, TripCount::Constant(1)) => other,
        (left, right) => {
            let factor = |count: TripCount| match count {
                TripCount::Symbolic(text) if text.contains(' ') && !text.ends_with(')') => {
                    format!("({text})")
                }
                TripCount::Symbolic(text) => text,
                TripCount::Constant(count) => count.to_string(),
                TripCount::Unknown => "?".to_owned(),
            };
            TripCount::Symbolic(format!("{} × {}", factor(left), factor(right)))
        }
    }
}

fn dim_trip_count(ir: &Ir, op: OpId, bounds: &LoopBounds<'_>) -> TripCount {
    let counts = || {
        let step = bounds.step.positive()?;
        let mut composer = Composer::composing(ir);
        let lower = composer.results(op, bounds.lower)?;
        let upper = composer.results(op, bounds.upper)?;
        let mut constant: Option<u64> = None;
        let mut symbolic: Vec<String> = Vec::new();
        for lower in &lower {
            for upper in &upper {
                let span = difference(upper, lower);
                let count = AffineExpr::binary(BinaryOp::CeilDiv, span, AffineExpr::Constant(step));
                match count.as_constant() {
                    // Below zero it is a great number.
                    None if bounds.is_unsigned => return None,
                    Some(count) => {
                        let count = u64::try_from(count).unwrap_or(0);
                        constant = Some(constant.map_or(count, |it| it.min(count)));
                    }
                    None => {
                        let text = composer.text(&count);
                        if !symbolic.contains(&text) {
                            symbolic.push(text);
                        }
                    }
                }
            }
        }
        Some((constant, symbolic))
    };
    match counts() {
        None => TripCount::Unknown,
        Some((Some(constant), symbolic)) if symbolic.is_empty() || constant == 0 => {
            TripCount::Constant(constant)
        }
        Some((constant, mut texts)) => {
            texts.extend(constant.map(|it| it.to_string()));
            match texts.as_slice() {
                [] => TripCount::Unknown,
                [single] => TripCount::Symbolic(single.clone()),
                several => TripCount::Symbolic(format!("min({})", several.join(", "))),
            }
        }
    }
}
