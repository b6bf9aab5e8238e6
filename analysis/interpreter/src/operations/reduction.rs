//! What reductions combine by, and `vector.reduction`.

use super::super::attribute::Attribute;
use super::super::fault::{Cause, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::{Operation, Purity};
use super::super::types::{Element, Type};
use super::super::value::{Scalar, Value, positions, wrap};
use super::{Exactness, Execute, Simple, execute, give};

/// The operation of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combine {
    AddF,
    MulF,
    MaximumF,
    MinimumF,
    MaxNumF,
    MinNumF,
    AddI,
    MulI,
    AndI,
    OrI,
    XOrI,
    MaxS,
    MinS,
    MaxU,
    MinU,
}

impl Combine {
    fn operation(self) -> &'static str {
        match self {
            Combine::AddF => "arith.addf",
            Combine::MulF => "arith.mulf",
            Combine::MaximumF => "arith.maximumf",
            Combine::MinimumF => "arith.minimumf",
            Combine::MaxNumF => "arith.maxnumf",
            Combine::MinNumF => "arith.minnumf",
            Combine::AddI => "arith.addi",
            Combine::MulI => "arith.muli",
            Combine::AndI => "arith.andi",
            Combine::OrI => "arith.ori",
            Combine::XOrI => "arith.xori",
            Combine::MaxS => "arith.maxsi",
            Combine::MinS => "arith.minsi",
            Combine::MaxU => "arith.maxui",
            Combine::MinU => "arith.minui",
        }
    }

    /// Two numbers combined in the type.
    pub(super) fn apply(
        self,
        machine: &mut Machine<'_>,
        element: Element,
        left: Scalar,
        right: Scalar,
    ) -> Result<Scalar, Cause> {
        if left == Scalar::Poison || right == Scalar::Poison {
            return Ok(Scalar::Poison);
        }
        let op = self.as_operation(element);
        if machine.is_symbolic(&op, &[left, right]) {
            return machine.apply(&op, &[left, right]);
        }
        let Execute::Elementwise(run) = op.execute else {
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

    /// As an operation of its own.
    fn as_operation(self, element: Element) -> Operation {
        Operation {
            name: self.operation().to_owned(),
            operands: Vec::new(),
            operand_types: vec![Type::Element(element); 2],
            results: Vec::new(),
            result_types: vec![Type::Element(element)],
            attributes: Default::default(),
            regions: Vec::new(),
            execute: execute(self.operation()),
            text: String::new(),
            place: None,
            purity: Purity::Pure,
            no_wrap: [false; 2],
        }
    }

    fn of_vector_kind(text: &str) -> Option<Combine> {
        let is_kind = |kind: &str| text.contains(&format!("<{kind}>"));
        let kinds = [
            ("mul", Combine::MulI),
            ("add", Combine::AddI),
            ("minui", Combine::MinU),
            ("minsi", Combine::MinS),
            ("maxui", Combine::MaxU),
            ("maxsi", Combine::MaxS),
            ("and", Combine::AndI),
            ("or", Combine::OrI),
            ("xor", Combine::XOrI),
            ("minnumf", Combine::MinNumF),
            ("maxnumf", Combine::MaxNumF),
            ("minimumf", Combine::MinimumF),
            ("maximumf", Combine::MaximumF),
        ];
        kinds.iter().find(|it| is_kind(it.0)).map(|it| it.1)
    }

    fn of_floats(self) -> Combine {
        match self {
            Combine::AddI => Combine::AddF,
            Combine::MulI => Combine::MulF,
            other => other,
        }
    }
}

/// All values combined, and the first of all where there is one; of none the number that changes nothing. Nobody says
/// in which order floats are added or multiplied.
pub(super) fn combine_all(
    machine: &mut Machine<'_>,
    combine: Combine,
    element: Element,
    start: Option<Scalar>,
    values: &[Scalar],
) -> Result<Scalar, Cause> {
    let all = || values.iter().copied().chain(start);
    if machine.has_domain() && matches!(combine, Combine::AddF | Combine::MulF) && all().count() > 1 {
        let all: Vec<Scalar> = all().collect();
        if all.contains(&Scalar::Poison) {
            return Ok(Scalar::Poison);
        }
        return machine.reduce(&combine.as_operation(element), &all);
    }
    let mut total = None;
    for value in all() {
        total = Some(match total {
            Some(total) => combine.apply(machine, element, total, value)?,
            None => value,
        });
    }
    Ok(total.unwrap_or(neutral(combine, element)))
}

/// The number that changes nothing.
fn neutral(combine: Combine, element: Element) -> Scalar {
    let width = element.width();
    let least = wrap(1_i64.wrapping_shl(width - 1), width);
    let float = |value: f64| match element {
        Element::F32 => Scalar::F32(value as f32),
        _ => Scalar::F64(value),
    };
    match combine {
        Combine::AddF => float(0.0),
        Combine::MulF => float(1.0),
        Combine::MaximumF => float(f64::NEG_INFINITY),
        Combine::MinimumF => float(f64::INFINITY),
        Combine::MaxNumF | Combine::MinNumF => float(f64::NAN),
        Combine::AddI | Combine::OrI | Combine::XOrI | Combine::MaxU => Scalar::Integer(0),
        Combine::MulI => Scalar::Integer(wrap(1, width)),
        Combine::AndI | Combine::MinU => Scalar::Integer(-1),
        Combine::MaxS => Scalar::Integer(least),
        Combine::MinS => Scalar::Integer(!least),
    }
}

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "vector.reduction" => reduction,
        "vector.multi_reduction" => multi_reduction,
        _ => return None,
    })
}

fn kind(op: &Operation) -> Result<(Combine, Element), Cause> {
    let kind = match op.attribute("kind") {
        Some(Attribute::Other(text)) => Combine::of_vector_kind(text),
        _ => None,
    };
    match (kind, op.operand_element()) {
        (Some(kind), Some(element @ (Element::F32 | Element::F64))) => Ok((kind.of_floats(), element)),
        (Some(kind), Some(element)) => Ok((kind, element)),
        _ => unsupported("a reduction of such a kind"),
    }
}

/// From the first lane to the last, then the accumulator.
fn reduction<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (combine, element) = kind(op)?;
    let vector = frame.operand(op, 0)?.vector()?.clone();
    let mask = machine.mask.clone();
    let is_set = |lane: usize| mask.as_ref().is_none_or(|it| it.lanes.get(lane) != Some(&Scalar::Integer(0)));
    if mask.as_ref().is_some_and(|it| it.has_term()) {
        return unsupported("a mask that depends on what memory holds");
    }
    let lanes = vector.lanes.iter().enumerate().filter(|(lane, _)| is_set(*lane));
    let lanes: Vec<Scalar> = lanes.map(|it| *it.1).collect();
    let start = op.operands.get(1).map(|it| frame.get(*it).scalar()).transpose()?;
    let total = combine_all(machine, combine, element, start, &lanes)?;
    give(frame, op, Value::Scalar(total));
    Ok(())
}

/// Each lane of the result is its accumulator combined with the lanes of the dropped dimensions.
fn multi_reduction<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let (combine, element) = kind(op)?;
    let dropped = op.integers("reduction_dims")?;
    let source = frame.operand(op, 0)?.vector()?.clone();
    let shape = op.result_shape(0)?.to_vec();
    let mut lanes = frame.operand(op, 1)?.lanes()?.to_vec();
    for (position, value) in positions(&source.shape).zip(&source.lanes) {
        let kept = position.iter().enumerate().filter(|(dim, _)| !dropped.contains(&(*dim as i64)));
        let lane = kept.map(|it| *it.1).zip(&shape).fold(0, |lane, (at, size)| lane * size + at);
        lanes[lane] = combine.apply(machine, element, lanes[lane], *value)?;
    }
    give(frame, op, Value::of_lanes(&shape, lanes)?);
    Ok(())
}
