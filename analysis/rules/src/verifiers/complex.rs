//! `complex`: constants of two numbers, and casts that keep the bits.

use super::arith::{value_type, width};
use super::problem::{Verified, problem};
use super::type_constraint::is_open;
use super::view::OpView;
use crate::map_operands::counted;
use ir::types::Type;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.name_in_dialect() {
        "bitcast" => bitcast(view),
        "constant" => constant(view),
        _ => Ok(()),
    }
}

/// The value is a list of two numbers of the element type.
fn constant(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "constant-type-mismatch";
    let Some(Type::Complex(element)) = view.result_types().next() else { return Ok(()) };
    let Some(node) = view.resolved("value") else { return Ok(()) };
    let place = view.attribute_place("value");
    if node.kind() != SyntaxKind::ARRAY_ATTRIBUTE {
        return problem(CODE, place, "a complex number is written as a list of two numbers");
    }
    let parts: Vec<_> = ast::children::<ast::Attribute>(&node).collect();
    if parts.len() != 2 {
        let message = format!("a complex number has two parts, {} given", counted(parts.len(), "number"));
        return problem(CODE, place, message);
    }
    parts.iter().filter_map(|it| view.ctx.dealiased(it.syntax().clone())).try_for_each(
        |part| match value_type(view.ctx, &part) {
            None => problem(CODE, place, "the parts of a complex number are numbers"),
            Some(ty) if ty.differs_from(element) => {
                problem(CODE, place, format!("the parts of this number have type {element}, not {ty}"))
            }
            Some(_) => Ok(()),
        },
    )
}

/// Between a complex number and one integer or float of as many bits, or to the same type.
fn bitcast(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("operand"), view.ty("result"));
    if is_open(source) || is_open(result) || source == result {
        return Ok(());
    }
    let is_complex = |ty: &Type| matches!(ty, Type::Complex(_));
    let reason = match (bits(source), bits(result)) {
        (Some(from), Some(to)) if is_complex(source) != is_complex(result) => {
            if from == to {
                return Ok(());
            }
            format!("they have {from} and {to} bits")
        }
        (Some(_), Some(_)) => "one of them has to be a complex number".to_owned(),
        _ => "it takes and gives complex numbers, integers and floats".to_owned(),
    };
    let message = format!("complex.bitcast cannot convert {source} to {result}: {reason}");
    problem("cast-incompatible", view.type_place("result"), message)
}

fn bits(ty: &Type) -> Option<u32> {
    match ty {
        Type::Complex(element) => width(element)?.checked_mul(2),
        _ => width(ty),
    }
}
