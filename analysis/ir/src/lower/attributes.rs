//! The attributes of one operation by name, from the dictionary and the properties alike.

use crate::affine::parse_integer;
use crate::types::compact;
use syntax::{Located, LocatedElement, SyntaxKind};

pub struct Attributes<'a> {
    /// Name, `ATTRIBUTE_ENTRY`, and value: a name alone has none.
    entries: Vec<(&'a str, Located<'a>, Option<Located<'a>>)>,
}

impl<'a> Attributes<'a> {
    /// Those of an `OPERATION`.
    pub fn of(operation: impl Into<Located<'a>>) -> Self {
        let dictionaries = operation.into().children().filter_map(|it| match it.kind() {
            SyntaxKind::DICTIONARY => Some(it),
            SyntaxKind::PROPERTIES => it.child(SyntaxKind::DICTIONARY),
            _ => None,
        });
        let entries = dictionaries
            .flat_map(|it| it.children_of_kind(SyntaxKind::ATTRIBUTE_ENTRY))
            .filter_map(|entry| {
                let is_name = |kind| matches!(kind, SyntaxKind::BARE_ID | SyntaxKind::STRING);
                let name = entry.tokens().find(|it| is_name(it.kind()))?;
                let value = entry.attributes().next().or_else(|| entry.types().next());
                Some((name.text().trim_matches('"'), entry, value))
            })
            .collect();
        Self { entries }
    }

    pub fn get(&self, name: &str) -> Option<Located<'a>> {
        self.entries.iter().find(|it| it.0 == name)?.2
    }

    /// The whole `ATTRIBUTE_ENTRY`.
    pub fn entry(&self, name: &str) -> Option<Located<'a>> {
        Some(self.entries.iter().find(|it| it.0 == name)?.1)
    }

    /// Names with values: a name alone has none.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Option<Located<'a>>)> + '_ {
        self.entries.iter().map(|(name, _, value)| (*name, *value))
    }

    pub fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|it| it.0 == name)
    }

    pub fn integer(&self, name: &str) -> Option<i64> {
        integer(self.get(name)?)
    }

    /// The numbers of `array<i64: …>`, `dense<…>` or `[…]`; one number of a splat is repeated `splat` times.
    pub fn integers(&self, name: &str, splat: usize) -> Option<Vec<i64>> {
        integers(self.get(name)?, splat)
    }
}

/// See [`Attributes::integers`].
pub fn integers<'a>(node: impl Into<Located<'a>>, splat: usize) -> Option<Vec<i64>> {
    let node = node.into();
    match node.kind() {
        SyntaxKind::ARRAY_ATTRIBUTE => node.attributes().map(integer).collect(),
        SyntaxKind::DENSE_ARRAY_ATTRIBUTE | SyntaxKind::DENSE_ATTRIBUTE => {
            let text = compact(node);
            let body = match node.kind() {
                SyntaxKind::DENSE_ARRAY_ATTRIBUTE => text.split_once(':').map_or("", |it| it.1),
                _ => text.split_once('<').map_or("", |it| it.1),
            };
            let body = body.split('>').next().unwrap_or_default();
            let is_list = node.kind() == SyntaxKind::DENSE_ARRAY_ATTRIBUTE || body.contains('[');
            let numbers = body
                .split([',', '[', ']'])
                .map(str::trim)
                .filter(|it| !it.is_empty())
                .map(|it| it.parse().ok())
                .collect::<Option<Vec<i64>>>()?;
            match (&*numbers, is_list) {
                ([one], false) => Some(vec![*one; splat]),
                _ => Some(numbers),
            }
        }
        _ => None,
    }
}

/// The value of `5 : index`, `-3`, or of a bare integer token sequence.
pub fn integer<'a>(node: impl Into<Located<'a>>) -> Option<i64> {
    let node = node.into();
    if node.kind() != SyntaxKind::INTEGER_ATTRIBUTE {
        return None;
    }
    signed_integer(node)
}

/// The first integer among the node's own tokens, with the sign before it.
pub fn signed_integer<'a>(node: impl Into<Located<'a>>) -> Option<i64> {
    let node = node.into();
    let text = node.token(SyntaxKind::INTEGER)?.text();
    if node.token(SyntaxKind::MINUS).is_some() {
        return format!("-{text}").parse().ok().or_else(|| parse_integer(text)?.checked_neg());
    }
    parse_integer(text)
}

/// The entries of a `MIXED_LIST`, with `dynamic` for each value.
pub fn mixed_list(node: Located<'_>, dynamic: i64) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    let mut is_negative = false;
    for child in node.children_with_tokens() {
        match child {
            LocatedElement::Node(it) if it.kind() == SyntaxKind::VALUE_USE => numbers.push(dynamic),
            LocatedElement::Token(it) if it.kind() == SyntaxKind::MINUS => is_negative = true,
            LocatedElement::Token(it) if it.kind() == SyntaxKind::INTEGER => {
                let number = parse_integer(it.text())?;
                numbers.push(if is_negative { number.checked_neg()? } else { number });
                is_negative = false;
            }
            _ => {}
        }
    }
    Some(numbers)
}
