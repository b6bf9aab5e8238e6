//! Bounds of loops as a reader wants them: the names of values instead of maps and operands.

use crate::value_expression::Composer;
use ir::loops::Step;
use ir::{AppliedMap, Ir, OpId};

/// `0 to 10 step 2`; `(0, 0) to (10, %n) step (2, 1)` for loops of several dimensions.
pub fn bounds_text(ir: &Ir, op: OpId) -> Option<String> {
    let counted = ir.counted_loop(op)?;
    let step_text = |step: Step| match step {
        Step::Constant(step) => step.to_string(),
        Step::Value(step) => ir::value_name(ir, step),
        Step::Unknown => "?".to_owned(),
    };
    let is_list = counted.dims.len() != 1 || counted.is_parallel;
    let list = |texts: Vec<String>| match is_list {
        true => format!("({})", texts.join(", ")),
        false => texts.concat(),
    };
    let lower = counted.dims.iter().map(|it| bound_text(ir, op, it.lower, "max"));
    let upper = counted.dims.iter().map(|it| bound_text(ir, op, it.upper, "min"));
    let steps: Vec<Step> = counted.dims.iter().map(|it| it.step).collect();
    let step = match &*steps {
        steps if steps.iter().all(|it| *it == Step::Constant(1)) => String::new(),
        steps if steps.contains(&Step::Unknown) => " step ?".to_owned(),
        steps => format!(" step {}", list(steps.iter().map(|it| step_text(*it)).collect())),
    };
    let (lower, upper) = (lower.collect::<Option<_>>()?, upper.collect::<Option<_>>()?);
    Some(format!("{} to {}{step}", list(lower), list(upper)))
}

/// The results of a bound over the names of its operands.
pub fn bound_text(ir: &Ir, op: OpId, bound: &AppliedMap, several: &str) -> Option<String> {
    let mut composer = Composer::direct(ir);
    let results = composer.results(op, bound)?;
    let texts: Vec<_> = results.iter().map(|it| composer.text(it)).collect();
    match texts.as_slice() {
        [] => None,
        [single] => Some(single.clone()),
        _ => Some(format!("{several}({})", texts.join(", "))),
    }
}
