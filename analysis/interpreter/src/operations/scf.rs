//! `scf`: loops and choices over values.

use super::super::fault::{Cause, Fault, undefined, unsupported};
use super::super::machine::{Frame, Machine};
use super::super::program::{Block, Operation};
use super::super::scalar::Scalar;
use super::super::value::Value;
use super::affine_loops::{at, points, region};
use super::counted_loop::CountedLoop;
use super::forall::forall;
use super::reduction::combine_from;
use syntax::ods::Combining;

type Run = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>;

pub(super) fn find(name: &str) -> Option<Run> {
    Some(match name {
        "for" => for_loop,
        "if" => if_else,
        "parallel" => parallel,
        "forall" => forall,
        "while" => while_loop,
        "execute_region" => |machine, op, frame| {
            let results = machine.block(region(op, 0)?, frame)?;
            frame.set_all(&op.results, results);
            Ok(())
        },
        "index_switch" => index_switch,
        _ => return None,
    })
}

/// Whether a name without its dialect is that of a terminator.
pub(super) fn is_terminator(name: &str) -> bool {
    matches!(name, "yield" | "condition" | "reduce" | "reduce.return" | "forall.in_parallel")
}

fn for_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let [lower, upper, step] =
        [0, 1, 2].map(|it| frame.operand(op, it).and_then(Value::scalar).map_err(at(op)));
    let (lower, mut upper) = (lower?, upper?);
    let step = machine.integer(step?).map_err(at(op))?;
    if step <= 0 {
        return undefined("a step that is not positive").map_err(at(op));
    }
    if op.attribute("unsignedCmp").is_some() && !is_as_signed(machine, lower, upper).map_err(at(op))? {
        upper = lower;
    }
    let width = op.operand_element().map_or(64, |it| it.width());
    let (body, carried) = (region(op, 0)?, frame.values(&op.operands[3..]));
    let counted = CountedLoop { op, body, lower: vec![lower], upper: vec![upper], step, width };
    let carried = counted.run(machine, carried, frame)?;
    frame.set_all(&op.results, carried);
    Ok(())
}

/// Whether a loop over numbers without sign is one over signed numbers; if not, it has no iterations.
fn is_as_signed(machine: &mut Machine<'_>, lower: Scalar, upper: Scalar) -> Result<bool, Cause> {
    let zero = Scalar::Integer(0);
    match (machine.less(lower, zero)?, machine.less(upper, zero)?) {
        (false, false) => Ok(true),
        (true, false) => Ok(false),
        (_, true) => unsupported("a loop up to a number that is too large for a signed one"),
    }
}

fn if_else<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let condition = frame.operand(op, 0).and_then(Value::scalar).map_err(at(op))?;
    let results = if machine.is_decidable(condition).map_err(at(op))? {
        let condition = machine.integer(condition).map_err(at(op))?;
        machine.block(region(op, usize::from(condition == 0))?, frame)?
    } else {
        Machine::both(machine, op, condition, [region(op, 0)?, region(op, 1)?], frame)?
    };
    frame.set_all(&op.results, results);
    Ok(())
}

fn index_switch<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let chosen = frame.operand(op, 0).and_then(Value::scalar).map_err(at(op))?;
    let chosen = machine.integer(chosen).map_err(at(op))?;
    let cases = op.integers("cases").map_err(at(op))?;
    // The first region is that of all other numbers.
    let number = cases.iter().position(|it| *it == chosen).map_or(0, |it| it + 1);
    let results = machine.block(region(op, number)?, frame)?;
    frame.set_all(&op.results, results);
    Ok(())
}

fn while_loop<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let (before, after) = (region(op, 0)?, region(op, 1)?);
    let mut carried = frame.values(&op.operands);
    loop {
        machine.step().map_err(at(op))?;
        frame.set_all(&before.arguments, carried);
        let mut passed = machine.block(before, frame)?;
        if passed.is_empty() {
            return unsupported("a loop without a condition").map_err(at(op));
        }
        let condition = passed.remove(0).scalar().map_err(at(op))?;
        if !machine.is_decidable(condition).map_err(at(op))? {
            return unsupported("a loop that runs while memory says so").map_err(at(op));
        }
        if machine.integer(condition).map_err(at(op))? == 0 {
            frame.set_all(&op.results, passed);
            return Ok(());
        }
        frame.set_all(&after.arguments, passed);
        carried = machine.block(after, frame)?;
    }
}

fn parallel<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Fault> {
    let segments = op.segments().map_err(at(op))?;
    let [lower, upper, steps, initial] = segments[..] else {
        return unsupported("operands without segments").map_err(at(op));
    };
    let numbers = |values| machine.subscripts(frame, values).map(|it| it.to_vec()).map_err(at(op));
    let (bounds, steps) = ((numbers(lower)?, numbers(upper)?), numbers(steps)?);
    let points = points(machine, bounds, &steps).map_err(at(op))?;
    let body = region(op, 0)?;
    let reduce = body.operations.last().filter(|it| it.name.split_once('.') == Some(("scf", "reduce")));
    let reductions = reduce.map_or(&[][..], |it| it.regions.as_slice());
    let mut totals = frame.values(initial);
    if totals.len() != reductions.len() {
        return unsupported("as many reductions as there are not results").map_err(at(op));
    }
    let mut yields = vec![Vec::new(); reductions.len()];
    machine.in_parallel(&points, body, frame, |_, _, yielded| {
        yields.iter_mut().zip(yielded).for_each(|(values, value)| values.push(value));
        Ok(())
    })?;
    for ((reduction, total), values) in reductions.iter().zip(&mut totals).zip(yields) {
        *total = reduced(machine, op, reduction, (total.clone(), values), frame)?;
    }
    frame.set_all(&op.results, totals);
    Ok(())
}

/// The first value, and those of all iterations in the order in which they ran, as a region combines two of them.
fn reduced<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    reduction: &'p Block,
    (start, values): (Value, Vec<Value>),
    frame: &mut Frame,
) -> Result<Value, Fault> {
    if machine.has_domain() {
        let known = combining(machine, reduction).zip(reduction.operations[0].result_element());
        let Some((combining, element)) = known else {
            return unsupported("a reduction whose order may matter").map_err(at(op));
        };
        let numbers = values.iter().map(Value::scalar).collect::<Result<Vec<_>, _>>();
        let total = numbers.and_then(|it| combine_from(machine, combining, element, start.scalar()?, &it));
        return total.map(Value::Scalar).map_err(at(op));
    }
    values.into_iter().try_fold(start, |total, value| {
        frame.set_all(&reduction.arguments, vec![total, value]);
        machine.block(reduction, frame)?.pop().ok_or_else(|| at(op)(Cause::Unsupported(NO_RESULT.to_owned())))
    })
}

const NO_RESULT: &str = "a reduction without a result";

/// The operation of a region that only combines its two arguments by it.
fn combining(machine: &Machine<'_>, reduction: &Block) -> Option<&'static Combining> {
    let ([operation, end], [left, right]) = (&reduction.operations[..], &reduction.arguments[..]) else {
        return None;
    };
    let of_both = operation.operands == [*left, *right] || operation.operands == [*right, *left];
    let is_scalar =
        operation.result_types.first().is_some_and(|it| it.vector_shape().is_ok_and(<[_]>::is_empty));
    let is_all = of_both && is_scalar && machine.is_terminator(end) && end.operands == operation.results;
    Combining::of(operation.semantics?).filter(|_| is_all)
}
