//! `arith` and `index`: conversions, choice.

use super::problem::{Verified, problem, reject_if};
use super::shapes::are_compatible;
use super::shapes::scalar;
use super::type_constraint::{is_memref, is_open};
use super::view::OpView;
use crate::checks::cast_incompatible::NoConversion;
use crate::checks::constant_type_mismatch::Signed;
use crate::context::RuleContext;
use ir::types::{FLOATS, Signedness, Type};
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::ods::Semantics;
use syntax::ods::semantics::Cast;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.semantics() {
        Some(Semantics::Constant) => constant(view),
        Some(Semantics::Select) => select(view),
        Some(Semantics::Cast(kind)) => match view.op.dialect() {
            "index" => cast(view, kind, "input", "output"),
            _ => cast(view, kind, "in", "out"),
        },
        _ => Ok(()),
    }
}

fn cast(view: &OpView<'_, '_>, kind: Cast, from: &'static str, to: &'static str) -> Verified {
    let (source, result) = (view.ty(from), view.ty(to));
    let (a, b) = (scalar(source), scalar(result));
    if is_open(source) || is_open(result) || is_open(a) || is_open(b) {
        return Ok(());
    }
    if encodings_differ(source, result) {
        return no_conversion(view, from, to, "they have different encodings".to_owned());
    }
    let widths = width(a).zip(width(b));
    let is_index = |ty: &Type| matches!(ty, Type::Index);
    let reason = match kind {
        Cast::ExtendSigned | Cast::ExtendUnsigned | Cast::ExtendFloat
            if widths.is_some_and(|it| it.0 >= it.1) =>
        {
            format!("{b} is not wider than {a}")
        }
        Cast::Truncate | Cast::TruncateFloat if widths.is_some_and(|it| it.0 <= it.1) => {
            format!("{b} is not narrower than {a}")
        }
        Cast::ConvertFloat if widths.is_some_and(|it| it.0 != it.1) => {
            format!("{a} and {b} have different widths")
        }
        Cast::ConvertFloat if a == b => "they are of one format".to_owned(),
        Cast::IndexSigned | Cast::IndexUnsigned if is_index(a) == is_index(b) => {
            "it converts between index and an integer".to_owned()
        }
        Cast::Bits if is_memref(source) != is_memref(result) => "only one of them is a memref".to_owned(),
        Cast::Bits if widths.is_some_and(|it| it.0 != it.1) => {
            format!("{a} and {b} have different widths")
        }
        _ => return Ok(()),
    };
    no_conversion(view, from, to, reason)
}

fn no_conversion(view: &OpView<'_, '_>, from: &'static str, to: &'static str, why: String) -> Verified {
    let op = view.op.name.clone();
    let facts = NoConversion { op, from: view.ty(from).clone(), to: view.ty(to).clone(), why };
    problem("cast-incompatible", view.type_place(to), facts)
}

/// Whether both are tensors, and surely not of one encoding: an alias or another dialect's attribute may be
/// written in several ways.
fn encodings_differ(a: &Type, b: &Type) -> bool {
    let (Type::Tensor { dims: Some(_), encoding: a, .. }, Type::Tensor { dims: Some(_), encoding: b, .. }) =
        (a, b)
    else {
        return false;
    };
    match (a, b) {
        (Some(a), Some(b)) => a != b && a.starts_with('"') && b.starts_with('"'),
        (a, b) => a.is_some() != b.is_some(),
    }
}

/// Bits of an integer or float.
pub(super) fn width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Integer { width, .. } => Some(*width),
        Type::Float(kind) => Some(kind.width),
        _ => None,
    }
}

/// A condition that is not one `i1` has the shape of the result.
fn select(view: &OpView<'_, '_>) -> Verified {
    let (condition, result) = (view.ty("condition"), view.ty("result"));
    let i1 = Type::Integer { width: 1, signedness: Signedness::Signless };
    if *condition == i1 || is_open(condition) || is_open(result) {
        return Ok(());
    }
    let expected = match result {
        Type::Vector { dims, .. } => Type::Vector { dims: dims.clone(), element: Arc::new(i1) },
        Type::Tensor { dims, encoding, .. } => {
            Type::Tensor { dims: dims.clone(), element: Arc::new(i1), encoding: encoding.clone() }
        }
        _ => i1,
    };
    let message =
        || format!("the condition of a choice between {result} has type i1 or {expected}, not {condition}");
    let differs = condition.differs_from(&expected) || are_compatible(&[condition, &expected]) == Some(false);
    reject_if(differs, || problem("operands-type-disagree", view.type_place("condition"), message()))
}

/// The type of a number or a list of numbers; `None` for other nodes.
pub(super) fn value_type(ctx: &RuleContext<'_>, node: &SyntaxNode) -> Option<Type> {
    let signless = |width| Type::Integer { width, signedness: Signedness::Signless };
    Some(match (ast::child::<ast::Type>(node), node.kind()) {
        (Some(ty), _) => ctx.lowered_type(ty.syntax()),
        (None, SyntaxKind::INTEGER_ATTRIBUTE) => signless(64),
        (None, SyntaxKind::STRING_ATTRIBUTE | SyntaxKind::ARRAY_ATTRIBUTE | SyntaxKind::TYPE_ATTRIBUTE) => {
            return None;
        }
        (None, SyntaxKind::FLOAT_ATTRIBUTE) => Type::Float(*FLOATS.iter().find(|it| it.name == "f64")?),
        (None, SyntaxKind::BOOL_ATTRIBUTE) => signless(1),
        _ => Type::Unknown,
    })
}

/// The value is a number or a list of numbers of a signless type, which is that of the result.
fn constant(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "constant-type-mismatch";
    let Some(node) = view.resolved("value") else { return Ok(()) };
    let place = view.attribute_place("value");
    let result = view.result_types().next().cloned().unwrap_or(Type::Unknown);
    let Some(of_value) = value_type(view.ctx, &node) else {
        return problem(CODE, place, "a constant is a number or a list of numbers");
    };
    if view.is_generic() && of_value.differs_from(&result) {
        let message = format!("the value has type {of_value}, the result {result}");
        return problem(CODE, place, message);
    }
    // Lists may hold any integers.
    if let Type::Integer { signedness: Signedness::Signed | Signedness::Unsigned, .. } = of_value {
        return problem(CODE, place, Signed { ty: of_value });
    }
    let is_scalable = matches!(&of_value, Type::Vector { dims, .. } if dims.iter().any(|it| it.scalable));
    // A list of equal numbers is one value too.
    let numbers = node.children_with_tokens().filter_map(|it| it.into_token());
    let numbers: Vec<_> = numbers
        .skip_while(|it| it.kind() != SyntaxKind::L_ANGLE)
        .take_while(|it| it.kind() != SyntaxKind::COLON)
        .filter(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::FLOAT | SyntaxKind::BARE_ID))
        .collect();
    let differ = numbers.iter().any(|it| Some(it.text()) != numbers.first().map(|it| it.text()));
    let is_list = node.kind() == SyntaxKind::DENSE_ATTRIBUTE && differ;
    let message = "of a scalable vector only one value for all elements is known";
    reject_if(is_scalable && is_list, || problem("constant-elements-shape", place, message))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn only_between_index_and_integers() {
        check(
            r#"
func.func @same(%a: index) {
  %b = arith.index_cast %a : index to index
                                    //^^^^^ error cast-incompatible: arith.index_cast cannot convert index to index: it converts between index and an integer
  return
}"#,
        );
    }
}
