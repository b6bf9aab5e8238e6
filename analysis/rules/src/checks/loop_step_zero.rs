//! `loop-step-zero`: a step with which a loop never ends.
//!
//! Quick fix: writes a step of 1.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix};
use ir::{Form, OpKind};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        let Some(step) = it.step else { continue };
        if step == 0 || step < 0 && op.form == Form::Generic {
            let place = it.step_pointer.unwrap_or(op.name_pointer);
            report.add(place, format!("a loop with step {step} never ends"));
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // `0` or `step 0`, in generic form `0 : index` or `-2 : index`.
    let node = match ctx.root.covering_element(ctx.range) {
        rowan::NodeOrToken::Node(node) => Some(node),
        rowan::NodeOrToken::Token(token) => token.parent(),
    };
    let tokens =
        node.iter().flat_map(crate::fixes::tokens).filter(|it| ctx.range.contains_range(it.text_range()));
    let number = tokens
        .filter(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS))
        .map(|it| it.text_range())
        .reduce(TextRange::cover);
    fix("change to 1", vec![edit(number?, "1")])
}
