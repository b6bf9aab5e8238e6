//! Affine maps and integer sets.

mod expression;

pub(crate) use expression::{
    Over, at_operator, expression, expression_end, expression_list, refuse_expression, stray,
};

use expression::missing_operand_at;

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{comma_list, types},
    parser::Parser,
};

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
    result_list(p);
    unbalanced(p);
}

/// `(` affine expression,* `)`
fn result_list(p: &mut Parser<'_>) {
    let m = p.start();
    p.bracketed(|p| expression_list(p, Over::Inputs));
    m.complete(p, AFFINE_RESULTS);
}

/// A set's `(` `AFFINE_CONSTRAINT`,* `)`
fn constraints(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return missing_parentheses(p, "constraints");
    }
    constraint_list(p);
    unbalanced(p);
}

fn constraint_list(p: &mut Parser<'_>) {
    p.bracketed(|p| {
        comma_list(p, constraint);
        stray(p, Over::Inputs);
    });
}

fn missing_parentheses(p: &mut Parser<'_>, what: &str) {
    p.expected_or(SyntaxErrorCode::AffineMissingResultParentheses, &*format!("the {what} in parentheses"));
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
        p.error_between(
            SyntaxErrorCode::SetChainedComparison,
            start,
            expression_end(p),
            "constraints are joined with commas and all have to hold",
        );
    }
}

/// `>=`, `<=` and `==`, each perhaps as two tokens with a blank between.
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

/// Whether `( … ) -> (` or `( … ) [ … ] : (` is here with something in it that is not a type: a map or a set as
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
            result_list(p)
        } else {
            constraint_list(p)
        }
        m.complete(p, if is_map { AFFINE_MAP } else { INTEGER_SET });
    });
    if !silent {
        let (code, message) = if is_map {
            (SyntaxErrorCode::LegacyInlineMap, "maps are written affine_map<…>")
        } else {
            (SyntaxErrorCode::LegacyInlineSet, "sets are written affine_set<…>")
        };
        // The old form is read in full, so what follows it is judged.
        p.statement(|p| p.error_between(code, start, p.position(), message));
    }
    m.complete(p, if is_map { AFFINE_MAP_ATTRIBUTE } else { INTEGER_SET_ATTRIBUTE });
}
