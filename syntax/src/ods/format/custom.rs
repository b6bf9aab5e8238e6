//! The pieces of forms that are written by hand: what `custom<Name>(…)` stands for.
//!
//! Names of MLIR's own directives stand for what those read; the others are ours, for the forms that MLIR's own
//! dialects parse in C++.

use super::reading::{Argument, Reader};
use super::{Arity, AttributeClass, Element, Name, Repeat};
use crate::SyntaxKind::*;

/// The elements that a directive stands for.
pub(super) fn elements(
    directive: &str,
    arguments: &[Argument<'_>],
    reader: &mut Reader<'_, '_>,
) -> Result<Vec<Element>, String> {
    use Argument::{Text, TypeOf, Variable};
    let name = |text: &str| Name::new(text);
    let one = match (directive, arguments) {
        // A list of operands and numbers, whose numbers are an attribute.
        ("DynamicIndexList", [Variable(values), numbers, rest @ ..]) => {
            let is_in_parentheses = matches!(rest, [.., Text(it)] if it.ends_with("Paren"));
            let open = if is_in_parentheses { L_PAREN } else { L_BRACKET };
            let numbers = match numbers {
                Variable(numbers) => Some(name(numbers)),
                _ => None,
            };
            Element::Mixed { name: name(values), numbers, open }
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
        // An operand that has to stand here, though the operation may lack it.
        ("Operand", [Variable(operand)]) => Element::Operand { name: name(operand), arity: Arity::One },
        ("BlockArgument", [Variable(argument)]) => Element::Argument { name: name(argument) },
        ("BlockArguments", [Variable(arguments)]) => Element::Arguments { name: name(arguments) },
        ("IterArgs", [keyword @ .., Variable(arguments), Variable(operands)]) => {
            let keyword = match keyword {
                [Text(keyword)] => Some(name(keyword)),
                _ => None,
            };
            Element::IterArgs { keyword, arguments: name(arguments), operands: name(operands) }
        }
        ("ArrowTypeList", [TypeOf(values)]) => Element::ArrowTypes { slot: reader.slot(values) },
        ("TypeGroup", [TypeOf(values)]) => Element::Types { slot: reader.slot(values) },
        // Two types, of which the first may be left out.
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
            let words = keywords.iter().filter_map(|it| match it {
                Text(word) => Some(name(word)),
                _ => None,
            });
            reader.set_keywords(value, words.collect());
            Element::Attribute { name: name(value), class: AttributeClass::Keyword }
        }
        _ => return Err(format!("no directive custom<{directive}> with {} arguments", arguments.len())),
    };
    Ok(vec![one])
}

fn many<const N: usize>(elements: [Element; N]) -> Element {
    Element::Group { alternatives: [elements.into()].into(), repeat: Repeat::Many }
}
