//! Custom forms of the `builtin` dialect.

use crate::{
    SyntaxKind::*,
    grammar::{
        attribute::{opt_attributes_keyword, opt_dictionary, symbol_name},
        operation::operand_group,
        region,
        types::type_group,
    },
    parser::Parser,
};

pub(super) fn form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    Some(match name {
        "builtin.module" => module,
        "builtin.unrealized_conversion_cast" => cast,
        _ => return None,
    })
}

/// `SYMBOL_NAME`? (`attributes` `DICTIONARY`)? `REGION`
fn module(p: &mut Parser<'_>) {
    if p.at(AT_ID) {
        symbol_name(p);
    }
    opt_attributes_keyword(p);
    region::region(p);
}

/// (`OPERAND_GROUP` `:` `TYPE_GROUP`)? `to` `TYPE_GROUP` `DICTIONARY`?
fn cast(p: &mut Parser<'_>) {
    if p.at(PERCENT_ID) {
        operand_group(p);
        p.expect(COLON);
        type_group(p);
    }
    p.expect_keyword("to");
    type_group(p);
    opt_dictionary(p);
}
