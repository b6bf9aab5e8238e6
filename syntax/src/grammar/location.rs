//! Locations: `loc(…)`.

use crate::{SyntaxKind::*, grammar::attribute, parser::Parser};

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

/// Names of aliases are found; the rest of a location says nothing to anybody here.
fn body(p: &mut Parser<'_>) {
    p.bump_any();
    if !p.at(L_PAREN) {
        return p.expected("'(' and a location");
    }
    p.bracketed(|p| {
        while !p.at_eof() && !p.at_statement_start() {
            if p.at(HASH_ID) {
                p.silently(attribute::attribute);
            } else {
                p.bump_any();
            }
        }
    });
}
