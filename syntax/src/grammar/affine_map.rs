//! Affine maps, integer sets and affine expressions.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{comma_list, operation, types},
    parser::{CompletedMarker, Parser},
};

/// The operands that expressions are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// The inputs of a map or set.
    Inputs,
    /// SSA values: subscripts and the bounds of `affine.parallel`.
    Values,
}

/// How many operators one chain of expressions may have: the tree is as deep as the chain is long.
const MAX_CHAIN: usize = 400;

/// `affine_map` `<` `AFFINE_MAP` `>`
pub(crate) fn map_attribute(p: &mut Parser<'_>) {
    map_or_set(p, AFFINE_MAP_ATTRIBUTE);
}

/// `affine_set` `<` `INTEGER_SET` `>`
pub(crate) fn set_attribute(p: &mut Parser<'_>) {
    map_or_set(p, INTEGER_SET_ATTRIBUTE);
}

fn map_or_set(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    let keyword = p.position();
    p.bump_any();
    let is_map = kind == AFFINE_MAP_ATTRIBUTE;
    types::angles(p, |p| {
        let m = p.start();
        inputs(p);
        let found = match p.current() {
            ARROW => AFFINE_MAP,
            COLON => INTEGER_SET,
            _ => {
                missing_arrow(p, is_map);
                if is_map { AFFINE_MAP } else { INTEGER_SET }
            }
        };
        if (found == AFFINE_MAP) != is_map {
            let message = if is_map {
                "affine_map needs -> and results; with ':' it is an affine_set"
            } else {
                "affine_set needs ':' and constraints; with -> it is an affine_map"
            };
            p.error_between(SyntaxErrorCode::MapSetBodyMismatch, keyword, keyword + 1, message);
        }
        if matches!(p.current(), ARROW | COLON) {
            p.bump_any();
        }
        if found == AFFINE_MAP {
            results(p)
        } else {
            constraints(p)
        }
        m.complete(p, found);
    });
    m.complete(p, kind);
}

fn missing_arrow(p: &mut Parser<'_>, is_map: bool) {
    let what = if is_map { "'->' after the inputs of the map" } else { "':' after the inputs of the set" };
    p.expected_or(SyntaxErrorCode::AffineMissingArrow, what);
    if matches!(p.current(), EQ | MINUS) && p.nth(1) == R_ANGLE {
        let m = p.start();
        p.bump_any();
        p.bump_any();
        m.complete(p, ERROR);
    }
}

/// `AFFINE_DIMENSIONS` `AFFINE_SYMBOLS`?
fn inputs(p: &mut Parser<'_>) {
    if p.at(L_PAREN) {
        input_list(p, AFFINE_DIMENSIONS);
    } else {
        p.error(
            SyntaxErrorCode::AffineMissingDimensionList,
            "the dimensions come first, in parentheses, also when there are none",
        );
        while matches!(p.current(), BARE_ID | COMMA) && !p.at_statement_start() {
            p.bump_any();
        }
    }
    if p.at(L_BRACKET) {
        input_list(p, AFFINE_SYMBOLS);
    }
}

fn input_list(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    p.bracketed(|p| {
        comma_list(p, |p| {
            let is_name = p.at(BARE_ID) && !p.at_statement_start();
            if is_name {
                let m = p.start();
                p.bump_any();
                m.complete(p, AFFINE_PARAMETER);
            }
            if !is_name || !matches!(p.current(), COMMA | EOF) {
                p.error(
                    SyntaxErrorCode::AffineInvalidIdentifier,
                    "inputs of a map are plain names such as d0 or n, without % and without types",
                );
            }
            if !is_name && matches!(p.current(), PERCENT_ID | INTEGER) {
                let m = p.start();
                p.bump_any();
                m.complete(p, ERROR);
            }
        });
    });
    m.complete(p, kind);
}

fn results(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return missing_parentheses(p, "results");
    }
    let m = p.start();
    p.bracketed(|p| expression_list(p, Over::Inputs));
    m.complete(p, AFFINE_RESULTS);
    unbalanced(p);
}

/// A set's `(` `AFFINE_CONSTRAINT`,* `)`
fn constraints(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return missing_parentheses(p, "constraints");
    }
    p.bracketed(|p| {
        comma_list(p, constraint);
        stray(p, Over::Inputs);
    });
    unbalanced(p);
}

fn missing_parentheses(p: &mut Parser<'_>, what: &str) {
    p.expected_or(SyntaxErrorCode::AffineMissingResultParentheses, &format!("the {what} in parentheses"));
    p.silently(|p| comma_list(p, |p| expression(p, Over::Inputs)));
}

/// A parenthesis too many after the results.
fn unbalanced(p: &mut Parser<'_>) {
    let len = if p.at(COMMA) || at_operator(p) {
        (0..).take_while(|n| !matches!(p.nth(*n), EOF | R_PAREN | R_ANGLE | L_BRACE | EQ)).count()
    } else {
        0
    };
    if p.nth(len) == R_PAREN {
        let closing = p.position() + len;
        p.error_between(
            SyntaxErrorCode::AffineUnbalancedParentheses,
            closing,
            closing + 1,
            "this parenthesis has no partner",
        );
        let m = p.start();
        (0..=len).for_each(|_| p.bump_any());
        m.complete(p, ERROR);
    }
}

/// expression,* up to the closing bracket.
pub(crate) fn expression_list(p: &mut Parser<'_>, over: Over) {
    comma_list(p, |p| expression(p, over));
    stray(p, over);
}

/// Says what is wrong with the text after an expression.
pub(crate) fn stray(p: &mut Parser<'_>, over: Over) {
    if p.at_eof() || p.is_silent() || p.at_statement_start() {
        return;
    }
    let text = p.current_text();
    match p.current() {
        _ if over == Over::Values && p.previous_text().ends_with('-') => {
            let name = p.previous_text();
            let message = format!(
                "{name} is one name, because a minus sign is allowed inside SSA names; put a blank before it"
            );
            let position = p.position();
            p.error_between(SyntaxErrorCode::SsaNameIncludesMinus, position - 1, position, message);
        }
        R_PAREN | R_BRACKET | R_BRACE => {}
        COLON_COLON | COLON if over == Over::Values => {}
        L_PAREN | L_BRACKET if over == Over::Inputs && p.nth_partner(0).is_none() => {
            p.error(SyntaxErrorCode::AffineUnbalancedParentheses, "this parenthesis has no partner");
        }
        HASH_ID if over == Over::Values => {}
        _ => {
            let hint = match text {
                "/" => "; use floordiv or ceildiv",
                _ if text.starts_with('%') && over == Over::Inputs => "; use mod",
                _ => "",
            };
            let message = match p.current() {
                BARE_ID | INTEGER | L_PAREN | PERCENT_ID if hint.is_empty() => {
                    format!("expected an operator before '{text}'")
                }
                _ => format!("'{text}' is not an operator of affine expressions{hint}"),
            };
            p.error(SyntaxErrorCode::AffineUnknownOperator, message);
        }
    }
}

/// expression (`>=` | `<=` | `==`) expression
fn constraint(p: &mut Parser<'_>) {
    let m = p.start();
    let start = p.position();
    if matches!(p.current(), R_ANGLE | L_ANGLE | EQ) {
        let operator = if p.nth(1) == EQ { 2 } else { 1 };
        missing_operand_at(p, p.position() + operator - 1, "left");
    } else {
        expression(p, Over::Inputs);
    }
    if !matches!(p.current(), R_ANGLE | L_ANGLE | EQ) {
        if matches!(p.current(), COMMA | EOF) {
            p.error_between(
                SyntaxErrorCode::SetConstraintMissing,
                start,
                p.position(),
                "a constraint compares two expressions, for example d0 >= 0",
            );
        }
        stray(p, Over::Inputs);
        m.complete(p, AFFINE_CONSTRAINT);
        return;
    }
    comparison(p);
    if matches!(p.current(), COMMA | EOF) {
        missing_operand_at(p, p.position() - 1, "right");
    } else {
        expression(p, Over::Inputs);
    }
    m.complete(p, AFFINE_CONSTRAINT);
    let joins = matches!(p.current(), R_ANGLE | L_ANGLE | EQ | AMP | PIPE)
        || p.at_keyword("and")
        || p.at_keyword("or");
    if joins {
        let start = p.position();
        let end = (0..).take_while(|n| !matches!(p.nth(*n), COMMA | EOF)).count();
        p.error_between(
            SyntaxErrorCode::SetChainedComparison,
            start,
            start + end,
            "constraints are joined with commas and all have to hold",
        );
    }
}

/// `>=`, `<=` and `==`, each of which may be two tokens with a blank between.
fn comparison(p: &mut Parser<'_>) {
    let first = p.current();
    let joined = match first {
        R_ANGLE => GT_EQ,
        L_ANGLE => LT_EQ,
        _ => EQ_EQ,
    };
    if p.nth(1) == EQ && !(first == EQ && p.nth(2) == EQ) {
        if p.nth_is_adjacent(1) {
            p.bump_as(joined, 2);
        } else {
            p.bump_any();
            p.bump_any();
        }
        return;
    }
    let start = p.position();
    let len = if matches!(p.nth(1), R_ANGLE | L_ANGLE | EQ) && p.nth_is_adjacent(1) { 2 } else { 1 };
    p.error_between(
        SyntaxErrorCode::SetConstraintOperator,
        start,
        start + len,
        "constraints are written with >=, <= or ==",
    );
    (0..len).for_each(|_| p.bump_any());
}

fn missing_operand_at(p: &mut Parser<'_>, operator: usize, side: &str) {
    p.error_between(
        SyntaxErrorCode::AffineMissingOperand,
        operator,
        operator + 1,
        format!("an expression is missing on the {side} side of this"),
    );
}

/// An affine expression.
pub(crate) fn expression(p: &mut Parser<'_>, over: Over) {
    sum(p, over);
}

/// term ((`+` | `-`) term)*
fn sum(p: &mut Parser<'_>, over: Over) -> Option<CompletedMarker> {
    chain(p, over, |p| matches!(p.current(), PLUS | MINUS), product)
}

/// factor ((`*` | `floordiv` | `ceildiv` | `mod`) factor)*
fn product(p: &mut Parser<'_>, over: Over) -> Option<CompletedMarker> {
    chain(p, over, at_product_operator, factor)
}

fn at_product_operator(p: &Parser<'_>) -> bool {
    p.at(STAR) || p.at(BARE_ID) && is_product_operator(p.current_text())
}

fn is_product_operator(word: &str) -> bool {
    matches!(word, "floordiv" | "ceildiv" | "mod")
}

/// Whether an operand and no operator stands `n` ahead.
fn begins_operand(p: &Parser<'_>, n: usize) -> bool {
    p.nth(n) == INTEGER || p.nth(n) == BARE_ID && !is_product_operator(p.nth_text(n))
}

/// Whether an operator of affine expressions stands here.
pub(crate) fn at_operator(p: &Parser<'_>) -> bool {
    matches!(p.current(), PLUS | MINUS) || at_product_operator(p)
}

fn chain(
    p: &mut Parser<'_>,
    over: Over,
    at_operator: fn(&Parser<'_>) -> bool,
    operand: fn(&mut Parser<'_>, Over) -> Option<CompletedMarker>,
) -> Option<CompletedMarker> {
    let mut left = operand(p, over)?;
    let mut len = 0;
    while at_operator(p) {
        len += 1;
        if len > MAX_CHAIN {
            p.error(SyntaxErrorCode::NestingTooDeep, format!("more than {MAX_CHAIN} operators in a row"));
            while !matches!(p.current(), COMMA | EOF | R_PAREN | R_BRACKET | R_ANGLE) {
                p.bump_any();
            }
            break;
        }
        let m = left.precede(p);
        p.bump_any();
        operand(p, over);
        left = m.complete(p, AFFINE_BINARY);
    }
    Some(left)
}

/// `-` factor | `(` expr `)` | integer | name or value
fn factor(p: &mut Parser<'_>, over: Over) -> Option<CompletedMarker> {
    if p.at_statement_start() {
        missing_operand(p);
        return None;
    }
    let m = p.start();
    let kind = match p.current() {
        MINUS => {
            p.bump_any();
            p.nested(|p| {
                factor(p, over);
            });
            AFFINE_NEGATION
        }
        L_PAREN => {
            parenthesised(p, over);
            AFFINE_PARENTHESES
        }
        INTEGER => {
            p.bump_any();
            AFFINE_CONSTANT
        }
        PERCENT_ID if over == Over::Values => {
            operation::value_use(p);
            AFFINE_VALUE
        }
        BARE_ID if p.at_keyword("symbol") && (over == Over::Values || p.nth(1) == L_PAREN) => {
            symbol_value(p, over);
            AFFINE_SYMBOL_VALUE
        }
        BARE_ID => {
            name(p, over);
            AFFINE_IDENTIFIER
        }
        PERCENT_ID => {
            let message = format!("a map names its own inputs; pass {} as an operand", p.current_text());
            p.error(SyntaxErrorCode::SsaValueInMap, message);
            operation::value_use(p);
            AFFINE_VALUE
        }
        FLOAT | STRING => {
            p.error(SyntaxErrorCode::AffineInvalidLiteral, "affine expressions know only integers");
            p.bump_any();
            ERROR
        }
        _ => {
            missing_operand(p);
            // `+x`, `* x` and `x ** 2` go on behind the operator.
            if at_operator(p) {
                p.bump_any();
                if !super::at_list_end(p) && !p.at(COMMA) {
                    p.nested(|p| {
                        factor(p, over);
                    });
                }
                return Some(m.complete(p, ERROR));
            }
            m.abandon(p);
            return None;
        }
    };
    Some(m.complete(p, kind))
}

fn missing_operand(p: &mut Parser<'_>) {
    let message = match p.current() {
        PLUS => "there is no unary plus".to_owned(),
        _ if at_operator(p) => format!("{} needs an expression on its left side", p.current_text()),
        _ => {
            let previous = p.position().saturating_sub(1);
            let message = "an expression has to follow here";
            return p.error_between(SyntaxErrorCode::AffineMissingOperand, previous, previous + 1, message);
        }
    };
    p.error(SyntaxErrorCode::AffineMissingOperand, message);
}

fn parenthesised(p: &mut Parser<'_>, over: Over) {
    if p.nth(1) == R_PAREN {
        let start = p.position();
        p.error_between(
            SyntaxErrorCode::AffineEmptyParentheses,
            start,
            start + 2,
            "these parentheses hold no expression",
        );
    }
    if p.nth_partner(0).is_none() {
        p.error(SyntaxErrorCode::AffineUnbalancedParentheses, "this parenthesis has no partner");
    }
    let start = p.position();
    p.bracketed(|p| {
        if !p.at_eof() {
            expression(p, over);
        }
        match p.current() {
            R_ANGLE | L_ANGLE | EQ if over == Over::Inputs => p.error_between(
                SyntaxErrorCode::AffineUnbalancedParentheses,
                start,
                start + 1,
                "only expressions can be put in parentheses, not comparisons",
            ),
            COMMA if over == Over::Inputs => p.error_between(
                SyntaxErrorCode::AffineUnbalancedParentheses,
                start,
                start + 1,
                "only one expression can be put in parentheses",
            ),
            _ => stray(p, over),
        }
    });
}

/// `symbol` `(` `VALUE_USE` `)`
fn symbol_value(p: &mut Parser<'_>, over: Over) {
    if over == Over::Inputs {
        let message = if p.nth(2) == PERCENT_ID {
            format!("a map names its own inputs; pass {} as an operand", p.nth_text(2))
        } else {
            "a map names its own inputs".to_owned()
        };
        p.error(SyntaxErrorCode::SsaValueInMap, message);
    }
    p.bump_any();
    const MESSAGE: &str = "symbol( ) takes exactly one value";
    if !p.at(L_PAREN) {
        p.error(SyntaxErrorCode::SubscriptSymbolSyntax, MESSAGE);
        operation::opt_value_use(p);
        return;
    }
    p.bracketed(|p| {
        if p.at(PERCENT_ID) {
            operation::value_use(p);
        }
        if !p.at_eof() || p.nth_at(0, R_PAREN) {
            p.error(SyntaxErrorCode::SubscriptSymbolSyntax, MESSAGE);
        }
    });
}

fn name(p: &mut Parser<'_>, over: Over) {
    let text = p.current_text();
    match over {
        Over::Values if p.nth(1) == L_PAREN && matches!(text, "min" | "max") => {
            p.error(
                SyntaxErrorCode::BareIdentifierInSubscript,
                format!("{text} cannot stand inside an expression"),
            );
        }
        Over::Values => {
            let message = if text == "affine_map" {
                "maps cannot be applied inside a subscript; use affine.apply before".to_owned()
            } else {
                format!("{text} is not a value; SSA names start with %")
            };
            p.error(SyntaxErrorCode::BareIdentifierInSubscript, message);
        }
        Over::Inputs if text == "symbol" => {
            p.error(SyntaxErrorCode::AffineReservedIdentifier, "an input named symbol cannot be used");
        }
        Over::Inputs if is_product_operator(text) && begins_operand(p, 1) => {
            let message =
                format!("{text} needs an expression on its left side, and is not an input of this map");
            p.error(SyntaxErrorCode::AffineUndeclaredIdentifier, message);
        }
        Over::Inputs if p.nth(1) == L_PAREN => {
            let hint = match text {
                "min" | "max" => "; list several results and use affine.min or affine.max",
                _ => "",
            };
            let message = format!("{text} is not an input of this map{hint}");
            p.error(SyntaxErrorCode::AffineUndeclaredIdentifier, message);
        }
        Over::Inputs => {}
    }
    p.bump_any();
    if p.is_silent() && p.at(L_PAREN) && !p.at_statement_start() {
        p.bracketed(|p| comma_list(p, |p| expression(p, over)));
    }
}

/// Whether `( … ) -> (` or `( … ) [ … ] : (` stands here with something in it that is no type: a map or a set as
/// they were written before `affine_map<…>`.
pub(crate) fn at_legacy(p: &Parser<'_>) -> bool {
    let Some(inputs) = p.nth_partner(0) else { return false };
    let mut next = inputs + 1;
    if p.nth(next) == L_BRACKET {
        let Some(symbols) = p.nth_partner(next) else { return false };
        next = symbols + 1;
        return matches!(p.nth(next), ARROW | COLON) && p.nth(next + 1) == L_PAREN;
    }
    let is_input = |n: usize| {
        p.nth(n) == BARE_ID
            && !types::is_simple_type(p.nth_text(n))
            && !matches!(p.nth_text(n), "memref" | "tensor" | "vector" | "tuple" | "complex")
    };
    matches!(p.nth(next), ARROW | COLON)
        && p.nth(next + 1) == L_PAREN
        && (is_input(1) || inputs == 1 && (p.nth(next + 2) == INTEGER || is_input(next + 2)))
}

pub(crate) fn legacy(p: &mut Parser<'_>) {
    let m = p.start();
    let start = p.position();
    let silent = p.is_silent();
    let mut is_map = true;
    p.silently(|p| {
        let m = p.start();
        inputs(p);
        is_map = p.at(ARROW);
        p.bump_any();
        if is_map {
            results(p)
        } else {
            constraints(p)
        }
        m.complete(p, if is_map { AFFINE_MAP } else { INTEGER_SET });
    });
    if !silent {
        let (code, message) = if is_map {
            (SyntaxErrorCode::LegacyInlineMap, "maps are written affine_map<…>")
        } else {
            (SyntaxErrorCode::LegacyInlineSet, "sets are written affine_set<…>")
        };
        p.error_between(code, start, p.position(), message);
    }
    m.complete(p, if is_map { AFFINE_MAP_ATTRIBUTE } else { INTEGER_SET_ATTRIBUTE });
}
