//! `call-result-mismatch`: writes the results that the function has.

use super::value_type_mismatch::conversion;
use super::{FixContext, edit, fix, result_names};
use crate::calls::type_list;
use crate::diagnostic::Fix;
use crate::rules::call_result_mismatch::Results;
use crate::types::Type;
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Results { has, written, .. } = ctx.facts()?;
    let call = ctx.operation()?;
    let range = super::results(&call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?)?;
    let text = match &**has {
        [one] => one.to_string(),
        has => type_list(has),
    };
    let mut edits = vec![edit(range, format!(" {text}"))];
    edits.extend(names(ctx, &call, has, written)?);
    fix(format!("write {text}"), edits)
}

/// What happens to the names: results that are used keep the type that they were written with.
fn names(ctx: &FixContext<'_>, call: &SyntaxNode, has: &[Type], written: &[Type]) -> Option<Vec<TextEdit>> {
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
    let conversion = conversion(&from.to_string(), &to.to_string())?;
    let fresh = ctx.fresh_name("%result");
    let line = format!("{name} = arith.{conversion} {fresh} : {from} to {to}");
    Some(vec![edit(*range, fresh), ctx.line_after(call, &line)])
}
