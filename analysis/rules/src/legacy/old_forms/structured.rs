//! Structured operations, and reductions of parallel loops.

use super::text::{Form, Fresh, element, insertion};
use crate::fixes::edits::{edit, name_of, trimmed};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

/// `linalg.fill(%x, %m) : f32, memref<4xf32>`: inputs and outputs have words of their own today. The oldest `fill` had its
/// operands the other way round.
pub(super) fn operands(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    if !form.is(0, "(") {
        return None;
    }
    let close = form.partner(0)?;
    let colon = form.find(close, ":")?;
    let end = form.find(colon, "->").unwrap_or(form.end());
    let (mut values, mut types) = (form.split(1, close)?, form.split(colon + 1, end)?);
    let is_shaped = |it: &&str| it.starts_with("memref") || it.starts_with("tensor");
    if let [first, second] = &*types
        && is_shaped(first)
        && !is_shaped(second)
    {
        values.reverse();
        types.reverse();
    }
    let whole = form.range(0, end)?;
    if values.len() != types.len() || values.len() < 2 || form.text_of(whole).contains("//") {
        return None;
    }
    let (output, output_type) = (values.pop()?, types.pop()?);
    let attributes = form.text(close + 1, colon).map(|it| format!("{it} ")).unwrap_or_default();
    let text = format!(
        " {attributes}ins({} : {}) outs({output} : {output_type})",
        values.join(", "),
        types.join(", ")
    );
    Some(vec![edit(TextRange::new(form.name.text_range().end(), whole.end()), text)])
}

/// `linalg.elemwise_unary {fun = #linalg.unary_fn<exp>} ins(…) outs(…)`: each function is an operation today.
pub(super) fn elementwise(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let is_unary = form.short_name() == "elemwise_unary";
    let default = if is_unary { "exp" } else { "add" };
    let mut edits = Vec::new();
    let mut function = default.to_owned();
    if form.is(0, "{") {
        let close = form.partner(0)?;
        let entries = form.split(1, close)?;
        // Other entries have no place today.
        let value = entries.iter().find_map(|it| it.split_once('=')).filter(|it| it.0.trim() == "fun");
        let value = value.filter(|_| entries.len() == 1)?.1.trim();
        function = value.split_once('<')?.1.trim_end_matches('>').to_owned();
        let start = form.name.text_range().end();
        edits.push(edit(TextRange::new(start, form.range(0, close + 1)?.end()), ""));
    }
    let today = match &*function {
        "max_signed" => "max",
        "min_signed" => "min",
        it @ ("abs" | "add" | "ceil" | "div" | "div_unsigned" | "exp" | "floor" | "log" | "mul" | "negf"
        | "sub") => it,
        _ => return None,
    };
    edits.insert(0, edit(form.name.text_range(), format!("{}.{today}", dialect(form))));
    Some(edits)
}

fn dialect<'f>(form: &'f Form<'_>) -> &'f str {
    form.name().split('.').next().unwrap_or_default()
}

/// `linalg.matmul_transpose_a`: a product has maps for its transposed operands today.
pub(super) fn transposed_product(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let (product, operand) = form.short_name().split_once("_transpose_")?;
    let (dims, batch) = match product {
        "batch_matmul" => ("(b, m, n, k)", "b, "),
        _ => ("(m, n, k)", ""),
    };
    let left = if operand == "a" { "k, m" } else { "m, k" };
    let right = if operand == "b" { "n, k" } else { "k, n" };
    let maps = [left, right, "m, n"].map(|it| format!("affine_map<{dims} -> ({batch}{it})>"));
    let text = format!("{}.{product} indexing_maps = [{}]", dialect(form), maps.join(", "));
    Some(vec![edit(form.name.text_range(), text)])
}

/// `linalg.matmul_unsigned`: an attribute says how operands are extended today.
pub(super) fn unsigned_product(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let product = form.short_name().strip_suffix("_unsigned").filter(|_| !form.is(0, "{"))?;
    let text = format!("{}.{product} {{cast = #linalg.type_fn<cast_unsigned>}}", dialect(form));
    Some(vec![edit(form.name.text_range(), text)])
}

/// `linalg.winograd_filter_transform m(4) r(3)`: the sizes of tile and filter are one word today.
pub(super) fn winograd(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let size = |at: usize, word: &str| {
        (form.is(at, word) && form.is(at + 3, ")")).then(|| form.text(at + 2, at + 3))?
    };
    let text = match (size(0, "m")?, size(4, "r")?) {
        ("2", "3") => "fmr(F_2_3)",
        ("4", "3") => "fmr(F_4_3)",
        ("2", "5") => "fmr(F_2_5)",
        _ => return None,
    };
    Some(vec![edit(form.range(0, 8)?, text)])
}

/// `linalg.map ins(…) outs(…) (%a: f32) {…}`: the last argument of its body is an element of the output today.
pub(super) fn mapper(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let outs = form.find(0, "outs")?;
    let group = |at: usize| form.is(at, "(").then(|| form.partner(at))?;
    let inputs = match form.is(0, "ins") {
        true => form.split(2, form.find(2, ":").filter(|it| *it < outs)?)?.len(),
        false => 0,
    };
    let close = group(outs + 1)?;
    let output = form.text(form.find(outs + 2, ":")? + 1, close)?;
    let end = group(close + 1)?;
    if form.split(close + 2, end)?.len() != inputs {
        return None;
    }
    let comma = if inputs == 0 { "" } else { ", " };
    let names = (0..).map(|it| if it == 0 { fresh("init") } else { fresh(&format!("init_{it}")) });
    let name = names.map(|it| format!("%{it}")).find(|it| !form.mentions(it))?;
    let argument = format!("{comma}{name}: {}", element(output)?);
    Some(vec![insertion(form.tokens.get(end)?.text_range().start(), argument)])
}

/// `linalg.indexed_generic`: the indices were the first arguments of its body.
pub(super) fn indexed_generic(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let is_key = |at: usize| form.is(at, "iterator_types") && form.is(at + 1, "=") && form.is(at + 2, "[");
    let key = (0..form.tokens.len()).find(|it| is_key(*it))?;
    let count = form.split(key + 3, form.partner(key + 2)?)?.len();
    let label = form.op.descendants().find(|it| it.kind() == SyntaxKind::BLOCK_LABEL)?;
    let arguments: Vec<SyntaxNode> =
        label.descendants().filter(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT).collect();
    let (first, rest) = (arguments.get(..count)?, arguments.get(count)?);
    let (start, end) = (trimmed(first.first()?).start(), trimmed(rest).start());
    let body = label.parent()?.children().find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let before = body.first_token().and_then(|it| transforms::rewrite::token_before(&it))?;
    let blanks = before.text().rsplit_once('\n').map_or(" ", |it| it.1).to_owned();
    let mut lines = String::new();
    for (index, argument) in first.iter().enumerate() {
        let name = argument.first_token()?;
        lines.push_str(&format!("{} = {}.index {index} : index\n{blanks}", name.text(), dialect(form)));
    }
    Some(vec![
        edit(form.name.text_range(), format!("{}.generic", dialect(form))),
        edit(TextRange::new(start, end), ""),
        insertion(trimmed(&body).start(), lines),
    ])
}

/// `scf.reduce(%x) : f32 {…}`, several of them in a loop, which `scf.yield` ended: they are one operation today, and the
/// last. The first of them has the edits of all.
pub(super) fn reduction(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let today = format!("scf.{}", form.short_name());
    let header = |form: &Form<'_>| {
        let close = form.is(0, "(").then(|| form.partner(0))??;
        let brace = form.find(close, "{")?;
        let value = form.text(1, close)?.to_owned();
        let ty = form.is(close + 1, ":").then(|| form.text(close + 2, brace))??.to_owned();
        Some((value, ty, form.range(0, brace)?))
    };
    header(form)?;
    let block = form.op.parent()?;
    let mut following: Vec<SyntaxNode> =
        block.children().filter(|it| it.kind() == SyntaxKind::OPERATION).collect();
    let at = following.iter().position(|it| it == form.op)?;
    // Code between two of them would have to move.
    if following.get(..at)?.iter().any(|it| name_of(it) == form.name()) {
        return None;
    }
    following.drain(..at);
    let mut edits = Vec::new();
    let end = following.last().filter(|it| name_of(it).rsplit('.').next() == Some("yield")).cloned();
    if let Some(end) = end {
        if trimmed(&end).len() != syntax::TextSize::of(&*name_of(&end)) {
            return None;
        }
        following.pop();
        let gap = TextRange::new(trimmed(following.last()?).end(), trimmed(&end).end());
        let start = block.text_range().start();
        let has_comment = block.text().slice(gap - start).to_string().contains("//");
        edits.push(edit(if has_comment { trimmed(&end) } else { gap }, ""));
    }
    let (mut values, mut types) = (Vec::new(), Vec::new());
    let mut behind = None;
    for op in &following {
        let other = Form::of(op).filter(|it| it.name() == form.name())?;
        let (value, ty, range) = header(&other)?;
        values.push(value);
        types.push(ty);
        if behind.is_none() && form.name() != today {
            edits.push(edit(form.name.text_range(), &*today));
        }
        if let Some(end) = behind {
            edits.push(insertion(end, ","));
            edits.push(edit(TextRange::new(trimmed(op).start(), range.end()), ""));
        }
        behind = Some(trimmed(op).end());
    }
    let head = header(form)?.2;
    edits.push(edit(head, format!("({} : {})", values.join(", "), types.join(", "))));
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    Some(edits)
}
