//! `assign-reduction-trip-count`: an assign reduction of other than one iteration.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{AppliedMap, Form, OpKind, Parallel, Pointer};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let OpKind::Parallel(Parallel { lower, upper, steps: Some(steps), reductions }) = &op.kind else {
            continue;
        };
        let constant = |it: &AppliedMap| it.map.as_ref()?.single_constant();
        let counts: Vec<_> = lower
            .iter()
            .zip(upper)
            .zip(steps)
            .map(|((lower, upper), step)| {
                let span = constant(upper)?.checked_sub(constant(lower)?)?.max(0);
                let step = u64::try_from(*step).ok().filter(|it| *it > 0)?;
                Some(u64::try_from(span).ok()?.div_ceil(step))
            })
            .collect();
        // One dimension that does not run once suffices, whatever the others are.
        if !counts.iter().flatten().any(|it| *it != 1) {
            continue;
        }
        let total = counts.iter().try_fold(1_u64, |total, it| total.checked_mul((*it)?));
        let times = total.map_or("other than one".to_owned(), |it| it.to_string());
        let list = ctx.piece(id, SyntaxKind::REDUCTIONS);
        let tokens = list.iter().flat_map(|it| it.children_with_tokens()).filter_map(|it| it.into_token());
        let strings = tokens.filter(|it| it.kind() == SyntaxKind::STRING);
        for (token, _) in strings.zip(reductions).filter(|it| &**it.1 == "assign") {
            let place = Pointer { range: token.text_range(), ..op.pointer };
            report.add(place, format!("with {times} iterations the result of assign is undefined"));
        }
    }
}
