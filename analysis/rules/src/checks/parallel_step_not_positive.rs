//! `parallel-step-not-positive`: a step of a band that is not positive.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{OpKind, Parallel};
use syntax::{Located, SyntaxKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Parallel(Parallel { steps: Some(steps), .. }) = &op.kind else { continue };
        let written = ctx.piece(id, SyntaxKind::STEP);
        let written: Vec<_> = written.into_iter().flat_map(Located::affine_expressions).collect();
        for (index, step) in steps.iter().enumerate().filter(|it| *it.1 <= 0) {
            let place = written.get(index).map(|it| ctx.pointer(id, it));
            report
                .add(place.unwrap_or(op.name_pointer), format!("steps have to be positive, this is {step}"));
        }
    }
}
