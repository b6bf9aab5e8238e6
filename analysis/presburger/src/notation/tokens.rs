//! Words of the notation.

use super::ParseError;
use crate::Integer;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(Integer),
    /// A sign or a keyword.
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 24] = [
    "->", "<=", ">=", "!=", "==", "&&", "||", "=", "<", ">", "[", "]", "{", "}", "(", ")", ",", ";", ":",
    "+", "-", "*", "/", "%",
];
const WORDS: [&str; 8] = ["and", "or", "exists", "floor", "ceil", "mod", "true", "false"];

/// Digits beyond this are refused: a number of that length is a mistake, and reading it costs its square.
const MAX_DIGITS: usize = 4096;

/// The tokens with their byte offsets. The last is [`Token::End`].
pub(super) fn tokenise(text: &str) -> Result<Vec<(Token, usize)>, ParseError> {
    let mut tokens = Vec::new();
    let mut position = 0;
    while let Some(rest) = text.get(position..)
        && let Some(first) = rest.chars().next()
    {
        if first.is_whitespace() {
            position += first.len_utf8();
            continue;
        }
        let length_of = |accept: fn(char) -> bool| rest.find(|c| !accept(c)).unwrap_or(rest.len());
        let (token, length) = if first.is_ascii_digit() {
            let length = length_of(|c| c.is_ascii_digit());
            let digits = &rest[..length];
            match digits.parse() {
                Ok(number) if length <= MAX_DIGITS => (Token::Number(number), length),
                _ => return Err(ParseError { message: "number too long".to_owned(), position }),
            }
        } else if first.is_alphabetic() || first == '_' {
            let length = length_of(|c| c.is_alphanumeric() || c == '_' || c == '\'');
            let word = &rest[..length];
            match WORDS.iter().find(|known| **known == word) {
                Some(known) => (Token::Sign(known), length),
                None => (Token::Name(word.to_owned()), length),
            }
        } else {
            match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(canonical(sign)), sign.len()),
                None => {
                    return Err(ParseError { message: format!("unexpected character `{first}`"), position });
                }
            }
        };
        tokens.push((token, position));
        position += length;
    }
    tokens.push((Token::End, text.len()));
    Ok(tokens)
}

fn canonical(sign: &'static str) -> &'static str {
    match sign {
        "==" => "=",
        "&&" => "and",
        "||" => "or",
        "%" => "mod",
        other => other,
    }
}
