//! Numbers and lists of numbers as attributes, and the types that they are written with.

mod elements;
mod numbers;

use crate::checks::constant_type_mismatch::NoValue;
use crate::map_text::TextProblem;
use ir::trimmed_range;
use ir::types::{Signedness, Type};
use numbers::{TYPE, judge, problem_at};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// The kinds of nodes that [`problem`] looks at.
pub const KINDS: &[SyntaxKind] = &[
    SyntaxKind::INTEGER_ATTRIBUTE,
    SyntaxKind::FLOAT_ATTRIBUTE,
    SyntaxKind::BOOL_ATTRIBUTE,
    SyntaxKind::DENSE_ATTRIBUTE,
    SyntaxKind::SPARSE_ATTRIBUTE,
    SyntaxKind::DENSE_RESOURCE_ATTRIBUTE,
    SyntaxKind::DENSE_ARRAY_ATTRIBUTE,
    SyntaxKind::LOWER_BOUND,
    SyntaxKind::UPPER_BOUND,
    SyntaxKind::STEP,
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
        (SyntaxKind::INTEGER_ATTRIBUTE, None) if is_of_default_type(node) => {
            let i64 = Type::Integer { width: 64, signedness: Signedness::Signless };
            number_attribute(node, &i64)
        }
        (SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND | SyntaxKind::STEP, _) => minus_zero(node),
        (SyntaxKind::DENSE_ARRAY_ATTRIBUTE, Some(ty)) => elements::array(node, &ty),
        (SyntaxKind::DENSE_ATTRIBUTE, Some(ty)) => elements::dense(node, &ty),
        (SyntaxKind::SPARSE_ATTRIBUTE, Some(ty)) => elements::sparse(node, &ty),
        (SyntaxKind::DENSE_RESOURCE_ATTRIBUTE, Some(ty)) => elements::shaped(node, &ty).err()?,
        _ => None,
    }
}

/// The first problem of a literal that is written without a type, because its surroundings give it.
pub fn problem_of_type(node: &SyntaxNode, ty: &Type) -> Option<TextProblem> {
    match node.kind() {
        SyntaxKind::DENSE_ATTRIBUTE => elements::dense(node, ty),
        SyntaxKind::SPARSE_ATTRIBUTE => elements::sparse(node, ty),
        SyntaxKind::INTEGER_ATTRIBUTE | SyntaxKind::FLOAT_ATTRIBUTE => number_attribute(node, ty),
        _ => None,
    }
}

/// Whether an integer without a type is an `i64`: as an entry of a dictionary, alone or in a list, and as a memory
/// space. Custom forms give numbers their own types.
fn is_of_default_type(node: &SyntaxNode) -> bool {
    let around = node.ancestors().skip(1).map(|it| it.kind());
    let mut around = around.skip_while(|it| *it == SyntaxKind::ARRAY_ATTRIBUTE).peekable();
    matches!(around.peek(), Some(SyntaxKind::ATTRIBUTE_ENTRY | SyntaxKind::MEMREF_TYPE))
        && around
            .take_while(|it| *it != SyntaxKind::OPERATION)
            .all(|it| !matches!(it, SyntaxKind::OPAQUE_BODY | SyntaxKind::OPAQUE_ANGLES | SyntaxKind::ERROR))
}

/// `-0`, which is not a number to MLIR, as a bound or a step of a loop.
fn minus_zero(node: &SyntaxNode) -> Option<TextProblem> {
    let tokens: Vec<_> = node.children_with_tokens().filter_map(|it| it.into_token()).collect();
    let minus = tokens.iter().position(|it| it.kind() == SyntaxKind::MINUS)?;
    let number = tokens.iter().skip(minus + 1).find(|it| !it.kind().is_trivia())?;
    if number.kind() != SyntaxKind::INTEGER {
        return None;
    }
    let (code, facts) = judge(number.text(), true, false, &Type::Index)?;
    let range = tokens.get(minus)?.text_range().cover(number.text_range());
    Some(TextProblem { code, range, facts, related: Vec::new() })
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
    // A wrong kind is reported with the type, a wrong size at the number.
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
func.func @edges(%m: memref<8xi8>) {
  %a = arith.constant -128 : i8
  %b = arith.constant 0xFF : i8
  %c = arith.constant -0 : i8
                     //^ error constant-out-of-range: -0 does not fit i8
  affine.for %i = -0 to 10 step -0 {
                //^^ error constant-out-of-range: -0 does not fit index
                              //^^ error constant-out-of-range: -0 does not fit index
    affine.store %a, %m[-0] : memref<8xi8>
  }
  affine.for %i = -1 to 10 {
    affine.store %a, %m[%i + 1] : memref<8xi8>
  }
  return
}"#,
        );
    }

    #[test]
    fn integers_without_a_type_have_64_bits() {
        check(
            r#"
"some.op"() {a = 18446744073709551616, b = [1, [-0]], c = 18446744073709551615, d = -9223372036854775808} : () -> ()
               //^^^^^^^^^^^^^^^^^^^^ error constant-out-of-range: 18446744073709551616 does not fit i64
                                               //^ error constant-out-of-range: -0 does not fit i64
some.op 99999999999999999999 [99999999999999999999] {a = some<99999999999999999999>}
func.func private @space(memref<4xf32, 99999999999999999999>)
                                     //^^^^^^^^^^^^^^^^^^^^ error constant-out-of-range: 99999999999999999999 does not fit i64
"#,
        );
    }
}
