//! The body of a loop with an expression in place of the loop's variable: the loop counts its iterations in
//! another way.

use super::for_loop::{induction_variable, variable_name};
use crate::rewrite::{FreshNames, Leaves, RootText, TextCopy};
use ir::OpId;
use ir::affine::AffineExpr;
use syntax::TextRange;

/// The text between the braces of a loop, up to and with its terminator, with the value of the
/// variable in place of the variable.
pub(super) fn body_with(
    source: &RootText<'_>,
    op: OpId,
    leaves: &Leaves,
    value: &AffineExpr,
) -> Option<(TextRange, String)> {
    let ir = source.ir;
    let mut copy = TextCopy::of(source);
    copy.leaves = leaves.clone();
    let name = FreshNames::of(ir).like(&variable_name(ir, op));
    copy.substitute(induction_variable(ir, op)?, value.clone(), &name);
    let body = source.body(op)?;
    // The terminator may hand the variable on.
    let end = source.terminator(op).map_or(body.end(), |it| ir.ops[it].pointer.range.end());
    let body = TextRange::new(body.start(), end.max(body.end()));
    let text = copy.text(body)?;
    let separator = format!("{}{}", source.line_break(), source.inner_indentation(op));
    let definitions: String = copy.definitions().iter().map(|it| format!("{it}{separator}")).collect();
    Some((body, format!("{definitions}{text}")))
}
