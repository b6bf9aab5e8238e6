//! Locations: `loc(…)`.

use crate::{
    SyntaxKind::*,
    grammar::{attribute, comma_list, types},
    parser::Parser,
};

/// `loc` `(` location `)` after an operation or an argument.
pub(crate) fn opt_trailing_location(p: &mut Parser<'_>) -> bool {
    let found = p.at_keyword("loc") && p.nth_at(1, L_PAREN);
    if found {
        let m = p.start();
        body(p);
        m.complete(p, TRAILING_LOCATION);
    }
    found
}

/// `loc` `(` location `)` as an attribute.
pub(crate) fn location_attribute(p: &mut Parser<'_>) {
    let m = p.start();
    body(p);
    m.complete(p, LOCATION_ATTRIBUTE);
}

/// Whether `loc` and what follows it is a location, also in the form of an unknown operation.
pub(crate) fn at_location(p: &Parser<'_>) -> bool {
    p.at_keyword("loc")
        && p.nth_at(1, L_PAREN)
        && match p.nth(2) {
            STRING | HASH_ID => true,
            BARE_ID => matches!(p.nth_text(2), "unknown" | "callsite" | "fused"),
            _ => false,
        }
}

/// Whether a location follows with which an operation ends.
pub(crate) fn at_trailing(p: &Parser<'_>) -> bool {
    at_location(p) && p.nth_partner(1).is_some_and(|partner| p.may_end_before(partner + 1))
}

fn body(p: &mut Parser<'_>) {
    p.bump_any();
    if !p.at(L_PAREN) {
        return p.expected("'(' and a location");
    }
    p.bracketed(location);
}

/// `unknown`, `"name"`, `"name"(…)`, `"file":1:2`, `"file":1:2 to 3:4`, `callsite(… at …)`, `fused<…>[…]` or an
/// attribute.
fn location(p: &mut Parser<'_>) {
    match p.current() {
        STRING if !p.at_statement_start() => {
            p.bump_any();
            if p.at(L_PAREN) {
                p.bracketed(location);
            }
            // A position, or a range of them, parts of which may be left out.
            while matches!(p.current(), COLON | INTEGER) || p.at_keyword("to") {
                p.bump_any();
            }
        }
        HASH_ID if !p.at_statement_start() => attribute::attribute(p),
        BARE_ID if p.at_keyword("unknown") => p.bump_any(),
        BARE_ID if p.at_keyword("callsite") => {
            p.bump_any();
            if !p.at(L_PAREN) {
                return p.expected("'(' and the location of the callee");
            }
            p.bracketed(|p| {
                location(p);
                p.expect_keyword("at");
                location(p);
            });
        }
        BARE_ID if p.at_keyword("fused") => {
            p.bump_any();
            if p.at(L_ANGLE) {
                types::angles(p, attribute::attribute);
            }
            if !p.at(L_BRACKET) {
                return p.expected("'[' and the locations");
            }
            p.bracketed(|p| comma_list(p, location));
        }
        _ => p.expected("a location"),
    }
}
