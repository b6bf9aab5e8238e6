//! The form of an operation as an editor's snippet: its text, with a numbered place for each thing to fill in.

use super::{AttributeClass, Element, Format, Repeat};
use crate::SyntaxKind::{self, *};
use crate::ods::Name;

impl Format {
    /// The form of the operation, type or attribute of that name. What may be missing is left out. A place that is named after an operand or an
    /// argument begins with `%`.
    pub(in crate::ods) fn snippet(&self, name: &str) -> String {
        let is_symbol = name.starts_with(['!', '#']);
        let mut writer =
            Writer { text: name.to_owned(), places: 0, glue: Glue::Name, slots: &self.slots, is_symbol };
        writer.sequence(&self.elements);
        writer.text
    }
}

/// The end of the text, which the next piece is joined to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Glue {
    /// The name of the operation, or an operand: an opening bracket follows without a blank.
    Name,
    Word,
    /// An opening bracket: nothing follows with a blank.
    Open,
}

struct Writer<'a> {
    text: String,
    places: usize,
    glue: Glue,
    slots: &'a [Name],
    /// Whether it is the form of a type or an attribute.
    is_symbol: bool,
}

impl Writer<'_> {
    fn sequence(&mut self, elements: &[Element]) {
        for element in elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Token(COMMA) => {
                self.text.push(',');
                self.glue = Glue::Word;
            }
            Element::Token(L_ANGLE) if self.is_symbol => {
                self.text.push('<');
                self.glue = Glue::Open;
            }
            Element::Token(R_ANGLE) if self.is_symbol => self.text.push('>'),
            Element::Token(kind) => self.word(token_text(*kind)),
            Element::Keyword(word) => self.word(word),
            Element::Bracketed { open, inside } => self.bracketed(*open, |it| it.sequence(inside)),
            Element::Operand { name, .. } | Element::Argument { name } => self.value(name),
            Element::Mixed { name, open: Some(open), .. } => self.bracketed(*open, |it| it.value(name)),
            Element::Mixed { name, open: None, .. } => self.value(name),
            Element::Type { slot } | Element::Types { slot } => self.type_place(*slot),
            Element::SharedTypes { shares } => self.type_list(shares.iter().map(|share| share.0)),
            Element::TypePair { first, second } => {
                self.type_place(*first);
                self.element(&Element::Token(COMMA));
                self.type_place(*second);
            }
            Element::FunctionType { inputs, results } => {
                self.bracketed(L_PAREN, |it| it.type_list(inputs.iter().map(|share| share.0)));
                self.word("->");
                match &**results {
                    [(slot, _)] => self.type_place(*slot),
                    _ => self.bracketed(L_PAREN, |it| it.type_list(results.iter().map(|share| share.0))),
                }
            }
            Element::Attribute { name, class } => match class {
                AttributeClass::Angles => self.place(&format!("<{name}>")),
                AttributeClass::Symbol => self.place(&format!("@{name}")),
                AttributeClass::SymbolName => self.place("@name"),
                AttributeClass::Unit => {}
                _ => self.place(name),
            },
            Element::Region { .. } | Element::Regions { .. } => self.region(),
            Element::Successor { .. } => self.place("^block"),
            Element::Arguments { name } => self.bracketed(L_PAREN, |it| it.value(name)),
            Element::Signature { .. } | Element::TypedArguments { .. } => self.bracketed(L_PAREN, |_| {}),
            Element::Group { alternatives, repeat: Repeat::Once } => {
                if let Some(first) = alternatives.first() {
                    self.sequence(first);
                }
            }
            Element::Struct { fields } => {
                for (index, field) in fields.iter().filter(|it| !it.is_optional).enumerate() {
                    if index > 0 {
                        self.element(&Element::Token(COMMA));
                    }
                    self.word(&field.name);
                    self.word("=");
                    self.place("value");
                }
            }
            Element::AttrDict
            | Element::PropDict
            | Element::KeywordDict
            | Element::Unreadable { .. }
            | Element::Set { .. }
            | Element::Unit { .. }
            | Element::Given { .. }
            | Element::ArrowTypes { .. }
            | Element::IterArgs { .. }
            | Element::Group { .. } => {}
        }
    }

    fn word(&mut self, word: &str) {
        self.blank();
        self.text.push_str(word);
        self.glue = Glue::Word;
    }

    fn blank(&mut self) {
        if self.glue != Glue::Open {
            self.text.push(' ');
        }
    }

    fn value(&mut self, name: &str) {
        self.place(&format!("%{name}"));
        self.glue = Glue::Name;
    }

    fn place(&mut self, name: &str) {
        self.blank();
        self.places += 1;
        // `$` and `}` would end the place.
        self.text.push_str(&format!("${{{}:{name}}}", self.places));
        self.glue = Glue::Word;
    }

    fn type_place(&mut self, slot: usize) {
        let name = self.slots.get(slot).map_or("", |it| &**it);
        self.place(&format!("type of {name}"));
    }

    fn type_list(&mut self, slots: impl Iterator<Item = usize>) {
        for (index, slot) in slots.enumerate() {
            if index > 0 {
                self.element(&Element::Token(COMMA));
            }
            self.type_place(slot);
        }
    }

    fn bracketed(&mut self, open: SyntaxKind, inside: impl FnOnce(&mut Self)) {
        if self.glue == Glue::Word {
            self.text.push(' ');
        }
        let (open, close) = match open {
            L_BRACKET => ('[', ']'),
            L_BRACE => ('{', '}'),
            _ => ('(', ')'),
        };
        self.text.push(open);
        self.glue = Glue::Open;
        inside(self);
        self.text.push(close);
        self.glue = Glue::Name;
    }

    fn region(&mut self) {
        self.blank();
        self.places += 1;
        self.text.push_str(&format!("{{\n  ${{{}}}\n}}", self.places));
        self.glue = Glue::Word;
    }
}

fn token_text(kind: SyntaxKind) -> &'static str {
    match kind {
        COLON => ":",
        EQ => "=",
        ARROW => "->",
        L_ANGLE => "<",
        R_ANGLE => ">",
        L_BRACKET => "[",
        R_BRACKET => "]",
        L_PAREN => "(",
        R_PAREN => ")",
        PIPE => "|",
        QUESTION => "?",
        PLUS => "+",
        STAR => "*",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use crate::ods::Registry;

    #[test]
    fn places_are_numbered_and_named() {
        let snippet =
            |name: &str| Registry::builtin().get(name).and_then(|it| it.snippet()).unwrap_or_default();
        assert_eq!(snippet("arith.addi"), "arith.addi ${1:%lhs}, ${2:%rhs} : ${3:type of result}");
        assert_eq!(snippet("memref.load"), "memref.load ${1:%memref}[${2:%indices}] : ${3:type of memref}");
        assert_eq!(snippet("memref.dealloc"), "memref.dealloc ${1:%memref} : ${2:type of memref}");
    }

    /// With names for the places and a type for each type, the text is one operation without errors of its outline.
    #[test]
    fn brackets_match_in_every_form() {
        for op in Registry::builtin().iter() {
            let Some(snippet) = op.snippet() else { continue };
            let count = |it: char| snippet.matches(it).count();
            assert_eq!((count('('), count('[')), (count(')'), count(']')), "{snippet}");
            assert!(snippet.starts_with(&*op.name), "{snippet}");
        }
    }
}
