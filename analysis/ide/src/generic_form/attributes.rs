//! Attributes that have a place of their own in a custom form, as the generic form spells them.

use super::pieces::dense_array;
use super::printer::Refusal;
use super::verbatim::{inside, symbol_name, verbatim};
use syntax::ods::{AttributeDefinition, KeywordStorage};
use syntax::{Located, LocatedElement, SyntaxKind};

/// What generic text writes for a value in a list of numbers.
const DYNAMIC: i64 = i64::MIN;

/// The attribute that a node in a form stands for.
pub(super) fn value_text(definition: &AttributeDefinition, node: Located<'_>) -> Result<String, Refusal> {
    use SyntaxKind::*;
    let refusal = || format!("its attribute {} is written in a way that is not known", definition.name);
    let text = match node.kind() {
        ATTRIBUTE_ALIAS | DIALECT_ATTRIBUTE => Some(verbatim(node)),
        SYMBOL_NAME => symbol_name(node),
        SYMBOL_REFERENCE | AFFINE_MAP_ATTRIBUTE | INTEGER_SET_ATTRIBUTE | UNIT_ATTRIBUTE => {
            Some(verbatim(node))
        }
        KEYWORD_ATTRIBUTE => keyword_text(definition, node),
        STRING_ATTRIBUTE if definition.storage.is_some() => keyword_text(definition, node),
        MIXED_LIST => mixed_list(node).map(|it| dense_array("i64", it)),
        _ => typed_text(definition, node),
    };
    text.ok_or_else(refusal)
}

/// The type of the numbers of a constraint that is one of ODS's own.
fn number_type(constraint: &str) -> Option<&'static str> {
    Some(match constraint {
        "I8Attr" => "i8",
        "I16Attr" => "i16",
        "I32Attr" => "i32",
        "I64Attr" => "i64",
        "SI8Attr" => "si8",
        "SI16Attr" => "si16",
        "SI32Attr" => "si32",
        "SI64Attr" => "si64",
        "UI8Attr" => "ui8",
        "UI16Attr" => "ui16",
        "UI32Attr" => "ui32",
        "UI64Attr" => "ui64",
        "IndexAttr" => "index",
        "F16Attr" => "f16",
        "F32Attr" => "f32",
        "F64Attr" => "f64",
        _ => return None,
    })
}

/// The type of the elements of an array of numbers.
fn element_type(constraint: &str) -> Option<&'static str> {
    Some(match constraint {
        "DenseBoolArrayAttr" => "i1",
        "DenseI8ArrayAttr" => "i8",
        "DenseI16ArrayAttr" => "i16",
        "DenseI32ArrayAttr" => "i32",
        "DenseI64ArrayAttr" => "i64",
        "DenseF32ArrayAttr" => "f32",
        "DenseF64ArrayAttr" => "f64",
        _ => return None,
    })
}

/// A value whose type the constraint may tell.
fn typed_text(definition: &AttributeDefinition, node: Located<'_>) -> Option<String> {
    use SyntaxKind::*;
    let constraint = &*definition.constraint.name;
    let has_type = node.types().next().is_some();
    if let Some(element) = element_type(constraint) {
        return match node.kind() {
            ARRAY_ATTRIBUTE => Some(dense_array(element, node.attributes().map(verbatim))),
            DENSE_ARRAY_ATTRIBUTE => Some(verbatim(node)),
            _ => None,
        };
    }
    if let Some(ty) = number_type(constraint) {
        return match node.kind() {
            INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE if has_type => Some(verbatim(node)),
            INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE => Some(format!("{} : {ty}", verbatim(node))),
            _ => None,
        };
    }
    let is_free = matches!(
        constraint,
        "AnyAttr" | "TypedAttrInterface" | "DictionaryAttr" | "BoolAttr" | "StrAttr" | "AffineMapAttr"
    ) || constraint.ends_with("ElementsAttr")
        || constraint.ends_with("ArrayAttr")
        || constraint.starts_with("TypedArrayAttrBase");
    let is_plain = match node.kind() {
        INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE => has_type || is_free,
        DENSE_ATTRIBUTE | DENSE_RESOURCE_ATTRIBUTE | SPARSE_ATTRIBUTE => has_type,
        DENSE_ARRAY_ATTRIBUTE | BOOL_ATTRIBUTE | DICTIONARY | STRING_ATTRIBUTE => true,
        _ => is_free,
    };
    is_plain.then(|| verbatim(node))
}

/// A keyword or several, alone or in angle brackets.
fn keyword_text(definition: &AttributeDefinition, node: Located<'_>) -> Option<String> {
    let is_in_angles = node.token(SyntaxKind::L_ANGLE).is_some();
    let text = if is_in_angles { inside(node) } else { verbatim(node) };
    let Some(storage) = &definition.storage else {
        let ty = number_type(&definition.constraint.name).filter(|_| is_in_angles)?;
        return text.parse::<i64>().ok().map(|it| format!("{it} : {ty}"));
    };
    match storage {
        KeywordStorage::Attribute { before, behind } => {
            Some(format!("{before}{}{behind}", text.trim_matches('"')))
        }
        KeywordStorage::Integers { ty, values } => {
            let number = |word: &str| {
                let word = word.trim().trim_matches('"');
                let index = definition.keywords.iter().position(|it| it == word)?;
                values.get(index).copied()
            };
            let numbers: Vec<i64> = text.split([',', '|']).map(number).collect::<Option<_>>()?;
            Some(format!("{} : {ty}", numbers.into_iter().fold(0, |all, it| all | it)))
        }
    }
}

/// The entries of a `MIXED_LIST`, with a mark for each value.
pub(super) fn mixed_list(node: Located<'_>) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    let mut is_negative = false;
    for child in node.children_with_tokens() {
        match child {
            LocatedElement::Node(it) if it.kind() == SyntaxKind::VALUE_USE => numbers.push(DYNAMIC),
            LocatedElement::Token(it) if it.kind() == SyntaxKind::MINUS => is_negative = true,
            LocatedElement::Token(it) if it.kind() == SyntaxKind::INTEGER => {
                let number = ir::affine::parse_integer(it.text())?;
                numbers.push(if is_negative { number.checked_neg()? } else { number });
                is_negative = false;
            }
            _ => {}
        }
    }
    Some(numbers)
}
