//! `affine-literal-too-large`: an integer that does not fit.

use super::Report;
use crate::affine::parse_integer;
use crate::ir::Pointer;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // Steps of a band are no list of values; a basis holds no expressions.
    for (id, op) in ctx.ops() {
        for list in [SyntaxKind::STEP, SyntaxKind::BASIS].into_iter().filter_map(|it| ctx.piece(id, it)) {
            if op.is("affine.for") {
                continue;
            }
            list.for_each_token(&mut |token| {
                if token.kind() == SyntaxKind::INTEGER && parse_integer(token.text()).is_none() {
                    let place = Pointer { range: token.text_range(), ..op.pointer };
                    report.add(place, format!("{} does not fit a signed 64-bit integer", token.text()));
                }
            });
        }
    }
}
