//! One token is another text, and means the same to the parser.

use rowan::GreenToken;

use crate::{
    Parse,
    SyntaxKind::{self, *},
    SyntaxNode, SyntaxToken, TextEdit, TextRange,
    lexer::Lexer,
    reparsing::{Reparsed, Shift, next_token, previous_token, tokens_at},
};

/// Names of values, comments, blanks, and numbers that are a bound or step of a loop: their text means nothing to the
/// parser.
pub(super) fn reparse(before: &Parse, root: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    if edit.range.is_empty() {
        // Text typed before a token touches the blank before it as well.
        return tokens_at(root, edit.range.start()).find_map(|it| reparse_token(before, &it, edit));
    }
    reparse_token(before, &root.covering_element(edit.range).into_token()?, edit)
}

fn reparse_token(before: &Parse, token: &SyntaxToken, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    if !matches!(token.kind(), PERCENT_ID | INTEGER | COMMENT | WHITESPACE) {
        return None;
    }
    let range = token.text_range();
    let text =
        TextEdit { range: edit.range - range.start(), insert: edit.insert.clone() }.apply(token.text());
    let fits = match token.kind() {
        PERCENT_ID => {
            is_whole_token(PERCENT_ID, &text, next_character(token)) && !has_error_near(before, token)
        }
        INTEGER => {
            matches!(token.parent()?.kind(), LOWER_BOUND | UPPER_BOUND | STEP)
                && is_decimal(token.text())
                && is_decimal(&text)
                && is_whole_token(INTEGER, &text, next_character(token))
                && !has_error_near(before, token)
        }
        COMMENT => {
            let line = format!("\n{text}\n");
            let is_comment = kinds(&text).eq([COMMENT]) && kinds(&line).eq([WHITESPACE, COMMENT, WHITESPACE]);
            // A bracket may close the body of an attribute that is before it on the line.
            is_comment && (!text.contains('>') || starts_line(token))
        }
        WHITESPACE => {
            is_blank(token.text()) && is_blank(&text) && !follows_byte_order_mark(token)
                || before.balanced && is_line_break(token, &text)
        }
        _ => false,
    };
    if !fits {
        return None;
    }
    let green = token.replace_with(GreenToken::new(token.kind().into(), &text));
    let shift = Shift::new(range, &text);
    let errors = before.errors.iter().map(|it| shift.error(it)).collect();
    Some((before.edited(green, errors, &text), Reparsed::Token(range)))
}

/// Whether nothing but blanks is before the token on its line.
fn starts_line(token: &SyntaxToken) -> bool {
    previous_token(token).is_none_or(|it| it.kind() == WHITESPACE && it.text().contains('\n'))
}

fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| matches!(it, b' ' | b'\t'))
}

/// Whether the token is at the start of the file, where its length is an indentation.
fn follows_byte_order_mark(blank: &SyntaxToken) -> bool {
    previous_token(blank).is_none_or(|it| it.kind() == WHITESPACE)
}

/// Whether the whitespace ended a line and still does, and nothing beside it depends on how. If all braces have
/// partners, the indentation is never asked for.
fn is_line_break(token: &SyntaxToken, text: &str) -> bool {
    let breaks = |it: &str| it.starts_with('\n') || it.starts_with("\r\n");
    breaks(token.text())
        && breaks(text)
        && text.bytes().all(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r'))
        && previous_token(token).is_some_and(|it| it.kind() != WHITESPACE && it.kind() != SPLIT_MARKER)
        && next_token(token).is_none_or(|it| !matches!(it.kind(), WHITESPACE | SPLIT_MARKER))
}

fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

fn is_whole_token(kind: SyntaxKind, text: &str, next: Option<char>) -> bool {
    let mut extended = text.to_owned();
    extended.extend(next);
    Lexer::new(&extended).next() == Some((kind, text))
}

fn kinds(text: &str) -> impl Iterator<Item = SyntaxKind> {
    Lexer::new(text).map(|it| it.0)
}

fn next_character(token: &SyntaxToken) -> Option<char> {
    next_token(token)?.text().chars().next()
}

/// Whether an error may depend on the token or quote it: one from the token before to the end of the statement.
fn has_error_near(before: &Parse, token: &SyntaxToken) -> bool {
    if before.errors.is_empty() {
        return false;
    }
    let mut previous = previous_token(token);
    while let Some(it) = previous.as_ref().filter(|it| it.kind().is_trivia()) {
        previous = previous_token(it);
    }
    let start = previous.map_or(0.into(), |it| it.text_range().start());
    let end = token
        .parent_ancestors()
        .find(|it| matches!(it.kind(), OPERATION | PART))
        .map_or(token.text_range().end(), |it| it.text_range().end());
    let near = TextRange::new(start, end.max(start));
    before.errors.iter().any(|it| it.range.intersect(near).is_some())
}
