//! The parser of TableGen's items. After an error it goes on at the next item.

mod values;

use crate::ast::*;
use crate::lexer::{Offset, Token, tokens};
use std::sync::Arc;

/// Items and expressions nest no deeper than this.
const MAX_DEPTH: usize = 200;

pub(crate) fn parse(text: &str) -> File {
    let mut parser = Parser { tokens: tokens(text), next: 0, depth: 0, errors: Vec::new() };
    let mut items = Vec::new();
    while *parser.peek() != Token::End {
        items.extend(parser.items());
        if *parser.peek() != Token::End {
            parser.fail("an item");
            parser.next += 1;
        }
    }
    File { items, errors: parser.errors }
}

pub(crate) struct Parser {
    tokens: Vec<(Token, Offset)>,
    next: usize,
    depth: usize,
    errors: Vec<(Offset, String)>,
}

/// An error was reported.
pub(crate) struct Failed;

type Parsed<T> = Result<T, Failed>;

impl Parser {
    fn peek(&self) -> &Token {
        self.nth(0)
    }

    fn nth(&self, n: usize) -> &Token {
        self.tokens.get(self.next + n).map_or(&Token::End, |it| &it.0)
    }

    fn at(&self) -> Offset {
        self.tokens.get(self.next).or(self.tokens.last()).map_or(0, |it| it.1)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(it) if **it == *word)
    }

    fn is_punctuation(&self, char: char) -> bool {
        *self.peek() == Token::Punctuation(char)
    }

    fn eat(&mut self, char: char) -> bool {
        let is_here = self.is_punctuation(char);
        self.next += usize::from(is_here);
        is_here
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_here = self.is_word(word);
        self.next += usize::from(is_here);
        is_here
    }

    fn fail(&mut self, expected: &str) -> Failed {
        let found = match self.peek() {
            Token::Wrong(what) => (*what).to_owned(),
            other => format!("expected {expected}, found {other:?}"),
        };
        let at = self.at();
        self.errors.push((at, found));
        Failed
    }

    fn expect(&mut self, char: char) -> Parsed<()> {
        if self.eat(char) { Ok(()) } else { Err(self.fail(&format!("'{char}'"))) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.fail(word)) }
    }

    fn word(&mut self) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Word(word) => {
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.fail("a name")),
        }
    }

    fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.fail("less nesting"));
        }
        self.depth += 1;
        let found = inside(self);
        self.depth -= 1;
        found
    }

    /// Items up to the first token that begins none.
    fn items(&mut self) -> Vec<Item> {
        let mut found = Vec::new();
        while !matches!(self.peek(), Token::End | Token::Else | Token::EndIf | Token::Punctuation('}')) {
            let before = self.next;
            match self.nested(Self::item) {
                Ok(item) => found.push(item),
                Err(Failed) => self.skip_item(before),
            }
        }
        found
    }

    /// Goes to the next word with which an item begins that is outside the braces of this one.
    fn skip_item(&mut self, start: usize) {
        self.next = self.next.max(start + 1);
        let depth_of = |tokens: &[(Token, Offset)]| {
            tokens.iter().fold(0i64, |depth, it| match it.0 {
                Token::Punctuation('{') => depth + 1,
                Token::Punctuation('}') => depth - 1,
                _ => depth,
            })
        };
        let mut depth = depth_of(self.tokens.get(start..self.next).unwrap_or_default());
        while *self.peek() != Token::End {
            let starts = matches!(self.peek(), Token::Word(it)
                if matches!(&**it, "class" | "def" | "defm" | "defset" | "multiclass" | "include"));
            if depth <= 0 && (starts || matches!(self.peek(), Token::Else | Token::EndIf | Token::If { .. }))
            {
                return;
            }
            match self.peek() {
                Token::Punctuation('{') => depth += 1,
                Token::Punctuation('}') if depth <= 0 => return,
                Token::Punctuation('}') => depth -= 1,
                _ => {}
            }
            self.next += 1;
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let at = self.at();
        match self.peek().clone() {
            Token::Define(name) => {
                self.next += 1;
                return Ok(Item::Define(name));
            }
            Token::If { name, wants_defined } => {
                self.next += 1;
                let then = self.items();
                let otherwise = if *self.peek() == Token::Else {
                    self.next += 1;
                    self.items()
                } else {
                    Vec::new()
                };
                if *self.peek() == Token::EndIf {
                    self.next += 1;
                } else {
                    self.fail("#endif");
                }
                return Ok(Item::Conditional { name, wants_defined, then, otherwise });
            }
            _ => {}
        }
        let word = self.word()?;
        match &*word {
            "include" => match self.peek().clone() {
                Token::String(path) => {
                    self.next += 1;
                    Ok(Item::Include(path, at))
                }
                _ => Err(self.fail("a path")),
            },
            "class" => self.class(at).map(|it| Item::Class(Arc::new(it))),
            "def" => {
                let name = self.object_name()?;
                let parents = self.parents()?;
                let body = self.body()?;
                Ok(Item::Def(Arc::new(Def { name, parents, body, at })))
            }
            "defm" => {
                let name = self.object_name()?;
                let parents = self.parents()?;
                self.expect(';')?;
                Ok(Item::Defm(Arc::new(Defm { name, parents, at })))
            }
            "multiclass" => {
                let name = self.word()?;
                let parameters = self.parameters()?;
                let parents = self.parents()?;
                let body = if self.eat(';') { [].into() } else { self.braced_items()? };
                Ok(Item::MultiClass(Arc::new(MultiClass { name, parameters, parents, body })))
            }
            "foreach" => {
                let at = self.at();
                let variable = self.word()?;
                self.expect('=')?;
                let list = self.iterated()?;
                self.eat_word("in");
                Ok(Item::Foreach { variable, list, body: self.one_or_braced()?, at })
            }
            "if" => {
                let condition = Arc::new(self.value()?);
                self.expect_word("then")?;
                let then = self.one_or_braced()?;
                let otherwise = if self.eat_word("else") { self.one_or_braced()? } else { [].into() };
                Ok(Item::If { condition, then, otherwise })
            }
            "let" => {
                let mut assignments = vec![self.assignment()?];
                while self.eat(',') {
                    assignments.push(self.assignment()?);
                }
                self.expect_word("in")?;
                Ok(Item::Let { assignments: assignments.into(), body: self.one_or_braced()? })
            }
            "defset" => {
                self.ty()?;
                let name = self.word()?;
                self.expect('=')?;
                Ok(Item::Defset { name, body: self.braced_items()? })
            }
            "defvar" => {
                let name = self.word()?;
                self.expect('=')?;
                let value = Arc::new(self.value()?);
                self.expect(';')?;
                Ok(Item::Defvar(name, value))
            }
            "deftype" => {
                let name = self.word()?;
                self.expect('=')?;
                let ty = self.ty()?;
                self.expect(';')?;
                Ok(Item::DefType(name, ty))
            }
            "assert" => {
                let (condition, message) = self.assertion()?;
                Ok(Item::Assert { condition, message, at })
            }
            "dump" => {
                self.value()?;
                self.expect(';')?;
                Ok(Item::Define("".into()))
            }
            _ => {
                self.next -= 1;
                Err(self.fail("an item"))
            }
        }
    }

    fn assertion(&mut self) -> Parsed<(Arc<Expr>, Arc<Expr>)> {
        let condition = Arc::new(self.value()?);
        self.expect(',')?;
        let message = Arc::new(self.value()?);
        self.expect(';')?;
        Ok((condition, message))
    }

    fn braced_items(&mut self) -> Parsed<Arc<[Item]>> {
        self.expect('{')?;
        let items = self.items();
        self.expect('}')?;
        Ok(items.into())
    }

    fn one_or_braced(&mut self) -> Parsed<Arc<[Item]>> {
        match self.is_punctuation('{') {
            true => self.braced_items(),
            false => Ok([self.nested(Self::item)?].into()),
        }
    }

    fn class(&mut self, at: Offset) -> Parsed<Class> {
        let name = self.word()?;
        let has_parameters = self.is_punctuation('<');
        let parameters = self.parameters()?;
        let is_declaration = self.is_punctuation(';') && !has_parameters;
        let parents = self.parents()?;
        let body = self.body()?;
        Ok(Class { name, parameters, parents, body, is_declaration, at })
    }

    fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        let mut found = Vec::new();
        if !self.eat('<') {
            return Ok(found);
        }
        while !self.eat('>') {
            let ty = self.ty()?;
            let name = self.word()?;
            let default = if self.eat('=') { Some(Arc::new(self.value()?)) } else { None };
            found.push(Parameter { ty, name, default });
            if !self.eat(',') {
                self.expect('>')?;
                break;
            }
        }
        Ok(found)
    }

    fn object_name(&mut self) -> Parsed<Option<Arc<Expr>>> {
        match self.peek() {
            Token::Punctuation(':' | ';' | '{') => Ok(None),
            _ => Ok(Some(Arc::new(self.name_value()?))),
        }
    }

    fn parents(&mut self) -> Parsed<Vec<Parent>> {
        let mut found = Vec::new();
        if self.eat(':') {
            loop {
                let at = self.at();
                let name = self.word()?;
                let arguments = self.arguments()?;
                found.push(Parent { name, arguments, at });
                if !self.eat(',') {
                    break;
                }
            }
        }
        Ok(found)
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let mut found = Vec::new();
        if !self.eat('<') {
            return Ok(found);
        }
        while !self.eat('>') {
            let value = self.value()?;
            found.push(match (value, self.eat('=')) {
                (Expr::Name(name, _), true) => Argument { name: Some(name), value: Arc::new(self.value()?) },
                (Expr::String(name), true) => Argument { name: Some(name), value: Arc::new(self.value()?) },
                (value, _) => Argument { name: None, value: Arc::new(value) },
            });
            if !self.eat(',') {
                self.expect('>')?;
                break;
            }
        }
        Ok(found)
    }

    fn assignment(&mut self) -> Parsed<Assignment> {
        let at = self.at();
        let name = self.word()?;
        let bits = match self.is_punctuation('{') || self.is_punctuation('<') {
            true => {
                let close = if self.eat('{') { '}' } else { '>' };
                self.eat('<');
                let pieces = self.pieces()?;
                self.expect(close)?;
                Some(pieces)
            }
            false => None,
        };
        self.expect('=')?;
        let value = Arc::new(self.value()?);
        Ok(Assignment { name, bits, value, at })
    }

    /// `;` or `{ … }`
    fn body(&mut self) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        if self.eat(';') {
            return Ok(members);
        }
        self.expect('{')?;
        while !self.eat('}') {
            members.push(self.member()?);
        }
        self.eat(';');
        Ok(members)
    }

    fn member(&mut self) -> Parsed<Member> {
        let at = self.at();
        if self.eat_word("let") {
            let assignment = self.assignment()?;
            self.expect(';')?;
            return Ok(Member::Let(assignment));
        }
        if self.eat_word("defvar") {
            let name = self.word()?;
            self.expect('=')?;
            let value = Arc::new(self.value()?);
            self.expect(';')?;
            return Ok(Member::Defvar(name, value));
        }
        if self.eat_word("assert") {
            let (condition, message) = self.assertion()?;
            return Ok(Member::Assert { condition, message, at });
        }
        if self.eat_word("dump") {
            self.value()?;
            self.expect(';')?;
            return Ok(Member::Defvar("".into(), Arc::new(Expr::Unset)));
        }
        self.eat_word("field");
        let ty = self.ty()?;
        let name = self.word()?;
        let value = if self.eat('=') { Some(Arc::new(self.value()?)) } else { None };
        self.expect(';')?;
        Ok(Member::Field { ty, name, value })
    }

    fn ty(&mut self) -> Parsed<Type> {
        let word = self.word()?;
        Ok(match &*word {
            "bit" => Type::Bit,
            "int" => Type::Int,
            "string" => Type::String,
            "code" => Type::Code,
            "dag" => Type::Dag,
            "bits" => {
                self.expect('<')?;
                let Token::Integer(width) = *self.peek() else { return Err(self.fail("a width")) };
                self.next += 1;
                self.expect('>')?;
                match usize::try_from(width).ok().filter(|it| *it <= 1 << 16) {
                    Some(width) => Type::Bits(width),
                    None => return Err(self.fail("a width that is not so large")),
                }
            }
            "list" => {
                self.expect('<')?;
                let element = self.nested(Self::ty)?;
                self.expect('>')?;
                Type::List(Box::new(element))
            }
            _ => Type::Class(word),
        })
    }
}
