//! The custom form of an operation whose dialect is not known: as much as can be parsed without knowing it.
//!
//! Nothing here is an error but what no dialect can read, characters and brackets without partner, and what is wrong inside regions, whose
//! operations are parsed as everywhere.

use crate::{
    SyntaxKind::*,
    grammar::{affine_map, attribute, location, operation, region, symbol_body, types},
    ods::Arity,
    parser::Parser,
};

/// `OPAQUE_BODY`: everything up to the next statement.
pub(crate) fn body(p: &mut Parser<'_>) {
    let m = p.start();
    let mut wrong = None;
    let mut silent = p.is_silent();
    let is_foreign = !p.registry().lists(p.previous_text().split_once('.').map_or("", |it| it.0));
    p.silently(|p| {
        // Inside brackets no statement starts.
        let mut inside_until = 0;
        while !p.at_eof() {
            let is_outside = p.position() >= inside_until;
            let is_clause = is_foreign && p.at_old_word();
            if is_outside && (p.at_next_statement() && !is_clause || location::at_trailing(p)) {
                break;
            }
            let before = p.position();
            let is_unpaired = p.at_unpaired_bracket() && !(is_foreign && p.at_end_of_label());
            if wrong.is_none() && (p.at(UNEXPECTED) || is_unpaired) {
                wrong = Some(before);
            }
            p.with_brackets(!is_outside, |p| piece(p, &mut inside_until, &mut silent));
            if p.position() == before {
                p.bump_opaque();
            }
        }
    });
    if let Some(token) = wrong.filter(|_| !silent) {
        p.unexpected_token(token);
    }
    m.complete(p, OPAQUE_BODY);
}

fn piece(p: &mut Parser<'_>, inside_until: &mut usize, silent: &mut bool) {
    match p.current() {
        PERCENT_ID => {
            if !operation::opt_value_use(p) {
                p.bump_opaque();
            }
        }
        CARET_ID => operation::successor(p),
        AT_ID => {
            attribute::symbol_reference(p);
            let has_arguments = p.at(L_PAREN) && p.nth(1) == PERCENT_ID && p.nth(2) == COLON;
            if has_arguments && p.attempt(arguments).1.is_none() {
                let m = p.start();
                arguments(p);
                m.complete(p, BLOCK_ARGUMENT_LIST);
            }
        }
        L_BRACE if p.nth_partner(0).is_none() || is_region(p) => region::region_of(p, true),
        // `<{map = (d0) -> (d0 : compressed)}>` has words of its own.
        L_BRACE if p.previous() == L_ANGLE && is_dictionary_at(p, 0) => enter(p, inside_until),
        L_BRACE if is_dictionary_at(p, 0) => p.only_old_spellings(*silent, attribute::dictionary),
        L_PAREN => match p.nth_partner(0) {
            Some(partner) if p.nth(partner + 1) == ARROW && !affine_map::at_legacy(p) => {
                function_type(p, partner)
            }
            _ => enter(p, inside_until),
        },
        L_BRACKET | L_BRACE => enter(p, inside_until),
        // An error in a body whose form is known is an error here too.
        HASH_ID if symbol_body::is_described(p) => *silent = p.with_silence(*silent, attribute::attribute),
        EXCLAMATION_ID if symbol_body::is_described(p) => *silent = p.with_silence(*silent, types::type_),
        HASH_ID | STRING => attribute::attribute(p),
        EXCLAMATION_ID => types::type_(p),
        BARE_ID if location::at_location(p) => location::location_attribute(p),
        BARE_ID if p.nth(1) == L_ANGLE || types::is_simple_type(p.current_text()) => {
            let is_map = matches!(p.current_text(), "affine_map" | "affine_set");
            let is_elements = matches!(p.current_text(), "dense" | "array" | "strided");
            if matches!(p.current_text(), "memref" | "tensor" | "vector") {
                // These words and a `<` are a type in every dialect.
                *silent = p.with_silence(*silent, types::type_);
            } else if is_map || is_elements {
                attribute::attribute(p);
            } else if !types::opt_type(p) {
                p.bump_opaque();
            }
        }
        _ => p.bump_opaque(),
    }
}

/// `(%a: i32, %b: i32, ...)`
fn arguments(p: &mut Parser<'_>) {
    p.bracketed(|p| {
        super::comma_list(p, |p| match p.at(ELLIPSIS) {
            true => p.bump_any(),
            false => region::block_argument(p, true),
        });
    });
}

fn enter(p: &mut Parser<'_>, inside_until: &mut usize) {
    if let Some(partner) = p.nth_partner(0) {
        *inside_until = (*inside_until).max(p.position() + partner);
    }
    p.bump_opaque();
}

/// `(…) -> …`, where what is in the parentheses may as well be no types: then it is tokens. `(i32) -> (%r: i32)` names the
/// arguments of a region.
fn function_type(p: &mut Parser<'_>, inputs_end: usize) {
    let results = inputs_end + 2;
    let results_end = p.nth_partner(results).unwrap_or(results);
    let names_values = (results..=results_end).any(|it| p.nth(it) == PERCENT_ID);
    let holds_types = match p.nth(1) {
        R_PAREN | EXCLAMATION_ID => true,
        BARE_ID => {
            types::is_simple_type(p.nth_text(1))
                || matches!(p.nth_text(1), "memref" | "tensor" | "vector" | "tuple" | "complex")
        }
        _ => false,
    };
    if holds_types && !names_values {
        types::function_type(p);
    } else {
        let mut ignored = 0;
        enter(p, &mut ignored);
    }
}

/// Whether the brace at the cursor opens a region, judged by its first tokens.
pub(crate) fn is_region(p: &Parser<'_>) -> bool {
    if p.previous_text() == "attributes" && is_dictionary_at(p, 0) {
        return false;
    }
    match p.nth(1) {
        // An empty dictionary is never written over two lines.
        R_BRACE => p.nth(2) != COLON || p.nth_at_line_start(1),
        CARET_ID => true,
        PERCENT_ID => p.nth_at_results(1),
        STRING => p.nth(2) == L_PAREN,
        BARE_ID => match p.nth(2) {
            // `x.y => %a` is an operation.
            EQ => p.nth_at_thick_arrow(2),
            COMMA => false,
            // `wasmssa.block : {`; a key has no dialect there.
            COLON => p.nth_text(1).contains('.'),
            R_BRACE => is_operation_alone(p),
            L_BRACE if is_dictionary_at(p, 2) => match p.nth_partner(2) {
                Some(partner) if p.nth(partner + 1) == R_BRACE => is_operation_alone(p),
                _ => true,
            },
            _ => true,
        },
        _ => false,
    }
}

/// Whether the word after the brace at the cursor, which is there alone or with attributes, is an operation.
/// Some dialects abbreviate a region so: `{ arith.addf {fastmath = #arith.fastmath<fast>} }`. Over several lines that is told
/// from a region by the operands that such an operation lacks.
fn is_operation_alone(p: &Parser<'_>) -> bool {
    let name = p.nth_text(1);
    let needs_operands =
        p.registry().get(name).is_some_and(|it| it.operands.iter().any(|it| it.arity == Arity::One));
    let is_terminator =
        ["yield", "terminator", "return", "end", "unreachable"].iter().any(|it| name.ends_with(it));
    is_terminator || p.nth_at_line_start(1) && name.contains('.') && !needs_operands
}

fn is_dictionary_at(p: &Parser<'_>, brace: usize) -> bool {
    match p.nth(brace + 1) {
        R_BRACE => true,
        BARE_ID | STRING => matches!(p.nth(brace + 2), EQ | COMMA | R_BRACE),
        _ => false,
    }
}
