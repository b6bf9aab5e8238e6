//! Custom forms of the `builtin` dialect.

use crate::{
    SyntaxKind::*,
    grammar::{
        attribute::{opt_attributes_keyword, symbol_name},
        region,
    },
    parser::Parser,
};

pub(super) fn form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    (name == "builtin.module").then_some(module)
}

/// `SYMBOL_NAME`? (`attributes` `DICTIONARY`)? `REGION`
fn module(p: &mut Parser<'_>) {
    if p.at(AT_ID) {
        symbol_name(p);
    }
    opt_attributes_keyword(p);
    region::region(p);
}
