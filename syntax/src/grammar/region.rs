//! Regions, blocks, labels and block arguments.

use crate::{
    SyntaxKind::*,
    grammar::{alias, attribute, comma_list, location, operation, types},
    parser::Parser,
};

/// `{` `BLOCK`* `}`
pub(crate) fn region(p: &mut Parser<'_>) {
    region_of(p, false);
}

/// As `region`; whether it belongs to an operation of unknown form, which may read it by itself.
pub(crate) fn region_of(p: &mut Parser<'_>, is_foreign: bool) {
    if !p.at(L_BRACE) {
        return p.expected("'{' and a region");
    }
    if p.passes_over_region() {
        return;
    }
    let m = p.start();
    let brace = p.position();
    let mut closed = false;
    p.with_foreign_region(is_foreign, |p| closed = p.braced(blocks));
    if !closed {
        p.unterminated_region(brace);
    }
    m.complete(p, REGION);
}

pub(crate) fn opt_region(p: &mut Parser<'_>) -> bool {
    let found = p.at(L_BRACE);
    if found {
        region(p);
    }
    found
}

fn blocks(p: &mut Parser<'_>) {
    let errors_before = p.error_count();
    let mut m = p.start();
    let mut is_empty = true;
    while !p.at_eof() {
        let before = p.position();
        if p.at(CARET_ID) {
            if !is_empty {
                m.complete(p, BLOCK);
                m = p.start();
            }
            p.statement(label);
        } else if matches!(p.current(), HASH_ID | EXCLAMATION_ID)
            && p.nth_at(1, EQ)
            && !p.nth_at_thick_arrow(1)
        {
            p.statement(alias::misplaced_definition);
        } else {
            p.statement(|p| operation::statement(p, errors_before));
        }
        if p.position() == before {
            p.bump_any();
        }
        is_empty = false;
    }
    if is_empty {
        m.abandon(p);
    } else {
        m.complete(p, BLOCK);
    }
}

/// `CARET_ID` `BLOCK_ARGUMENT_LIST`? `:`
fn label(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    if p.at(L_PAREN) {
        let m = p.start();
        p.bracketed(|p| comma_list(p, |p| block_argument(p, true)));
        m.complete(p, BLOCK_ARGUMENT_LIST);
    }
    if !p.expect(COLON) {
        let colon = (0..8).take_while(|n| !p.nth_at_line_start(*n)).find(|n| p.nth(*n) == COLON && *n > 0);
        let last = colon.and_then(|first| {
            // A type without parentheses around its argument has a colon of its own.
            let ends_line = |n: usize| p.nth(n) == COLON && p.nth_at_line_start(n + 1);
            (first..first + 4).find(|n| ends_line(*n))
        });
        if let Some(last) = last {
            let m = p.start();
            (0..last).for_each(|_| p.bump_any());
            m.complete(p, ERROR);
            p.bump_any();
        }
    }
    m.complete(p, BLOCK_LABEL);
}

/// `PERCENT_ID` (`:` type)? `DICTIONARY`? `TRAILING_LOCATION`?
///
/// A dictionary belongs to an argument with a type only: without one, a brace is the start of a region.
pub(crate) fn block_argument(p: &mut Parser<'_>, require_type: bool) {
    if !p.at(PERCENT_ID) || p.at_statement_start() {
        return p.expected("an argument '%name'");
    }
    let m = p.start();
    p.bump_any();
    let typed = if require_type { p.expect(COLON) } else { p.eat(COLON) };
    if typed {
        types::type_(p);
        attribute::opt_dictionary(p);
        location::opt_trailing_location(p);
    }
    m.complete(p, BLOCK_ARGUMENT);
}
