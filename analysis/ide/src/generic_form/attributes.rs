//! Attributes that have a place of their own in a custom form, as the generic form spells them.

use super::pieces::dense_array;
use super::printer::Refusal;
use super::verbatim::{inside, symbol_name, verbatim};
use syntax::ods::{AttributeDefinition, KeywordStorage, Name, OpBinding};
use syntax::{Located, LocatedElement, SyntaxKind};

/// The attribute that a node in a form stands for.
pub(super) fn value_text(definition: &AttributeDefinition, node: Located<'_>) -> Result<String, Refusal> {
    use SyntaxKind::*;
    let refusal = || format!("its attribute {} is written in a way that is not known", definition.name);
    let text = match node.kind() {
        // A form may say that it is a map.
        AFFINE_MAP_ATTRIBUTE if verbatim(node).starts_with('(') => {
            Some(format!("affine_map<{}>", verbatim(node)))
        }
        ATTRIBUTE_ALIAS | DIALECT_ATTRIBUTE => Some(verbatim(node)),
        SYMBOL_NAME => symbol_name(node),
        SYMBOL_REFERENCE | INTEGER_ATTRIBUTE | STRING_ATTRIBUTE
            if definition.constraint.name.ends_with("ArrayAttr") =>
        {
            return list_text(definition, &[node]);
        }
        SYMBOL_REFERENCE | AFFINE_MAP_ATTRIBUTE | INTEGER_SET_ATTRIBUTE | UNIT_ATTRIBUTE => {
            Some(verbatim(node))
        }
        KEYWORD_ATTRIBUTE => keyword_text(definition, node),
        BLOCK_ARGUMENT_LIST => argument_count(node),
        STRING_ATTRIBUTE if definition.storage.is_some() => keyword_text(definition, node),
        MIXED_LIST => match &*definition.constraint.name {
            "DenseBoolArrayAttr" => Some(dense_array("i1", bracketed(node))),
            "DenseI32ArrayAttr" => ir::mixed_list(node, i32::MIN.into()).map(|it| dense_array("i32", it)),
            _ => ir::mixed_list(node, i64::MIN).map(|it| dense_array("i64", it)),
        },
        _ => typed_text(definition, node),
    };
    text.ok_or_else(refusal)
}

/// The type of the numbers of a constraint that is one of ODS's own.
fn number_type(constraint: &str) -> Option<&'static str> {
    Some(match constraint {
        "I8Attr" | "I8Prop" => "i8",
        "I16Attr" | "I16Prop" => "i16",
        "I32Attr" | "I32Prop" => "i32",
        "I64Attr" | "I64Prop" => "i64",
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

/// A value whose type may follow from the constraint.
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
        "AnyAttr"
            | "TypedAttrInterface"
            | "DictionaryAttr"
            | "BoolAttr"
            | "StrAttr"
            | "AffineMapAttr"
            | "StringProp"
    ) || definition.is_discardable
        || constraint.ends_with("ElementsAttr")
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
    let whole = verbatim(node);
    let is_in_angles = whole.starts_with('<');
    let text = if is_in_angles { inside(node) } else { whole };
    let Some(storage) = &definition.storage else {
        if definition.constraint.name == "StrAttr" && !is_in_angles {
            return Some(format!("\"{}\"", text.trim_matches('"')));
        }
        let ty = number_type(&definition.constraint.name).filter(|_| is_in_angles)?;
        return text.parse::<i64>().ok().map(|it| format!("{it} : {ty}"));
    };
    match storage {
        // A body that is not of keywords is written as it is.
        KeywordStorage::Attribute { before, behind } if definition.keywords.is_empty() => {
            is_in_angles.then(|| format!("{before}{text}{behind}"))
        }
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

/// The default of an attribute that is not written: `$value` stands for the number of bytes of the string of that name, or for
/// the symbol of that name.
pub(super) fn otherwise(binding: &OpBinding<'_>, text: &str) -> Option<String> {
    let Some((before, behind)) = text.split_once('$') else { return Some(text.to_owned()) };
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let (name, behind) = behind.split_at(behind.find(|it| !is_of_name(it)).unwrap_or(behind.len()));
    let node = binding.attribute(name)?;
    let value = match node.kind() {
        SyntaxKind::SYMBOL_NAME => verbatim(node),
        SyntaxKind::STRING_ATTRIBUTE if node.types().next().is_none() => {
            byte_count(node.token_text(SyntaxKind::STRING)?).to_string()
        }
        _ => return None,
    };
    Some(format!("{before}{value}{behind}"))
}

/// The value of an attribute that is set by the presence of a clause.
pub(super) fn set_text(definition: &AttributeDefinition, texts: &[Name]) -> Result<String, Refusal> {
    match (element_type(&definition.constraint.name), texts) {
        (Some(element), _) => Ok(dense_array(element, texts)),
        (None, [text]) => Ok(text.to_string()),
        _ => Err(format!("its attribute {} is said several times", definition.name)),
    }
}

/// The number of bytes of a string in quotes: an escape is one character or two hexadecimal digits.
fn byte_count(text: &str) -> usize {
    let text = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text);
    let mut bytes = text.bytes();
    let mut count = 0;
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && bytes.next().is_some_and(|it| it.is_ascii_hexdigit()) {
            bytes.next();
        }
        count += 1;
    }
    count
}

/// The array whose elements are in the form one by one.
pub(super) fn list_text(definition: &AttributeDefinition, nodes: &[Located<'_>]) -> Result<String, Refusal> {
    if !definition.constraint.name.ends_with("ArrayAttr") {
        return Err(format!("its attribute {} stands in several places", definition.name));
    }
    let element = |it: &Located<'_>| match it.kind() {
        SyntaxKind::INTEGER_ATTRIBUTE if definition.constraint.name == "I32ArrayAttr" => {
            format!("{} : i32", verbatim(*it))
        }
        _ => verbatim(*it),
    };
    Ok(format!("[{}]", nodes.iter().map(element).collect::<Vec<_>>().join(", ")))
}

/// The number of block arguments in a list, which have no attributes of their own.
fn argument_count(list: Located<'_>) -> Option<String> {
    let has_attributes = list.children().any(|it| it.child(SyntaxKind::DICTIONARY).is_some());
    let count = list.children_of_kind(SyntaxKind::BLOCK_ARGUMENT).count();
    (!has_attributes).then(|| format!("{count} : i64"))
}

/// An array of keywords in quotes that stand for attributes.
pub(super) fn array_text(definition: &AttributeDefinition, node: Located<'_>) -> Option<String> {
    let Some(KeywordStorage::Attribute { before, behind }) = &definition.storage else { return None };
    let element = |it: Located<'_>| match it.kind() {
        SyntaxKind::STRING_ATTRIBUTE => format!("{before}{}{behind}", verbatim(it).trim_matches('"')),
        _ => verbatim(it),
    };
    let is_array = node.kind() == SyntaxKind::ARRAY_ATTRIBUTE;
    let elements: Vec<String> = node.attributes().map(element).collect();
    is_array.then(|| format!("[{}]", elements.join(", ")))
}

/// Which entries of a `MIXED_LIST` are in brackets of their own.
fn bracketed(node: Located<'_>) -> Vec<bool> {
    let mut found = Vec::new();
    let mut is_bracketed = false;
    for child in node.children_with_tokens().skip(1) {
        match child {
            LocatedElement::Node(it) if it.kind() == SyntaxKind::VALUE_USE => found.push(is_bracketed),
            LocatedElement::Token(it) => match it.kind() {
                SyntaxKind::INTEGER => found.push(is_bracketed),
                SyntaxKind::L_BRACKET => is_bracketed = true,
                SyntaxKind::R_BRACKET => is_bracketed = false,
                _ => {}
            },
            _ => {}
        }
    }
    found
}
