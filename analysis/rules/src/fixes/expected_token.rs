//! `expected-token`: inserts the punctuation or the keyword, writes it in place of a slip, or deletes a surplus token.

use super::{FixContext, edit, fix, insertion, name_of, next_token};
use crate::context::own_nodes;
use crate::diagnostic::Fix;
use ir::dialects::is_similar;
use syntax::Expected;
use syntax::{SyntaxKind, SyntaxToken};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let mut found = guesses(ctx)?;
    // If more is missing than a token, the parser would stop a little later. A surplus token may hide another error.
    let inserts = |it: &Fix| it.edits.iter().all(|it| it.range.is_empty());
    found.retain(|it| !inserts(it) || leaves_fewer_errors(ctx, it));
    Some(found)
}

fn leaves_fewer_errors(ctx: &FixContext<'_>, fix: &Fix) -> bool {
    let parse = ctx.file.parse(ctx.db);
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|it| it.range.start());
    parse.reparse_all(&edits).errors().len() < parse.errors().len()
}

fn guesses(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let before = ctx.token_before()?;
    let next = ctx.token();
    let expected = ctx.facts::<Expected>();
    if expected.is_none() && ctx.text() == "}" {
        let line = ctx.lines(ctx.range);
        let is_alone = ctx.text_of(line).trim() == "}";
        let deleted = if is_alone { edit(line, "") } else { ctx.deletion(ctx.range) };
        return fix("delete the brace", vec![deleted]);
    }
    if before.kind() == SyntaxKind::COMMA && next.as_ref().is_some_and(|it| is_closing(it.text())) {
        // A brace ends only a dictionary.
        let is_end = ctx.text() != "}" || ctx.around(SyntaxKind::DICTIONARY).is_some();
        return is_end.then(|| fix("delete the comma", vec![edit(before.text_range(), "")]))?;
    }
    let found = next.clone().filter(|it| it.text_range() == ctx.range);
    if let Some(found) = &found
        && let Some(range) = surplus(ctx, &before, found)
    {
        return fix(format!("delete {}", ctx.text_of(range)), vec![ctx.deletion(range)]);
    }
    let Some(Expected::Token(wanted)) = expected else {
        return missing_colon(ctx, &before, found.as_ref());
    };
    let wanted = &**wanted;
    let is_word = wanted.bytes().all(|it| it.is_ascii_alphabetic() || it == b'_');
    if let Some(found) = &found {
        let is_misspelt = is_word && found.kind() == SyntaxKind::BARE_ID && is_similar(found.text(), wanted);
        if is_misspelt || is_slip(wanted, found.text()) && may_follow(wanted, next_token(found).as_ref()) {
            return ctx.replace(format!("change to {wanted}"), wanted);
        }
        let is_value = |it: &SyntaxToken| matches!(it.kind(), SyntaxKind::PERCENT_ID | SyntaxKind::HASH_ID);
        if wanted == "]" && is_value(&before) && found.kind() == SyntaxKind::PERCENT_ID {
            return fix("insert ,", vec![insertion(before.text_range().end(), ",")]);
        }
        // Another word, which is not meant to follow the expected one.
        if is_word && found.kind() == SyntaxKind::BARE_ID {
            return None;
        }
    }
    if !is_word && !may_follow(wanted, found.as_ref()) {
        return None;
    }
    if wanted == ":"
        && let Some(types) = types_of_returned(ctx, &before)
    {
        let text = format!(": {types}");
        return fix(format!("insert {text}"), vec![insertion(before.text_range().end(), format!(" {text}"))]);
    }
    // More than that is missing there.
    if next.is_some_and(|it| it.text_range() != ctx.range && is_next_line(&it)) && !is_closing(wanted) {
        return None;
    }
    let text = match wanted {
        "," | ")" | "]" | ">" => wanted.to_owned(),
        ":" | "=" | "->" => format!(" {wanted}"),
        _ if is_word => format!(" {wanted}"),
        _ => return None,
    };
    fix(format!("insert {wanted}"), vec![insertion(before.text_range().end(), text)])
}

/// The types of the values that a return or yield ends with.
fn types_of_returned(ctx: &FixContext<'_>, last: &SyntaxToken) -> Option<String> {
    let operation = last.parent_ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let name = name_of(&operation);
    let is_terminator = ["return", "yield"].contains(&name.rsplit('.').next()?);
    // Types would be there to correct.
    let ends_there = ctx.token().is_none_or(|it| it.text() == "}" || is_next_line(&it));
    if !is_terminator || !ends_there || last.kind() != SyntaxKind::PERCENT_ID {
        return None;
    }
    let uses = own_nodes(&operation).into_iter().filter(|it| it.kind() == SyntaxKind::VALUE_USE);
    let types: Option<Vec<String>> = uses.map(|it| ctx.value_type(it.text().to_string().trim())).collect();
    types.filter(|it| !it.is_empty()).map(|it| it.join(", "))
}

fn is_closing(text: &str) -> bool {
    matches!(text, ")" | "]" | "}" | ">")
}

/// Whether the token may follow a punctuation mark: it may not if more than the mark is missing.
fn may_follow(mark: &str, next: Option<&SyntaxToken>) -> bool {
    let Some(next) = next else { return true };
    let is_keyword = || {
        matches!(next.text(), "to" | "by" | "into" | "step" | "attributes" | "iter_args" | "reduce" | "else")
    };
    match (mark, next.kind()) {
        (")" | "]" | ">", SyntaxKind::BARE_ID) => is_keyword() || is_next_line(next),
        (")" | "]" | ">", SyntaxKind::PERCENT_ID | SyntaxKind::STRING) => is_next_line(next),
        (")" | "]" | ">", kind) => !matches!(
            kind,
            SyntaxKind::INTEGER | SyntaxKind::FLOAT | SyntaxKind::QUESTION | SyntaxKind::MINUS
        ),
        (":" | "->" | "=", SyntaxKind::COMMA | SyntaxKind::L_BRACE) => {
            mark == "=" && next.kind() == SyntaxKind::L_BRACE
        }
        (",", SyntaxKind::L_BRACKET | SyntaxKind::R_BRACE) => false,
        _ => true,
    }
}

/// Whether the token begins a line.
fn is_next_line(token: &SyntaxToken) -> bool {
    let before = transforms::rewrite::token_before(token);
    before.is_none_or(|it| it.kind() == SyntaxKind::WHITESPACE && it.text().contains('\n'))
}

/// A surplus token: one written twice, or a bracket that closes nothing.
fn surplus(ctx: &FixContext<'_>, before: &SyntaxToken, found: &SyntaxToken) -> Option<syntax::TextRange> {
    if before.text() == found.text() && !is_closing(found.text()) {
        return Some(found.text_range());
    }
    let is_last = next_token(found).is_none_or(|next| {
        let between = syntax::TextRange::new(found.text_range().end(), next.text_range().start());
        ctx.text_of(between).contains('\n')
    });
    let ends_statement = ctx.facts() == Some(&Expected::Operation) && is_last;
    (ends_statement && found.text().len() == 1 && !found.text().starts_with(char::is_alphanumeric))
        .then(|| found.text_range())
}

/// Whether one punctuation mark was hit instead of the other: the found one could not follow the expected one.
fn is_slip(wanted: &str, found: &str) -> bool {
    match wanted {
        "<" => matches!(found, ":" | "(" | "[" | "{" | "}" | ">" | "," | "="),
        ">" => matches!(found, "(" | "[" | "<" | "{" | "=" | "]"),
        "=" => matches!(found, "[" | "(" | ":" | "," | "<" | ">" | "]" | ")"),
        "," => matches!(found, "=" | ":" | "<" | "("),
        "(" => matches!(found, "[" | "{" | "<"),
        ")" => matches!(found, "]" | ">"),
        "]" => matches!(found, ")" | ">"),
        _ => false,
    }
}

/// `arith.constant 0 index`
fn missing_colon(
    ctx: &FixContext<'_>,
    before: &SyntaxToken,
    found: Option<&SyntaxToken>,
) -> Option<Vec<Fix>> {
    let is_number = matches!(before.kind(), SyntaxKind::INTEGER | SyntaxKind::FLOAT);
    let is_type = found.is_some_and(|it| {
        let text = it.text();
        let is_sized = text.strip_prefix(['i', 'f']).is_some_and(|it| it.parse::<u32>().is_ok());
        text == "index" || is_sized
    });
    if is_number && is_type && ctx.facts() == Some(&Expected::Operation) {
        return fix("insert :", vec![edit(syntax::TextRange::empty(before.text_range().end()), " :")]);
    }
    None
}
