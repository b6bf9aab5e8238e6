//! The pieces of forms that are written by hand: what `custom<Name>(…)` stands for.
//!
//! Names of MLIR's own directives stand for what those read; the others are ours, for the forms that MLIR's own
//! dialects parse in C++. Directives that other notation describes are in a table ([`dialects::directive`]).

use super::reading::{Argument, Reader};
use super::{Arity, AttributeClass, Element, Name, Repeat};
use crate::SyntaxKind::*;
use crate::dialects;
use crate::ods::KeywordStorage;

/// Directives without a text, and the trait that says the same of their two arguments.
const TRAITS: &[(&str, &str)] = &[
    // The type of the first is the first parameter of that of the second.
    ("FirstParameter", "FirstParameter"),
    ("SameType", "AllTypesMatch"),
    // There are as many values under both names, and each has the type of the other's.
    ("SameTypes", "SameTypes"),
    // The type of an attribute, unless another one is written.
    ("TypeOfAttribute", "TypeOfAttribute"),
    // The type that a text writes, with the types that the form writes in place of their names.
    ("TypeText", "OnlyType"),
];

/// The elements that a directive stands for.
pub(super) fn elements(
    directive: &str,
    arguments: &[Argument<'_>],
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Element>, String> {
    use Argument::{Text, TypeOf, Variable};
    let name = |text: &str| Name::new(text);
    if let Some((_, tells)) = TRAITS.iter().find(|it| it.0 == directive)
        && let [one, other] = arguments
    {
        reader.add_trait(tells, [one.text(), other.text()]);
        return Ok(Vec::new());
    }
    let one = match (directive, arguments) {
        // A list of operands and numbers, whose numbers are an attribute.
        ("DynamicIndexList", [Variable(values), numbers, rest @ ..]) => {
            let is_in_parentheses = matches!(rest, [.., Text(it)] if it.ends_with("Paren"));
            let open = Some(if is_in_parentheses { L_PAREN } else { L_BRACKET });
            let numbers = match numbers {
                Variable(numbers) => Some(name(numbers)),
                _ => None,
            };
            let scalable = match rest {
                [Variable(scalable), ..] => Some(name(scalable)),
                _ => None,
            };
            Element::Mixed { name: name(values), numbers, scalable, open }
        }
        // The same inside brackets that are around the directive.
        ("MixedItems", [Variable(values), Variable(numbers)]) => {
            Element::Mixed { name: name(values), numbers: Some(name(numbers)), scalable: None, open: None }
        }
        ("SwitchOpCases", [Variable(default), Variable(values), Variable(cases)]) => {
            let attribute = Element::Attribute { name: name(values), class: AttributeClass::Integer };
            let successor = |it| Element::Successor { name: name(it) };
            let case = [Element::Token(COMMA), attribute, Element::Token(COLON), successor(cases)];
            let keyword = Element::Keyword(name("default"));
            return Ok(vec![keyword, Element::Token(COLON), successor(default), many(case)]);
        }
        ("SwitchCases", [Variable(values), Variable(regions)]) => {
            let attribute = Element::Attribute { name: name(values), class: AttributeClass::Integer };
            many([Element::Keyword(name("case")), attribute, Element::Region { name: name(regions) }])
        }
        // An operand that has to be here, though the operation may lack it.
        ("Operand", [Variable(operand)]) => Element::Operand { name: name(operand), arity: Arity::One },
        // Values that are written and are no operands.
        ("IgnoredOperands", []) => {
            let ignored = Element::Operand { name: name("ignored"), arity: Arity::One };
            many([Element::Token(COMMA), ignored])
        }
        // One type of several that are under the name.
        ("Type", [TypeOf(value)]) => Element::Type { slot: reader.slot(value) },
        // A string that is not an attribute of the operation.
        ("String", []) => Element::Attribute { name: name("string"), class: AttributeClass::String },
        ("Type", []) => Element::Type { slot: reader.slot("type") },
        // Nothing in the text: where this is there is one value of that name, and it has this type.
        ("Given", [Variable(value), Text(ty)]) => {
            reader.add_trait("OnlyType", [value, ty]);
            Element::Given { slot: reader.slot(value) }
        }
        // Nothing in the text: strings in the array are what is between the two texts in attributes.
        ("StoredArray", [Variable(value), Text(before), Text(behind)]) => {
            let (before, behind) = (name(before), name(behind));
            reader.attribute(value)?.storage = Some(KeywordStorage::Attribute { before, behind });
            return Ok(Vec::new());
        }
        ("BlockArgument", [Variable(argument)]) => Element::Argument { name: name(argument) },
        // The same, which the definition does not name, with its type.
        ("BlockArgument", [Variable(argument), Text(ty)]) => {
            reader.add_argument(argument, Arity::One);
            reader.add_trait("OnlyType", [argument, ty]);
            Element::Argument { name: name(argument) }
        }
        ("BlockArguments", [Variable(arguments)]) => Element::Arguments { name: name(arguments) },
        ("IterArgs", [keyword @ .., Variable(arguments), Variable(operands)]) => {
            let keyword = match keyword {
                [Text(keyword)] => Some(name(keyword)),
                _ => None,
            };
            reader.add_argument(arguments, Arity::Variadic);
            Element::IterArgs { keyword, arguments: name(arguments), operands: name(operands) }
        }
        ("ArrowTypeList", [TypeOf(values)]) => Element::ArrowTypes { slot: reader.slot(values) },
        ("TypeGroup", [TypeOf(values)]) => Element::Types { slot: reader.slot(values) },
        // Two types; the first may be left out.
        ("TypePair", [TypeOf(first), TypeOf(second)]) => {
            Element::TypePair { first: reader.slot(first), second: reader.slot(second) }
        }
        ("FunctionalType", [inputs @ .., TypeOf(result)]) => {
            let names = inputs.iter().filter_map(|it| match it {
                TypeOf(name) => Some(*name),
                _ => None,
            });
            let inputs = names.map(|it| reader.share_of(it)).collect();
            Element::FunctionType { inputs, results: [reader.share_of(result)].into() }
        }
        ("BareMap", [Variable(map)]) => Element::Attribute { name: name(map), class: AttributeClass::Map },
        ("Angles", [Variable(value)]) => {
            Element::Attribute { name: name(value), class: AttributeClass::Angles }
        }
        // One of these keywords.
        ("Keyword", [Variable(value), keywords @ ..]) => {
            let attribute = reader.attribute(value)?;
            if !keywords.is_empty() {
                attribute.keywords = texts(keywords);
            }
            Element::Attribute { name: name(value), class: AttributeClass::Keyword }
        }
        // One of these keywords, which stands for an attribute with the keyword between two texts.
        ("StoredKeyword", [Variable(value), Text(before), Text(behind), keywords @ ..]) => {
            let attribute = reader.attribute(value)?;
            attribute.keywords = texts(keywords);
            let (before, behind) = (name(before), name(behind));
            attribute.storage = Some(KeywordStorage::Attribute { before, behind });
            Element::Attribute { name: name(value), class: AttributeClass::Keyword }
        }
        // Nothing in the text: what the attribute is where it is not written.
        ("Otherwise", [Variable(value), Text(text)]) => {
            reader.attribute(value)?.otherwise = Some(name(text));
            return Ok(Vec::new());
        }
        // Nothing in the text: an attribute that the definition does not name.
        ("Discardable", [Text(attribute)]) => {
            reader.add_attribute(attribute);
            return Ok(Vec::new());
        }
        ("Symbol", [Variable(value)]) => {
            Element::Attribute { name: name(value), class: AttributeClass::SymbolName }
        }
        // One of several attributes in a list.
        ("Item", [Variable(list), rest @ ..]) => {
            let class = match rest {
                [Text("symbol")] => AttributeClass::Symbol,
                [Text("integer")] => AttributeClass::Integer,
                _ => AttributeClass::String,
            };
            Element::Attribute { name: name(list), class }
        }
        // An alias for the dictionary of attributes.
        ("DictionaryAlias", []) => {
            Element::Attribute { name: name("dictionary"), class: AttributeClass::Alias }
        }
        ("KeywordDict", []) => Element::KeywordDict,
        // Block arguments with their types, and the attribute that holds their number.
        ("TypedArguments", [Variable(count) | Text(count)]) => Element::TypedArguments { count: name(count) },
        // Nothing in the text: a unit attribute, which is there where this is.
        ("Unit", [Variable(unit) | Text(unit)]) => Element::Unit { name: name(unit) },
        // Nothing in the text: where this is, the attribute is this.
        ("Set", [Variable(attribute), Text(text)]) => {
            reader.attribute(attribute)?;
            Element::Set { name: name(attribute), text: name(text) }
        }
        // Words that are the bits of a number of this type: `"fast=1"`.
        ("Bits", [Variable(value), Text(ty), words @ ..]) => {
            let pairs = texts(words);
            let pairs: Vec<_> = pairs.iter().filter_map(|it| it.split_once('=')).collect();
            let attribute = reader.attribute(value)?;
            attribute.keywords = pairs.iter().map(|it| name(it.0)).collect();
            let values =
                pairs.iter().map(|it| it.1.parse().ok()).collect::<Option<_>>().ok_or("no numbers")?;
            attribute.storage = Some(KeywordStorage::Integers { ty: name(ty), values });
            Element::Attribute { name: name(value), class: AttributeClass::Keywords }
        }
        ("Signature", [Variable(ty)]) => Element::Signature { name: name(ty) },
        _ if let Some(notation) = dialects::directive(directive) => {
            return reader.notation(&inserted(notation, arguments));
        }
        // Nothing in the text: the form takes all that the parser in C++ takes.
        ("Exact", []) => {
            reader.is_said_exact = true;
            return Ok(Vec::new());
        }
        _ if reader.is_in_group() => Element::Unreadable { is_in_brackets: false },
        _ => return Err(format!("no directive custom<{directive}> with {} arguments", arguments.len())),
    };
    Ok(vec![one])
}

/// The texts among arguments.
fn texts(arguments: &[Argument<'_>]) -> Box<[Name]> {
    let text = |it: &Argument<'_>| match it {
        Argument::Text(text) => Some(Name::new(text)),
        _ => None,
    };
    arguments.iter().filter_map(text).collect()
}

/// The notation with the names of the arguments in place of `$1`, `$2`, …
fn inserted(notation: &str, arguments: &[Argument<'_>]) -> String {
    let mut text = notation.to_owned();
    for (index, argument) in arguments.iter().enumerate() {
        text = text.replace(&format!("${}", index + 1), &format!("${}", argument.text()));
    }
    text
}

fn many<const N: usize>(elements: [Element; N]) -> Element {
    Element::Group { alternatives: [elements.into()].into(), repeat: Repeat::Many }
}
