//! `parallel-reduction-kind`: the kind that was meant, by its old name or the type of the result.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let op = ctx.operation()?;
    let types = op.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES);
    let types: Vec<String> = types
        .iter()
        .flat_map(|it| it.descendants().filter(|it| it.kind() == SyntaxKind::SIMPLE_TYPE))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    // One type tells for all of them.
    let is_float = types.first().is_some_and(|it| it.starts_with('f') || it.starts_with("bf"));
    if types.is_empty() || types.iter().any(|it| it != &types[0]) {
        return None;
    }
    let kind = match (text.trim_matches('"'), is_float) {
        ("maxf" | "max" | "maximum", true) => "maximumf",
        ("minf" | "min" | "minimum", true) => "minimumf",
        ("add" | "+" | "sum" | "addi", true) => "addf",
        ("mul" | "*" | "prod" | "muli", true) => "mulf",
        ("add" | "+" | "sum" | "addf", false) => "addi",
        ("mul" | "*" | "prod" | "mulf", false) => "muli",
        ("max" | "maxsi" | "maximum", false) => "maxs",
        ("min" | "minsi" | "minimum", false) => "mins",
        ("maxui", false) => "maxu",
        ("minui", false) => "minu",
        ("and" | "&", false) => "andi",
        ("or" | "|", false) => "ori",
        _ => return None,
    };
    fix(format!("change to \"{kind}\""), vec![edit(ctx.range, format!("\"{kind}\""))])
}
