//! Custom forms of the `affine` dialect.

mod loops;

use crate::{
    SyntaxErrorCode,
    SyntaxKind::{self, *},
    grammar::{
        affine_map::{self, Over, at_operator, expression_list},
        attribute::{attribute, dictionary, opt_dictionary},
        comma_list,
        operation::{operand_group, value_use},
        region::{opt_region, region},
        types::{opt_type, result_types, type_, type_group},
    },
    parser::Parser,
};

pub(super) fn form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    Some(match name {
        "affine.apply" | "affine.min" | "affine.max" => apply,
        "affine.for" => loops::for_,
        "affine.if" => if_,
        "affine.parallel" => loops::parallel,
        "affine.yield" => yield_,
        "affine.load" => load,
        "affine.store" => store,
        "affine.vector_load" => vector_load,
        "affine.vector_store" => vector_store,
        "affine.prefetch" => prefetch,
        "affine.delinearize_index" => delinearize_index,
        "affine.linearize_index" => linearize_index,
        "affine.dma_start" => dma_start,
        "affine.dma_wait" => dma_wait,
        _ => return None,
    })
}

/// `MAP_APPLICATION` `DICTIONARY`?
fn apply(p: &mut Parser<'_>) {
    map_application(p);
    opt_dictionary(p);
    if p.at(COLON) && !p.is_silent() {
        type_suffix(p, "the result is always an index: no type stands here");
    }
}

/// `:` or `,` and a type, which do not belong here.
fn type_suffix(p: &mut Parser<'_>, message: &str) {
    let start = p.position();
    let m = p.start();
    p.bump_any();
    p.silently(|p| {
        opt_type(p);
    });
    m.complete(p, ERROR);
    p.error_between(SyntaxErrorCode::UnexpectedTypeSuffix, start, p.position(), message);
}

/// attribute `DIM_OPERANDS` `SYMBOL_OPERANDS`?
fn map_application(p: &mut Parser<'_>) {
    let m = p.start();
    attribute(p);
    if p.at(L_PAREN) {
        map_operands(p);
    } else {
        p.expected("'(' and the operands of the map");
    }
    m.complete(p, MAP_APPLICATION);
}

/// `DIM_OPERANDS` `SYMBOL_OPERANDS`?
fn map_operands(p: &mut Parser<'_>) {
    operands(p, DIM_OPERANDS);
    if p.at(L_BRACKET) {
        operands(p, SYMBOL_OPERANDS);
    }
}

fn operands(p: &mut Parser<'_>, kind: SyntaxKind) {
    let m = p.start();
    p.bracketed(|p| comma_list(p, plain_operand));
    m.complete(p, kind);
}

/// A value, where an expression is a common mistake.
fn plain_operand(p: &mut Parser<'_>) {
    let start = p.position();
    let is_expression = match p.current() {
        PERCENT_ID => {
            value_use(p);
            at_operator(p)
        }
        INTEGER | FLOAT if p.nth(1) == COMMA || p.nth(1) == EOF => {
            p.error(SyntaxErrorCode::IndexLiteralOperand, "a value stands here, not a number");
            p.bump_any();
            return;
        }
        INTEGER | MINUS => true,
        BARE_ID => p.at_keyword("symbol") && p.nth_at(1, L_PAREN),
        _ => {
            value_use(p);
            false
        }
    };
    if is_expression && !p.is_silent() {
        affine_map::refuse_expression(p, start);
    } else if p.position() == start {
        value_use(p);
    }
}

/// `[` affine expression,* `]`
fn subscripts(p: &mut Parser<'_>) {
    if !p.at(L_BRACKET) {
        p.expected_or(SyntaxErrorCode::MissingSubscript, "'[' and the subscripts");
        if p.at(L_PAREN) && p.nth_partner(0).is_some() {
            let m = p.start();
            p.bracketed(|p| expression_list(p, Over::Values));
            m.complete(p, ERROR);
        }
        return;
    }
    let m = p.start();
    p.bracketed(|p| expression_list(p, Over::Values));
    m.complete(p, SUBSCRIPTS);
}

/// `VALUE_USE` `SUBSCRIPTS`
fn access(p: &mut Parser<'_>) {
    value_use(p);
    subscripts(p);
}

/// `VALUE_USE` `SUBSCRIPTS` `DICTIONARY`? `:` type
fn load(p: &mut Parser<'_>) {
    access(p);
    access_type(p);
}

/// `VALUE_USE` `,` `VALUE_USE` `SUBSCRIPTS` `DICTIONARY`? `:` type
fn store(p: &mut Parser<'_>) {
    value_use(p);
    p.expect(COMMA);
    access(p);
    access_type(p);
}

fn access_type(p: &mut Parser<'_>) {
    opt_dictionary(p);
    if p.expect(COLON) {
        type_(p);
    }
    if p.at(COMMA) && !p.is_silent() {
        type_suffix(p, "the element type follows from the memref");
    }
}

/// `VALUE_USE` `SUBSCRIPTS` `DICTIONARY`? `:` type `,` type
fn vector_load(p: &mut Parser<'_>) {
    access(p);
    vector_type(p);
}

/// `VALUE_USE` `,` `VALUE_USE` `SUBSCRIPTS` `DICTIONARY`? `:` type `,` type
fn vector_store(p: &mut Parser<'_>) {
    value_use(p);
    p.expect(COMMA);
    access(p);
    vector_type(p);
}

fn vector_type(p: &mut Parser<'_>) {
    opt_dictionary(p);
    p.expect(COLON);
    type_(p);
    if p.at(COMMA) {
        p.bump_any();
        type_(p);
    } else {
        p.expected_or(SyntaxErrorCode::VectorTypeRequired, "', vector<…>' after the memref type");
    }
}

/// `VALUE_USE` `SUBSCRIPTS` `,` (`read`|`write`) `,` `locality` `<` `INTEGER` `>` `,` (`data`|`instr`) `DICTIONARY`?
/// `:` type
fn prefetch(p: &mut Parser<'_>) {
    const SYNTAX: SyntaxErrorCode = SyntaxErrorCode::PrefetchSyntax;
    access(p);
    p.expect_or(COMMA, SYNTAX);
    specifier(p, ["read", "write"], SyntaxErrorCode::PrefetchRwSpecifier);
    p.expect_or(COMMA, SYNTAX);
    p.expect_keyword_or("locality", SYNTAX);
    p.expect_or(L_ANGLE, SYNTAX);
    p.eat(MINUS);
    p.expect_or(INTEGER, SYNTAX);
    p.expect_or(R_ANGLE, SYNTAX);
    p.expect_or(COMMA, SYNTAX);
    specifier(p, ["data", "instr"], SyntaxErrorCode::PrefetchCacheSpecifier);
    opt_dictionary(p);
    p.expect(COLON);
    type_(p);
}

fn specifier(p: &mut Parser<'_>, words: [&str; 2], code: SyntaxErrorCode) {
    if !p.at(BARE_ID) || p.at_statement_start() || p.at_keyword("locality") {
        p.expected_or(SyntaxErrorCode::PrefetchSyntax, &*format!("{} or {}", words[0], words[1]));
        return;
    }
    if !words.contains(&p.current_text()) {
        p.expected_or(code, &*format!("{} or {}", words[0], words[1]));
    }
    p.bump_any();
}

/// `DICTIONARY`? (`OPERAND_GROUP` `:` `TYPE_GROUP`)?
fn yield_(p: &mut Parser<'_>) {
    opt_dictionary(p);
    if !p.at(PERCENT_ID) || p.at_statement_start() {
        return;
    }
    operand_group(p);
    if p.expect_or(COLON, SyntaxErrorCode::YieldTypeList) {
        type_group(p);
    }
}

/// `MAP_APPLICATION` `RESULT_TYPES`? `REGION` (`else` `REGION`)? `DICTIONARY`?
fn if_(p: &mut Parser<'_>) {
    condition(p);
    if p.at(ARROW) {
        result_types(p);
    }
    opt_misplaced_attributes(p);
    region(p);
    if p.eat_keyword("else") {
        if p.at_keyword("if") || p.at_keyword("affine.if") {
            let position = p.position();
            p.error_between(
                SyntaxErrorCode::IfElseIf,
                position - 1,
                position + 1,
                "else takes a region; put the second condition inside it",
            );
            p.bump_any();
            p.silently(|p| {
                condition(p);
                opt_region(p);
                while p.eat_keyword("else") {
                    if p.at_keyword("if") || p.at_keyword("affine.if") {
                        p.bump_any();
                        condition(p);
                    }
                    opt_region(p);
                }
            });
            return;
        }
        region(p);
    }
    opt_dictionary(p);
}

fn condition(p: &mut Parser<'_>) {
    let is_attribute =
        matches!(p.current(), HASH_ID) || p.at(BARE_ID) || p.at(L_PAREN) && affine_map::at_legacy(p);
    if !is_attribute {
        p.error(
            SyntaxErrorCode::IfConditionNotSet,
            "the condition is an affine_set with operands; scf.if takes a value of type i1",
        );
        let m = p.start();
        while !matches!(p.current(), EOF | L_BRACE | ARROW) && !p.at_statement_start() {
            p.bump_any();
        }
        m.complete(p, ERROR);
        return;
    }
    let m = p.start();
    attribute(p);
    if p.at(L_PAREN) {
        map_operands(p);
    } else {
        p.expected_or(SyntaxErrorCode::IfConditionNotSet, "'(' and the operands of the set");
    }
    m.complete(p, MAP_APPLICATION);
}

/// Attributes before the body of a loop or condition, where they have no place.
fn opt_misplaced_attributes(p: &mut Parser<'_>) {
    let has_keyword = p.at_keyword("attributes");
    let brace = usize::from(has_keyword);
    let is_dictionary = p.nth(brace) == L_BRACE
        && p.nth_partner(brace).is_some_and(|partner| {
            has_keyword
                || p.nth(partner + 1) == L_BRACE
                    && matches!(p.nth(1), BARE_ID | STRING)
                    && matches!(p.nth(2), EQ | COMMA | R_BRACE)
                    // A region of one operation, before the attributes where they belong.
                    && !(p.nth(2) == R_BRACE
                        && p.nth_text(1).contains('.')
                        && matches!(p.nth(4), BARE_ID | STRING)
                        && matches!(p.nth(5), EQ | COMMA | R_BRACE))
        });
    if !is_dictionary {
        return;
    }
    let start = p.position();
    let m = p.start();
    p.eat_keyword("attributes");
    p.silently(dictionary);
    m.complete(p, ERROR);
    p.error_between(
        SyntaxErrorCode::LoopAttributePosition,
        start,
        p.position(),
        "attributes follow the last region",
    );
}

/// `VALUE_USE` `into` `BASIS` `DICTIONARY`? `:` `TYPE_GROUP`
fn delinearize_index(p: &mut Parser<'_>) {
    plain_operand(p);
    p.expect_keyword_or("into", SyntaxErrorCode::LinearizeSyntax);
    basis(p);
    opt_dictionary(p);
    if p.expect_or(COLON, SyntaxErrorCode::LinearizeSyntax) {
        type_group(p);
    }
}

/// `disjoint`? `[` `OPERAND_GROUP` `]` `by` `BASIS` `DICTIONARY`? `:` type
fn linearize_index(p: &mut Parser<'_>) {
    p.eat_keyword("disjoint");
    if p.at(L_BRACKET) {
        p.bracketed(|p| {
            let m = p.start();
            comma_list(p, plain_operand);
            m.complete(p, OPERAND_GROUP);
        });
    } else {
        p.expected_or(SyntaxErrorCode::LinearizeSyntax, "'[' and the indices");
        if p.at(L_PAREN) && p.nth_partner(0).is_some() {
            let m = p.start();
            p.bracketed(|p| comma_list(p, value_use));
            m.complete(p, ERROR);
        }
    }
    p.expect_keyword_or("by", SyntaxErrorCode::LinearizeSyntax);
    basis(p);
    opt_dictionary(p);
    if p.expect_or(COLON, SyntaxErrorCode::LinearizeSyntax) {
        type_(p);
        // Newer versions take vectors of one shape for operands and result.
        while p.eat(COMMA) {
            type_(p);
        }
    }
}

/// `(` (`VALUE_USE` | `INTEGER`),* `)`
fn basis(p: &mut Parser<'_>) {
    if !p.at(L_PAREN) {
        p.expected_or(SyntaxErrorCode::LinearizeSyntax, "'(' and the basis");
        if p.at(L_BRACKET) && p.nth_partner(0).is_some() {
            let m = p.start();
            p.bracketed(|p| comma_list(p, basis_element));
            m.complete(p, ERROR);
        }
        return;
    }
    let m = p.start();
    p.bracketed(|p| comma_list(p, basis_element));
    m.complete(p, BASIS);
}

fn basis_element(p: &mut Parser<'_>) {
    if p.at(MINUS) && p.nth(1) == INTEGER {
        p.bump_any();
    }
    if !p.eat(INTEGER) {
        value_use(p);
    }
}

/// `VALUE_USE` `SUBSCRIPTS` `,` `VALUE_USE` `SUBSCRIPTS` `,` `VALUE_USE` `SUBSCRIPTS` `,` `OPERAND_GROUP` `:`
/// `TYPE_GROUP`
fn dma_start(p: &mut Parser<'_>) {
    access(p);
    p.expect(COMMA);
    access(p);
    p.expect(COMMA);
    access(p);
    p.expect(COMMA);
    dma_rest(p, true);
}

/// `VALUE_USE` `SUBSCRIPTS` `,` `OPERAND_GROUP` `:` `TYPE_GROUP`
fn dma_wait(p: &mut Parser<'_>) {
    access(p);
    p.expect(COMMA);
    dma_rest(p, false);
}

/// The element count, and for a start perhaps the stride and the elements of a stride; the comma before them may be
/// without them.
fn dma_rest(p: &mut Parser<'_>, may_have_stride: bool) {
    if p.at(PERCENT_ID) && !p.at_statement_start() {
        let m = p.start();
        value_use(p);
        let has_comma_alone = may_have_stride && p.at(COMMA) && p.nth_at(1, COLON);
        while !has_comma_alone && p.eat(COMMA) {
            value_use(p);
        }
        m.complete(p, OPERAND_GROUP);
        if has_comma_alone {
            p.bump_any();
        }
    } else {
        p.expected("the number of elements");
    }
    dma_attributes(p);
    p.expect(COLON);
    type_group(p);
    dma_attributes(p);
}

fn dma_attributes(p: &mut Parser<'_>) {
    if p.at(L_BRACE) && p.nth_partner(0).is_some() {
        let start = p.position();
        let m = p.start();
        p.silently(dictionary);
        m.complete(p, ERROR);
        p.error_between(
            SyntaxErrorCode::DmaNoAttributeDict,
            start,
            p.position(),
            "DMA operations take attributes only in generic form",
        );
    }
}
