//! ODS's expressions: constraints, traits and effects, and the lists of them that definitions are made of.

use std::fmt;

use super::Name;

/// A word with its arguments: `Variadic<AnyTypeOf<[I32, F32]>>`. A list stands for its entries, a string for its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    pub name: Name,
    pub arguments: Box<[Expression]>,
}

impl Expression {
    /// Whether the word is in it.
    pub fn mentions(&self, word: &str) -> bool {
        self.name == word || self.arguments.iter().any(|it| it.mentions(word))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.arguments.is_empty() {
            let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
            write!(f, "<{}>", arguments.join(", "))?;
        }
        Ok(())
    }
}

/// An entry of `(ins …)` and its like: `Variadic<Index>:$indices`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) constraint: Expression,
    pub(super) name: Name,
}

/// Expressions nest no deeper than this.
const MAX_DEPTH: usize = 16;

/// A list of expressions without names, such as traits.
pub(super) fn expressions(text: &str) -> Result<Vec<Expression>, String> {
    let mut reader = Reader { rest: text };
    let found = reader.list(None, MAX_DEPTH)?;
    reader.end(found)
}

/// A list of expressions with names, such as operands.
pub(super) fn fields(text: &str) -> Result<Vec<Field>, String> {
    let mut reader = Reader { rest: text };
    let mut found = Vec::new();
    while !reader.at_end() {
        let constraint = reader.expression(MAX_DEPTH)?;
        reader.expect(":")?;
        reader.expect("$")?;
        found.push(Field { constraint, name: Name::new(reader.word()?) });
        if !reader.eat(",") {
            break;
        }
    }
    reader.end(found)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn list(&mut self, close: Option<&str>, depth: usize) -> Result<Vec<Expression>, String> {
        let depth = depth.checked_sub(1).ok_or("too deep")?;
        let mut found = Vec::new();
        while !self.at_end() && !close.is_some_and(|it| self.at(it)) {
            if self.eat("[") {
                found.extend(self.list(Some("]"), depth)?);
                self.expect("]")?;
            } else {
                found.push(self.expression(depth)?);
            }
            if !self.eat(",") {
                break;
            }
        }
        Ok(found)
    }

    fn expression(&mut self, depth: usize) -> Result<Expression, String> {
        if self.eat("\"") {
            let (text, rest) = self.rest.split_once('"').ok_or("a string is not closed")?;
            self.rest = rest;
            return Ok(Expression { name: Name::new(text), arguments: Box::default() });
        }
        let name = Name::new(self.word()?);
        let mut arguments = Vec::new();
        if self.eat("<") {
            arguments = self.list(Some(">"), depth)?;
            self.expect(">")?;
        }
        Ok(Expression { name, arguments: arguments.into() })
    }

    fn word(&mut self) -> Result<&'a str, String> {
        self.rest = self.rest.trim_start();
        let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '-');
        let end = self.rest.find(|it| !is_part(it)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(format!("expected a word before `{}`", self.rest));
        }
        self.rest = rest;
        Ok(word)
    }

    fn at(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(token)
    }

    fn at_end(&mut self) -> bool {
        self.rest.trim_start().is_empty()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_here = self.at(token);
        if let Some(rest) = self.rest.strip_prefix(token) {
            self.rest = rest;
        }
        is_here
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(format!("expected `{token}` before `{}`", self.rest)) }
    }

    fn end<T>(mut self, found: T) -> Result<T, String> {
        if self.at_end() { Ok(found) } else { Err(format!("unexpected `{}`", self.rest)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_nest() {
        let text =
            "Pure, AllTypesMatch<[\"lhs\", \"rhs\"]>, Variadic<AnyTypeOf<[I32, MemRefRankOf<[I8], [1]>]>>";
        let found: Vec<String> =
            expressions(text).unwrap_or_default().iter().map(ToString::to_string).collect();
        let expected = ["Pure", "AllTypesMatch<lhs, rhs>", "Variadic<AnyTypeOf<I32, MemRefRankOf<I8, 1>>>"];
        assert_eq!(found, expected);
    }

    #[test]
    fn malformed_text_is_refused() {
        for text in ["<", "A<", "A<[B>", "\"a", "A B", &"A<".repeat(100_000)] {
            assert!(expressions(text).is_err(), "{text}");
        }
        assert!(fields("Index:$a, Index").is_err());
    }
}
