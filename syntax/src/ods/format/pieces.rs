//! The nodes that forms are made of and that no other part of the grammar has.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{affine_map, attribute, comma_list, operation, region, types},
    ods::{Name, OpDefinition},
    parser::Parser,
};

/// `VALUE_USE`; a number in its place is reported as what it is.
pub(super) fn operand(p: &mut Parser<'_>, op: &str) {
    let start = p.position();
    if operation::opt_value_use(p) {
        if p.is_in_brackets() && affine_map::at_operator(p) {
            affine_map::refuse_expression(p, start);
        }
        return;
    }
    if !at_number(p) {
        return p.expected("an SSA value");
    }
    p.error(SyntaxErrorCode::IndexLiteralOperand, format!("{op} takes a value here, not a number"));
    let m = p.start();
    p.eat(MINUS);
    p.bump_any();
    m.complete(p, ERROR);
}

/// Whether an operand, or a number in its place, is here.
pub(super) fn at_operand(p: &Parser<'_>) -> bool {
    p.at(PERCENT_ID) && !p.at_statement_start() || at_number(p)
}

fn at_number(p: &Parser<'_>) -> bool {
    let n = usize::from(p.at(MINUS));
    matches!(p.nth(n), INTEGER | FLOAT)
}

/// `VALUE_USE`,*
pub(super) fn operand_group(p: &mut Parser<'_>, op: &str) {
    let m = p.start();
    if at_operand(p) {
        operand(p, op);
        while p.eat(COMMA) {
            operand(p, op);
        }
    }
    m.complete(p, OPERAND_GROUP);
}

/// `[` (`VALUE_USE` | `-`? `INTEGER`),* `]`, or the same in parentheses or without brackets; each may be in brackets
pub(super) fn mixed_list(p: &mut Parser<'_>, open: Option<SyntaxKind>) {
    if let Some(open) = open.filter(|it| !p.at(*it)) {
        p.expect(open);
        return;
    }
    let m = p.start();
    let item = |p: &mut Parser<'_>| {
        if p.at(L_BRACKET) {
            p.bracketed(mixed_item);
        } else {
            mixed_item(p);
        }
    };
    match open {
        Some(_) => {
            p.bracketed(|p| comma_list(p, item));
        }
        None => comma_list(p, item),
    }
    m.complete(p, MIXED_LIST);
}

fn mixed_item(p: &mut Parser<'_>) {
    if operation::opt_value_use(p) {
        return;
    }
    let is_read = if p.eat(MINUS) { p.eat(INTEGER) } else { p.eat_integer() };
    if !is_read {
        p.expected("an SSA value or an integer");
    }
}

/// An array in brackets, or one in full.
pub(super) fn array(p: &mut Parser<'_>) {
    if at_array(p) { attribute::attribute(p) } else { p.expected("'['") }
}

pub(super) fn at_array(p: &Parser<'_>) -> bool {
    match p.current() {
        BARE_ID => p.at_keyword("array") && p.nth_at(1, L_ANGLE),
        kind => kind == L_BRACKET || kind == HASH_ID && !p.at_statement_start(),
    }
}

/// Keywords that are the bits of one attribute, with `|` or commas between them.
pub(super) fn keywords(p: &mut Parser<'_>, keywords: &[Name]) {
    if !p.at(BARE_ID) {
        return keyword(p, keywords);
    }
    let m = p.start();
    p.bump_any();
    let is_known = |word: &str| keywords.iter().any(|it| it == word);
    while matches!(p.current(), PIPE | COMMA) && p.nth_at(1, BARE_ID) && is_known(p.nth_text(1)) {
        p.bump_any();
        p.bump_any();
    }
    m.complete(p, KEYWORD_ATTRIBUTE);
}

/// `-`? `INTEGER` without a type
pub(super) fn integer(p: &mut Parser<'_>) {
    if p.at(HASH_ID) && !p.at_statement_start() {
        return attribute::attribute(p);
    }
    let n = usize::from(p.at(MINUS));
    if !p.nth_at(n, INTEGER) && !matches!(p.current_text(), "true" | "false") {
        let at = p.position();
        let found = p.current_text();
        let message = format!("expected an integer, found '{found}'");
        return p.error_between(SyntaxErrorCode::ExpectedToken, at, at + 1, message);
    }
    let m = p.start();
    p.eat(MINUS);
    p.eat_integer();
    m.complete(p, INTEGER_ATTRIBUTE);
}

/// `STRING` without a type
pub(super) fn string(p: &mut Parser<'_>) {
    if p.at(HASH_ID) && !p.at_statement_start() {
        return attribute::attribute(p);
    }
    if !p.at(STRING) || p.at_statement_start() {
        return p.expected("a string");
    }
    let m = p.start();
    p.bump_any();
    m.complete(p, STRING_ATTRIBUTE);
}

/// `AFFINE_MAP_ATTRIBUTE` without its keyword: `(i, j) -> (j, i)`
pub(super) fn bare_map(p: &mut Parser<'_>) {
    if p.at(L_PAREN) {
        p.silently(affine_map::legacy);
    } else {
        p.expected("'(' and a permutation");
    }
}

/// A keyword that is an attribute, which may be quoted. Rules judge which word it is; `keywords` are for the message about a missing one.
pub(super) fn keyword(p: &mut Parser<'_>, keywords: &[Name]) {
    match p.current() {
        BARE_ID if !p.at_statement_start() => {
            let m = p.start();
            p.bump_any();
            m.complete(p, KEYWORD_ATTRIBUTE);
        }
        STRING => string(p),
        HASH_ID if !p.at_statement_start() => attribute::attribute(p),
        _ if keywords.is_empty() => p.expected("a keyword"),
        _ => p.expected(&*one_of(keywords)),
    }
}

/// Reports the word `n` ahead if it is none of `keywords`.
fn known_keyword(p: &mut Parser<'_>, n: usize, keywords: &[Name]) {
    let word = p.nth_text(n);
    if keywords.is_empty() || keywords.iter().any(|it| it == word) {
        return;
    }
    let at = p.position() + n;
    let message = format!("expected {}, found '{word}'", one_of(keywords));
    p.error_between(SyntaxErrorCode::ExpectedToken, at, at + 1, message);
}

pub(super) fn one_of(keywords: &[Name]) -> String {
    let words: Vec<&str> = keywords.iter().map(|it| &**it).collect();
    match &*words {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => words.join(", "),
    }
}

/// A case of an enumeration, as a keyword or a string. None but these will do, if there are any.
pub(super) fn case(p: &mut Parser<'_>, keywords: &[Name]) {
    match p.current() {
        BARE_ID => {
            known_keyword(p, 0, keywords);
            keyword(p, keywords);
        }
        STRING => keyword(p, keywords),
        _ => p.expected(&*one_of(keywords)),
    }
}

/// Such cases with `|` or commas between them.
pub(super) fn cases(p: &mut Parser<'_>, words: &[Name]) {
    if p.at(BARE_ID) {
        known_keyword(p, 0, words);
    }
    match p.current() {
        BARE_ID => keywords(p, words),
        _ => case(p, words),
    }
}

/// Whether one of these keywords is here, or what may stand for one.
pub(super) fn at_keyword(p: &Parser<'_>, keywords: &[Name]) -> bool {
    let is_known = || keywords.is_empty() || keywords.iter().any(|it| it == p.current_text());
    match p.current() {
        BARE_ID => !p.at_statement_start() && is_known(),
        STRING | HASH_ID => !p.at_statement_start(),
        _ => false,
    }
}

/// An attribute's body in angle brackets: keywords as tokens, of `keywords` if there are any, anything else as
/// `OPAQUE_ANGLES`.
pub(super) fn angles(p: &mut Parser<'_>, keywords: &[Name]) {
    if p.at(HASH_ID) && !p.at_statement_start() {
        return attribute::attribute(p);
    }
    // `"add"` of reductions, as it was once; the kind is the analysis's to judge.
    if p.at(STRING) && p.nth_at(1, COMMA) {
        return string(p);
    }
    if !p.at(L_ANGLE) {
        return p.expected("'<'");
    }
    let m = p.start();
    let mut n = 1;
    while matches!(p.nth(n), BARE_ID | INTEGER | COMMA | PIPE) && n < 100 {
        n += 1;
    }
    if p.nth_at(n, R_ANGLE) {
        let unknown =
            (1..n).find(|it| p.nth(*it) == BARE_ID && keywords.iter().all(|word| word != p.nth_text(*it)));
        if let Some(unknown) = unknown {
            known_keyword(p, unknown, keywords);
        }
        (0..=n).for_each(|_| p.bump_any());
    } else {
        types::opaque_angles(p);
    }
    m.complete(p, KEYWORD_ATTRIBUTE);
}

/// `BLOCK_ARGUMENT` of a name alone.
///
/// `%i =` on a line of its own looks like the start of a statement. It is none if a value follows.
pub(super) fn argument(p: &mut Parser<'_>) {
    if !p.at(PERCENT_ID) || p.at_statement_start() && !(p.nth_at(1, EQ) && p.nth_at(2, PERCENT_ID)) {
        return p.expected("an argument '%name'");
    }
    let m = p.start();
    p.bump_any();
    m.complete(p, BLOCK_ARGUMENT);
}

/// `(` `BLOCK_ARGUMENT`,* `)`
pub(super) fn arguments(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return p.expected("'('");
    }
    let m = p.start();
    p.bracketed(|p| comma_list(p, argument));
    m.complete(p, BLOCK_ARGUMENT_LIST);
}

/// `keyword` `(` (`BLOCK_ARGUMENT` `=` `VALUE_USE`),* `)`
pub(super) fn iter_args(p: &mut Parser<'_>, keyword: Option<&str>) {
    let m = p.start();
    if let Some(keyword) = keyword {
        p.expect_keyword(keyword);
    }
    if p.at(L_PAREN) {
        p.bracketed(|p| {
            comma_list(p, |p| {
                let m = p.start();
                argument(p);
                if p.expect(EQ) {
                    initial_value(p);
                }
                m.complete(p, ITER_ARG);
            });
        });
    } else {
        p.expected("'('");
    }
    m.complete(p, ITER_ARGS);
}

/// `VALUE_USE`. On a line of its own, `%x, %b = …` is no start of a statement here.
fn initial_value(p: &mut Parser<'_>) {
    if !p.at(PERCENT_ID) || !p.at_statement_start() {
        return operation::value_use(p);
    }
    let m = p.start();
    p.bump_any();
    if p.at(HASH_ID) {
        p.bump_any();
    }
    m.complete(p, VALUE_USE);
}

/// `(` (`PERCENT_ID` `:` type `DICTIONARY`?),* `)`
pub(super) fn typed_arguments(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return p.expected("'('");
    }
    let m = p.start();
    p.bracketed(|p| comma_list(p, |p| region::block_argument(p, true)));
    m.complete(p, BLOCK_ARGUMENT_LIST);
}

/// `DICTIONARY` in which a keyword may stand for an attribute of the operation: `{mode = FAST}`
pub(super) fn opt_keyword_dictionary(p: &mut Parser<'_>, op: &OpDefinition) {
    if !p.at(L_BRACE) {
        return;
    }
    let m = p.start();
    p.bracketed(|p| {
        comma_list(p, |p| {
            let attribute = op.attribute(p.current_text());
            let is_keyword = attribute.is_some_and(|it| it.keywords.iter().any(|it| it == p.nth_text(2)));
            if !is_keyword || !p.nth_at(1, EQ) || !p.nth_at(2, BARE_ID) {
                return attribute::entry(p);
            }
            let m = p.start();
            (0..2).for_each(|_| p.bump_any());
            let keyword = p.start();
            p.bump_any();
            keyword.complete(p, KEYWORD_ATTRIBUTE);
            m.complete(p, ATTRIBUTE_ENTRY);
        });
    });
    m.complete(p, DICTIONARY);
}
