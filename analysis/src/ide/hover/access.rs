//! Memory accesses: the map from iterations to elements, and how many elements it reaches.

use crate::affine::{AffineExpr, BinaryOp};
use crate::dependence::enclosing_loops;
use crate::function_report::value_name;
use crate::ir::{Access, AccessOp, AppliedMap, Ir, OpId, OpKind, ValueId};
use crate::value_expression::{Composer, Sum, simplified};

/// `(%i, %j) -> (%i - 2, %j)`: from the loops around an operation, and `[…]` other values, to the results.
pub(super) fn map_text(ir: &Ir, op: OpId, applied: &AppliedMap) -> Option<String> {
    let mut composer = Composer::composing(ir);
    let results = composer.results(op, applied)?;
    let results: Vec<_> = results.iter().map(|it| composer.text(&simplified(it))).collect();
    let loops: Vec<ValueId> = enclosing_loops(ir, op).iter().map(|it| it.induction_variable).collect();
    let names =
        |values: &[ValueId]| values.iter().map(|it| value_name(ir, *it)).collect::<Vec<_>>().join(", ");
    let others: Vec<_> = composer.leaves.iter().copied().filter(|it| !loops.contains(it)).collect();
    let others = if others.is_empty() { String::new() } else { format!("[{}]", names(&others)) };
    Some(format!("({}){others} -> ({})", names(&loops), results.join(", ")))
}

/// The results of a map over the names of values: `%i + %n`, `min(%i, 7)`.
pub(super) fn results_text(mut composer: Composer<'_>, op: OpId, applied: &AppliedMap) -> Option<String> {
    let results = composer.results(op, applied)?;
    let results: Vec<_> = results.iter().map(|it| composer.text(&simplified(it))).collect();
    let results = results.join(", ");
    Some(match composer.operation(op) {
        "affine.min" => format!("min({results})"),
        "affine.max" => format!("max({results})"),
        _ => results,
    })
}

/// `touches 100 elements (400 bytes): [0 to 9] × [0 to 9]`, of a load or store with constant bounds around it.
pub(super) fn footprint_text(ir: &Ir, op: OpId, access: &Access) -> Option<String> {
    if !matches!(access.op, AccessOp::Load | AccessOp::Store) {
        return None;
    }
    let mut composer = Composer::composing(ir);
    let subscripts = composer.results(op, &access.subscripts)?;
    let mut elements: u64 = 1;
    let mut box_elements: u64 = 1;
    let mut is_exact = true;
    let mut ranges = Vec::new();
    let mut seen: Vec<ValueId> = Vec::new();
    for dim in enclosing_loops(ir, op) {
        let interval = value_interval(ir, dim.induction_variable, MAX_DEPTH)?;
        if interval.low > interval.high {
            return Some("touches no element: a loop around it never runs".to_owned());
        }
        is_exact &= constant_range(ir, dim.induction_variable).is_some();
    }
    is_exact &= ir.ancestors(op).all(|it| {
        matches!(ir.ops[it].kind, OpKind::For(_) | OpKind::Parallel(_)) || ir.ops[it].name.ends_with(".func")
    });
    for subscript in &subscripts {
        let interval = interval(ir, &composer, subscript, MAX_DEPTH)?;
        let extent = interval.high.checked_sub(interval.low)?.checked_add(1)?;
        box_elements = box_elements.checked_mul(u64::try_from(extent).ok()?)?;
        ranges.push(if extent == 1 {
            format!("[{}]", interval.low)
        } else {
            format!("[{} to {}]", interval.low, interval.high)
        });
        // Exact where each subscript moves with one loop of its own.
        match Sum::of(subscript)?.terms.as_slice() {
            [] => {}
            [(AffineExpr::Dim(leaf), _)] => {
                let value = composer.leaf(*leaf)?;
                is_exact &= !seen.contains(&value);
                seen.push(value);
                match constant_range(ir, value) {
                    Some(range) => elements = elements.checked_mul(range.count)?,
                    None => is_exact = false,
                }
            }
            _ => is_exact = false,
        }
    }
    let count = if is_exact { elements } else { box_elements };
    let memref = ir.ops[op].operands.get(access.memref)?.value?;
    let bytes = ir.values[memref].ty.as_memref().and_then(|it| it.element.size_in_bytes());
    let bytes = bytes.and_then(|it| it.checked_mul(count)).map(|it| format!(" ({it} bytes)"));
    let noun = if count == 1 { "element" } else { "elements" };
    let at_most = if is_exact { "" } else { "at most " };
    let place = if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(" × ")) };
    Some(format!("touches {at_most}{count} {noun}{}{place}", bytes.unwrap_or_default()))
}

/// Bounds that depend on bounds that depend on bounds … end here.
const MAX_DEPTH: usize = 16;

/// The integers from `low` to `high`, both included.
#[derive(Debug, Clone, Copy)]
struct Interval {
    low: i64,
    high: i64,
}

/// The values of an induction variable whose bounds are constants.
struct ConstantRange {
    count: u64,
}

fn bounds_of(ir: &Ir, variable: ValueId) -> Option<(OpId, &AppliedMap, &AppliedMap, i64)> {
    let (op, dim) = ir.loop_of_induction_variable(variable)?;
    match &ir.ops[op].kind {
        OpKind::For(it) => Some((op, &it.lower, &it.upper, it.step?)),
        OpKind::Parallel(it) => {
            Some((op, it.lower.get(dim)?, it.upper.get(dim)?, *it.steps.as_ref()?.get(dim)?))
        }
        _ => None,
    }
}

fn constant_range(ir: &Ir, variable: ValueId) -> Option<ConstantRange> {
    let (op, lower, upper, step) = bounds_of(ir, variable)?;
    let mut composer = Composer::composing(ir);
    let mut constants = |bound| {
        let results = composer.results(op, bound)?;
        results.iter().map(AffineExpr::as_constant).collect::<Option<Vec<_>>>()
    };
    let low = constants(lower)?.into_iter().max()?;
    let high = constants(upper)?.into_iter().min()?;
    let span = u64::try_from(high.checked_sub(low)?.max(0)).ok()?;
    Some(ConstantRange { count: span.div_ceil(u64::try_from(step).ok().filter(|it| *it > 0)?) })
}

/// Bounds of a value, over all iterations of the loops around it; empty if a loop with constant bounds never runs.
fn value_interval(ir: &Ir, value: ValueId, depth: usize) -> Option<Interval> {
    let depth = depth.checked_sub(1)?;
    let (op, lower, upper, step) = bounds_of(ir, value)?;
    let mut composer = Composer::composing(ir);
    let lower = composer.results(op, lower)?;
    let upper = composer.results(op, upper)?;
    let lower = lower.iter().map(|it| interval(ir, &composer, it, depth)).collect::<Option<Vec<_>>>()?;
    let upper = upper.iter().map(|it| interval(ir, &composer, it, depth)).collect::<Option<Vec<_>>>()?;
    let low = lower.iter().map(|it| it.low).max()?;
    let end = upper.iter().map(|it| it.high).min()?.checked_sub(1)?;
    let is_fixed = lower.iter().all(|it| it.low == it.high);
    let over = if is_fixed && step > 0 && end >= low { end.checked_sub(low)?.checked_rem(step)? } else { 0 };
    Some(Interval { low, high: end.checked_sub(over)? })
}

fn interval(ir: &Ir, composer: &Composer<'_>, expr: &AffineExpr, depth: usize) -> Option<Interval> {
    let sum = Sum::of(expr)?;
    let mut total = Interval { low: sum.constant, high: sum.constant };
    for (term, factor) in &sum.terms {
        let range = term_interval(ir, composer, term, depth)?;
        let ends = [range.low.checked_mul(*factor)?, range.high.checked_mul(*factor)?];
        total.low = total.low.checked_add(ends[0].min(ends[1]))?;
        total.high = total.high.checked_add(ends[0].max(ends[1]))?;
    }
    Some(total)
}

fn term_interval(ir: &Ir, composer: &Composer<'_>, term: &AffineExpr, depth: usize) -> Option<Interval> {
    match term {
        AffineExpr::Dim(leaf) => value_interval(ir, composer.leaf(*leaf)?, depth),
        AffineExpr::Binary(op, left, right) => {
            let divisor = right.as_constant().filter(|it| *it > 0)?;
            let range = interval(ir, composer, left, depth.checked_sub(1)?)?;
            let divided =
                Interval { low: range.low.div_euclid(divisor), high: range.high.div_euclid(divisor) };
            match op {
                BinaryOp::FloorDiv => Some(divided),
                BinaryOp::CeilDiv => {
                    let up = |it: i64| it.checked_add(divisor - 1).map(|it| it.div_euclid(divisor));
                    Some(Interval { low: up(range.low)?, high: up(range.high)? })
                }
                BinaryOp::Mod if divided.low == divided.high => Some(Interval {
                    low: range.low.rem_euclid(divisor),
                    high: range.high.rem_euclid(divisor),
                }),
                BinaryOp::Mod => Some(Interval { low: 0, high: divisor - 1 }),
                _ => None,
            }
        }
        _ => None,
    }
}
