//! The parser of values.

use super::{Parsed, Parser};
use crate::ast::*;
use crate::lexer::Token;
use std::sync::Arc;

/// A value is pasted of no more pieces, nor has more suffixes: each is one level more.
const MAX_PARTS: usize = 200;

impl Parser {
    /// A value, with what is pasted to it.
    pub(super) fn value(&mut self) -> Parsed<Expr> {
        let first = self.nested(Self::suffixed)?;
        self.pasted(first)
    }

    /// The name of a record: a value, or words that are pasted together.
    pub(super) fn name_value(&mut self) -> Parsed<Expr> {
        self.value()
    }

    fn pasted(&mut self, first: Expr) -> Parsed<Expr> {
        let mut found = first;
        let mut parts = 0;
        while self.eat('#') {
            parts += 1;
            if parts == MAX_PARTS {
                return Err(self.fail("fewer parts"));
            }
            // A paste at the end of a name pastes nothing.
            let is_last =
                matches!(self.peek(), Token::Punctuation(':' | ';' | '{' | ',' | ')' | '>' | ']' | '='));
            let next = if is_last { Expr::String("".into()) } else { self.nested(Self::suffixed)? };
            found = Expr::Paste(Arc::new(found), Arc::new(next));
        }
        Ok(found)
    }

    fn suffixed(&mut self) -> Parsed<Expr> {
        let mut found = self.simple()?;
        let mut parts = 0;
        loop {
            parts += 1;
            if parts == MAX_PARTS {
                return Err(self.fail("fewer parts"));
            }
            let at = self.at();
            match self.peek() {
                Token::Punctuation('{') if self.are_bits() => {
                    self.next += 1;
                    let pieces = self.pieces()?;
                    self.expect('}')?;
                    found = Expr::Bit(Arc::new(found), pieces);
                }
                Token::Punctuation('[') => {
                    self.next += 1;
                    let pieces = self.pieces()?;
                    let is_list = pieces.len() != 1
                        || matches!(pieces.first(), Some(RangePiece::Range(..)))
                        || self
                            .tokens
                            .get(self.next.wrapping_sub(1))
                            .is_some_and(|it| it.0 == Token::Punctuation(','));
                    self.expect(']')?;
                    found = Expr::Slice(Arc::new(found), pieces, is_list);
                }
                Token::Punctuation('.') => {
                    self.next += 1;
                    found = Expr::Field(Arc::new(found), self.word()?, at);
                }
                _ => return Ok(found),
            }
        }
    }

    /// Whether the brace holds indices: the body of a record begins with a word.
    fn are_bits(&self) -> bool {
        matches!(self.nth(1), Token::Integer(_))
    }

    /// `1, 3-5, 7...9`
    pub(super) fn pieces(&mut self) -> Parsed<Vec<RangePiece>> {
        let mut found = Vec::new();
        loop {
            let first = Arc::new(self.nested(Self::suffixed)?);
            let is_range = *self.peek() == Token::Ellipsis || self.is_punctuation('-');
            if is_range {
                self.next += 1;
                found.push(RangePiece::Range(first, Arc::new(self.nested(Self::suffixed)?)));
            } else if let Token::Integer(end) = *self.peek()
                && end <= 0
            {
                // `3-5` is read as 3 and −5.
                self.next += 1;
                found.push(RangePiece::Range(first, Arc::new(Expr::Integer(end.saturating_neg()))));
            } else {
                found.push(RangePiece::One(first));
            }
            if !self.eat(',') || matches!(self.peek(), Token::Punctuation('}' | ']' | '>')) {
                return Ok(found);
            }
        }
    }

    /// The list of a `foreach`: a value, or ranges of numbers.
    pub(super) fn iterated(&mut self) -> Parsed<Arc<Expr>> {
        let is_braced = self.is_punctuation('{');
        let is_range = matches!(self.peek(), Token::Integer(_));
        if !is_braced && !is_range {
            return Ok(Arc::new(self.value()?));
        }
        self.eat('{');
        let pieces = self.pieces()?;
        if is_braced {
            self.expect('}')?;
        }
        Ok(Arc::new(Expr::Slice(Arc::new(Expr::Unset), pieces, true)))
    }

    fn simple(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let token = self.peek().clone();
        self.next += 1;
        Ok(match token {
            Token::Integer(it) => Expr::Integer(it),
            Token::Bits(it) => Expr::Bits(it),
            Token::String(first) => {
                // Strings beside each other are one.
                let mut text = first.to_string();
                while let Token::String(more) = self.peek().clone() {
                    self.next += 1;
                    text.push_str(&more);
                }
                Expr::String(text.into())
            }
            Token::Code(it) => Expr::String(it),
            Token::Punctuation('?') => Expr::Unset,
            Token::Punctuation('[') => {
                let elements = self.values(']')?;
                // The type of the elements decides nothing here.
                if self.eat('<') {
                    self.ty()?;
                    self.expect('>')?;
                }
                Expr::List(elements)
            }
            Token::Punctuation('{') => Expr::BitList(self.values('}')?),
            Token::Punctuation('(') => self.dag()?,
            Token::Bang(name) => self.bang(name, at)?,
            Token::Word(name) => match &*name {
                "true" => Expr::Integer(1),
                "false" => Expr::Integer(0),
                _ if self.is_punctuation('<') => {
                    let arguments = self.arguments()?;
                    Expr::Instance { class: name, arguments, at }
                }
                _ => Expr::Name(name, at),
            },
            _ => {
                self.next -= 1;
                return Err(self.fail("a value"));
            }
        })
    }

    fn values(&mut self, close: char) -> Parsed<Vec<Arc<Expr>>> {
        let mut found = Vec::new();
        while !self.eat(close) {
            found.push(Arc::new(self.value()?));
            if !self.eat(',') {
                self.expect(close)?;
                break;
            }
        }
        Ok(found)
    }

    fn variable(&mut self) -> Option<Name> {
        let Token::Variable(name) = self.peek().clone() else { return None };
        self.next += 1;
        Some(name)
    }

    fn dag(&mut self) -> Parsed<Expr> {
        let operator = Arc::new(self.value()?);
        let name = if self.eat(':') { self.variable() } else { None };
        let mut arguments = Vec::new();
        while !self.eat(')') {
            if let Some(name) = self.variable() {
                arguments.push((None, Some(name)));
            } else {
                let value = Arc::new(self.value()?);
                let name = if self.eat(':') { self.variable() } else { None };
                arguments.push((Some(value), name));
            }
            if !self.eat(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(Expr::Dag { operator, name, arguments })
    }

    fn bang(&mut self, name: Name, at: u32) -> Parsed<Expr> {
        let ty = if self.eat('<') {
            let ty = self.ty()?;
            self.expect('>')?;
            Some(ty)
        } else {
            None
        };
        self.expect('(')?;
        match &*name {
            "cond" => {
                let mut clauses = Vec::new();
                while !self.eat(')') {
                    let condition = Arc::new(self.value()?);
                    self.expect(':')?;
                    clauses.push((condition, Arc::new(self.value()?)));
                    if !self.eat(',') {
                        self.expect(')')?;
                        break;
                    }
                }
                return Ok(Expr::Cond(clauses, at));
            }
            "foldl" => {
                let start = Arc::new(self.value()?);
                self.expect(',')?;
                let list = Arc::new(self.value()?);
                self.expect(',')?;
                let accumulator = self.word()?;
                self.expect(',')?;
                let variable = self.word()?;
                self.expect(',')?;
                let body = Arc::new(self.value()?);
                self.expect(')')?;
                return Ok(Expr::Fold { start, list, accumulator, variable, body });
            }
            "foreach" | "filter" => {
                let variable = self.word()?;
                self.expect(',')?;
                let list = Arc::new(self.value()?);
                self.expect(',')?;
                let body = Arc::new(self.value()?);
                self.expect(')')?;
                return Ok(Expr::Each { variable, list, body, is_filter: &*name == "filter" });
            }
            _ => {}
        }
        let arguments = self.values(')')?;
        Ok(Expr::Bang { name, ty, arguments, at })
    }
}
