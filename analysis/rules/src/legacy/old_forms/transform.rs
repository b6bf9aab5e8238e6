//! Operations on payloads: what they take in words of their own today, and how many results they have.

use super::text::{Form, Fresh, insertion};
use crate::fixes::edits::{edit, trimmed};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange};

/// `%op, %loops:2 = transform.structured.fuse %0 {tile_sizes = [4, 8]}`: the sizes come after a word today, and without one
/// there are no loops.
pub(super) fn fuse(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let open = form.find(0, "{")?;
    let close = form.partner(open)?;
    results(form)?.find([',', ':'])?;
    let mut clauses = Vec::new();
    for entry in form.split(open + 1, close)? {
        let (key, value) = entry.split_once('=')?;
        let word = match key.trim() {
            "tile_sizes" => "tile_sizes",
            "tile_interchange" => "interchange",
            _ => return None,
        };
        clauses.push(format!("{word} {}", value.trim()));
    }
    // `interchange` comes second.
    clauses.sort_by_key(|it| it.starts_with("interchange"));
    Some(vec![edit(form.range(open, close + 1)?, clauses.join(" "))])
}

/// `%low, %high = transform.structured.split %0 after 4`: both parts are in one handle today. With `multiway` all parts were in
/// the first, and nothing in the second.
pub(super) fn split(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let names = results(form)?;
    let first = names.split([',', ':']).next()?.trim();
    let is_pair = names.split_once(':').is_some_and(|it| it.1.trim() == "2");
    let second = names.split_once(',').map(|it| it.1.trim());
    let start = form.op.text_range().start();
    let whole = TextRange::at(start, syntax::TextSize::of(names));
    if (0..form.tokens.len()).any(|it| form.is(it, "multiway")) {
        let is_used = is_mentioned_elsewhere(form.op, second.filter(|it| it.starts_with('%'))?);
        return (!is_used).then(|| vec![edit(whole, first)]);
    }
    if !is_pair && second.is_none_or(|it| it.contains([',', ':'])) {
        return None;
    }
    let colon = form.find(0, ":")?;
    let ty = form.split(colon + 1, form.end())?.first()?.to_string();
    let list = format!("%{}", fresh(&format!("split_{}", first.trim_start_matches('%'))));
    let end = trimmed(form.op).end();
    let line = format!("\n{}{names} = transform.split_handle {list} : ({ty}) -> ({ty}, {ty})", form.indent());
    Some(vec![edit(whole, list), insertion(end, line)])
}

/// `transform.structured.lower_pack` of a handle to `tensor.pack`, which has another dialect today; so has the operation that
/// gives the handle.
pub(super) fn lower_pack(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let own: Vec<TextEdit> = form.tokens.iter().filter_map(name_today).collect();
    if own.is_empty() {
        return None;
    }
    let handle = form.tokens.first().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    let is_giver = |it: &SyntaxNode| it.first_token().is_some_and(|it| it.text() == handle.text());
    let giver = form.op.parent()?.children().find(|it| it.kind() == SyntaxKind::OPERATION && is_giver(it))?;
    let tokens = giver.descendants_with_tokens().filter_map(|it| it.into_token());
    let mut edits: Vec<TextEdit> = tokens.filter_map(|it| name_today(&it)).collect();
    edits.extend(own);
    Some(edits)
}

/// The name of an operation in quotes or between angle brackets, if its operations moved.
fn name_today(token: &SyntaxToken) -> Option<TextEdit> {
    if token.kind() != SyntaxKind::STRING {
        return None;
    }
    let today = match token.text() {
        "\"tensor.pack\"" => "\"linalg.pack\"",
        "\"tensor.unpack\"" => "\"linalg.unpack\"",
        _ => return None,
    };
    Some(edit(token.text_range(), today))
}

/// `lowering_strategy = "matmulintrinsics"`: the intrinsics are LLVM's, and are called so today.
pub(super) fn strategy(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let old =
        form.tokens.iter().find(|it| matches!(it.text(), "\"matmulintrinsics\"" | "\"flat_transpose\""))?;
    Some(vec![edit(old.text_range(), "\"llvmintr\"")])
}

/// The text of the results before `=`.
fn results<'f>(form: &'f Form<'_>) -> Option<&'f str> {
    let start = form.op.text_range().start();
    let before = form.text_of(TextRange::new(start, form.name.text_range().start()));
    before.split_once('=').map(|it| it.0.trim_end()).filter(|it| it.starts_with('%'))
}

fn is_mentioned_elsewhere(op: &SyntaxNode, value: &str) -> bool {
    let Some(block) = op.parent() else { return false };
    let tokens = block.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|it| it.text() == value && !op.text_range().contains_range(it.text_range())).count() > 0
}
