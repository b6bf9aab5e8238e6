//! Definitions of attribute and type aliases.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::*,
    grammar::{attribute, skip_statement, types},
    parser::Parser,
};

/// `HASH_ID` `=` attribute, or `EXCLAMATION_ID` `=` `type`? type
pub(crate) fn definition(p: &mut Parser<'_>) {
    let m = p.start();
    let is_type = p.at(EXCLAMATION_ID);
    let position = p.position();
    if p.current_text().contains('.') {
        let message = format!(
            "alias names must not contain a dot: {} would be an attribute or a type of a dialect",
            p.current_text()
        );
        p.error_between(SyntaxErrorCode::AliasNameHasDot, position, position + 1, message);
    }
    p.bump_any();
    if !p.eat(EQ) {
        p.expected_or(SyntaxErrorCode::AliasMissingEquals, "'=' after the alias name");
        if p.at(COLON) {
            p.bump_any();
        }
    }
    if is_type {
        p.eat_keyword("type");
        types::type_(p);
    } else {
        attribute::attribute(p);
    }
    if p.is_silent() {
        skip_statement(p);
    }
    m.complete(p, if is_type { TYPE_ALIAS_DEFINITION } else { ATTRIBUTE_ALIAS_DEFINITION });
}

/// A definition inside a region.
pub(crate) fn misplaced_definition(p: &mut Parser<'_>) {
    let start = p.position();
    p.silently(definition);
    p.error_between(
        SyntaxErrorCode::AliasNotAtTopLevel,
        start,
        p.position(),
        "aliases are defined between top-level operations, not inside a region",
    );
}
