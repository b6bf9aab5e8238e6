//! `call-result-mismatch`: writes the results that the function has.

use super::value_type_mismatch::conversion;
use super::{FixContext, edit, fix, result_names};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // `@work returns (f32, index), not (f64)`
    let (_, lists) = ctx.message.split_once(" returns ")?;
    let (has, written) = lists.split_once(", not ")?;
    let call = ctx.operation()?;
    let range = super::results(&call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?)?;
    let (has, written) = (types(has)?, types(written)?);
    let text = match &*has {
        [one] => one.clone(),
        has => format!("({})", has.join(", ")),
    };
    let mut edits = vec![edit(range, format!(" {text}"))];
    edits.extend(names(ctx, &call, &has, &written)?);
    Some(fix(format!("write {text}"), edits))
}

/// The elements of a list of simple types.
fn types(list: &str) -> Option<Vec<String>> {
    let inner = list.strip_prefix('(')?.strip_suffix(')')?;
    // A comma may also stand inside a type.
    if inner.contains(['<', '(']) && inner.contains(',') {
        return None;
    }
    Some(inner.split(", ").filter(|it| !it.is_empty()).map(str::to_owned).collect())
}

/// What happens to the names: results that are used keep the type that they were written with.
fn names(
    ctx: &FixContext<'_>,
    call: &SyntaxNode,
    has: &[String],
    written: &[String],
) -> Option<Vec<TextEdit>> {
    let groups = result_names::groups(call)?;
    if groups.is_empty() {
        return Some(Vec::new());
    }
    let mut is_used = false;
    for (name, ..) in &groups {
        is_used |= !result_names::uses(call, name)?.is_empty();
    }
    if !is_used {
        return result_names::resize(call, has.len());
    }
    let ([to], [from], [(name, 1, range)]) = (written, has, &*groups) else { return None };
    let conversion = conversion(from, to)?;
    let fresh = ctx.fresh_name("%result");
    let line = format!("{name} = arith.{conversion} {fresh} : {from} to {to}");
    Some(vec![edit(*range, fresh), ctx.line_after(call, &line)])
}
