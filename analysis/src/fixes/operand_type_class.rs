//! `operand-type-class`: the operation of the same name for integers or for floats.

use super::comparison_predicate::predicate;
use super::{FixContext, edit, fix, name_of, tokens, trimmed, written_name};
use crate::diagnostic::Fix;
use crate::rule_context::own_nodes;
use syntax::{SyntaxKind, SyntaxNode};

/// Operations of `arith` on integers with a sign and on floats that take their operands alike.
const PAIRS: &[(&str, &str)] = &[
    ("addi", "addf"),
    ("subi", "subf"),
    ("muli", "mulf"),
    ("divsi", "divf"),
    ("remsi", "remf"),
    ("maxsi", "maximumf"),
    ("minsi", "minimumf"),
    ("cmpi", "cmpf"),
];

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // `arith.addi takes signless integers or index, but %x has type f32`
    let (_, ty) = ctx.message.rsplit_once(" has type ")?;
    let op = ctx.operation()?;
    let name = name_of(&op);
    let written = name.strip_prefix("arith.")?;
    let has_flags =
        op.children().any(|it| matches!(it.kind(), SyntaxKind::PROPERTIES | SyntaxKind::DICTIONARY));
    if has_flags || tokens(&op).any(|it| matches!(it.text(), "fastmath" | "overflow")) || !has_one_type(&op) {
        return None;
    }
    let element = match ty.strip_prefix("vector<").and_then(|it| it.strip_suffix('>')) {
        Some(inner) => inner.rsplit('x').next()?,
        None => ty,
    };
    let is_of_bits = |prefix: &str| element.strip_prefix(prefix).is_some_and(|it| it.parse::<u32>().is_ok());
    // The letter `x` of `index` has been taken for that of a size.
    let is_index = ty == "index" || ty.ends_with("xindex>");
    let is_float = match (is_index || is_of_bits("i"), is_of_bits("f") || is_of_bits("bf")) {
        (true, false) => false,
        (false, true) => true,
        _ => return None,
    };
    let other = PAIRS.iter().find_map(|(integers, floats)| match is_float {
        true => (*integers == written).then_some(*floats),
        false => (*floats == written).then_some(*integers),
    })?;
    let token = written_name(&op)?;
    let mut edits = vec![edit(token.text_range(), token.text().replace(written, other))];
    if other.starts_with("cmp") {
        let word = op.children().find(|it| it.kind() == SyntaxKind::KEYWORD_ATTRIBUTE)?;
        let range = trimmed(&word);
        edits.push(edit(range, predicate(&ctx.text_of(range), is_float)?));
    }
    Some(fix(format!("change to arith.{other}"), edits))
}

/// Whether all types that the operation writes are the same.
fn has_one_type(op: &SyntaxNode) -> bool {
    let is_outermost = |it: &SyntaxNode| {
        let parent = it.parent().map(|it| it.kind());
        it.kind().is_type()
            && it.kind() != SyntaxKind::FUNCTION_TYPE
            && parent.is_some_and(|it| {
                !it.is_type() || it == SyntaxKind::FUNCTION_TYPE || it == SyntaxKind::TYPE_LIST
            })
    };
    let types: Vec<String> = own_nodes(op)
        .into_iter()
        .filter(|it| is_outermost(it) && it.kind() != SyntaxKind::TYPE_LIST)
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    types.iter().all(|it| Some(it) == types.first())
}
