//! Bounds of loops as a reader wants them: the names of values instead of maps and operands.

use crate::value_expression::Composer;
use ir::{AppliedMap, Ir, OpId, OpKind};

/// `0 to 10 step 2`; `(0, 0) to (10, %n) step (2, 1)` for `affine.parallel`.
pub fn bounds_text(ir: &Ir, op: OpId) -> Option<String> {
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
