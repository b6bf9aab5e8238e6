//! The grammar: recursive descent over the parser's cursor.
//!
//! A function `x(p)` makes a node `X` or reports an error; `opt_x(p)` may make nothing and returns whether it did. No
//! function consumes the first token of a statement on another line, and none consumes a closing bracket that it
//! did not open.

pub(crate) mod affine_map;
pub(crate) mod alias;
pub(crate) mod attribute;
pub(crate) mod dialect;
pub(crate) mod generic_form;
pub(crate) mod location;
pub(crate) mod opaque;
pub(crate) mod operation;
pub(crate) mod region;
mod resources;
pub(crate) mod symbol_body;
pub(crate) mod types;

use crate::{
    SyntaxKind::*,
    parser::{Marker, Parser},
};

/// `PART` (`SPLIT_MARKER` `PART`)*
pub(crate) fn source_file(p: &mut Parser<'_>) {
    p.open(SOURCE_FILE);
    loop {
        let end = p.next_split_marker();
        p.limited(end, part);
        if !p.eat(SPLIT_MARKER) {
            break;
        }
    }
    p.close();
}

fn part(p: &mut Parser<'_>) {
    p.open(PART);
    let errors_before = p.error_count();
    while !p.at_eof() {
        let before = p.position();
        p.statement(|p| match p.current() {
            HASH_ID | EXCLAMATION_ID => alias::definition(p),
            RESOURCES_START => resources::resources(p),
            _ => operation::statement(p, errors_before),
        });
        if p.position() == before {
            p.bump_any();
        }
        p.settle();
    }
    p.close();
}

/// `item`,* up to the closing bracket; `item` returns whether it made something.
///
/// To be called inside `bracketed`: the list ends at the end of input or at a closing bracket.
pub(crate) fn comma_list(p: &mut Parser<'_>, mut item: impl FnMut(&mut Parser<'_>)) {
    if at_list_end(p) {
        return;
    }
    loop {
        let before = p.position();
        item(p);
        if !p.eat(COMMA) || p.position() == before {
            return;
        }
    }
}

pub(crate) fn at_list_end(p: &Parser<'_>) -> bool {
    matches!(p.current(), EOF | R_PAREN | R_BRACKET | R_BRACE | R_ANGLE)
}

/// Consumes what is left before the limit, which has no place in the grammar. Regions in it keep their structure.
pub(crate) fn skip_to_limit(p: &mut Parser<'_>) {
    skip_while(p, |_| true);
}

/// Consumes the rest of a statement after an error, up to the next statement or the limit.
pub(crate) fn skip_statement(p: &mut Parser<'_>) {
    skip_while(p, |p| !p.at_statement_start());
}

fn skip_while(p: &mut Parser<'_>, accept: impl Fn(&Parser<'_>) -> bool) {
    let mut open = None;
    // A bracket goes with its content, where no statement starts but in regions.
    let mut inside_until = 0;
    while !p.at_eof() && (p.position() < inside_until || accept(p)) {
        if let Some(partner) = p.nth_partner(0) {
            if p.at(L_BRACE) && opaque::is_region(p) {
                if let Some(m) = open.take() {
                    Marker::complete(m, p, ERROR);
                }
                region::region(p);
                continue;
            }
            inside_until = inside_until.max(p.position() + partner);
        }
        if open.is_none() {
            open = Some(p.start());
        }
        p.bump_any();
    }
    if let Some(m) = open {
        m.complete(p, ERROR);
    }
}
