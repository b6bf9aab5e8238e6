//! `single-iteration-loop`: a loop with constant bounds that runs once.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{OpKind, Pointer};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let loops: Vec<_> = match &op.kind {
            OpKind::For(it) => vec![(&it.lower, &it.upper, it.step, it.step_pointer)],
            OpKind::Parallel(it) => {
                let Some(steps) = &it.steps else { continue };
                it.lower
                    .iter()
                    .zip(&it.upper)
                    .zip(steps)
                    .map(|((lower, upper), step)| (lower, upper, Some(*step), None))
                    .collect()
            }
            _ => continue,
        };
        for (lower, upper, step, step_pointer) in loops {
            let constant = |it: &ir::AppliedMap| it.map.as_ref()?.single_constant();
            let (Some(l), Some(u), Some(step)) = (constant(lower), constant(upper), step) else { continue };
            if l >= u || u.checked_sub(l).is_none_or(|it| it > step) {
                continue;
            }
            let bounds =
                Pointer { root: lower.pointer.root, range: lower.pointer.range.cover(upper.pointer.range) };
            let place = if step > 1 { step_pointer.unwrap_or(bounds) } else { bounds };
            report.add(place, format!("this loop runs once: the step {step} covers the range {l} to {u}"));
        }
    }
}
