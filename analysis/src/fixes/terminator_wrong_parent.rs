//! `terminator-wrong-parent` and `yield-outside-affine-region`: the terminator that the region has.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let parent = op.ancestors().skip(1).find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let name = parent.children().find(|it| it.kind() == SyntaxKind::OP_NAME);
    let name = name.and_then(|it| tokens(&it).next()).map(|it| it.text().to_owned()).unwrap_or_default();
    let is_generic = name.starts_with('"') || ctx.text().starts_with('"');
    let terminator = match name.as_str() {
        "func.func" => "return",
        "scf.parallel" => return None,
        "scf.for" | "scf.if" | "scf.while" | "scf.execute_region" | "scf.index_switch" => "scf.yield",
        "affine.for" | "affine.if" | "affine.parallel" => "affine.yield",
        _ => return None,
    };
    // Values that the parent gives have to come from somewhere, and a region goes nowhere.
    let gives = parent.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES);
    let lacks_values = gives.is_some() && op.descendants().all(|it| it.kind() != SyntaxKind::VALUE_USE);
    if is_generic || lacks_values || op.children().any(|it| it.kind() == SyntaxKind::REGION) {
        return None;
    }
    fix(format!("change to {terminator}"), vec![edit(ctx.range, terminator)])
}
