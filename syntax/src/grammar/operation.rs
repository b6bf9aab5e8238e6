//! Operations: results, name, and the choice between generic, custom and opaque form.

use crate::{
    Expected,
    SyntaxErrorCode::UnexpectedTypeSuffix,
    SyntaxKind::*,
    grammar::{comma_list, dialect::legacy, generic_form, location, opaque, skip_statement},
    ods::{OpDefinition, Outcome},
    parser::{Parser, is_prefixless_operation},
};

/// An operation, or an `ERROR` up to the next statement.
///
/// `errors_before` is the number of errors before the statements around: a brace that closes nothing is most often
/// the other half of an error that is reported among them.
pub(crate) fn statement(p: &mut Parser<'_>, errors_before: usize) {
    match p.current() {
        _ if p.is_in_foreign_region() && !at_operation(p) => foreign_statement(p),
        PERCENT_ID if p.nth_at_line_start(0) || matches!(p.nth(1), EQ | COMMA | COLON) => operation(p),
        BARE_ID if is_stray_word(p) => not_a_statement(p),
        STRING | BARE_ID => operation(p),
        R_BRACE if p.error_count() > errors_before => p.silently(not_a_statement),
        _ => not_a_statement(p),
    }
}

/// Whether what is in a region of unknown form is to be judged: an operation, its first words, or a brace.
fn at_operation(p: &Parser<'_>) -> bool {
    match p.current() {
        PERCENT_ID => p.nth_at_results(0) || p.nth_at_line_start(1),
        BARE_ID | STRING | R_BRACE | UNEXPECTED => true,
        _ => false,
    }
}

/// `OPERATION` without a name: `%x : i32` or `[a, b] -> c`, which the operation around reads by itself.
fn foreign_statement(p: &mut Parser<'_>) {
    let m = p.start();
    let before = p.position();
    opaque::body(p);
    if p.position() == before {
        p.bump_any();
    }
    m.complete(p, OPERATION);
}

/// Whether a word follows an operation on its line and is not the name of another one.
fn is_stray_word(p: &Parser<'_>) -> bool {
    let name = p.current_text();
    !p.is_in_foreign_region()
        && !p.nth_at_line_start(0)
        && !name.contains('.')
        && !is_prefixless_operation(name)
        && !matches!(p.previous(), L_BRACE | COLON | EOF)
}

fn not_a_statement(p: &mut Parser<'_>) {
    if p.at(R_BRACE) {
        p.unexpected_brace();
        let m = p.start();
        p.bump_any();
        m.complete(p, ERROR);
        return;
    }
    if p.at(COLON) && matches!(p.previous_text(), "true" | "false") {
        p.error(UnexpectedTypeSuffix, "true and false have no type written: they are of type i1");
    } else {
        p.expected(Expected::Operation);
    }
    let before = p.position();
    skip_statement(p);
    if p.position() == before && !p.at_eof() {
        let m = p.start();
        p.bump_any();
        m.complete(p, ERROR);
    }
}

/// `OP_RESULTS`? `OP_NAME` pieces* `TRAILING_LOCATION`?
fn operation(p: &mut Parser<'_>) {
    let m = p.start();
    if p.at(PERCENT_ID) {
        results(p);
    }
    match p.current() {
        STRING => {
            name(p);
            generic_form::body(p);
        }
        BARE_ID if !p.is_silent() || !p.nth_at_line_start(0) => {
            let text = p.current_text();
            let is_foreign = is_foreign_name(p);
            name(p);
            match p.registry().written(text).filter(|it| it.has_form() && !is_foreign) {
                Some(_) if legacy::at_old_form(p, text) => opaque::body(p),
                Some(definition) if definition.is_tentative() && !is_parsed(p, definition) => opaque::body(p),
                Some(definition) => _ = definition.parse(p),
                None => match legacy::legacy_operation(text).filter(|_| !is_foreign) {
                    Some(old) => legacy::body(p, old),
                    None => opaque::body(p),
                },
            }
        }
        // `%a, %b = %c, %d`
        _ if p.is_in_foreign_region() && !p.nth_at_line_start(0) => opaque::body(p),
        _ => p.expected("the name of an operation"),
    }
    location::opt_trailing_location(p);
    if p.is_silent() {
        skip_statement(p);
    }
    m.complete(p, OPERATION);
}

/// Whether the form describes what is here, or an error in it is certain.
fn is_parsed(p: &mut Parser<'_>, definition: &OpDefinition) -> bool {
    let mut outcome = Outcome::default();
    match p.would_parse(|p| outcome = definition.parse(p)) {
        true => !outcome.is_opaque,
        false => outcome.is_certain,
    }
}

/// Whether a name without a dialect is one of the operation around, whose form is not known. A module is what it is
/// everywhere.
fn is_foreign_name(p: &Parser<'_>) -> bool {
    let name = p.current_text();
    let behind = if p.nth_at(1, AT_ID) { 2 } else { 1 };
    let is_module = name == "module" && (p.nth_at(behind, L_BRACE) || p.nth_keyword(behind, "attributes"));
    p.is_in_foreign_region() && !name.contains('.') && !is_module
}

fn name(p: &mut Parser<'_>) {
    let m = p.start();
    p.bump_any();
    m.complete(p, OP_NAME);
}

/// `OP_RESULT`,* `=`
fn results(p: &mut Parser<'_>) {
    let m = p.start();
    comma_list(p, |p| {
        if !p.at(PERCENT_ID) {
            return p.expected("the name of a result");
        }
        let m = p.start();
        p.bump_any();
        if p.eat(COLON) {
            p.expect(INTEGER);
        }
        m.complete(p, OP_RESULT);
    });
    if !p.expect(EQ) {
        let equals = (0..3).take_while(|n| !p.nth_at_line_start(*n)).find(|n| p.nth(*n) == EQ);
        if let Some(equals) = equals {
            let m = p.start();
            (0..equals).for_each(|_| p.bump_any());
            m.complete(p, ERROR);
            p.bump_any();
        }
    }
    m.complete(p, OP_RESULTS);
}

/// `PERCENT_ID` `HASH_ID`?
pub(crate) fn value_use(p: &mut Parser<'_>) {
    if !opt_value_use(p) {
        p.expected("an SSA value");
    }
}

pub(crate) fn opt_value_use(p: &mut Parser<'_>) -> bool {
    if !p.at(PERCENT_ID) || p.at_statement_start() {
        return false;
    }
    let m = p.start();
    p.bump_any();
    if at_result_number(p) {
        p.bump_any();
    }
    m.complete(p, VALUE_USE);
    true
}

fn at_result_number(p: &Parser<'_>) -> bool {
    p.at(HASH_ID) && p.current_text().bytes().skip(1).all(|it| it.is_ascii_digit())
}

/// `VALUE_USE`,* without brackets; perhaps none.
pub(crate) fn operand_group(p: &mut Parser<'_>) {
    let m = p.start();
    if opt_value_use(p) {
        while p.eat(COMMA) {
            value_use(p);
        }
    }
    m.complete(p, OPERAND_GROUP);
}

/// `(` `VALUE_USE`,* `)` as a node of the given kind.
pub(crate) fn bracketed_operands(p: &mut Parser<'_>, kind: crate::SyntaxKind) {
    let m = p.start();
    p.bracketed(|p| comma_list(p, value_use));
    m.complete(p, kind);
}

/// `CARET_ID` (`(` `OPERAND_GROUP` (`:` `TYPE_GROUP`)? `)`)?
pub(crate) fn successor(p: &mut Parser<'_>) {
    if !p.at(CARET_ID) || p.at_statement_start() {
        return p.expected("the label of a block");
    }
    let m = p.start();
    p.bump_any();
    if p.at(L_PAREN) {
        p.bracketed(|p| {
            operand_group(p);
            if p.eat(COLON) {
                super::types::type_group(p);
            }
        });
    }
    m.complete(p, SUCCESSOR);
}
