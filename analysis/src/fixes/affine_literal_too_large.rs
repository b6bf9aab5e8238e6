//! `affine-literal-too-large`: the smallest number, whose magnitude is read before its sign, as a difference.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let negation = ctx.around(SyntaxKind::AFFINE_NEGATION).map(|it| super::trimmed(&it));
    let range = negation.filter(|_| ctx.text() == "9223372036854775808")?;
    // Nothing but the minus sign stands before the number.
    if ctx.text_of(range).replace(' ', "") != "-9223372036854775808" {
        return None;
    }
    let parent = ctx.around(SyntaxKind::AFFINE_NEGATION).and_then(|it| it.parent()).map(|it| it.kind());
    let is_whole = matches!(parent, Some(SyntaxKind::AFFINE_RESULTS | SyntaxKind::AFFINE_PARENTHESES));
    let difference = "-9223372036854775807 - 1";
    let text = if is_whole { difference.to_owned() } else { format!("({difference})") };
    fix(format!("write {text}"), vec![edit(range, text)])
}
