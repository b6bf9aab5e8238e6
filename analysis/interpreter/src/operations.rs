//! The table of operations.

mod access;
mod affine;
mod affine_loops;
mod arith;
mod convert;
mod counted_loop;
mod dma;
mod math;
mod memref;
mod reduction;
mod scf;
mod structured;
mod transfer;
mod vector;
mod views;

pub(super) use dma::Transfer;

use super::fault::{Cause, Fault, unsupported};
use super::machine::{Arithmetic, Frame, Machine};
use super::opaque;
use super::program::{Operation, Purity};
use super::types::{Element, Type};
use super::value::{Scalar, Value, wrap};
use syntax::ods::Semantics;

/// How an operation runs.
#[derive(Clone, Copy)]
pub(crate) enum Execute {
    /// Gives its operands to what is around.
    Terminator,
    Simple(Simple),
    /// The same for each lane.
    Elementwise(Lane),
    /// Runs blocks.
    Nested(for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>),
    Unknown,
}

pub(crate) type Simple = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Cause>;

/// From the operands' numbers, none of which is poison, to the result's; integers are wrapped by the caller.
pub(crate) type Lane = fn(&Operation, &[Scalar], &mut Exactness) -> Result<Scalar, Cause>;

/// Whether an operation has given what the real numbers would.
pub struct Exactness(pub(super) bool);

/// How the operation of that name runs, which computes this.
pub(super) fn execute(name: &str, semantics: Option<Semantics>) -> Execute {
    let by_name = || {
        let (dialect, name) = name.split_once('.')?;
        of_dialect(dialect, name)
    };
    semantics.map(computation).or_else(by_name).unwrap_or(Execute::Unknown)
}

fn of_dialect(dialect: &str, name: &str) -> Option<Execute> {
    let nested = match dialect {
        "affine" => affine_loops::find(name),
        "scf" => scf::find(name),
        _ => structured::find(dialect, name),
    };
    let simple = || match dialect {
        "affine" => affine::find(name).or_else(|| dma::find(name)),
        "bufferization" | "memref" => memref::find(name).or_else(|| views::find(name)),
        "vector" => vector::find(name)
            .or_else(|| access::find(name))
            .or_else(|| transfer::find(name))
            .or_else(|| reduction::find(name)),
        _ => None,
    };
    match (dialect, name) {
        ("scf", name) if scf::is_terminator(name) => Some(Execute::Terminator),
        ("affine" | "vector", "yield") | ("func", "return") | ("memref", "alloca_scope.return") => {
            Some(Execute::Terminator)
        }
        _ => nested.map(Execute::Nested).or_else(|| simple().map(Execute::Simple)),
    }
}

fn computation(semantics: Semantics) -> Execute {
    match semantics {
        Semantics::Constant => Execute::Simple(arith::constant),
        Semantics::Poison => Execute::Simple(arith::poison),
        Semantics::Select => Execute::Simple(arith::select),
        Semantics::Load => Execute::Simple(access::load),
        Semantics::Store => Execute::Simple(access::store),
        Semantics::Prefetch => Execute::Simple(|_, _, _| Ok(())),
        Semantics::Integer(operation) => Execute::Elementwise(arith::integers(operation)),
        Semantics::CompareIntegers => Execute::Elementwise(arith::compare_integers),
        Semantics::Float(operation) => Execute::Elementwise(arith::floats(operation)),
        Semantics::CompareFloats => Execute::Elementwise(arith::compare_floats),
        Semantics::Negate => Execute::Elementwise(arith::negated),
        Semantics::Cast(cast) => Execute::Elementwise(convert::cast(cast)),
        Semantics::Function(function) => {
            math::function(function).map_or(Execute::Unknown, Execute::Elementwise)
        }
    }
}

/// Runs an operation lane by lane; a lane with poison in it is poison.
pub(super) fn elementwise(
    machine: &mut Machine<'_>,
    op: &Operation,
    frame: &mut Frame,
    run: Lane,
) -> Result<(), Cause> {
    let (Some(ty), Some(element)) = (op.result_types.first(), op.result_element()) else {
        return unsupported("a result of such a type");
    };
    let shape = ty.vector_shape()?;
    if shape.is_empty() {
        let mut inputs = smallvec::SmallVec::<[Scalar; 4]>::new();
        for operand in &op.operands {
            match frame.get(*operand) {
                Value::Scalar(scalar) => inputs.push(*scalar),
                _ => return unsupported("operands of other shapes than the result"),
            }
        }
        let value = lane(machine, op, element, run, &inputs)?;
        frame.set_first(&op.results, Value::Scalar(value));
        return Ok(());
    }
    let operands = op.operands.iter().map(|it| frame.get(*it).lanes()).collect::<Result<Vec<_>, _>>()?;
    let mut lanes = Vec::new();
    let mut inputs = Vec::new();
    for number in 0..shape.iter().product() {
        inputs.clear();
        inputs.extend(operands.iter().filter_map(|it| it.get(number).copied()));
        if inputs.len() != operands.len() {
            return unsupported("operands of other shapes than the result");
        }
        lanes.push(lane(machine, op, element, run, &inputs)?);
    }
    frame.set_first(&op.results, Value::of_lanes(shape, lanes)?);
    Ok(())
}

/// The result for one lane; of poison it is poison.
fn lane(
    machine: &mut Machine<'_>,
    op: &Operation,
    element: Element,
    run: Lane,
    inputs: &[Scalar],
) -> Result<Scalar, Cause> {
    if inputs.contains(&Scalar::Poison) || op.has_overflowed(inputs) {
        return Ok(Scalar::Poison);
    }
    if machine.is_symbolic(op, inputs) {
        return machine.apply(op, inputs);
    }
    if machine.arithmetic != Arithmetic::Real && opaque::is_opaque(op) {
        return Ok(opaque::number(&op.name, inputs, element));
    }
    let mut exactness = Exactness(true);
    let result = run(op, inputs, &mut exactness)?;
    machine.is_exact &= exactness.0;
    Ok(match result {
        Scalar::Integer(value) => Scalar::Integer(wrap(value, element.width())),
        float => float,
    })
}

/// An operation of which no more is known than that it is a function of its operands, or not even that.
pub(super) fn unknown(machine: &mut Machine<'_>, op: &Operation, frame: &mut Frame) -> Result<(), Cause> {
    if machine.has_domain() && op.purity == Purity::Effect {
        let results = machine.effect(op, &frame.values(&op.operands))?;
        frame.set_all(&op.results, results);
        return Ok(());
    }
    let is_number = |it: &Type| it.element().is_some() && !matches!(it, Type::MemRef { .. });
    let types = op.operand_types.iter().chain(&op.result_types);
    let is_function = op.purity == Purity::Pure && op.regions.is_empty();
    if !machine.has_domain() || !is_function || !types.clone().all(is_number) {
        return unsupported(format!("`{}`", op.name));
    }
    let mut inputs = Vec::new();
    for operand in &op.operands {
        inputs.extend_from_slice(frame.get(*operand).lanes()?);
    }
    let mut values = Vec::new();
    for (result, ty) in op.result_types.iter().enumerate() {
        let shape = ty.vector_shape()?;
        // Each lane is a function of all numbers.
        machine.spend_on_numbers(inputs.len().saturating_mul(shape.iter().product()))?;
        let lanes = (0..shape.iter().product()).map(|lane| machine.opaque(op, &inputs, result, lane));
        values.push(Value::of_lanes(shape, lanes.collect::<Result<_, _>>()?)?);
    }
    frame.set_all(&op.results, values);
    Ok(())
}

/// Sets the only result.
fn give(frame: &mut Frame, op: &Operation, value: Value) {
    frame.set_first(&op.results, value);
}
