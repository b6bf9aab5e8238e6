//! Assembly formats: read from ODS's text, they are parsers of operations, readers of trees and snippets.

mod binding;
mod children;
mod custom;
mod parsing;
mod pieces;
mod reading;
mod snippet;

pub use binding::{BoundOperand, OpBinding};
pub(super) use reading::Declared;

use super::attributes::{AttributeClass, Parameter};
use super::{Arity, Name, OpDefinition};
use crate::SyntaxKind;

/// The format of an operation after its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Format {
    elements: Box<[Element]>,
    /// The name of each type slot: after the value whose type it holds, mostly.
    slots: Box<[Name]>,
    /// Slots whose types are written in full, whatever they are.
    qualified: Box<[usize]>,
    is_exact: bool,
    /// Whether it is said of the form of a parser in C++ that it takes all that the parser takes.
    is_said_exact: bool,
}

/// The result of parsing a form.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outcome {
    /// Whether an error, if there was one, is one for MLIR too.
    pub(crate) is_certain: bool,
    /// Whether there are pieces that the form does not identify.
    pub(crate) is_opaque: bool,
}

impl Format {
    /// Whether it is all there is to know of what the operation's parser takes.
    pub(super) fn is_understood(&self, op: &OpDefinition) -> bool {
        self.is_exact && are_understood(&self.elements, self, op)
    }

    /// Whether it is known what the element takes, as far as it does not consist of others, and whether it is there.
    fn foresees(&self, element: &Element, op: &OpDefinition) -> bool {
        match element {
            Element::Bracketed { .. }
            | Element::Struct { .. }
            | Element::Unreadable { is_in_brackets: true } => true,
            Element::Group { alternatives, .. } => alternatives.iter().all(|it| {
                let first = it.iter().position(|it| !it.is_skippable()).unwrap_or(0);
                it.iter().take(first + 1).all(|it| self.foresees(it, op))
            }),
            _ => are_understood(std::slice::from_ref(element), self, op),
        }
    }

    /// The words that are in the form as they are.
    pub(super) fn words(&self) -> Vec<Name> {
        let mut found = Vec::new();
        collect_words(&self.elements, &mut found);
        found
    }

    /// The slot of the types that are written under a name.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|it| it == name)
    }
}

/// A piece of a form. Slots are indices into [`Format`]'s type slots.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Element {
    Token(SyntaxKind),
    Keyword(Name),
    /// From the opening bracket to its partner.
    Bracketed {
        open: SyntaxKind,
        inside: Box<[Element]>,
    },
    Operand {
        name: Name,
        arity: Arity,
    },
    /// A list of operands and integers, in brackets of its own if it has any; the integers are an attribute, and so is
    /// which of the entries are in brackets.
    Mixed {
        name: Name,
        numbers: Option<Name>,
        scalable: Option<Name>,
        open: Option<SyntaxKind>,
    },
    Type {
        slot: usize,
    },
    Types {
        slot: usize,
    },
    /// Nothing: a type that is in the slot, though it is not written.
    Given {
        slot: usize,
    },
    /// Two types, or the second alone.
    TypePair {
        first: usize,
        second: usize,
    },
    /// `->` and a type, or types in parentheses.
    ArrowTypes {
        slot: usize,
    },
    /// The types of several names, all in one list.
    SharedTypes {
        shares: Box<[TypeShare]>,
    },
    FunctionType {
        inputs: Box<[TypeShare]>,
        results: Box<[TypeShare]>,
    },
    AttrDict,
    /// A dictionary in which keywords may stand for attributes of the operation.
    KeywordDict,
    PropDict,
    /// A part without a notation: in brackets it takes anything, elsewhere nothing starts it.
    Unreadable {
        is_in_brackets: bool,
    },
    Attribute {
        name: Name,
        class: AttributeClass,
    },
    Region {
        name: Name,
    },
    Regions {
        name: Name,
    },
    Successor {
        name: Name,
    },
    /// A block argument.
    Argument {
        name: Name,
    },
    /// A list of block arguments in parentheses.
    Arguments {
        name: Name,
    },
    /// The same with their types; their number is an attribute.
    TypedArguments {
        count: Name,
    },
    /// Nothing: an attribute that is there where this is.
    Unit {
        name: Name,
    },
    /// Nothing: where this is, the attribute is this; several in a row are the entries of an array.
    Set {
        name: Name,
        text: Name,
    },
    /// The arguments and results of a function, which determine its type.
    Signature {
        name: Name,
    },
    /// In parentheses, block arguments each with its initial value.
    IterArgs {
        keyword: Option<Name>,
        arguments: Name,
        operands: Name,
    },
    Group {
        alternatives: Box<[Box<[Element]>]>,
        repeat: Repeat,
    },
    /// Parameters by their names, in any order: `width = 3, kind = fast`.
    Struct {
        fields: Box<[StructField]>,
    },
}

/// A parameter in [`Element::Struct`].
#[derive(Debug, Clone, PartialEq, Eq)]
struct StructField {
    name: Name,
    is_optional: bool,
    value: Box<[Element]>,
}

/// Which slot takes how many types of a list.
type TypeShare = (usize, Arity);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repeat {
    Once,
    Optional,
    Many,
    /// Clauses in any order: each once, if a keyword begins it.
    Clauses,
}

impl Element {
    /// Whether there may be nothing in the text for it.
    fn is_skippable(&self) -> bool {
        match self {
            Self::AttrDict
            | Self::KeywordDict
            | Self::PropDict
            | Self::Given { .. }
            | Self::Set { .. }
            | Self::Unit { .. } => true,
            Self::Operand { arity, .. } => *arity != Arity::One,
            Self::Attribute { class, .. } => *class == AttributeClass::Unit,
            Self::Group { repeat, .. } => *repeat != Repeat::Once,
            Self::Struct { fields } => fields.iter().all(|it| it.is_optional),
            _ => false,
        }
    }
}

fn collect_words(elements: &[Element], found: &mut Vec<Name>) {
    for element in elements {
        match element {
            Element::Keyword(word) | Element::IterArgs { keyword: Some(word), .. } => found.push(*word),
            Element::Bracketed { inside, .. } => collect_words(inside, found),
            Element::Group { alternatives, .. } => {
                alternatives.iter().for_each(|it| collect_words(it, found));
            }
            Element::Struct { fields } => {
                found.extend(fields.iter().map(|it| it.name));
                fields.iter().for_each(|it| collect_words(&it.value, found));
            }
            _ => {}
        }
    }
}

fn are_understood(elements: &[Element], format: &Format, op: &OpDefinition) -> bool {
    let has_known_type = |slot: usize| {
        if format.qualified.contains(&slot) {
            return true;
        }
        let name = format.slots.get(slot);
        let value = name.and_then(|name| op.values().find(|it| it.name == *name));
        value.is_some_and(|it| {
            !["ForeignType", "WhereOfDialect"].iter().any(|word| it.constraint.mentions(word))
        })
    };
    elements.iter().all(|element| match element {
        Element::Token(_)
        | Element::Keyword(_)
        | Element::Operand { .. }
        | Element::Mixed { .. }
        | Element::AttrDict
        | Element::FunctionType { .. }
        | Element::Region { .. }
        | Element::Regions { .. }
        | Element::Successor { .. } => true,
        Element::Bracketed { inside, .. } => are_understood(inside, format, op),
        Element::Type { slot } | Element::Types { slot } | Element::ArrowTypes { slot } => {
            has_known_type(*slot)
        }
        Element::Attribute { name, class } => match class {
            AttributeClass::Unit
            | AttributeClass::Integer
            | AttributeClass::String
            | AttributeClass::Symbol
            | AttributeClass::SymbolName => true,
            AttributeClass::Keyword | AttributeClass::Angles => {
                op.attribute(name).is_some_and(|it| !it.keywords.is_empty())
            }
            AttributeClass::Parameter(kind) => !matches!(kind, Parameter::Symbol | Parameter::Foreign),
            _ => false,
        },
        Element::Group { alternatives, .. } => alternatives.iter().all(|it| are_understood(it, format, op)),
        Element::Struct { fields } => fields.iter().all(|it| are_understood(&it.value, format, op)),
        _ => false,
    })
}

/// The first alternative that starts here, where `starts` decides for single elements.
fn choose<'e>(
    alternatives: &'e [Box<[Element]>],
    starts: &impl Fn(&Element) -> bool,
) -> Option<&'e [Element]> {
    alternatives.iter().map(|it| &**it).find(|it| sequence_starts(it, starts))
}

fn sequence_starts(elements: &[Element], starts: &impl Fn(&Element) -> bool) -> bool {
    elements
        .iter()
        .find_map(|it| if starts(it) { Some(true) } else { (!it.is_skippable()).then_some(false) })
        .unwrap_or(false)
}
