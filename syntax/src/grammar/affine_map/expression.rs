//! Affine expressions, over the inputs of a map or over SSA values.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::*,
    grammar::{at_list_end, comma_list, operation},
    parser::{CompletedMarker, Parser},
};

/// The kind of operands in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// The inputs of a map or set.
    Inputs,
    /// SSA values: subscripts and the bounds of `affine.parallel`.
    Values,
}

/// How many operators one chain of expressions may have: the tree is as deep as the chain is long.
const MAX_CHAIN: usize = 400;

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
        // The list of expressions is not closed, and its end is reported as missing.
        L_BRACE | ARROW => {}
        COLON_COLON | COLON if over == Over::Values => {}
        L_PAREN | L_BRACKET if over == Over::Inputs && p.nth_partner(0).is_none() => {
            p.error(SyntaxErrorCode::AffineUnbalancedParentheses, "this parenthesis has no partner");
        }
        R_ANGLE if over == Over::Inputs && !matches!(p.nth(1), BARE_ID | INTEGER | EQ) => {
            p.expected_kind(SyntaxErrorCode::AffineUnbalancedParentheses, R_PAREN);
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

/// Whether an operand and no operator is `n` ahead.
fn begins_operand(p: &Parser<'_>, n: usize) -> bool {
    p.nth(n) == INTEGER || p.nth(n) == BARE_ID && !is_product_operator(p.nth_text(n))
}

/// Whether an operator of affine expressions is here.
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
            // `+x`, `* x` and `x ** 2` go on after the operator.
            if at_operator(p) {
                p.bump_any();
                if !at_list_end(p) && !p.at(COMMA) {
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
        if !operation::opt_value_use(p) || !p.at_eof() {
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

pub(super) fn missing_operand_at(p: &mut Parser<'_>, operator: usize, side: &str) {
    p.error_between(
        SyntaxErrorCode::AffineMissingOperand,
        operator,
        operator + 1,
        format!("an expression is missing on the {side} side of this"),
    );
}

/// Where the element of a list ends that starts before the cursor: at a comma outside brackets, at the limit, or
/// where the next statement may start.
pub(crate) fn expression_end(p: &Parser<'_>) -> usize {
    let mut n = 0;
    while !matches!(p.nth(n), EOF | COMMA | R_PAREN | R_BRACKET | R_BRACE | L_BRACE)
        && (n == 0 || p.is_in_brackets() || !p.nth_at_line_start(n))
    {
        n = p.nth_partner(n).unwrap_or(n) + 1;
    }
    p.position() + n
}

/// Reports and consumes an expression that starts at the given token, where only a value can be.
pub(crate) fn refuse_expression(p: &mut Parser<'_>, start: usize) {
    let end = expression_end(p);
    let message = "a value stands here, not an expression";
    p.error_between(SyntaxErrorCode::ExpressionNotAllowed, start, end, message);
    let m = p.start();
    while p.position() < end {
        p.bump_any();
    }
    m.complete(p, ERROR);
}
