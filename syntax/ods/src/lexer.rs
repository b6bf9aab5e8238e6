//! The tokens of TableGen, with the lines of its preprocessor.

use std::sync::Arc;

/// A place in one file, in bytes.
pub type Offset = u32;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Word(Arc<str>),
    /// `$name`
    Variable(Arc<str>),
    /// `!name`
    Bang(Arc<str>),
    Integer(i64),
    /// `0b0101`, whose length counts.
    Bits(Arc<[bool]>),
    String(Arc<str>),
    Code(Arc<str>),
    /// `...`
    Ellipsis,
    Punctuation(char),
    /// `#ifdef` or `#ifndef`, with the macro.
    If {
        name: Arc<str>,
        wants_defined: bool,
    },
    Else,
    EndIf,
    Define(Arc<str>),
    /// Text that is not a token, and what is wrong with it.
    Wrong(&'static str),
    End,
}

/// The tokens of a text with the offsets at which they start. The last one is the end.
pub(crate) fn tokens(text: &str) -> Vec<(Token, Offset)> {
    let mut lexer = Lexer { text, at: 0 };
    let mut found = Vec::new();
    loop {
        lexer.skip_trivia();
        let start = Offset::try_from(lexer.at).unwrap_or(Offset::MAX);
        let token = lexer.token();
        let is_end = token == Token::End;
        found.push((token, start));
        if is_end {
            return found;
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn skip_trivia(&mut self) {
        loop {
            let bytes = self.bytes();
            match bytes {
                [b' ' | b'\t' | b'\r' | b'\n', ..] => self.at += 1,
                [b'/', b'/', ..] => {
                    self.at += bytes.iter().position(|it| *it == b'\n').unwrap_or(bytes.len())
                }
                [b'/', b'*', ..] => self.skip_comment(),
                _ => return,
            }
        }
    }

    /// Comments nest.
    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            match self.bytes() {
                [] => return,
                [b'/', b'*', ..] => {
                    depth += 1;
                    self.at += 2;
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a str {
        let len = self.bytes().iter().take_while(|it| is_part(**it)).count();
        let taken = self.rest().get(..len).unwrap_or_default();
        self.at += len;
        taken
    }

    fn token(&mut self) -> Token {
        let bytes = self.bytes();
        match bytes {
            [] => Token::End,
            [b'.', b'.', b'.', ..] => {
                self.at += 3;
                Token::Ellipsis
            }
            [b'"', ..] => self.string(),
            [b'[', b'{', ..] => self.code(),
            [b'$', next, ..] if is_word_start(*next) => {
                self.at += 1;
                Token::Variable(self.take_while(is_word).into())
            }
            [b'!', next, ..] if next.is_ascii_alphabetic() => {
                self.at += 1;
                Token::Bang(self.take_while(|it| it.is_ascii_alphabetic()).into())
            }
            [b'#', ..] => self.directive(),
            [b'0', b'x', ..] | [b'0', b'b', ..] => self.radix(),
            [b'0'..=b'9', ..] => self.number(),
            [b'-' | b'+', b'0'..=b'9', ..] => self.number(),
            [first, ..] if is_word_start(*first) => Token::Word(self.take_while(is_word).into()),
            _ => match self.rest().chars().next() {
                Some(it) => {
                    self.at += it.len_utf8();
                    if it.is_ascii() {
                        Token::Punctuation(it)
                    } else {
                        Token::Wrong("an unexpected character")
                    }
                }
                None => Token::End,
            },
        }
    }

    fn string(&mut self) -> Token {
        self.at += 1;
        let mut text = String::new();
        loop {
            let mut chars = self.rest().chars();
            match chars.next() {
                None | Some('\n') => return Token::Wrong("a string that is not closed"),
                Some('"') => {
                    self.at += 1;
                    return Token::String(text.into());
                }
                Some('\\') => {
                    let Some(escaped) = chars.next() else {
                        self.at = self.text.len();
                        return Token::Wrong("a string that is not closed");
                    };
                    self.at += 1 + escaped.len_utf8();
                    text.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                }
                Some(other) => {
                    self.at += other.len_utf8();
                    text.push(other);
                }
            }
        }
    }

    fn code(&mut self) -> Token {
        self.at += 2;
        let rest = self.rest();
        match rest.find("}]") {
            Some(end) => {
                self.at += end + 2;
                Token::Code(rest.get(..end).unwrap_or_default().into())
            }
            None => {
                self.at = self.text.len();
                Token::Wrong("code that is not closed")
            }
        }
    }

    fn radix(&mut self) -> Token {
        let is_binary = self.bytes().get(1) == Some(&b'b');
        self.at += 2;
        if is_binary {
            let digits = self.take_while(|it| matches!(it, b'0' | b'1'));
            return match digits.is_empty() {
                true => Token::Wrong("a binary number without digits"),
                false => Token::Bits(digits.bytes().rev().map(|it| it == b'1').collect()),
            };
        }
        let digits = self.take_while(|it| it.is_ascii_hexdigit());
        match u64::from_str_radix(digits, 16) {
            Ok(number) => Token::Integer(number.cast_signed()),
            Err(_) => Token::Wrong("a number that does not fit into 64 bits"),
        }
    }

    /// Words may begin with digits: `3d` is one.
    fn number(&mut self) -> Token {
        let start = self.at;
        if matches!(self.bytes(), [b'-' | b'+', ..]) {
            self.at += 1;
        }
        self.take_while(|it| it.is_ascii_digit());
        if self.bytes().first().is_some_and(|it| is_word_start(*it))
            && self.text.as_bytes()[start].is_ascii_digit()
        {
            self.at = start;
            return Token::Word(self.take_while(is_word).into());
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        text.parse().map_or(Token::Wrong("a number that does not fit into 64 bits"), Token::Integer)
    }

    /// A line of the preprocessor; any other `#` pastes.
    fn directive(&mut self) -> Token {
        let after = self.rest().get(1..).unwrap_or_default();
        let word = after.bytes().take_while(|it| is_word(*it)).count();
        let (directive, behind) = after.split_at(word);
        if !matches!(directive, "ifdef" | "ifndef" | "else" | "endif" | "define") || !self.is_alone_on_line()
        {
            self.at += 1;
            return Token::Punctuation('#');
        }
        let line = behind.split('\n').next().unwrap_or_default();
        self.at += 1 + word + line.len();
        let name: Arc<str> = line.split_whitespace().next().unwrap_or_default().into();
        match directive {
            "ifdef" => Token::If { name, wants_defined: true },
            "ifndef" => Token::If { name, wants_defined: false },
            "else" => Token::Else,
            "endif" => Token::EndIf,
            _ => Token::Define(name),
        }
    }

    fn is_alone_on_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().bytes().all(|it| it.is_ascii_whitespace())
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
