//! `constant-type-mismatch`: writes the number the way its type wants it.

use super::{FixContext, edit, fix, result_names};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (number, ty) = match text.split_once(':') {
        Some((number, ty)) => (number.trim_end(), Some(ty.trim())),
        None => (text.as_str(), None),
    };
    let range = TextRange::at(ctx.range.start(), syntax::TextSize::of(number));
    if let Some((_, wanted)) = ctx.message.split_once(": write ") {
        return Some(fix(format!("write {wanted}"), vec![edit(range, wanted)]));
    }
    if let Some(digits) = number
        .strip_suffix(".0")
        .filter(|it| it.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit()))
    {
        let is_integer = ctx.message.contains(" is not a value of type i");
        return is_integer.then(|| fix(format!("write {digits}"), vec![edit(range, digits)]));
    }
    let constant = ctx.operation()?;
    if matches!(number, "true" | "false") && ctx.message.contains("written without a type") {
        let ty = ty?;
        let width = ty.strip_prefix('i').and_then(|it| it.parse::<u32>().ok());
        if !is_used(&constant)? {
            return Some(fix("delete the type", vec![edit(ctx.range, number)]));
        }
        let bit = if number == "true" { "1" } else { "0" };
        return width.filter(|it| *it > 1).map(|_| fix(format!("write {bit}"), vec![edit(range, bit)]));
    }
    let width = ctx.message.rsplit(' ').next()?.strip_prefix(['s', 'u'])?;
    let is_signless = width.strip_prefix('i').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
    // Whoever uses the value writes its type.
    let is_simple = is_signless && ctx.message.contains("have no sign") && !is_used(&constant)?;
    is_simple.then(|| fix(format!("write : {width}"), vec![edit(ctx.range, format!("{number} : {width}"))]))
}

/// Whether the results are used; `None` where that is not certain.
fn is_used(op: &SyntaxNode) -> Option<bool> {
    if op.kind() != SyntaxKind::OPERATION {
        return None;
    }
    let groups = result_names::groups(op)?;
    groups.iter().try_fold(false, |used, it| Some(used || !result_names::uses(op, &it.0)?.is_empty()))
}
