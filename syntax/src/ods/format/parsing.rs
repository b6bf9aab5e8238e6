//! Forms as parsers: walks a form's elements over the tokens of an operation.
//!
//! The first mismatch is reported; from there on the parser is silent, elements that do not match are passed over
//! without consuming anything, and the caller finds the end of the operation.

mod parameters;

use super::{AttributeClass, Element, Format, Outcome, Repeat, choose, pieces};
use crate::{
    SyntaxErrorCode,
    SyntaxKind::*,
    grammar::{attribute, dialect::func, operation, region, types},
    ods::{Arity, Name, OpDefinition},
    parser::Parser,
};
use std::cell::Cell;

impl Format {
    /// Parses what follows the operation's name. An error is certain if all elements before it were understood.
    pub(in crate::ods) fn parse(&self, p: &mut Parser<'_>, op: &OpDefinition, is_exact: bool) -> Outcome {
        let is_certain =
            Cell::new(self.is_exact && (is_exact || self.is_said_exact && !op.has_unknown_form()));
        let walk = Walk { op, format: self, is_certain, is_opaque: Cell::new(false) };
        walk.sequence(p, &self.elements);
        Outcome { is_certain: walk.is_certain.get() && p.is_silent(), is_opaque: walk.is_opaque.get() }
    }
}

struct Walk<'a> {
    op: &'a OpDefinition,
    format: &'a Format,
    is_certain: Cell<bool>,
    is_opaque: Cell<bool>,
}

impl<'a> Walk<'a> {
    fn keywords(&self, name: &str) -> &'a [Name] {
        // An unknown kind, or an old spelling, is reported by a rule that knows the intended one.
        if name == "kind" {
            return &[];
        }
        self.op.attribute(name).map(|it| &*it.keywords).unwrap_or_default()
    }

    fn sequence(&self, p: &mut Parser<'_>, elements: &[Element]) {
        for element in elements {
            if !p.is_silent() && !self.format.foresees(element, self.op) {
                self.is_certain.set(false);
            }
            // After an error only what is certainly there is taken.
            if !p.is_silent() || self.starts(p, element) {
                self.element(p, element);
            }
        }
    }

    fn element(&self, p: &mut Parser<'_>, element: &Element) {
        match element {
            Element::Token(kind) => {
                p.expect(*kind);
            }
            Element::Keyword(keyword) => {
                let code = match &**keyword {
                    "step" if self.op.name == "scf.for" => SyntaxErrorCode::ScfForMissingStep,
                    _ => SyntaxErrorCode::ExpectedToken,
                };
                p.expect_keyword_or(keyword, code);
            }
            Element::Bracketed { open, inside } => {
                if p.at(*open) {
                    p.bracketed(|p| self.sequence(p, inside));
                } else {
                    p.expect(*open);
                }
            }
            Element::Operand { arity: Arity::One, .. } => pieces::operand(p, &self.op.name),
            Element::Operand { arity: Arity::Optional, .. } => {
                if pieces::at_operand(p) {
                    pieces::operand(p, &self.op.name);
                }
            }
            Element::Operand { arity: Arity::Variadic, .. } => pieces::operand_group(p, &self.op.name),
            Element::Mixed { open, .. } => pieces::mixed_list(p, *open),
            Element::Type { .. } => types::type_(p),
            Element::Types { .. } | Element::SharedTypes { .. } => types::type_group(p),
            Element::TypePair { .. } => {
                types::type_(p);
                if p.eat(COMMA) {
                    types::type_(p);
                }
            }
            Element::ArrowTypes { .. } => {
                if p.at(ARROW) {
                    types::result_types(p);
                } else {
                    p.expected("'->' and the types of the results");
                }
            }
            Element::FunctionType { .. } => types::function_type(p),
            Element::AttrDict => {
                attribute::opt_dictionary(p);
            }
            Element::KeywordDict => pieces::opt_keyword_dictionary(p, self.op),
            Element::Unreadable { is_in_brackets: true } => {
                self.is_opaque.set(true);
                while !matches!(p.current(), EOF | R_PAREN | R_BRACKET | R_BRACE) {
                    (0..=p.nth_partner(0).unwrap_or(0)).for_each(|_| p.bump_opaque());
                }
            }
            Element::Unreadable { is_in_brackets: false } => p.expected("something else"),
            Element::PropDict => {
                if p.at(L_ANGLE) {
                    attribute::properties(p);
                }
            }
            Element::Attribute { class, name } => match class {
                AttributeClass::Any => attribute::attribute(p),
                AttributeClass::Map => pieces::bare_map(p),
                AttributeClass::Integer => pieces::integer(p),
                AttributeClass::String => pieces::string(p),
                AttributeClass::Keyword => pieces::keyword(p, self.keywords(name)),
                AttributeClass::Keywords => pieces::keywords(p, self.keywords(name)),
                AttributeClass::Array => pieces::array(p),
                AttributeClass::Alias => attribute::attribute(p),
                AttributeClass::Angles => pieces::angles(p, self.keywords(name)),
                AttributeClass::Symbol => attribute::symbol_reference(p),
                AttributeClass::SymbolName => attribute::symbol_name(p),
                AttributeClass::Parameter(kind) => self.parameter(p, *kind, name),
                AttributeClass::Type | AttributeClass::Unit => {}
            },
            Element::Struct { fields } => self.structure(p, fields),
            Element::Given { .. } | Element::Set { .. } | Element::Unit { .. } => {}
            Element::TypedArguments { .. } => pieces::typed_arguments(p),
            Element::Region { .. } => region::region_of(p, self.op.is_tentative()),
            Element::Regions { .. } => {
                if p.at(L_BRACE) {
                    region::region_of(p, self.op.is_tentative());
                    while p.eat(COMMA) {
                        region::region_of(p, self.op.is_tentative());
                    }
                }
            }
            Element::Successor { .. } => operation::successor(p),
            Element::Argument { .. } => pieces::argument(p),
            Element::Arguments { .. } => pieces::arguments(p),
            Element::Signature { .. } => func::signature(p),
            Element::IterArgs { keyword, .. } => pieces::iter_args(p, keyword.as_deref()),
            Element::Group { alternatives, repeat } => self.group(p, alternatives, *repeat),
        }
    }

    fn group(&self, p: &mut Parser<'_>, alternatives: &[Box<[Element]>], repeat: Repeat) {
        let mut met: Vec<Name> = Vec::new();
        loop {
            let before = p.position();
            match choose(alternatives, &|element| self.starts(p, element)) {
                // Each clause of a list in any order is written once.
                Some([Element::Keyword(word), ..]) if met.contains(word) => {
                    p.expected(&*format!("no second '{word}'"));
                }
                Some(chosen) => {
                    met.extend(chosen.first().and_then(|it| match it {
                        Element::Keyword(word) if repeat == Repeat::Clauses => Some(*word),
                        _ => None,
                    }));
                    self.sequence(p, chosen);
                }
                None if repeat == Repeat::Once => {
                    self.sequence(p, alternatives.last().map_or(&[], |it| it));
                }
                None => {}
            }
            if matches!(repeat, Repeat::Once | Repeat::Optional) || p.position() == before {
                break;
            }
        }
    }

    /// Whether the current token is one that the element starts with.
    fn starts(&self, p: &Parser<'_>, element: &Element) -> bool {
        match element {
            Element::Token(kind) => p.at(*kind),
            Element::Keyword(keyword) => p.at_keyword(keyword),
            Element::Bracketed { open, .. } | Element::Mixed { open: Some(open), .. } => p.at(*open),
            Element::Mixed { open: None, .. } => matches!(p.current(), PERCENT_ID | INTEGER | MINUS),
            Element::Operand { .. } => p.at(PERCENT_ID) && !p.at_statement_start(),
            Element::Type { .. }
            | Element::Types { .. }
            | Element::SharedTypes { .. }
            | Element::TypePair { .. } => match p.current() {
                BARE_ID | EXCLAMATION_ID => !p.at_statement_start(),
                kind => kind == L_PAREN,
            },
            Element::ArrowTypes { .. } => p.at(ARROW),
            Element::FunctionType { .. }
            | Element::Arguments { .. }
            | Element::TypedArguments { .. }
            | Element::Signature { .. } => p.at(L_PAREN),
            Element::PropDict => p.at(L_ANGLE),
            Element::Given { .. } | Element::Unit { .. } | Element::Unreadable { .. } => false,
            Element::Set { .. } => true,
            Element::AttrDict | Element::KeywordDict | Element::Region { .. } | Element::Regions { .. } => {
                p.at(L_BRACE)
            }
            Element::Attribute { class, name } => match class {
                AttributeClass::Any => match p.current() {
                    BARE_ID | STRING | HASH_ID | EXCLAMATION_ID => !p.at_statement_start(),
                    kind => matches!(kind, INTEGER | FLOAT | MINUS | AT_ID | L_BRACE | L_BRACKET),
                },
                AttributeClass::Integer => matches!(p.current(), INTEGER | MINUS),
                AttributeClass::String => p.at(STRING) && !p.at_statement_start(),
                AttributeClass::Map => p.at(L_PAREN),
                AttributeClass::Keyword | AttributeClass::Keywords => {
                    pieces::at_keyword(p, self.keywords(name))
                }
                AttributeClass::Array => pieces::at_array(p),
                AttributeClass::Alias => p.at(HASH_ID) && !p.at_statement_start(),
                AttributeClass::Angles => p.at(L_ANGLE) || p.at(HASH_ID) && !p.at_statement_start(),
                AttributeClass::Symbol | AttributeClass::SymbolName => p.at(AT_ID),
                AttributeClass::Parameter(kind) => self.starts_parameter(p, *kind, name),
                AttributeClass::Type | AttributeClass::Unit => false,
            },
            Element::Struct { .. } => p.at(BARE_ID),
            Element::Successor { .. } => p.at(CARET_ID) && !p.at_statement_start(),
            Element::Argument { .. } => p.at(PERCENT_ID),
            Element::IterArgs { keyword: Some(keyword), .. } => p.at_keyword(keyword),
            Element::IterArgs { keyword: None, .. } => p.at(L_PAREN),
            Element::Group { alternatives, repeat } => {
                // Whatever group may be empty can be walked over safely; a required one needs its start.
                *repeat != Repeat::Once || choose(alternatives, &|element| self.starts(p, element)).is_some()
            }
        }
    }
}
