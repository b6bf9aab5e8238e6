//! Attributes: builtin ones in full, those of dialects as a name and a balanced body.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{affine_map, comma_list, location, types},
    parser::Parser,
};

/// Any attribute.
pub(crate) fn attribute(p: &mut Parser<'_>) {
    if !opt_attribute(p) {
        p.expected("an attribute");
    }
}

pub(crate) fn opt_attribute(p: &mut Parser<'_>) -> bool {
    if p.at_statement_start() && !p.at(HASH_ID) {
        return false;
    }
    match p.current() {
        MINUS | INTEGER | FLOAT => number(p),
        STRING => {
            let m = p.start();
            p.bump_any();
            opt_colon_type(p);
            m.complete(p, STRING_ATTRIBUTE);
        }
        L_BRACKET => {
            let m = p.start();
            p.bracketed(|p| comma_list(p, attribute));
            m.complete(p, ARRAY_ATTRIBUTE);
        }
        L_BRACE => dictionary(p),
        AT_ID => symbol_reference(p),
        HASH_ID => {
            let m = p.start();
            let kind = types::dialect_symbol(p, ATTRIBUTE_ALIAS, DIALECT_ATTRIBUTE);
            if kind == DIALECT_ATTRIBUTE {
                opt_colon_type(p);
            }
            m.complete(p, kind);
        }
        L_PAREN if affine_map::at_legacy(p) => affine_map::legacy(p),
        BARE_ID if opt_named(p) => {}
        _ => {
            let m = p.start();
            if !types::opt_type(p) {
                m.abandon(p);
                return false;
            }
            m.complete(p, TYPE_ATTRIBUTE);
        }
    }
    true
}

/// Attributes that start with a word.
fn opt_named(p: &mut Parser<'_>) -> bool {
    let next = p.nth(1);
    match p.current_text() {
        "true" | "false" => boolean(p),
        "unit" => leaf(p, UNIT_ATTRIBUTE),
        "affine_map" => affine_map::map_attribute(p),
        "affine_set" => affine_map::set_attribute(p),
        "dense" => elements(p, DENSE_ATTRIBUTE),
        "dense_resource" => elements(p, DENSE_RESOURCE_ATTRIBUTE),
        "sparse" => elements(p, SPARSE_ATTRIBUTE),
        "array" if next == L_ANGLE => dense_array(p),
        "strided" if next == L_ANGLE => strided(p),
        "distinct" if next == L_BRACKET => distinct(p),
        "loc" if next == L_PAREN => location::location_attribute(p),
        _ => return false,
    }
    true
}

/// (`true` | `false`) (`:` type)?: MLIR knows no type there, but it is often written.
fn boolean(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    if p.at(COLON) && p.nth(1) == BARE_ID && types::is_simple_type(p.nth_text(1)) {
        opt_colon_type(p);
    }
    m.complete(p, BOOL_ATTRIBUTE);
}

fn leaf(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    p.bump_any();
    m.complete(p, kind);
}

fn opt_colon_type(p: &mut Parser<'_>) {
    if p.eat(COLON) {
        types::type_(p);
    }
}

/// `-`? (`INTEGER` | `FLOAT`) (`:` type)?
fn number(p: &mut Parser<'_>) {
    let m = p.start();
    p.eat(MINUS);
    let is_hexadecimal = p.current_text().starts_with("0x");
    let mut kind = if p.at(FLOAT) { FLOAT_ATTRIBUTE } else { INTEGER_ATTRIBUTE };
    if matches!(p.current(), INTEGER | FLOAT) {
        p.bump_any();
    } else {
        p.expected("a number");
    }
    if p.at(COLON) {
        if is_hexadecimal && p.nth(1) == BARE_ID && is_float_name(p.nth_text(1)) {
            kind = FLOAT_ATTRIBUTE;
        }
        opt_colon_type(p);
    }
    m.complete(p, kind);
}

fn is_float_name(name: &str) -> bool {
    types::is_simple_type(name) && (name.starts_with(['f', 'b', 't']))
}

/// `{` `ATTRIBUTE_ENTRY`,* `}`
pub(crate) fn dictionary(p: &mut Parser<'_>) {
    if !p.at(L_BRACE) {
        return p.expected("'{' and attributes");
    }
    let m = p.start();
    p.bracketed(|p| comma_list(p, entry));
    m.complete(p, DICTIONARY);
}

pub(crate) fn opt_dictionary(p: &mut Parser<'_>) -> bool {
    let found = p.at(L_BRACE);
    if found {
        dictionary(p);
    }
    found
}

/// `attributes` `DICTIONARY`, as functions and modules have it.
pub(crate) fn opt_attributes_keyword(p: &mut Parser<'_>) {
    if p.eat_keyword("attributes") {
        dictionary(p);
    }
}

/// (`BARE_ID` | `STRING`) (`=` attribute)?
pub(crate) fn entry(p: &mut Parser<'_>) {
    if !matches!(p.current(), BARE_ID | STRING) {
        return p.expected("the name of an attribute");
    }
    let m = p.start();
    p.bump_any();
    if p.eat(EQ) {
        attribute(p);
    }
    m.complete(p, ATTRIBUTE_ENTRY);
}

/// `<` `DICTIONARY` `>`
pub(crate) fn properties(p: &mut Parser<'_>) {
    let m = p.start();
    p.expect(L_ANGLE);
    attribute(p);
    p.expect(R_ANGLE);
    m.complete(p, PROPERTIES);
}

/// `AT_ID` (`::` `AT_ID`)*
pub(crate) fn symbol_reference(p: &mut Parser<'_>) {
    if !p.at(AT_ID) {
        return p.expected("a symbol '@name'");
    }
    let m = p.start();
    p.bump_any();
    while p.eat(COLON_COLON) {
        p.expect(AT_ID);
    }
    m.complete(p, SYMBOL_REFERENCE);
}

/// `AT_ID` where a symbol is defined.
pub(crate) fn symbol_name(p: &mut Parser<'_>) {
    symbol_name_or(p, SyntaxErrorCode::ExpectedToken);
}

pub(crate) fn symbol_name_or(p: &mut Parser<'_>, code: SyntaxErrorCode) {
    if p.at(AT_ID) {
        leaf(p, SYMBOL_NAME);
    } else {
        p.expected_or(code, "a symbol name '@name'");
        if p.at(BARE_ID) && p.nth(1) == L_PAREN && !p.at_statement_start() {
            leaf(p, ERROR);
        }
    }
}

/// `dense` `<` values `>` (`:` type)?
fn elements(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    p.bump_any();
    types::angles(p, |p| {
        if !super::at_list_end(p) {
            comma_list(p, element);
        }
    });
    opt_colon_type(p);
    m.complete(p, kind);
}

/// A value of a dense literal: nested lists of numbers as flat tokens, since there can be millions of them.
fn element(p: &mut Parser<'_>) {
    match p.current() {
        L_BRACKET | L_PAREN => {
            p.bracketed(|p| comma_list(p, element));
        }
        MINUS => {
            p.bump_any();
            if !p.eat(INTEGER) && !p.eat(FLOAT) {
                p.expected("a number");
            }
        }
        INTEGER | FLOAT | STRING => p.bump_any(),
        BARE_ID if !p.at_statement_start() => p.bump_any(),
        _ => p.expected("a value"),
    }
}

/// `array` `<` type (`:` value,*)? `>`
fn dense_array(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    types::angles(p, |p| {
        types::type_(p);
        if p.eat(COLON) {
            comma_list(p, element);
        }
    });
    m.complete(p, DENSE_ARRAY_ATTRIBUTE);
}

/// `strided` `<` `[` stride,* `]` (`,` `offset` `:` stride)? `>`
fn strided(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    types::angles(p, |p| {
        if p.at(L_BRACKET) {
            p.bracketed(|p| comma_list(p, stride));
        } else {
            p.expected("'[' and the strides");
        }
        if p.eat(COMMA) {
            p.expect_keyword("offset");
            p.expect(COLON);
            stride(p);
        }
    });
    m.complete(p, STRIDED_ATTRIBUTE);
}

fn stride(p: &mut Parser<'_>) {
    if p.eat(QUESTION) {
        return;
    }
    p.eat(MINUS);
    if !p.eat(INTEGER) {
        p.expected("an integer or '?'");
    }
}

/// `distinct` `[` `INTEGER` `]` `<` attribute? `>`
fn distinct(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    p.bracketed(|p| {
        p.expect(INTEGER);
    });
    types::angles(p, |p| {
        if !p.at(R_ANGLE) {
            attribute(p);
        }
    });
    m.complete(p, DISTINCT_ATTRIBUTE);
}

/// A parameter of `memref<…>` or `tensor<…>` after the element type.
pub(crate) fn layout(p: &mut Parser<'_>) {
    if !p.at_keyword("offset") || p.nth(1) != COLON {
        return attribute(p);
    }
    // The old spelling of strides, which rules report: `offset: 0, strides: [4, 1]`.
    let m = p.start();
    (0..2).for_each(|_| p.bump_any());
    stride(p);
    p.expect(COMMA);
    p.expect_keyword("strides");
    p.expect(COLON);
    if p.at(L_BRACKET) {
        p.bracketed(|p| comma_list(p, stride));
    } else {
        p.expected("'[' and the strides");
    }
    m.complete(p, STRIDED_ATTRIBUTE);
}
