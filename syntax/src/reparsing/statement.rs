//! One operation or alias definition is another text.

use crate::{
    Parse, SyntaxElement, SyntaxError, SyntaxErrorCode,
    SyntaxKind::*,
    SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize, grammar, lexer,
    parser::Parser,
    reparsing::{Reparsed, Shift, first_token, is_foreign, next_token, previous_token},
    text_of,
};

/// How many tokens after the statement the parser may look at.
const MAX_CONTINUATION: usize = 64;

/// A statement can be parsed by itself, with the beginning of what follows, if it ends before that as it did: what
/// is before looks at no more than its first tokens, brackets have their partners inside, and it starts silence
/// and nesting anew.
pub(super) fn reparse(before: &Parse, statement: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    let range = statement.text_range();
    if edit.range.end() > range.end() || edit.range.start() <= guard(statement)? {
        return None;
    }
    let mut errors = outer_errors(before, range)?;
    let old = text_of(statement.green());
    if !Parser::new(&lexer::lex(&old), &before.registry).is_paired() {
        return None;
    }
    let mut text = TextEdit { range: edit.range - range.start(), insert: edit.insert.clone() }.apply(&old);
    let len = text.len();
    let follower = continuation(statement, &mut text)?;

    let lexed = lexer::lex(&text);
    let own = lexed.tokens.partition_point(|it| (it.start as usize) < len);
    let ends_as_before = own > 0 && lexed.tokens[own - 1].end as usize == len;
    let next = lexed.tokens.get(own).map(|it| Follower { kind: it.kind, range: it.range() });
    // A marker of a module around the statement would split here.
    let has_marker = lexed.has_markers_in_modules || lexed.split_markers.iter().any(|it| *it != own);
    if !ends_as_before || next != follower || has_marker {
        return None;
    }
    let depth = statement.ancestors().count() as u32;
    let ends_around = next.is_some_and(|it| matches!(it.kind, R_BRACE | SPLIT_MARKER));
    let limit = if ends_around { own } else { lexed.tokens.len() };
    let mut parser = Parser::new_statement(&lexed, &before.registry, own, limit, depth)?;
    if !parser.at_statement_start() {
        return None;
    }
    match statement.kind() {
        OPERATION => {
            let is_foreign =
                statement.ancestors().find(|it| it.kind() == REGION).is_some_and(|it| is_foreign(&it));
            parser.statement(|p| {
                p.with_foreign_region(is_foreign, |p| grammar::operation::statement(p, 0));
            });
        }
        _ => parser.statement(grammar::alias::definition),
    }
    if parser.position() != own {
        return None;
    }
    if !parser.is_balanced() {
        return None;
    }
    let (green, inner) = parser.finish();
    let is_bounded =
        |it: &SyntaxError| it.code != SyntaxErrorCode::NestingTooDeep && usize::from(it.range.end()) <= len;
    if green.kind() != statement.kind().into() || !inner.iter().all(is_bounded) {
        return None;
    }
    let green = statement.replace_with(green);

    let shift = Shift::new(range, &text[..len]);
    errors.iter_mut().for_each(|it| *it = shift.error(it));
    errors.extend(inner.into_iter().map(|it| SyntaxError { range: it.range + range.start(), ..it }));
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    Some((before.edited(green, errors.into(), &text), Reparsed::Statement(range)))
}

/// The end of the first tokens, by which what is before knows that a statement starts: those up to the name, and two
/// more. `None` if they do not look like a statement.
fn guard(statement: &SyntaxNode) -> Option<TextSize> {
    let stands_well = match statement.parent()?.kind() {
        PART => true,
        BLOCK => statement.kind() == OPERATION,
        _ => false,
    };
    if !stands_well {
        return None;
    }
    let first = first_token(statement)?;
    if !is_at_line_start(&first) || has_error(&first) {
        return None;
    }
    let name = match statement.kind() {
        OPERATION => statement.children().find(|it| it.kind() == OP_NAME)?.text_range().end(),
        _ => first.text_range().end(),
    };
    if first.kind() == PERCENT_ID {
        // Results without a mistake.
        let results = statement.first_child().filter(|it| it.kind() == OP_RESULTS)?;
        if last_token(&results)?.kind() != EQ || results.children().any(|it| it.kind() != OP_RESULT) {
            return None;
        }
    }
    let mut after = statement
        .descendants_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|it| !it.kind().is_trivia() && it.text_range().start() >= name);
    let last = after.by_ref().take(2).last();
    Some(last.map_or(name, |it| it.text_range().end()))
}

/// Whether there is an error at the first token of a statement, which is reported at the end of what is before.
fn has_error(first: &SyntaxToken) -> bool {
    first.kind() == STRING && !lexer::is_well_formed_string(first.text())
}

fn is_at_line_start(token: &SyntaxToken) -> bool {
    let mut previous = previous_token(token);
    while let Some(it) = previous {
        match it.kind() {
            WHITESPACE if it.text().contains('\n') => return true,
            COMMENT | WHITESPACE => previous = previous_token(&it),
            _ => return false,
        }
    }
    true
}

fn last_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    let range = node.text_range();
    let last = TextRange::new(range.end().checked_sub(TextSize::from(1))?, range.end());
    range.contains_range(last).then(|| node.covering_element(last).into_token()).flatten()
}

/// The errors that do not belong to the statement; `None` if something around it knows what is inside.
fn outer_errors(before: &Parse, statement: TextRange) -> Option<Vec<SyntaxError>> {
    let mut outer = Vec::new();
    for error in before.errors.iter() {
        let range = error.range;
        let ends_before = range.end() <= statement.start();
        let starts_after =
            range.start() > statement.end() || range.start() == statement.end() && !range.is_empty();
        let is_around = range.start() < statement.start() && statement.end() < range.end();
        if ends_before && range.start() < statement.start() || starts_after || is_around {
            outer.push(error.clone());
        // An error at the first token may be one of the statement before, which lacks something.
        } else if !statement.contains_range(range)
            || range.start() == statement.start()
            || error.code == SyntaxErrorCode::NestingTooDeep
        {
            return None;
        }
    }
    Some(outer)
}

/// The first token after a statement, by its place from the start of the statement.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Follower {
    kind: crate::SyntaxKind,
    range: TextRange,
}

/// Adds to the text of a statement what follows it: the next statement up to its first brace, or the brace or marker
/// that ends what is around. `None` if something else follows.
#[expect(clippy::option_option, reason = "the end of the file is a follower too")]
fn continuation(statement: &SyntaxNode, text: &mut String) -> Option<Option<Follower>> {
    let mut token = next_token(&last_token(statement)?);
    let around = statement.parent()?;
    let region = if around.kind() == PART { None } else { Some(around.parent()?) };
    let mut follower = None;
    let mut count = 0;
    while let Some(it) = token {
        if !it.kind().is_trivia() {
            let ends_around = match it.kind() {
                R_BRACE => it.parent() == region,
                SPLIT_MARKER => region.is_none(),
                _ => false,
            };
            let is_expected = ends_around
                || !has_error(&it) && it.parent_ancestors().any(|it| is_statement_after(&it, statement));
            match follower {
                None if !is_expected => return None,
                None => {
                    follower = Some(Follower {
                        kind: it.kind(),
                        range: TextRange::at(TextSize::of(text.as_str()), it.text_range().len()),
                    });
                    if ends_around {
                        text.push_str(it.text());
                        break;
                    }
                }
                Some(_) => {}
            }
            count += 1;
            if count > MAX_CONTINUATION || matches!(it.kind(), L_BRACE | R_BRACE | SPLIT_MARKER) {
                break;
            }
        }
        text.push_str(it.text());
        token = next_token(&it);
    }
    (follower.is_some() || region.is_none()).then_some(follower)
}

/// Whether a node is a statement or label that starts a line after another statement.
fn is_statement_after(node: &SyntaxNode, statement: &SyntaxNode) -> bool {
    matches!(node.kind(), OPERATION | ATTRIBUTE_ALIAS_DEFINITION | TYPE_ALIAS_DEFINITION | BLOCK_LABEL)
        && node.text_range().start() >= statement.text_range().end()
        && first_token(node).is_some_and(|it| is_at_line_start(&it))
}
