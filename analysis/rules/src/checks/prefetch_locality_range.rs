//! `prefetch-locality-range`: a locality hint beyond 3.
//!
//! Quick fix: the nearest hint that there is.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, attributes, edit, fix, trimmed};
use crate::inherent_attributes::{Kind, generic_ops, is_other_kind};
use ir::{AccessOp, Form, OpKind, Pointer, signed_integer};
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in generic_ops(ctx).filter(|(_, op)| op.is("affine.prefetch")) {
        let Some(attributes) = ctx.attributes(id) else { continue };
        let Some(hint) = attributes.get("localityHint") else { continue };
        let is_outside = signed_integer(hint).is_some_and(|it| !(0..=3).contains(&it));
        if is_outside || is_other_kind(ctx, Kind::I32, hint) {
            report.add(ctx.pointer(id, hint), "the locality hint is 0, 1, 2 or 3, of type i32");
        }
    }
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        if access.op != AccessOp::Prefetch || op.form != Form::Custom {
            continue;
        }
        let Some(node) = ctx.located(id) else { continue };
        let Some(number) = node.token(SyntaxKind::INTEGER) else { continue };
        let is_negative = node.token(SyntaxKind::MINUS).is_some();
        if is_negative || !matches!(number.text(), "0" | "1" | "2" | "3" | "0x0" | "0x1" | "0x2" | "0x3") {
            let place = Pointer { range: number.text_range(), ..op.pointer };
            report.add(place, "the locality hint is 0, 1, 2 or 3");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(written) = ctx.operation().and_then(|it| attributes::value(&it, "localityHint")) {
        return in_generic_form(&written);
    }
    let sign = ctx.token_before().filter(|it| it.kind() == SyntaxKind::MINUS);
    let range = sign.as_ref().map_or(ctx.range, |it| ctx.range.cover(it.text_range()));
    let text = ctx.text_of(range);
    if !text.trim_start_matches('-').trim().bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let nearest = if text.starts_with('-') { "0" } else { "3" };
    fix(format!("change to {nearest}"), vec![edit(range, nearest)])
}

/// The nearest number, of the type that the attribute has.
fn in_generic_form(written: &SyntaxNode) -> Option<Vec<Fix>> {
    let text = format!("{} : i32", signed_integer(written)?.clamp(0, 3));
    fix(format!("change to {text}"), vec![edit(trimmed(written), text)])
}
