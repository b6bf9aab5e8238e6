//! The children of an operation, and which element of its form the next one may be.

use super::{AttributeClass, Element, choose};
use crate::{
    Located,
    SyntaxKind::{self, *},
    located::LocatedElement,
    ods::{Arity, OpDefinition},
};

/// The children of an operation that its form speaks of.
pub(super) struct Children<'a> {
    elements: Vec<LocatedElement<'a>>,
    pub(super) next: usize,
}

impl<'a> Children<'a> {
    pub(super) fn of(node: Located<'a>) -> Self {
        let elements = node
            .children_with_tokens()
            .filter(|it| {
                !kind(it).is_trivia()
                    && !matches!(kind(it), OP_RESULTS | OP_NAME | ERROR | OPAQUE_BODY | TRAILING_LOCATION)
            })
            .collect();
        Children { elements, next: 0 }
    }

    pub(super) fn peek(&self) -> Option<&LocatedElement<'a>> {
        self.elements.get(self.next)
    }

    /// The kind of the next one.
    pub(super) fn kind(&self) -> Option<SyntaxKind> {
        self.peek().map(kind)
    }

    /// The kind of the one after the next.
    pub(super) fn kind_after(&self) -> Option<SyntaxKind> {
        self.elements.get(self.next + 1).map(kind)
    }

    pub(super) fn node(&mut self) -> Option<Located<'a>> {
        let node = self.peek()?.as_node().copied();
        self.next += 1;
        node
    }
}

fn kind(element: &LocatedElement<'_>) -> SyntaxKind {
    match element {
        LocatedElement::Node(node) => node.kind(),
        LocatedElement::Token(token) => token.kind(),
    }
}

/// Whether the next child is one that the element starts with.
pub(super) fn stands(children: &Children<'_>, element: &Element) -> bool {
    let Some(next) = children.peek() else { return may_be_nothing(element) };
    let kind = kind(next);
    match element {
        Element::Token(token) => kind == *token,
        Element::Keyword(keyword) => {
            kind == BARE_ID && next.as_token().is_some_and(|it| *keyword == it.text())
        }
        Element::Bracketed { open, .. } => kind == *open,
        Element::Operand { arity: Arity::Variadic, .. } => kind == OPERAND_GROUP,
        Element::Operand { .. } => kind == VALUE_USE,
        Element::Mixed { .. } => kind == MIXED_LIST,
        Element::Type { .. } | Element::TypePair { .. } => kind.is_type(),
        Element::Types { .. } | Element::SharedTypes { .. } => kind == TYPE_GROUP,
        Element::ArrowTypes { .. } => kind == RESULT_TYPES,
        Element::FunctionType { .. } => kind == FUNCTION_TYPE,
        Element::AttrDict | Element::KeywordDict => kind == DICTIONARY,
        Element::PropDict => kind == PROPERTIES,
        Element::Set { .. } => true,
        Element::Given { .. }
        | Element::Unit { .. }
        | Element::Unreadable { .. }
        | Element::Struct { .. } => false,
        Element::Attribute { class: AttributeClass::Symbol, .. } => kind == SYMBOL_REFERENCE,
        Element::Attribute { class: AttributeClass::SymbolName, .. } => kind == SYMBOL_NAME,
        // A dictionary with a place of its own is found before the one of further attributes.
        Element::Attribute { class, .. } => kind.is_attribute() && may_be(kind, *class),
        Element::Region { .. } | Element::Regions { .. } => kind == REGION,
        Element::Successor { .. } => kind == SUCCESSOR,
        Element::Argument { .. } => kind == BLOCK_ARGUMENT,
        Element::Arguments { .. } | Element::TypedArguments { .. } => kind == BLOCK_ARGUMENT_LIST,
        Element::IterArgs { .. } => kind == ITER_ARGS,
        Element::Signature { .. } => kind == FUNCTION_SIGNATURE,
        Element::Group { alternatives, .. } => choose(alternatives, &|it| stands(children, it)).is_some(),
    }
}

/// Whether the element is also where there is nothing more.
fn may_be_nothing(element: &Element) -> bool {
    match element {
        Element::Set { .. } => true,
        Element::Group { alternatives, .. } => choose(alternatives, &may_be_nothing).is_some(),
        _ => false,
    }
}

/// Whether an attribute that is written as its class demands can be of this kind.
fn may_be(kind: SyntaxKind, class: AttributeClass) -> bool {
    match class {
        AttributeClass::Any | AttributeClass::Map => true,
        _ if matches!(kind, ATTRIBUTE_ALIAS | DIALECT_ATTRIBUTE) => true,
        AttributeClass::Integer => kind == INTEGER_ATTRIBUTE,
        AttributeClass::String => kind == STRING_ATTRIBUTE,
        AttributeClass::Array => matches!(kind, ARRAY_ATTRIBUTE | DENSE_ARRAY_ATTRIBUTE),
        AttributeClass::Keyword | AttributeClass::Keywords | AttributeClass::Angles => {
            matches!(kind, KEYWORD_ATTRIBUTE | STRING_ATTRIBUTE)
        }
        AttributeClass::Alias
        | AttributeClass::Symbol
        | AttributeClass::SymbolName
        | AttributeClass::Type
        | AttributeClass::Unit
        | AttributeClass::Parameter(_) => false,
    }
}

/// Like [`stands`], where the element decides whether a group is there: keywords count only if they are its own.
pub(super) fn begins(children: &Children<'_>, element: &Element, op: &OpDefinition) -> bool {
    let word = children.peek().and_then(|it| it.as_node()?.token_text(BARE_ID));
    let is_own = || match element {
        Element::Attribute { name, class: AttributeClass::Keyword | AttributeClass::Keywords } => {
            let keywords = op.attribute(name).map(|it| &*it.keywords).unwrap_or_default();
            keywords.is_empty() || word.is_none_or(|word| keywords.iter().any(|it| it == word))
        }
        Element::Group { alternatives, .. } => choose(alternatives, &|it| begins(children, it, op)).is_some(),
        _ => true,
    };
    stands(children, element) && is_own()
}
