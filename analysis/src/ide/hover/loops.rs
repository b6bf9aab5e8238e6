//! Loops: their bounds and trip counts as text, whether their iterations are independent, and what they carry.

use super::dependences::{DependenceText, first_of};
use super::expressions::{Composer, difference};
use crate::affine::{AffineExpr, BinaryOp, ConstraintKind};
use crate::ir::{AppliedMap, AppliedSet, Ir, OpId, OpKind};

/// `0 to 10 step 2`; `(0, 0) to (10, %n) step (2, 1)` for `affine.parallel`.
pub(in crate::ide) fn bounds_text(ir: &Ir, op: OpId) -> Option<String> {
    match &ir.ops[op].kind {
        OpKind::For(it) => {
            let lower = bound_text(ir, op, &it.lower, "max")?;
            let upper = bound_text(ir, op, &it.upper, "min")?;
            let step = match it.step {
                Some(1) => String::new(),
                Some(step) => format!(" step {step}"),
                None => " step ?".to_owned(),
            };
            Some(format!("{lower} to {upper}{step}"))
        }
        OpKind::Parallel(it) => {
            let list = |bounds: &[AppliedMap], name: &str| {
                let bounds = bounds.iter().map(|it| bound_text(ir, op, it, name)).collect::<Option<Vec<_>>>();
                bounds.map(|it| format!("({})", it.join(", ")))
            };
            let step = match &it.steps {
                Some(steps) if steps.iter().all(|it| *it == 1) => String::new(),
                Some(steps) => {
                    let steps: Vec<_> = steps.iter().map(i64::to_string).collect();
                    format!(" step ({})", steps.join(", "))
                }
                None => " step ?".to_owned(),
            };
            Some(format!("{} to {}{step}", list(&it.lower, "max")?, list(&it.upper, "min")?))
        }
        _ => None,
    }
}

/// The results of a bound over the names of its operands.
fn bound_text(ir: &Ir, op: OpId, bound: &AppliedMap, several: &str) -> Option<String> {
    let mut composer = Composer::direct(ir);
    let results = composer.results(op, bound)?;
    let texts: Vec<_> = results.iter().map(|it| composer.text(it)).collect();
    match texts.as_slice() {
        [] => None,
        [single] => Some(single.clone()),
        _ => Some(format!("{several}({})", texts.join(", "))),
    }
}

/// `%i - 5 >= 0 and %j == 0`
pub(in crate::ide) fn condition_text(ir: &Ir, op: OpId, condition: &AppliedSet) -> Option<String> {
    let set = condition.set.as_ref()?;
    let operands = ir.ops[op].operands.get(condition.operands.clone())?;
    let name = |index: usize, is_dim: bool| {
        let index = if is_dim { index } else { set.dims.saturating_add(index) };
        operands.get(index).map_or_else(|| "?".to_owned(), |it| it.name.to_string())
    };
    let constraints = set.constraints.iter().map(|it| {
        let relation = if it.kind == ConstraintKind::Equality { "==" } else { ">=" };
        format!("{} {relation} 0", it.expression.display_with(&name))
    });
    Some(constraints.collect::<Vec<_>>().join(" and "))
}

/// How often a loop runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TripCount {
    Constant(u64),
    Symbolic(String),
    Unknown,
}

/// The trip count of one loop or of all dimensions of a parallel one.
pub(super) fn trip_count(ir: &Ir, op: OpId) -> TripCount {
    let dims: Vec<TripCount> = match &ir.ops[op].kind {
        OpKind::For(it) => vec![dim_trip_count(ir, op, &it.lower, &it.upper, it.step)],
        OpKind::Parallel(it) => {
            let steps = it.steps.as_deref().unwrap_or_default();
            let bounds = it.lower.iter().zip(&it.upper).enumerate();
            bounds
                .map(|(dim, (lower, upper))| dim_trip_count(ir, op, lower, upper, steps.get(dim).copied()))
                .collect()
        }
        _ => return TripCount::Unknown,
    };
    dims.into_iter().reduce(product).unwrap_or(TripCount::Unknown)
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

fn dim_trip_count(ir: &Ir, op: OpId, lower: &AppliedMap, upper: &AppliedMap, step: Option<i64>) -> TripCount {
    let counts = || {
        let step = step.filter(|it| *it > 0)?;
        let mut composer = Composer::composing(ir);
        let lower = composer.results(op, lower)?;
        let upper = composer.results(op, upper)?;
        let mut constant: Option<u64> = None;
        let mut symbolic: Vec<String> = Vec::new();
        for lower in &lower {
            for upper in &upper {
                let span = difference(upper, lower);
                let count = AffineExpr::binary(BinaryOp::CeilDiv, span, AffineExpr::Constant(step));
                match count.as_constant() {
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

/// What stands under the heading of a loop: Markdown list items.
pub(super) fn loop_facts(ir: &Ir, op: OpId, dependences: &DependenceText<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    match trip_count(ir, op) {
        TripCount::Constant(0) => facts.push("trip count 0: it never runs".to_owned()),
        TripCount::Constant(count) => facts.push(format!("trip count {count}")),
        TripCount::Symbolic(text) => facts.push(format!("trip count `{text}`, or 0 if that is negative")),
        TripCount::Unknown => facts.push("trip count not known".to_owned()),
    }
    let carried: Vec<_> = dependences.all().iter().filter(|it| dependences.is_carried_by(it, op)).collect();
    let has_iteration_arguments = matches!(&ir.ops[op].kind, OpKind::For(it) if !it.inits.is_empty());
    let opaque = unanalysed(ir, op);
    facts.push(match (carried.is_empty(), opaque) {
        (true, Some(name)) => format!("whether it is parallel is not known: `{name}` is not analysed"),
        (true, None) if has_iteration_arguments => {
            "not parallel: its iteration arguments carry values from one iteration to the next".to_owned()
        }
        (true, None) => "parallel: no iteration depends on another".to_owned(),
        (false, _) if carried.iter().all(|it| it.unknown.is_some()) => {
            "whether it is parallel is not known".to_owned()
        }
        (false, _) if matches!(ir.ops[op].kind, OpKind::Parallel(_)) => {
            "written as parallel, but its iterations depend on each other".to_owned()
        }
        (false, _) => "not parallel".to_owned(),
    });
    facts.extend(first_of(carried.iter().map(|it| dependences.carried(it)).collect()));
    facts
}

/// An operation inside the loop whose effects on memory are not looked at.
fn unanalysed(ir: &Ir, op: OpId) -> Option<&str> {
    let inside = ir.walk().into_iter().filter(|it| *it != op && ir.is_within(*it, op));
    inside.map(|it| &*ir.ops[it].name).find(|it| !is_analysed(it))
}

/// Operations that touch no memory, or whose accesses dependences know.
fn is_analysed(name: &str) -> bool {
    let (dialect, op) = name.split_once('.').unwrap_or_default();
    match dialect {
        "arith" | "math" | "index" | "complex" | "ub" | "tensor" | "cf" => true,
        "affine" => !op.starts_with("dma_"),
        "scf" | "func" => op != "call" && op != "call_indirect",
        "builtin" => true,
        "vector" => {
            let accesses = ["load", "store", "transfer", "gather", "scatter", "print"];
            !accesses.iter().any(|it| op.contains(it))
        }
        "memref" => matches!(
            op,
            "alloc"
                | "alloca"
                | "dim"
                | "rank"
                | "cast"
                | "subview"
                | "view"
                | "reinterpret_cast"
                | "collapse_shape"
                | "expand_shape"
                | "transpose"
                | "get_global"
                | "assume_alignment"
                | "extract_strided_metadata"
                | "extract_aligned_pointer_as_index"
                | "memory_space_cast"
        ),
        _ => false,
    }
}
