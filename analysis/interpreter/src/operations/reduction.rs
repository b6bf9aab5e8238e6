//! The operations that reductions combine by, and `vector.reduction`.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::{Operation, Purity};
use super::super::scalar::{Scalar, wrap};
use super::super::semantics::{Exactness, lane};
use super::super::types::{Element, Type};
use super::super::value::{Value, positions};
use syntax::ods::{Combining, Neutral, Registry};

/// Two numbers combined in the type.
pub(super) fn combined(
    combining: &Combining,
    machine: &mut Machine<'_>,
    element: Element,
    left: Scalar,
    right: Scalar,
) -> Result<Scalar, Cause> {
    if left == Scalar::Poison || right == Scalar::Poison {
        return Ok(Scalar::Poison);
    }
    let op = Operation::combination(combining, element);
    if machine.is_symbolic(&op, &[left, right]) {
        return machine.apply(&op, &[left, right]);
    }
    let Some(run) = lane(combining.semantics) else {
        return unsupported("such a reduction");
    };
    let mut exactness = Exactness(true);
    let value = run(&op, &[left, right], &mut exactness)?;
    machine.is_exact &= exactness.0;
    Ok(match value {
        Scalar::Integer(value) => Scalar::Integer(wrap(value, element.width())),
        float => float,
    })
}

impl Operation {
    /// The combination of two numbers as an operation of its own.
    pub fn combination(combining: &Combining, element: Element) -> Operation {
        let semantics = Some(combining.semantics);
        let name = Registry::computing(combining.semantics).map(|it| it.to_string()).unwrap_or_default();
        Operation {
            name,
            operands: Vec::new(),
            operand_types: vec![Type::Element(element); 2],
            results: Vec::new(),
            result_types: vec![Type::Element(element)],
            attributes: Default::default(),
            regions: Vec::new(),
            semantics,
            number: None,
            text: String::new(),
            place: None,
            purity: Purity::Pure,
            steps: 1,
            no_wrap: [false; 2],
        }
    }
}

/// All values combined, starting with `start` if there is one; the neutral element if there are none. The order in
/// which floats are added or multiplied is unspecified.
pub(super) fn combine_all(
    machine: &mut Machine<'_>,
    combining: &Combining,
    element: Element,
    start: Option<Scalar>,
    values: &[Scalar],
) -> Result<Scalar, Cause> {
    let all = || values.iter().copied().chain(start);
    if machine.has_domain() && combining.rounds() && all().count() > 1 {
        let all: Vec<Scalar> = all().collect();
        if all.contains(&Scalar::Poison) {
            return Ok(Scalar::Poison);
        }
        return machine.reduce(&Operation::combination(combining, element), &all);
    }
    let mut total = None;
    for value in all() {
        total = Some(match total {
            Some(total) => combined(combining, machine, element, total, value)?,
            None => value,
        });
    }
    Ok(total.unwrap_or(neutral(combining, element)))
}

/// As [`combine_all`] with a first number, which does not count where it changes nothing.
pub(super) fn combine_from(
    machine: &mut Machine<'_>,
    combining: &Combining,
    element: Element,
    start: Scalar,
    values: &[Scalar],
) -> Result<Scalar, Cause> {
    let start = Some(start).filter(|it| values.is_empty() || *it != neutral(combining, element));
    combine_all(machine, combining, element, start, values)
}

/// The number that changes nothing; of sums of floats it is 0, as in MLIR's lowerings.
fn neutral(combining: &Combining, element: Element) -> Scalar {
    let width = element.width();
    let least = wrap(1_i64.wrapping_shl(width - 1), width);
    let float = |value: f64| match element {
        Element::F32 => Scalar::F32(value as f32),
        _ => Scalar::F64(value),
    };
    match combining.neutral {
        Neutral::Zero => Scalar::Integer(0),
        Neutral::One => Scalar::Integer(wrap(1, width)),
        Neutral::Ones => Scalar::Integer(-1),
        Neutral::LeastSigned => Scalar::Integer(least),
        Neutral::GreatestSigned => Scalar::Integer(!least),
        Neutral::NegativeZero => float(0.0),
        Neutral::FloatOne => float(1.0),
        Neutral::Infinity => float(f64::INFINITY),
        Neutral::NegativeInfinity => float(f64::NEG_INFINITY),
        Neutral::Nan => float(f64::NAN),
    }
}

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "reduction" => reduction,
        "multi_reduction" => multi_reduction,
        _ => return None,
    })
}

impl Operation {
    /// The operation by which `vector.reduction` combines lanes.
    pub fn combining(&self) -> Option<&'static Combining> {
        kind(self).ok().map(|it| it.0)
    }
}

fn kind(op: &Operation) -> Result<(&'static Combining, Element), Cause> {
    let (Some(Attribute::Other(text)), Some(element)) = (op.attribute("kind"), op.operand_element()) else {
        return unsupported("a reduction of such a kind");
    };
    let kind = text.split_once('<').and_then(|it| it.1.split_once('>')).map_or("", |it| it.0.trim());
    let is_float = matches!(element, Element::F32 | Element::F64);
    let combining = Combining::of_vector_kind(kind, is_float);
    combining.map_or_else(|| unsupported("a reduction of such a kind"), |it| Ok((it, element)))
}

/// From the first lane to the last, then the accumulator.
fn reduction<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (combining, element) = kind(op)?;
    let vector = frame.operand(op, 0)?.vector()?.clone();
    let mask = machine.mask.clone();
    let is_set = |lane: usize| mask.as_ref().is_none_or(|it| it.lanes.get(lane) != Some(&Scalar::Integer(0)));
    if mask.as_ref().is_some_and(|it| it.has_term()) {
        return unsupported("a mask that depends on what memory holds");
    }
    let lanes = vector.lanes.iter().enumerate().filter(|(lane, _)| is_set(*lane));
    let lanes: Vec<Scalar> = lanes.map(|it| *it.1).collect();
    let start = op.operands.get(1).map(|it| frame.get(*it).scalar()).transpose()?;
    let total = combine_all(machine, combining, element, start, &lanes)?;
    frame.give(op, Value::Scalar(total));
    Ok(())
}

/// Each lane of the result is its accumulator combined with the lanes of the dropped dimensions.
fn multi_reduction<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (combining, element) = kind(op)?;
    let dropped = op.integers("reduction_dims")?;
    let source = frame.operand(op, 0)?.vector()?.clone();
    let shape = op.result_shape(0)?.to_vec();
    let mut lanes = frame.operand(op, 1)?.lanes()?.to_vec();
    for (position, value) in positions(&source.shape).zip(&source.lanes) {
        let kept = position.iter().enumerate().filter(|(dim, _)| !dropped.contains(&(*dim as i64)));
        let lane = kept.map(|it| *it.1).zip(&shape).fold(0, |lane, (at, size)| lane * size + at);
        lanes[lane] = combined(combining, machine, element, lanes[lane], *value)?;
    }
    frame.give(op, Value::of_lanes(&shape, lanes)?);
    Ok(())
}
