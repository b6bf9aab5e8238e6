//! Numbers and lists of numbers as attributes, and the types that they are written with.

mod elements;
mod numbers;

use crate::checks::constant_type_mismatch::NoValue;
use crate::map_text::TextProblem;
use ir::trimmed_range;
use ir::types::Type;
use numbers::{TYPE, judge, problem_at};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// What [`problem`] looks at.
pub const KINDS: &[SyntaxKind] = &[
    SyntaxKind::INTEGER_ATTRIBUTE,
    SyntaxKind::FLOAT_ATTRIBUTE,
    SyntaxKind::BOOL_ATTRIBUTE,
    SyntaxKind::DENSE_ATTRIBUTE,
    SyntaxKind::SPARSE_ATTRIBUTE,
    SyntaxKind::DENSE_RESOURCE_ATTRIBUTE,
    SyntaxKind::DENSE_ARRAY_ATTRIBUTE,
];

/// The first thing that is wrong with a literal; `lower` reads its type.
pub fn problem(node: &SyntaxNode, lower: &dyn Fn(&SyntaxNode) -> Type) -> Option<TextProblem> {
    let ty = ast::child::<ast::Type>(node).map(|it| lower(it.syntax()));
    if node.kind() == SyntaxKind::BOOL_ATTRIBUTE {
        let message = "true and false have type i1 and are written without a type";
        return ty.and_then(|_| problem_at(TYPE, trimmed_range(node), message));
    }
    match (node.kind(), ty) {
        (SyntaxKind::INTEGER_ATTRIBUTE | SyntaxKind::FLOAT_ATTRIBUTE, Some(ty)) => {
            number_attribute(node, &ty)
        }
        (SyntaxKind::DENSE_ARRAY_ATTRIBUTE, Some(ty)) => elements::array(node, &ty),
        (SyntaxKind::DENSE_ATTRIBUTE, Some(ty)) => elements::dense(node, &ty),
        (SyntaxKind::SPARSE_ATTRIBUTE, Some(ty)) => elements::sparse(node, &ty),
        (SyntaxKind::DENSE_RESOURCE_ATTRIBUTE, Some(ty)) => elements::shaped(node, &ty).err()?,
        _ => None,
    }
}

fn number_attribute(node: &SyntaxNode, ty: &Type) -> Option<TextProblem> {
    let tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    let tokens: Vec<_> = tokens.take_while(|it| it.kind() != SyntaxKind::COLON).collect();
    let number = tokens.iter().find(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::FLOAT))?;
    let is_negative = tokens.iter().any(|it| it.kind() == SyntaxKind::MINUS);
    let is_float = number.kind() == SyntaxKind::FLOAT;
    let scalar = matches!(ty, Type::Index | Type::Integer { .. } | Type::Float(_));
    if !scalar {
        let is_open = matches!(ty, Type::Unknown | Type::Dialect(_));
        let facts = || NoValue { number: number.text().to_owned(), ty: ty.clone() };
        return (!is_open).then(|| problem_at(TYPE, trimmed_range(node), facts()))?;
    }
    let found = judge(number.text(), is_negative, is_float, ty)?;
    // A wrong kind is told with the type, a wrong size at the number.
    let (code, facts) = found;
    let range = if code == TYPE { trimmed_range(node) } else { number.text_range() };
    Some(TextProblem { code, range, facts, related: Vec::new() })
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn minus_zero_and_edges() {
        check(
            r#"
func.func @edges() {
  %a = arith.constant -128 : i8
  %b = arith.constant 0xFF : i8
  %c = arith.constant -0 : i8
                     //^ error constant-out-of-range: -0 does not fit i8
  return
}"#,
        );
    }
}
