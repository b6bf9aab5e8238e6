//! `for-step-out-of-range`: a bound or a step that does not fit.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{Form, Pointer, signed_integer};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.for") && op.form == Form::Custom) {
        for kind in [SyntaxKind::LOWER_BOUND, SyntaxKind::UPPER_BOUND, SyntaxKind::STEP] {
            let Some(piece) = ctx.piece(id, kind) else { continue };
            if let Some(literal) = piece.token(SyntaxKind::INTEGER)
                && signed_integer(piece).is_none()
            {
                let place = Pointer { range: literal.text_range(), ..op.pointer };
                report.add(place, format!("{} does not fit an index", literal.text()));
            }
        }
    }
}
