//! Custom forms of the `func` dialect.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::*,
    grammar::{
        attribute::{opt_attributes_keyword, opt_dictionary, symbol_name_or, symbol_reference},
        comma_list, location,
        operation::{bracketed_operands, operand_group, value_use},
        region,
        types::{function_type, opt_type, type_, type_group},
    },
    parser::Parser,
};

pub(super) fn form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    Some(match name {
        "func.func" => func,
        "func.call" => call,
        "func.call_indirect" => call_indirect,
        "func.constant" => constant,
        "func.return" => return_,
        _ => return None,
    })
}

/// visibility? `SYMBOL_NAME` `FUNCTION_SIGNATURE` (`attributes` `DICTIONARY`)? `REGION`?
fn func(p: &mut Parser<'_>) {
    if ["private", "public", "nested"].iter().any(|it| p.at_keyword(it)) {
        p.bump_any();
    }
    symbol_name_or(p, SyntaxErrorCode::FunctionArgumentSyntax);
    signature(p);
    opt_attributes_keyword(p);
    region::opt_region(p);
}

/// Whether the signature in the parentheses at the cursor belongs to a function with a body, though it has no names.
fn lacks_names(p: &Parser<'_>) -> bool {
    let Some(partner) = p.nth_partner(0) else { return false };
    let mut n = partner + 1;
    if p.nth(n) == ARROW {
        n += 1;
        // A brace in the body of a type is one of its own: `!fir.type<t{x:f32}>`.
        let mut angles = 0_u32;
        while p.nth(n) != EOF && (p.nth(n) != L_BRACE || angles > 0) {
            if p.nth_keyword(n, "attributes") || p.may_end_before(n) {
                break;
            }
            match p.nth(n) {
                L_ANGLE => angles += 1,
                R_ANGLE => angles = angles.saturating_sub(1),
                _ => {}
            }
            n = p.nth_partner(n).unwrap_or(n) + 1;
        }
    }
    if p.nth_keyword(n, "attributes") {
        n = p.nth_partner(n + 1).unwrap_or(n + 1) + 1;
    }
    // The body may name them itself, in the label of its first block.
    partner > 1
        && !matches!(p.nth(1), PERCENT_ID | ELLIPSIS)
        && p.nth(n) == L_BRACE
        && p.nth(n + 1) != CARET_ID
}

/// (`BLOCK_ARGUMENT_LIST` | `FUNCTION_INPUT_TYPES`) (`->` `FUNCTION_RESULTS`)?
pub(crate) fn signature(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return p.expected("'(' and the arguments");
    }
    let m = p.start();
    inputs(p);
    if p.eat(ARROW) {
        results(p);
    }
    m.complete(p, FUNCTION_SIGNATURE);
}

fn inputs(p: &mut Parser<'_>) {
    let m = p.start();
    let named = p.nth(1) == PERCENT_ID;
    if lacks_names(p) {
        let first = p.position() + 1;
        p.error_between(
            SyntaxErrorCode::FunctionArgumentSyntax,
            first,
            first + 1,
            "arguments of a function with a body are written %name: type",
        );
    }
    p.bracketed(|p| {
        comma_list(p, |p| {
            if p.at(ELLIPSIS) {
                p.bump_any();
            } else if named && p.at(PERCENT_ID) {
                argument(p);
            } else if p.at(PERCENT_ID) || named {
                p.error(SyntaxErrorCode::FunctionArgumentSyntax, "arguments are written %name: type");
                p.silently(|p| if p.at(PERCENT_ID) { argument(p) } else { type_with_attributes(p) });
            } else {
                type_with_attributes(p);
            }
        });
    });
    m.complete(p, if named { BLOCK_ARGUMENT_LIST } else { FUNCTION_INPUT_TYPES });
}

fn argument(p: &mut Parser<'_>) {
    if p.nth(1) != COLON {
        let after = p.position();
        p.error_between(
            SyntaxErrorCode::FunctionArgumentSyntax,
            after,
            after + 1,
            "arguments are written %name: type",
        );
    }
    region::block_argument(p, true);
}

fn type_with_attributes(p: &mut Parser<'_>) {
    type_(p);
    opt_dictionary(p);
    location::opt_trailing_location(p);
}

/// type or `(` (type `DICTIONARY`?),* `)`
fn results(p: &mut Parser<'_>) {
    let m = p.start();
    if p.at(L_PAREN) {
        p.bracketed(|p| comma_list(p, type_with_attributes));
    } else {
        type_(p);
    }
    m.complete(p, FUNCTION_RESULTS);
}

/// `SYMBOL_REFERENCE` `OPERAND_LIST` `DICTIONARY`? `:` `FUNCTION_TYPE`
fn call(p: &mut Parser<'_>) {
    if p.at(AT_ID) {
        symbol_reference(p);
    } else {
        p.expected_or(SyntaxErrorCode::CallTypeList, "the function as a symbol '@name'");
        if p.at(BARE_ID) && p.nth(1) == L_PAREN {
            let m = p.start();
            p.bump_any();
            m.complete(p, ERROR);
        }
    }
    call_rest(p);
}

/// `VALUE_USE` `OPERAND_LIST` `DICTIONARY`? `:` `FUNCTION_TYPE`
fn call_indirect(p: &mut Parser<'_>) {
    value_use(p);
    call_rest(p);
}

fn call_rest(p: &mut Parser<'_>) {
    if p.at(L_PAREN) {
        bracketed_operands(p, OPERAND_LIST);
    } else {
        p.expected("'(' and the operands");
    }
    opt_dictionary(p);
    if !p.expect(COLON) || p.at(L_PAREN) {
        return function_type(p);
    }
    let start = p.position();
    p.silently(type_);
    let message =
        "the type of a call is a function type: the types of the operands, '->' and those of the results";
    if p.position() > start {
        p.error_between(SyntaxErrorCode::CallTypeList, start, p.position(), message);
    } else {
        p.error(SyntaxErrorCode::CallTypeList, message);
    }
}

/// `DICTIONARY`? `SYMBOL_REFERENCE` `:` type
fn constant(p: &mut Parser<'_>) {
    opt_dictionary(p);
    symbol_reference(p);
    p.expect(COLON);
    type_(p);
}

/// `DICTIONARY`? (`OPERAND_GROUP` `:` `TYPE_GROUP`)?
fn return_(p: &mut Parser<'_>) {
    opt_dictionary(p);
    if p.at(PERCENT_ID) && !p.at_statement_start() {
        operand_group(p);
        if p.at_statement_start() || !p.expect(COLON) {
            return p.expected("':' and the types of the values");
        }
        type_group(p);
    } else if p.at(COLON) {
        p.expected("the values to return");
        p.bump_any();
        opt_type(p);
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn a_brace_in_a_type_is_no_body() {
        for text in [
            "func.func private @f(i32) -> !a.t<t{x:f32}>",
            "func.func private @f(i32) -> !a.t<t{x:f32,y:!a.u<2x!a.t<u{z:i8}>>}>\nfunc.func private @g(i32)",
        ] {
            assert_eq!(parse(text).errors(), &[]);
        }
        assert_ne!(parse("func.func @f(i32) -> !a.t<t{x:f32}> {\n}").errors(), &[]);
    }
}
