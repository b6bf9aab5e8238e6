//! The generic form, which every operation has: `"dialect.op"(…)[…] <{…}> ({…}) {…} : (…) -> …`.

use crate::{
    SyntaxErrorCode,
    SyntaxKind::*,
    grammar::{
        attribute, comma_list,
        operation::{bracketed_operands, successor},
        region, types,
    },
    parser::Parser,
};

/// `OPERAND_LIST` `SUCCESSOR_LIST`? `PROPERTIES`? `REGION_LIST`? `DICTIONARY`? `:` `FUNCTION_TYPE`
pub(crate) fn body(p: &mut Parser<'_>) {
    if p.at(L_PAREN) {
        bracketed_operands(p, OPERAND_LIST);
    } else {
        p.expected("'(' and the operands");
    }
    if p.at(L_BRACKET) {
        let m = p.start();
        p.bracketed(|p| comma_list(p, successor));
        m.complete(p, SUCCESSOR_LIST);
    }
    if p.at(L_ANGLE) {
        attribute::properties(p);
    }
    if p.at(L_PAREN) {
        let m = p.start();
        p.bracketed(|p| comma_list(p, region::region));
        m.complete(p, REGION_LIST);
    }
    attribute::opt_dictionary(p);
    if !p.expect(COLON) {
        return;
    }
    if p.at(L_PAREN) || p.is_silent() {
        types::function_type(p);
    } else {
        let start = p.position();
        p.silently(|p| types::type_(p));
        let message = "expected a function type: the types of the operands, '->' and those of the results";
        if p.position() > start {
            p.error_between(SyntaxErrorCode::GenericOperandTypeCount, start, p.position(), message);
        } else {
            p.expected("a function type");
        }
    }
}
