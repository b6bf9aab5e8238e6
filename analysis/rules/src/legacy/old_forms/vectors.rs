//! Operations of the vector dialect.

use super::text::{Form, Fresh, insertion, shape};
use crate::fixes::edits::edit;
use syntax::{SyntaxKind, TextEdit};

/// `vector.extract %v[0] : vector<2x4xf32>`: the type of the result comes first today.
pub(super) fn extract(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let colon = form.find(0, ":")?;
    if form.find(colon, "from").is_some() {
        return None;
    }
    let open = form.find(0, "[").filter(|it| *it < colon)?;
    let count = form.split(open + 1, form.partner(open)?)?.len();
    let range = form.range(colon + 1, form.end())?;
    let (dims, element) = shape(form.text_of(range))?;
    let rest = dims.get(count..)?;
    let ty = match rest.is_empty() {
        true => element.to_owned(),
        false => format!("vector<{}x{element}>", rest.join("x")),
    };
    Some(vec![insertion(range.start(), format!("{ty} from "))])
}

/// `llvm.shufflevector %a, %b [0 : i32, 5 : i32] : …, …`: both vectors have the same type.
pub(super) fn llvm_shuffle(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let mut edits = shuffle(form, fresh)?;
    let colon = form.find(0, ":")?;
    if let Some(comma) = form.find(colon, ",") {
        edits.push(edit(form.range(comma, form.end())?, ""));
    }
    Some(edits)
}

/// `vector.flat_transpose %v {…} : vector<4xf32> -> vector<4xf32>`: an intrinsic of LLVM today.
pub(super) fn flat_transpose(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let today = syntax::legacy::legacy_operation(form.name())?.name;
    let arrow = form.find(0, "->")?;
    Some(vec![edit(form.name.text_range(), today), edit(form.range(arrow, arrow + 1)?, "into")])
}

/// `vector.shuffle %a, %b [0 : i32, 5 : i32] : …`
pub(super) fn shuffle(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let open = form.find(0, "[")?;
    let close = form.partner(open)?;
    let numbers = form.split(open + 1, close)?;
    if !numbers.iter().any(|it| it.contains(':')) {
        return None;
    }
    let numbers: Vec<&str> = numbers.iter().filter_map(|it| it.split(':').next()).map(str::trim).collect();
    Some(vec![edit(form.range(open, close + 1)?, format!("[{}]", numbers.join(", ")))])
}

/// `vector.multi_reduction #vector.kind<add>, %v [0] : … to …`: the initial values are an operand today.
pub(super) fn multi_reduction(form: &Form<'_>, fresh: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let comma = form.find(0, ",")?;
    let open = form.find(comma, "[")?;
    let colon = form.find(open, ":")?;
    if form.find(comma + 1, ",").is_some_and(|it| it < open) {
        return None;
    }
    let kind = form.text(0, comma)?;
    let kind = kind.rsplit(['<', '"', '>']).find(|it| !it.is_empty())?;
    let to = form.find(colon, "to")?;
    let ty = form.text(to + 1, form.end())?;
    let is_float = shape(ty).map_or(ty, |it| it.1).trim_start_matches("b").starts_with('f');
    let neutral = match (kind, is_float) {
        ("add", true) => "0.0",
        ("mul", true) => "1.0",
        ("add" | "or" | "xor", false) => "0",
        ("mul", false) => "1",
        _ => return None,
    };
    let value = if ty.starts_with("vector") { format!("dense<{neutral}>") } else { neutral.to_owned() };
    let start = fresh(&format!("%start_of_{}", form.result()?));
    let last = form.tokens.get(open.checked_sub(1)?)?.text_range().end();
    Some(vec![
        form.line_before(&format!("{start} = arith.constant {value} : {ty}")),
        edit(form.range(0, comma)?, format!("<{kind}>")),
        insertion(last, format!(", {start}")),
    ])
}

/// `{masked = [false]}` said the opposite of `in_bounds`.
pub(super) fn masked_transfer(form: &Form<'_>, _: Fresh<'_>) -> Option<Vec<TextEdit>> {
    let is_key = |at: usize| form.is(at, "masked") && form.is(at + 1, "=") && form.is(at + 2, "[");
    let key = (0..form.tokens.len()).find(|it| is_key(*it))?;
    let close = form.partner(key + 2)?;
    let mut edits = vec![edit(form.tokens.get(key)?.text_range(), "in_bounds")];
    for token in form.tokens.get(key + 3..close)?.iter().filter(|it| it.kind() == SyntaxKind::BARE_ID) {
        let opposite = match token.text() {
            "true" => "false",
            "false" => "true",
            _ => return None,
        };
        edits.push(edit(token.text_range(), opposite));
    }
    Some(edits)
}
