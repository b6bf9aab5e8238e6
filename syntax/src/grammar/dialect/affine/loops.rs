//! `affine.for` and `affine.parallel`.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{
        affine_map::{self, Over, at_operator, expression, expression_end},
        attribute::{attribute, opt_dictionary},
        comma_list,
        dialect::affine::{map_operands, operands, opt_misplaced_attributes},
        location::opt_trailing_location,
        operation::value_use,
        region::{block_argument, region},
        types::{opt_type, result_types},
    },
    parser::Parser,
};

/// `BLOCK_ARGUMENT` `=` `LOWER_BOUND` `to` `UPPER_BOUND` `STEP`? (`ITER_ARGS` `RESULT_TYPES`)? `REGION` `DICTIONARY`?
pub(super) fn for_(p: &mut Parser<'_>) {
    induction_variable(p);
    p.expect(EQ);
    bound(p, LOWER_BOUND);
    if p.at_keyword("step") {
        misplaced_step(p, "step comes after the upper bound");
    }
    p.expect_keyword("to");
    bound(p, UPPER_BOUND);
    if p.at_keyword("step") {
        step(p);
    }
    if p.at_keyword("iter_args") {
        iter_args(p);
        if p.at(ARROW) {
            result_types(p);
        } else {
            let end = p.position();
            p.error_between(
                SyntaxErrorCode::ForIterArgsMissingTypes,
                end - 1,
                end,
                "expected '->' and the types of the carried variables",
            );
        }
        if p.at_keyword("step") {
            misplaced_step(p, "step comes before iter_args");
        }
    } else if p.at(ARROW) {
        let start = p.position();
        p.silently(result_types);
        p.error_between(
            SyntaxErrorCode::ForResultsWithoutIterArgs,
            start,
            p.position(),
            "results belong to iter_args, and there are none",
        );
    }
    body(p);
}

fn misplaced_step(p: &mut Parser<'_>, message: &str) {
    let start = p.position();
    p.silently(step);
    p.error_between(SyntaxErrorCode::ForClauseOrder, start, p.position(), message);
}

/// `REGION` `DICTIONARY`?
fn body(p: &mut Parser<'_>) {
    opt_misplaced_attributes(p);
    if p.at(L_BRACE) && p.nth(1) == CARET_ID {
        let label = p.position() + 1;
        p.error_between(
            SyntaxErrorCode::LoopBlockLabel,
            label,
            label + 1,
            "the body of a loop starts without a label: its arguments are in the head",
        );
    }
    if !p.at(L_BRACE) {
        p.expected("'{' and the body of the loop");
        skip_to_body(p);
    }
    if p.at(L_BRACE) {
        region(p);
        opt_dictionary(p);
    }
}

/// After an error in the head: up to the brace of the body.
fn skip_to_body(p: &mut Parser<'_>) {
    let mut n = 0;
    while p.nth(n) != L_BRACE {
        if matches!(p.nth(n), EOF | R_BRACE) || p.nth_at_line_start(n) {
            return;
        }
        n = p.nth_partner(n).unwrap_or(n) + 1;
    }
    if n > 0 {
        let m = p.start();
        (0..n).for_each(|_| p.bump_any());
        m.complete(p, ERROR);
    }
}

fn induction_variable(p: &mut Parser<'_>) {
    const CODE: SyntaxErrorCode = SyntaxErrorCode::ForInductionVariableSyntax;
    const MESSAGE: &str = "the index is one name, without a type: its type is index";
    if !p.at(PERCENT_ID) || p.at_statement_start() {
        p.expected_or(CODE, "the index '%name'");
        if p.at(BARE_ID) && p.nth(1) == EQ {
            let m = p.start();
            p.bump_any();
            m.complete(p, ERROR);
        }
        return;
    }
    let m = p.start();
    p.bump_any();
    opt_trailing_location(p);
    m.complete(p, BLOCK_ARGUMENT);
    if matches!(p.current(), COLON | HASH_ID | COMMA) && !p.at_statement_start() {
        let start = p.position();
        let mut n = 0;
        while !matches!(p.nth(n), EOF | EQ | L_BRACE) && (n == 0 || !p.nth_at_line_start(n)) {
            n += 1;
        }
        p.error_between(CODE, start, start + n, MESSAGE);
        let m = p.start();
        (0..n).for_each(|_| p.bump_any());
        m.complete(p, ERROR);
    }
}

/// `max`|`min`? (`INTEGER` with optional `-` | `VALUE_USE` | `MAP_APPLICATION` | alias)
fn bound(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    let (right, wrong) = if kind == LOWER_BOUND { ("max", "min") } else { ("min", "max") };
    if p.at_keyword(wrong) {
        let message = format!(
            "{} bound of a loop is a {right}, not a {wrong}",
            if kind == LOWER_BOUND { "a lower" } else { "an upper" }
        );
        let position = p.position();
        p.error_between(SyntaxErrorCode::ForBoundWrongMinmax, position, position + 1, message);
    }
    if p.at_keyword(right) || p.at_keyword(wrong) {
        p.bump_any();
    }
    let start = p.position();
    match p.current() {
        PERCENT_ID if !p.at_statement_start() => {
            value_use(p);
            if at_operator(p) {
                no_expression(p, start);
            } else if p.at(COMMA) && p.nth(1) == PERCENT_ID {
                while p.at(COMMA) && p.nth(1) == PERCENT_ID {
                    p.bump_any();
                    value_use(p);
                }
                p.error_between(
                    SyntaxErrorCode::ForBoundMultipleValues,
                    start,
                    p.position(),
                    "a bound is one value; write a map with several results for a minimum or maximum",
                );
            }
        }
        INTEGER | MINUS => {
            p.eat(MINUS);
            p.expect(INTEGER);
            if p.at(COLON) {
                let m = p.start();
                p.bump_any();
                p.silently(|p| {
                    opt_type(p);
                });
                m.complete(p, ERROR);
                invalid_literal(p, start);
            } else if at_operator(p) {
                no_expression(p, start);
            }
        }
        FLOAT | STRING => {
            p.bump_any();
            invalid_literal(p, start);
        }
        BARE_ID if p.eat_integer() => {}
        BARE_ID if p.at_keyword("symbol") && p.nth(1) == L_PAREN => no_expression(p, start),
        L_PAREN if !affine_map::at_legacy(p) => no_expression(p, start),
        HASH_ID | BARE_ID | L_PAREN if !p.at_keyword("to") && !p.at_statement_start() => mapped(p),
        _ => p.expected("a bound: an integer, a value or a map with operands"),
    }
    m.complete(p, kind);
}

/// A map with its operands, or an alias that may be an integer.
fn mapped(p: &mut Parser<'_>) {
    let is_alias = p.at(HASH_ID);
    let m = p.start();
    attribute(p);
    if p.at(L_PAREN) {
        map_operands(p);
        m.complete(p, MAP_APPLICATION);
        return;
    }
    if is_alias && !p.at(L_BRACKET) {
        m.abandon(p);
        return;
    }
    let end = p.position();
    if p.at(L_BRACKET) {
        p.silently(|p| operands(p, SYMBOL_OPERANDS));
    }
    m.complete(p, MAP_APPLICATION);
    p.error_between(
        SyntaxErrorCode::ForBoundMissingOperands,
        end - 1,
        end,
        "expected '(' and the operands of the map",
    );
}

fn invalid_literal(p: &mut Parser<'_>, start: usize) {
    p.error_between(
        SyntaxErrorCode::ForBoundInvalidLiteral,
        start,
        p.position(),
        "a bound is an integer, a value or a map with operands",
    );
}

/// An expression where a bound has to be one value.
fn no_expression(p: &mut Parser<'_>, start: usize) {
    let end = clause_end(p);
    p.error_between(
        SyntaxErrorCode::ExpressionNotAllowed,
        start,
        end,
        "a bound takes a value, not an expression; write affine_map<()[s0] -> (…)>()[…]",
    );
    let m = p.start();
    while p.position() < end {
        p.bump_any();
    }
    m.complete(p, ERROR);
}

/// `step` `INTEGER`
fn step(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    let start = p.position();
    p.eat(MINUS);
    if p.eat_integer() {
        if at_operator(p) {
            not_constant(p, start);
        }
    } else if matches!(p.current(), PERCENT_ID | FLOAT | L_PAREN | STRING) && !p.at_statement_start() {
        not_constant(p, start);
    } else if p.at(HASH_ID) && !p.at_statement_start() {
        // An alias of an integer.
        attribute(p);
    } else {
        p.expected("an integer");
    }
    m.complete(p, STEP);
}

fn not_constant(p: &mut Parser<'_>, start: usize) {
    let message = "the step of affine.for is an integer; scf.for takes a value as its step";
    let end = clause_end(p);
    p.error_between(SyntaxErrorCode::ForStepNotConstant, start, end, message);
    while p.position() < end {
        if p.at(PERCENT_ID) { value_use(p) } else { p.bump_any() }
    }
}

/// Where the clause at the cursor ends: at the next keyword, the body or the end of the line.
fn clause_end(p: &Parser<'_>) -> usize {
    let at_end = |n| match p.nth(n) {
        EOF | COMMA | R_PAREN | R_BRACKET | R_BRACE | L_BRACE | ARROW => true,
        BARE_ID => matches!(p.nth_text(n), "to" | "step" | "iter_args") || p.nth_at_line_start(n),
        _ => p.nth_at_line_start(n),
    };
    let mut n = 0;
    while !at_end(n) {
        n = p.nth_partner(n).unwrap_or(n) + 1;
    }
    p.position() + n
}

/// `iter_args` `(` `ITER_ARG`,* `)`
pub(crate) fn iter_args(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    if p.at(L_PAREN) {
        p.bracketed(|p| {
            comma_list(p, |p| {
                let m = p.start();
                block_argument(p, false);
                p.expect(EQ);
                initial_value(p);
                m.complete(p, ITER_ARG);
            });
        });
    } else {
        p.expected("'(' and the carried variables");
    }
    m.complete(p, ITER_ARGS);
}

fn initial_value(p: &mut Parser<'_>) {
    if matches!(p.current(), INTEGER | FLOAT) {
        p.error(SyntaxErrorCode::IndexLiteralOperand, "a value stands here, not a number");
        return p.bump_any();
    }
    value_use(p);
    if p.at(COLON) {
        p.error(SyntaxErrorCode::ForIterArgsMissingTypes, "the types stand after the list: -> (…)");
        let m = p.start();
        p.bump_any();
        p.silently(|p| {
            opt_type(p);
        });
        m.complete(p, ERROR);
    }
}

/// `BLOCK_ARGUMENT_LIST` `=` `PARALLEL_BOUNDS` `to` `PARALLEL_BOUNDS` `STEP`? (`reduce` `REDUCTIONS`)?
/// `RESULT_TYPES`? `REGION` `DICTIONARY`?
pub(super) fn parallel(p: &mut Parser<'_>) {
    if parenthesis(p) {
        let m = p.start();
        p.bracketed(|p| {
            comma_list(p, |p| {
                if !p.at(PERCENT_ID) {
                    return p.expected_or(SyntaxErrorCode::ParallelSyntax, "an index '%name'");
                }
                let m = p.start();
                p.bump_any();
                m.complete(p, BLOCK_ARGUMENT);
                if p.at(COLON) {
                    p.error(SyntaxErrorCode::ParallelSyntax, "an index has no type: its type is index");
                    let m = p.start();
                    p.bump_any();
                    p.silently(|p| {
                        opt_type(p);
                    });
                    m.complete(p, ERROR);
                }
            });
        });
        m.complete(p, BLOCK_ARGUMENT_LIST);
    }
    p.expect(EQ);
    parallel_bounds(p, "max", "min");
    p.expect_keyword("to");
    parallel_bounds(p, "min", "max");
    clauses(p);
    body(p);
}

/// `step`, `reduce` and result types, in this order.
fn clauses(p: &mut Parser<'_>) {
    let mut rank = 0;
    loop {
        let found = match p.current() {
            BARE_ID if p.at_keyword("step") => 1,
            BARE_ID if p.at_keyword("reduce") => 2,
            ARROW => 3,
            _ => return,
        };
        let start = p.position();
        let out_of_order = found < rank && !p.is_silent();
        let clause = |p: &mut Parser<'_>| match found {
            1 => parallel_step(p),
            2 => reductions(p),
            _ => result_types(p),
        };
        if out_of_order {
            p.silently(clause);
            p.error_between(
                SyntaxErrorCode::ForClauseOrder,
                start,
                p.position(),
                "the order is: bounds, step, reduce, result types",
            );
        } else {
            clause(p);
        }
        rank = rank.max(found);
    }
}

/// Whether a parenthesis opens here; else an error.
fn parenthesis(p: &mut Parser<'_>) -> bool {
    let found = p.at(L_PAREN);
    if !found {
        p.error(
            SyntaxErrorCode::ParallelSyntax,
            "indices, bounds and steps of affine.parallel are written in parentheses",
        );
        let m = p.start();
        while !matches!(p.current(), EOF | EQ | L_BRACE | ARROW)
            && !["to", "step", "reduce"].iter().any(|it| p.at_keyword(it))
            && !p.at_statement_start()
        {
            p.bump_any();
        }
        m.complete(p, ERROR);
    }
    found
}

fn parallel_bounds(p: &mut Parser<'_>, right: &str, wrong: &str) {
    if !parenthesis(p) {
        return;
    }
    let m = p.start();
    p.bracketed(|p| {
        comma_list(p, |p| parallel_bound(p, right, wrong));
        misplaced_minmax(p);
        affine_map::stray(p, Over::Values);
    });
    m.complete(p, PARALLEL_BOUNDS);
}

fn parallel_bound(p: &mut Parser<'_>, right: &str, wrong: &str) {
    if p.at(BARE_ID) && p.nth(1) == L_PAREN && (p.at_keyword(right) || p.at_keyword(wrong)) {
        if p.at_keyword(wrong) {
            p.error(
                SyntaxErrorCode::ParallelMinmaxPosition,
                "lower bounds are combined with max, upper bounds with min",
            );
        }
        let m = p.start();
        p.bump_any();
        p.bracketed(|p| affine_map::expression_list(p, Over::Values));
        m.complete(p, PARALLEL_BOUND);
        return;
    }
    misplaced_minmax(p);
    expression(p, Over::Values);
}

/// `min(` or `max(` inside the expression that starts here.
fn misplaced_minmax(p: &mut Parser<'_>) {
    if p.is_silent() {
        return;
    }
    let end = expression_end(p) - p.position();
    let word = (0..end).find(|n| {
        p.nth(*n) == BARE_ID && matches!(p.nth_text(*n), "min" | "max") && p.nth(*n + 1) == L_PAREN
    });
    if let Some(word) = word {
        let position = p.position() + word;
        p.error_between(
            SyntaxErrorCode::ParallelMinmaxPosition,
            position,
            position + 1,
            "min and max enclose the whole bound",
        );
    }
}

/// `step` `(` integer expression,* `)`
fn parallel_step(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    if parenthesis(p) {
        p.bracketed(|p| affine_map::expression_list(p, Over::Values));
    }
    m.complete(p, STEP);
}

/// `reduce` `REDUCTIONS`
fn reductions(p: &mut Parser<'_>) {
    const CODE: SyntaxErrorCode = SyntaxErrorCode::ParallelReductionSyntax;
    p.bump_any();
    if !p.at(L_PAREN) {
        return p.expected_or(CODE, "'(' and the reductions in quotes");
    }
    let m = p.start();
    p.bracketed(|p| {
        if p.at_eof() {
            p.expected_or(CODE, "a reduction in quotes");
        }
        comma_list(p, |p| {
            if !p.eat(STRING) {
                p.expected_or(CODE, "a reduction in quotes");
                if p.at(BARE_ID) {
                    p.bump_any();
                }
            }
        });
    });
    m.complete(p, REDUCTIONS);
}
