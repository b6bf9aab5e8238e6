//! Types: builtin ones in full, those of dialects as a name and a balanced body.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{attribute, comma_list, symbol_body},
    parser::Parser,
};

/// Any type.
pub(crate) fn type_(p: &mut Parser<'_>) {
    if !opt_type(p) {
        if p.at(BARE_ID) && !p.at_statement_start() {
            unknown_type(p);
        } else {
            p.expected("a type");
        }
    }
}

pub(crate) fn opt_type(p: &mut Parser<'_>) -> bool {
    match p.current() {
        L_PAREN => function_type(p),
        EXCLAMATION_ID if !p.at_statement_start() => dialect_type(p),
        BARE_ID => return opt_builtin_type(p),
        _ => return false,
    }
    true
}

/// Whether a word is a builtin type by itself.
pub(crate) fn is_simple_type(name: &str) -> bool {
    const FLOATS: [&str; 19] = [
        "f16",
        "bf16",
        "f32",
        "f64",
        "f80",
        "f128",
        "tf32",
        "f8E5M2",
        "f8E4M3",
        "f8E4M3FN",
        "f8E5M2FNUZ",
        "f8E4M3FNUZ",
        "f8E4M3B11FNUZ",
        "f8E3M4",
        "f8E8M0FNU",
        "f4E2M1FN",
        "f6E2M3FN",
        "f6E3M2FN",
        "index",
    ];
    if FLOATS.contains(&name) || name == "none" {
        return true;
    }
    let width =
        name.strip_prefix("si").or_else(|| name.strip_prefix("ui")).or_else(|| name.strip_prefix('i'));
    width.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

fn is_integer_too_wide(name: &str) -> bool {
    let digits = name.trim_start_matches(['s', 'u', 'i']);
    let is_wide =
        || digits.trim_start_matches('0').len() > 8 || digits.parse::<u32>().is_ok_and(|it| it > 16_777_215);
    name != "index" && name.contains('i') && is_wide()
}

fn opt_builtin_type(p: &mut Parser<'_>) -> bool {
    let name = p.current_text();
    if p.at_statement_start() {
        return false;
    }
    match name {
        "memref" | "tensor" | "vector" => shaped_type(p),
        "tuple" => {
            let m = p.start();
            p.bump_any();
            angles(p, |p| comma_list(p, type_));
            m.complete(p, TUPLE_TYPE);
        }
        "complex" => {
            let m = p.start();
            p.bump_any();
            angles(p, type_);
            m.complete(p, COMPLEX_TYPE);
        }
        _ if is_simple_type(name) => {
            if is_integer_too_wide(name) {
                p.error(SyntaxErrorCode::UnknownType, "integers have at most 16777215 bits");
            }
            let m = p.start();
            p.bump_any();
            m.complete(p, SIMPLE_TYPE);
        }
        _ => return false,
    }
    true
}

fn unknown_type(p: &mut Parser<'_>) {
    if matches!(p.current_text(), "to" | "into" | "from" | "step" | "by" | "loc") {
        return p.expected("a type");
    }
    let hint = match p.current_text() {
        "float" => "; write f32",
        "double" => "; write f64",
        "half" => "; write f16",
        "int" => "; write i32",
        "bool" => "; write i1",
        "size_t" => "; write index",
        _ => "",
    };
    p.error(SyntaxErrorCode::UnknownType, format!("{} is not a type{hint}", p.current_text()));
    let m = p.start();
    p.bump_any();
    if p.at(L_ANGLE) && p.nth_is_adjacent(0) {
        p.silently(opaque_angles);
    }
    m.complete(p, DIALECT_TYPE);
}

/// `<` inside `>`
pub(crate) fn angles(p: &mut Parser<'_>, inside: impl FnOnce(&mut Parser<'_>)) {
    if p.expect(L_ANGLE) {
        p.nested(inside);
        p.expect(R_ANGLE);
    }
}

/// `memref`, `tensor` or `vector` and what is between the angle brackets.
fn shaped_type(p: &mut Parser<'_>) {
    let m = p.start();
    let kind = match p.current_text() {
        "memref" => MEMREF_TYPE,
        "tensor" => TENSOR_TYPE,
        _ => VECTOR_TYPE,
    };
    p.bump_any();
    angles(p, |p| {
        opt_dimensions(p);
        if opt_type(p) {
            // The layout, memory space or encoding.
            while kind != VECTOR_TYPE && p.eat(COMMA) {
                attribute::layout(p);
            }
        } else if p.at(BARE_ID) && !p.at_statement_start() {
            unknown_type(p);
        } else {
            p.expected_or(
                SyntaxErrorCode::DimensionListSyntax,
                "dimensions separated by x and the element type",
            );
            skip_angles(p);
        }
    });
    m.complete(p, kind);
}

/// After an error: consumes up to the `>` of the type, if it is on this line.
fn skip_angles(p: &mut Parser<'_>) {
    let mut n = 0;
    let mut depth = 0;
    loop {
        match p.nth(n) {
            L_ANGLE => depth += 1,
            R_ANGLE if depth == 0 => break,
            R_ANGLE => depth -= 1,
            EOF | L_BRACE | R_BRACE | EQ => return,
            _ => {}
        }
        n += 1;
        if p.nth_at_line_start(n) || n > 200 {
            return;
        }
    }
    if n > 0 {
        let m = p.start();
        (0..n).for_each(|_| p.bump_any());
        m.complete(p, ERROR);
    }
}

/// (`DIMENSION` `x`)*, or `*` `x`
pub(crate) fn opt_dimensions(p: &mut Parser<'_>) {
    if !matches!(p.current(), INTEGER | QUESTION | STAR | L_BRACKET) {
        return;
    }
    let m = p.start();
    if p.eat(STAR) {
        dimension_separator(p);
    } else {
        while matches!(p.current(), INTEGER | QUESTION | L_BRACKET) {
            let m = p.start();
            if p.at(L_BRACKET) {
                p.bracketed(|p| {
                    size_in_range(p);
                    p.expect(INTEGER);
                });
            } else {
                size_in_range(p);
                p.bump_any();
            }
            m.complete(p, DIMENSION);
            if !dimension_separator(p) {
                break;
            }
        }
    }
    m.complete(p, DIMENSIONS);
}

fn size_in_range(p: &mut Parser<'_>) {
    if p.at(INTEGER) && p.current_text().parse::<i64>().is_err() {
        p.error(SyntaxErrorCode::DimensionListSyntax, "this size does not fit a signed 64-bit integer");
    }
}

fn dimension_separator(p: &mut Parser<'_>) -> bool {
    if p.at(DIMENSION_X) || p.at_keyword("x") {
        p.bump_as(DIMENSION_X, 1);
        return true;
    }
    p.expected_or(SyntaxErrorCode::DimensionListSyntax, "'x' between dimensions and before the element type");
    let m = p.start();
    if matches!(p.current(), COMMA | STAR) {
        p.bump_any();
        m.complete(p, ERROR);
        return true;
    }
    m.abandon(p);
    false
}

/// `!alias`, `!dialect.type`, `!dialect.type<…>`, `!dialect<…>`
fn dialect_type(p: &mut Parser<'_>) {
    let m = p.start();
    let kind = dialect_symbol(p, TYPE_ALIAS, DIALECT_TYPE);
    m.complete(p, kind);
}

/// The name of an alias or of a dialect's symbol, and the symbol's body.
pub(crate) fn dialect_symbol(p: &mut Parser<'_>, alias: SyntaxKind, symbol: SyntaxKind) -> SyntaxKind {
    let name = p.current_text();
    let has_dot = name.contains('.');
    p.bump_any();
    if symbol_body::opt_body(p, name) {
        return symbol;
    }
    if p.at(L_ANGLE) && p.nth_is_adjacent(0) {
        opaque_angles(p);
        return symbol;
    }
    if has_dot { symbol } else { alias }
}

/// A text between angle brackets. What is in brackets of another kind, which have their partners, is the dialect's own.
pub(crate) fn opaque_angles(p: &mut Parser<'_>) {
    let m = p.start();
    let mut open = 0_usize;
    let mut inside_until = 0;
    while !p.at_eof() {
        let is_outside = p.position() >= inside_until;
        match p.current() {
            L_PAREN | L_BRACKET | L_BRACE | R_PAREN | R_BRACKET if p.at_unpaired_bracket() => break,
            L_PAREN | L_BRACKET | L_BRACE if is_outside => match p.nth_partner(0) {
                Some(partner) => inside_until = p.position() + partner + 1,
                None => break,
            },
            _ if !is_outside => {}
            L_ANGLE => open += 1,
            R_ANGLE => open -= 1,
            R_PAREN | R_BRACKET | R_BRACE => break,
            // `a.b = 1` is an entry.
            _ if p.at_statement_start() && !(p.at(BARE_ID) && p.nth_at(1, EQ)) => break,
            _ => {}
        }
        p.bump_opaque();
        if open == 0 {
            break;
        }
    }
    if open > 0 {
        p.expected("'>'");
    }
    m.complete(p, OPAQUE_ANGLES);
}

/// `TYPE_LIST` `->` (`TYPE_LIST` | type)
pub(crate) fn function_type(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        return p.expected("a function type");
    }
    let m = p.start();
    type_list(p);
    if p.expect(ARROW) {
        types_or_list(p);
    }
    m.complete(p, FUNCTION_TYPE);
}

/// `(` type,* `)`
pub(crate) fn type_list(p: &mut Parser<'_>) {
    let m = p.start();
    p.bracketed(|p| comma_list(p, type_));
    m.complete(p, TYPE_LIST);
}

/// A list in parentheses, or one type. A parenthesis before an arrow belongs to a function type only inside a list.
fn types_or_list(p: &mut Parser<'_>) {
    if p.at(L_PAREN) {
        type_list(p);
    } else {
        type_(p);
    }
}

/// type,* without brackets.
pub(crate) fn type_group(p: &mut Parser<'_>) {
    let m = p.start();
    type_(p);
    while p.eat(COMMA) {
        type_(p);
    }
    m.complete(p, TYPE_GROUP);
}

/// `->` type or `->` `(` type,* `)`
pub(crate) fn result_types(p: &mut Parser<'_>) {
    let m = p.start();
    if p.expect(ARROW) {
        types_or_list(p);
    }
    m.complete(p, RESULT_TYPES);
}
