//! Numbers and lists of numbers as attributes, and the types that they are written with.

mod elements;

use crate::checks::constant_type_mismatch::NoValue;
use crate::facts::{AnyFacts, Facts, Meant};
use crate::map_text::TextProblem;
use ir::trimmed_range;
use ir::types::{Signedness, Type};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

const TYPE: &str = "constant-type-mismatch";
const RANGE: &str = "constant-out-of-range";
const SHAPE: &str = "constant-elements-shape";

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

fn problem_at(code: &'static str, range: TextRange, facts: impl Facts) -> Option<TextProblem> {
    Some(TextProblem::new(code, range, facts))
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

/// What is wrong with one number of that type, with the code.
fn judge(text: &str, is_negative: bool, is_float: bool, ty: &Type) -> Option<(&'static str, AnyFacts)> {
    let sign = if is_negative { "-" } else { "" };
    let hex = text.strip_prefix("0x");
    match ty {
        Type::Float(kind) => {
            if is_float {
                return None;
            }
            let Some(digits) = hex else {
                let sentence = format!("{sign}{text} is not a value of type {ty}: write {sign}{text}.0");
                let text = format!("{sign}{text}.0");
                return Some((TYPE, AnyFacts::new(Meant { sentence, text })));
            };
            if is_negative {
                return Some((TYPE, AnyFacts::new("the bits of a float have no sign")));
            }
            let bits = bits(digits, 16)?;
            (bits > u64::from(kind.width))
                .then(|| (RANGE, AnyFacts::new(format!("{text} does not fit {ty}"))))
        }
        _ if is_float => {
            let facts = NoValue { number: format!("{sign}{text}"), ty: ty.clone() };
            Some((TYPE, AnyFacts::new(facts)))
        }
        Type::Index => out_of_range(text, is_negative, 64, Signedness::Signed, ty),
        Type::Integer { width, signedness } => out_of_range(text, is_negative, *width, *signedness, ty),
        _ => None,
    }
}

/// The number of bits that a number takes; `None` beyond 128.
fn bits(digits: &str, radix: u32) -> Option<u64> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    let value = u128::from_str_radix(digits, radix).ok()?;
    Some(u64::from(128 - value.leading_zeros()))
}

fn out_of_range(
    text: &str,
    is_negative: bool,
    width: u32,
    signedness: Signedness,
    ty: &Type,
) -> Option<(&'static str, AnyFacts)> {
    let sign = if is_negative { "-" } else { "" };
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |it| (it, 16));
    if width > 128 {
        return None;
    }
    let value = u128::from_str_radix(digits, radix);
    let wrong = || Some((RANGE, AnyFacts::new(format!("{sign}{text} does not fit {ty}"))));
    let Ok(value) = value else { return wrong() };
    if is_negative && signedness == Signedness::Unsigned {
        return Some((RANGE, AnyFacts::new(format!("{ty} has no negative values: {sign}{text}"))));
    }
    // The greatest magnitude; signless types take the unsigned range too.
    let half = 1_u128.checked_shl(width.saturating_sub(1)).unwrap_or_default();
    let fits = match (is_negative, signedness) {
        // Minus zero is no number to MLIR.
        (true, _) => value > 0 && value <= half && width > 0,
        (false, Signedness::Signed) => value < half.max(1),
        (false, _) => width == 128 || value < 1_u128.checked_shl(width).unwrap_or_default(),
    };
    if fits { None } else { wrong() }
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
