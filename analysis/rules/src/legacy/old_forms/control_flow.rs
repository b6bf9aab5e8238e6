//! Loops over threads, and what marks or prints in them.

use super::text::{Form, Fresh, insertion};
use crate::fixes::edits::{edit, name_of};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

/// `%r = scf.foreach_thread (%i) in (%n) -> (tensor<…>) {…}`: what its slices were inserted into is an argument of the body
/// today, and the results have the types of these arguments.
pub(super) fn foreach_thread(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let mut edits = vec![edit(form.name.text_range(), form.name().replace("foreach_thread", "forall"))];
    let brace = form.find(0, "{")?;
    let arrow = form.find(0, "->").filter(|it| *it < brace);
    let Some(arrow) = arrow.filter(|_| form.find(0, "shared_outs").is_none()) else { return Some(edits) };
    let types = form.text(arrow + 1, brace)?;
    let count = match form.is(arrow + 1, "(") {
        true => form.split(arrow + 2, form.partner(arrow + 1)?)?.len(),
        false => 1,
    };
    let insertions: Vec<SyntaxNode> = form
        .op
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::OPERATION && name_of(it).ends_with(".parallel_insert_slice"))
        .collect();
    if insertions.len() != count {
        return None;
    }
    let mut arguments = Vec::new();
    for (number, op) in insertions.iter().enumerate() {
        let inner = Form::of(op)?;
        let into = inner.find(0, "into")? + 1;
        let range = inner.range(into, inner.find(into, "[")?)?;
        let name = fresh(&format!("%out{number}"));
        arguments.push(format!("{name} = {}", inner.text_of(range)));
        edits.push(edit(range, name));
    }
    let types = if types.starts_with('(') { types.to_owned() } else { format!("({types})") };
    let head = match arguments.is_empty() {
        true => String::new(),
        false => format!("shared_outs({}) -> {types}", arguments.join(", ")),
    };
    edits.insert(1, edit(form.range(arrow, brace)?, head));
    Some(edits)
}

/// `llvm.intr.lifetime.start 8, %p`: the size was said.
pub(super) fn lifetime(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    if form.kind(0) != Some(SyntaxKind::INTEGER) || !form.is(1, ",") {
        return None;
    }
    let start = |at: usize| form.tokens.get(at).map(|it| it.text_range().start());
    Some(vec![edit(TextRange::new(start(0)?, start(2)?), "")])
}

/// `gpu.printf "%d" %i : i32`: a comma is before the operands today.
pub(super) fn printf(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    if form.kind(0) != Some(SyntaxKind::STRING) || form.kind(1) != Some(SyntaxKind::PERCENT_ID) {
        return None;
    }
    Some(vec![insertion(form.range(0, 1)?.end(), ",")])
}
