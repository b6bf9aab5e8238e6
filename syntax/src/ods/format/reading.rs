//! The reader of ODS's `assemblyFormat`.
//!
//! Beside what ODS has, groups nest, and an optional group needs no anchor: the first element decides whether it is there.
//! Blanks and line breaks that only the printer looks at mean nothing here.

mod declared;
mod parameters;
mod tokens;

use super::{Arity, AttributeClass, Element, Format, Name, Repeat, TypeShare, custom};
use crate::SyntaxKind::{self, *};
use crate::ods::attributes::is_list;
pub(in crate::ods) use declared::Declared;
use tokens::{Token, tokens};

/// Groups and calls nest no deeper than this.
const MAX_DEPTH: usize = 16;

impl Format {
    pub(in crate::ods) fn read(text: &str, declared: Declared<'_>) -> Result<Format, String> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            next: 0,
            declared,
            slots: Vec::new(),
            qualified: Vec::new(),
            close: None,
            groups: 0,
            left: MAX_DEPTH,
            is_exact: true,
            is_said_exact: false,
        };
        let elements = reader.whole()?;
        Ok(Format {
            elements,
            slots: reader.slots.into(),
            qualified: reader.qualified.into(),
            is_exact: reader.is_exact,
            is_said_exact: reader.is_said_exact,
        })
    }
}

/// An argument of `custom<…>(…)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument<'a> {
    Variable(&'a str),
    TypeOf(&'a str),
    Text(&'a str),
}

impl<'a> Argument<'a> {
    /// The name, or the text.
    pub(super) fn text(self) -> &'a str {
        let (Self::Variable(text) | Self::TypeOf(text) | Self::Text(text)) = self;
        text
    }
}

pub(super) struct Reader<'t, 'd> {
    tokens: Vec<Token<'t>>,
    next: usize,
    declared: Declared<'d>,
    slots: Vec<Name>,
    qualified: Vec<usize>,
    /// The token that closes the innermost bracket of the group.
    close: Option<&'static str>,
    /// How many groups are open.
    groups: usize,
    /// Directives that stand for notation may nest so deep.
    left: usize,
    /// Whether the elements take what MLIR's parser takes and nothing else.
    is_exact: bool,
    pub(super) is_said_exact: bool,
}

impl<'t> Reader<'t, '_> {
    fn whole(&mut self) -> Result<Box<[Element]>, String> {
        let elements = self.sequence(MAX_DEPTH)?;
        match self.peek() {
            Some(token) => Err(format!("unexpected {token:?}")),
            None => Ok(elements),
        }
    }

    /// The elements that a directive expands to, in the same notation.
    pub(super) fn notation(&mut self, text: &str) -> Result<Vec<Element>, String> {
        let mut inner = Reader {
            tokens: tokens(text)?,
            next: 0,
            declared: Declared(self.declared.0),
            slots: std::mem::take(&mut self.slots),
            qualified: std::mem::take(&mut self.qualified),
            close: None,
            groups: self.groups,
            left: self.left.checked_sub(1).ok_or("too deep")?,
            is_exact: true,
            is_said_exact: false,
        };
        let elements = inner.whole();
        self.is_exact &= inner.is_exact && inner.is_said_exact;
        (self.slots, self.qualified) = (inner.slots, inner.qualified);
        Ok(elements?.into_vec())
    }

    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    fn eat(&mut self, token: Token<'_>) -> bool {
        let is_here = self.peek() == Some(token);
        self.next += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, token: Token<'_>) -> Result<(), String> {
        let found = self.peek();
        if self.eat(token) { Ok(()) } else { Err(format!("expected {token:?}, found {found:?}")) }
    }

    /// Elements up to a bracket that closes, a `|`, or the end.
    fn sequence(&mut self, depth: usize) -> Result<Box<[Element]>, String> {
        let depth = depth.checked_sub(1).ok_or("too deep")?;
        let mut elements = Vec::new();
        while let Some(token) = self.peek() {
            if matches!(token, Token::Punctuation(')' | '|'))
                || self.close.is_some_and(|it| token == Token::Literal(it))
            {
                break;
            }
            self.next += 1;
            self.element(token, depth, &mut elements)?;
            self.eat(Token::Punctuation('^'));
        }
        Ok(elements.into())
    }

    fn element(&mut self, token: Token<'t>, depth: usize, out: &mut Vec<Element>) -> Result<(), String> {
        if let Token::Variable(name) = token {
            let word = self.declared.0.attribute(name).and_then(|it| it.word);
            out.extend(word.map(Element::Keyword));
        }
        out.push(match token {
            Token::Literal("(") if self.closes(")") => self.bracketed(L_PAREN, ")", depth)?,
            Token::Literal("[") if self.closes("]") => self.bracketed(L_BRACKET, "]", depth)?,
            Token::Literal("{") if self.closes("}") => self.bracketed(L_BRACE, "}", depth)?,
            Token::Literal(text) => match punctuation(text) {
                Some(kind) => Element::Token(kind),
                None if text.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.')) => {
                    Element::Keyword(Name::new(text))
                }
                None => return Err(format!("no token `{text}`")),
            },
            Token::Variable(name) => match self.variable(name)? {
                Some(element) => element,
                None => return Ok(()),
            },
            Token::Word("attr-dict") => Element::AttrDict,
            Token::Word("prop-dict") => Element::PropDict,
            Token::Word("attr-dict-with-keyword") => {
                let keyword = Element::Keyword(Name::new("attributes"));
                let alternatives = [[keyword, Element::AttrDict].into()].into();
                Element::Group { alternatives, repeat: Repeat::Optional }
            }
            Token::Word("type") => {
                self.expect(Token::Punctuation('('))?;
                self.types(out)?;
                return self.expect(Token::Punctuation(')'));
            }
            Token::Word("functional-type") => self.functional_type()?,
            Token::Word("qualified") => {
                self.expect(Token::Punctuation('('))?;
                let inner = self.peek().ok_or("nothing is qualified")?;
                self.next += 1;
                self.element(inner, depth, out)?;
                if let Some(Element::Type { slot } | Element::Types { slot }) = out.last() {
                    self.qualified.push(*slot);
                }
                return self.expect(Token::Punctuation(')'));
            }
            Token::Word("oilist") => {
                self.expect(Token::Punctuation('('))?;
                let alternatives = self.alternatives(depth)?;
                Element::Group { alternatives, repeat: Repeat::Clauses }
            }
            Token::Word("custom") => {
                out.extend(self.custom()?);
                return Ok(());
            }
            Token::Word(word @ ("operands" | "regions" | "successors")) => return self.all(word, out),
            Token::Word("params") => return parameters::in_order(self, out),
            Token::Word("struct") => parameters::by_name(self)?,
            Token::Punctuation('(') => self.group(depth)?,
            other => return Err(format!("unexpected {other:?}")),
        });
        Ok(())
    }

    /// Whether the bracket after which the reader is is closed in the same group: `[` (`]`) : ($x^ `]`)? has one in
    /// each.
    fn closes(&self, close: &str) -> bool {
        let mut groups = 0_usize;
        let mut brackets = 0_usize;
        for token in self.tokens.iter().skip(self.next) {
            match token {
                Token::Punctuation('(') => groups += 1,
                Token::Punctuation(')') if groups == 0 => return false,
                Token::Punctuation(')') => groups -= 1,
                Token::Punctuation('|') if groups == 0 => return false,
                Token::Literal("(" | "[" | "{") if groups == 0 => brackets += 1,
                Token::Literal(text @ (")" | "]" | "}")) if groups == 0 => match brackets.checked_sub(1) {
                    Some(left) => brackets = left,
                    None => return *text == close,
                },
                _ => {}
            }
        }
        false
    }

    fn bracketed(&mut self, open: SyntaxKind, close: &'static str, depth: usize) -> Result<Element, String> {
        let outer = self.close.replace(close);
        let inside = self.sequence(depth);
        self.close = outer;
        let mut inside = inside?;
        if let [Element::Unreadable { is_in_brackets }] = &mut *inside {
            *is_in_brackets = true;
        }
        self.expect(Token::Literal(close))?;
        Ok(Element::Bracketed { open, inside })
    }

    /// Sequences between `|`, up to the parenthesis that closes.
    fn alternatives(&mut self, depth: usize) -> Result<Box<[Box<[Element]>]>, String> {
        self.groups += 1;
        // A group closes only brackets that it has opened.
        let outer = self.close.take();
        let mut alternatives = vec![self.sequence(depth)?];
        while self.eat(Token::Punctuation('|')) {
            alternatives.push(self.sequence(depth)?);
        }
        self.close = outer;
        self.groups -= 1;
        self.expect(Token::Punctuation(')'))?;
        // An operand shows that the group is there, even an optional one; a set attribute is always there.
        let tells =
            |it: &Element| !it.is_skippable() || matches!(it, Element::Operand { .. } | Element::Set { .. });
        if alternatives.iter().any(|it| !it.iter().any(tells)) {
            return Err("a group may be empty".to_owned());
        }
        Ok(alternatives.into())
    }

    /// `( … )?` or `( … ):( … )?`
    fn group(&mut self, depth: usize) -> Result<Element, String> {
        let mut alternatives = self.alternatives(depth)?.into_vec();
        let mut repeat = Repeat::Optional;
        if self.eat(Token::Punctuation(':')) {
            self.expect(Token::Punctuation('('))?;
            alternatives.extend(self.alternatives(depth)?);
            repeat = Repeat::Once;
        }
        self.expect(Token::Punctuation('?'))?;
        Ok(Element::Group { alternatives: alternatives.into(), repeat })
    }

    fn variable(&mut self, name: &str) -> Result<Option<Element>, String> {
        let declared = &self.declared;
        if let Some(operand) = declared.0.operand(name) {
            return Ok(Some(Element::Operand { name: operand.name, arity: operand.arity }));
        }
        if let Some(region) = declared.region(name) {
            let name = region.name;
            return Ok(Some(match region.is_variadic {
                true => Element::Regions { name },
                false => Element::Region { name },
            }));
        }
        if let Some(successor) = declared.0.successors.iter().find(|it| it.name == name) {
            return Ok(Some(Element::Successor { name: successor.name }));
        }
        match declared.attribute_class(name) {
            Some(class) => Ok(Some(self.attribute_element(name, class))),
            None => Err(format!("`${name}` is not declared")),
        }
    }

    fn attribute_element(&mut self, name: &str, class: AttributeClass) -> Element {
        let constraint = self.declared.0.attribute(name).map(|it| &it.constraint);
        let is_list = constraint.is_some_and(is_list);
        let is_parameter = constraint.is_some_and(|it| it.name.ends_with("Param"));
        let one = match class {
            AttributeClass::Type => Element::Type { slot: self.slot(name) },
            class => Element::Attribute { name: Name::new(name), class },
        };
        if let Element::Type { slot } = &one
            && is_parameter
        {
            self.qualified.push(*slot);
        }
        if is_list { parameters::list(one) } else { one }
    }

    /// The arguments of `type(…)`.
    fn types(&mut self, out: &mut Vec<Element>) -> Result<(), String> {
        let token = self.peek();
        self.next += 1;
        let names: Vec<Name> = match token {
            Some(Token::Variable(name)) => vec![Name::new(name)],
            Some(Token::Word(word @ ("operands" | "results"))) => self.names_of(word),
            other => return Err(format!("no type of {other:?}")),
        };
        if names.len() > 1 && names.iter().any(|it| self.declared.arity(it) != Some(Arity::One)) {
            let shares = names.iter().map(|it| self.share_of(it)).collect();
            out.push(Element::SharedTypes { shares });
            return Ok(());
        }
        for (index, name) in names.into_iter().enumerate() {
            if index > 0 {
                out.push(Element::Token(COMMA));
            }
            let slot = self.slot(&name);
            out.push(match self.declared.arity(&name) {
                Some(Arity::Variadic) => Element::Types { slot },
                _ => Element::Type { slot },
            });
        }
        Ok(())
    }

    fn names_of(&self, word: &str) -> Vec<Name> {
        let definition = &self.declared.0;
        match word {
            "operands" => definition.operands.iter().map(|it| it.name).collect(),
            "results" => definition.results.iter().map(|it| it.name).collect(),
            "regions" => definition.regions.iter().map(|it| it.name).collect(),
            _ => definition.successors.iter().map(|it| it.name).collect(),
        }
    }

    /// All operands, regions or successors, with commas between them.
    fn all(&mut self, word: &str, out: &mut Vec<Element>) -> Result<(), String> {
        let names = self.names_of(word);
        let is_list = |name: &Name| self.declared.arity(name).is_some_and(|it| it != Arity::One);
        if names.iter().rev().skip(1).any(is_list) {
            return Err(format!("which {word} are whose is not told"));
        }
        for (index, name) in names.into_iter().enumerate() {
            let element = self.variable(&name)?;
            match element {
                // The comma is there if anything is after it.
                Some(list @ Element::Operand { arity: Arity::Optional | Arity::Variadic, .. })
                    if index > 0 =>
                {
                    let alternatives = [[Element::Token(COMMA), list].into()].into();
                    out.push(Element::Group { alternatives, repeat: Repeat::Optional });
                }
                _ => {
                    out.extend((index > 0).then_some(Element::Token(COMMA)));
                    out.extend(element);
                }
            }
        }
        Ok(())
    }

    /// `functional-type(inputs, results)`
    fn functional_type(&mut self) -> Result<Element, String> {
        self.expect(Token::Punctuation('('))?;
        let inputs = self.share()?;
        self.expect(Token::Punctuation(','))?;
        let results = self.share()?;
        self.expect(Token::Punctuation(')'))?;
        Ok(Element::FunctionType { inputs, results })
    }

    fn share(&mut self) -> Result<Box<[TypeShare]>, String> {
        let token = self.peek();
        self.next += 1;
        let names = match token {
            Some(Token::Variable(name)) => vec![Name::new(name)],
            Some(Token::Word(word @ ("operands" | "results"))) => self.names_of(word),
            other => return Err(format!("no types of {other:?}")),
        };
        Ok(names.iter().map(|it| self.share_of(it)).collect())
    }

    pub(super) fn share_of(&mut self, name: &str) -> TypeShare {
        (self.slot(name), self.declared.arity(name).unwrap_or(Arity::One))
    }

    /// `custom<Name>(…)`
    fn custom(&mut self) -> Result<Vec<Element>, String> {
        self.expect(Token::Punctuation('<'))?;
        let Some(Token::Word(name)) = self.peek() else { return Err("`custom` has a name".to_owned()) };
        self.next += 1;
        self.expect(Token::Punctuation('>'))?;
        self.expect(Token::Punctuation('('))?;
        let mut arguments = Vec::new();
        while !self.eat(Token::Punctuation(')')) {
            arguments.push(self.argument()?);
            self.eat(Token::Punctuation(','));
        }
        custom::elements(name, &arguments, self)
    }

    fn argument(&mut self) -> Result<Argument<'t>, String> {
        let token = self.peek();
        self.next += 1;
        match token {
            Some(Token::Variable(name)) => Ok(Argument::Variable(name)),
            Some(Token::String(text)) => Ok(Argument::Text(text)),
            Some(Token::Word(word @ ("type" | "ref"))) => {
                self.expect(Token::Punctuation('('))?;
                let inner = self.argument()?;
                self.expect(Token::Punctuation(')'))?;
                match inner {
                    Argument::Variable(name) if word == "type" => Ok(Argument::TypeOf(name)),
                    _ => Ok(inner),
                }
            }
            other => Err(format!("no argument {other:?}")),
        }
    }

    pub(super) fn slot(&mut self, name: &str) -> usize {
        self.slots.iter().position(|it| it == name).unwrap_or_else(|| {
            self.slots.push(Name::new(name));
            self.slots.len() - 1
        })
    }

    /// Whether what is read may be absent: then a form is useful in which it cannot be read.
    pub(super) fn is_in_group(&self) -> bool {
        self.groups > 0
    }
}

fn punctuation(text: &str) -> Option<SyntaxKind> {
    Some(match text {
        "," => COMMA,
        ":" => COLON,
        "=" => EQ,
        "->" => ARROW,
        "<" => L_ANGLE,
        ">" => R_ANGLE,
        "|" => PIPE,
        "?" => QUESTION,
        "+" => PLUS,
        "*" => STAR,
        "(" => L_PAREN,
        ")" => R_PAREN,
        "[" => L_BRACKET,
        "]" => R_BRACKET,
        "{" => L_BRACE,
        "}" => R_BRACE,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the tables of forms name is only known where definitions are read.
    #[test]
    fn built_in_forms_are_notation() {
        for (name, notation) in crate::dialects::notations() {
            let tokens = tokens(notation).unwrap_or_else(|error| panic!("{name}: {error}"));
            let count = |it: char| {
                let of = |token: &&Token<'_>| match token {
                    Token::Literal(text) => text.starts_with(it),
                    Token::Punctuation(found) => *found == it,
                    _ => false,
                };
                tokens.iter().filter(of).count()
            };
            assert_eq!((count('('), count('[')), (count(')'), count(']')), "{name}: {notation}");
        }
    }
}
