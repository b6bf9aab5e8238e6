//! Attributes, as far as running a program needs them.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxNode, SyntaxToken};

use super::affine_map::{AffineMap, Expression, IntegerSet};
use super::scalar::{Scalar, wrap};
use super::types::{Element, Type};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Attribute {
    /// A number, sign-extended where it is an integer.
    Number(Scalar),
    Bool(bool),
    Map(AffineMap),
    Set(IntegerSet),
    Array(Vec<Attribute>),
    /// Of a dense literal: its type and all elements.
    Dense(Type, Vec<Scalar>),
    /// Of `array<…>`.
    Numbers(Vec<i64>),
    /// Text between quotes, or after `@`.
    Text(String),
    Type(Type),
    Unit,
    /// As it is written.
    Other(String),
    /// The name of something that is not defined.
    Unread,
}

/// The definitions of a file, by name.
pub(super) type Aliases = FxHashMap<String, Attribute>;

/// Resolves `#name`.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<Attribute>;

impl Attribute {
    pub(super) fn of(node: &SyntaxNode, aliases: &Aliases) -> Attribute {
        Self::with(node, &|name| aliases.get(name).cloned())
    }

    /// As [`Attribute::of`], where aliases stand for trees that name no other alias at their top.
    pub(super) fn of_file(node: &SyntaxNode, alias: &dyn Fn(&str) -> Option<SyntaxNode>) -> Attribute {
        // The definition of an alias may hold aliases, perhaps in a cycle.
        let inner = |name: &str| Some(Self::with(&alias(name)?, &|_| None));
        Self::with(node, &inner)
    }

    fn with(node: &SyntaxNode, aliases: Lookup<'_>) -> Attribute {
        let text = node.text().to_string();
        let otherwise = match node.kind() {
            ATTRIBUTE_ALIAS => Attribute::Unread,
            _ => Attribute::Other(text.trim().to_owned()),
        };
        Self::known(node, text.trim(), aliases).unwrap_or(otherwise)
    }

    fn known(node: &SyntaxNode, text: &str, aliases: Lookup<'_>) -> Option<Attribute> {
        Some(match node.kind() {
            INTEGER_ATTRIBUTE | FLOAT_ATTRIBUTE => {
                let element = match ast::child::<ast::Type>(node).map(|it| Type::of(it.syntax())) {
                    None if node.kind() == FLOAT_ATTRIBUTE => Element::F64,
                    None => Element::Integer(64),
                    Some(ty) => ty.element()?,
                };
                Attribute::Number(number(text.split(':').next()?.trim(), element)?)
            }
            BOOL_ATTRIBUTE => Attribute::Bool(text.starts_with("true")),
            STRING_ATTRIBUTE => Attribute::Text(text.trim_matches('"').to_owned()),
            SYMBOL_REFERENCE => Attribute::Text(text.trim_start_matches('@').trim_matches('"').to_owned()),
            ATTRIBUTE_ALIAS => aliases(text)?,
            ARRAY_ATTRIBUTE => {
                let items = ast::children::<ast::Attribute>(node);
                Attribute::Array(items.map(|it| Attribute::with(it.syntax(), aliases)).collect())
            }
            AFFINE_MAP_ATTRIBUTE => {
                Attribute::Map(AffineMap::of(ast::child::<ast::AffineMap>(node)?.syntax())?)
            }
            INTEGER_SET_ATTRIBUTE => {
                Attribute::Set(IntegerSet::of(ast::child::<ast::IntegerSet>(node)?.syntax())?)
            }
            DENSE_ATTRIBUTE => dense(node)?,
            DENSE_ARRAY_ATTRIBUTE => {
                let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
                let text: String =
                    tokens.filter(|it| !it.kind().is_trivia()).map(|it| it.text().to_owned()).collect();
                let (_, values) = text.trim_end_matches('>').split_once(':').unwrap_or(("", ""));
                let value = |it: &str| match it.trim() {
                    "true" => Some(1),
                    "false" => Some(0),
                    digits => digits.parse().ok(),
                };
                let values = values.split(',').filter(|it| !it.trim().is_empty()).map(value);
                Attribute::Numbers(values.collect::<Option<_>>()?)
            }
            UNIT_ATTRIBUTE => Attribute::Unit,
            TYPE_ATTRIBUTE => Attribute::Type(Type::of(ast::child::<ast::Type>(node)?.syntax())),
            _ => return None,
        })
    }

    /// The same text for the same attribute; `None` where it is not known what it says.
    pub(super) fn digest(&self) -> Option<String> {
        match self {
            // A name inside may refer to anything.
            Attribute::Other(text) => {
                let rest = text.strip_prefix('#').unwrap_or(text);
                let is_alias = text.starts_with('#') && !rest.contains('.');
                (!is_alias && !rest.contains(['#', '!'])).then(|| text.clone())
            }
            Attribute::Unread => None,
            Attribute::Array(items) => {
                Some(format!("{:?}", items.iter().map(Attribute::digest).collect::<Option<Vec<_>>>()?))
            }
            Attribute::Type(Type::Other(text)) if text.contains(['#', '!']) => None,
            other => Some(format!("{other:?}")),
        }
    }

    /// How many numbers and operations it is made of.
    pub(super) fn size(&self) -> usize {
        match self {
            Attribute::Map(map) => map.results.iter().map(Expression::size).sum(),
            Attribute::Set(set) => set.constraints().iter().map(|it| it.0.size()).sum(),
            Attribute::Array(items) => items.iter().map(Attribute::size).sum(),
            Attribute::Dense(_, values) => values.len(),
            Attribute::Numbers(values) => values.len(),
            _ => 1,
        }
    }

    /// A list of integers in any of its spellings.
    pub(super) fn integers(&self) -> Option<Vec<i64>> {
        match self {
            Attribute::Numbers(values) => Some(values.clone()),
            Attribute::Dense(_, values) => values.iter().map(|it| it.integer().ok()).collect(),
            Attribute::Array(items) => items
                .iter()
                .map(|it| match it {
                    Attribute::Number(Scalar::Integer(value)) => Some(*value),
                    Attribute::Bool(value) => Some(i64::from(*value)),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }
}

/// `dense<…> : type`, whose elements are flat tokens.
fn dense(node: &SyntaxNode) -> Option<Attribute> {
    let ty = ast::child::<ast::Type>(node)?;
    let (element, count) = match Type::of(ty.syntax()) {
        Type::Vector { shape, element } => (element, shape.iter().product()),
        _ => tensor(ty.syntax())?,
    };
    let literals = node
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .take_while(|it| it.kind() != COLON)
        .filter(|it: &SyntaxToken| matches!(it.kind(), MINUS | INTEGER | FLOAT | BARE_ID))
        .skip(1);
    let mut values = Vec::new();
    let mut sign = "";
    for literal in literals {
        if literal.kind() == MINUS {
            sign = "-";
            continue;
        }
        values.push(number(&format!("{sign}{}", literal.text()), element)?);
        sign = "";
    }
    if let [splat] = values[..] {
        values = vec![splat; count];
    }
    (values.len() == count).then_some(Attribute::Dense(Type::of(ty.syntax()), values))
}

fn tensor(ty: &SyntaxNode) -> Option<(Element, usize)> {
    let element = Type::of(ast::child::<ast::Type>(ty)?.syntax()).element()?;
    let dimensions = ast::child::<ast::Dimensions>(ty);
    let sizes = dimensions.into_iter().flat_map(|it| ast::children::<ast::Dimension>(it.syntax()));
    let count =
        sizes.map(|it| it.syntax().text().to_string().trim().parse::<usize>().ok()).product::<Option<_>>()?;
    Some((element, count))
}

/// A literal of the type.
fn number(text: &str, element: Element) -> Option<Scalar> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let bits = digits.strip_prefix("0x").map(|it| u64::from_str_radix(it, 16).ok());
    Some(match (element, bits) {
        (Element::F32, Some(bits)) => Scalar::F32(f32::from_bits(u32::try_from(bits?).ok()?)),
        (Element::F64, Some(bits)) => Scalar::F64(f64::from_bits(bits?)),
        (Element::F32, None) => Scalar::F32(text.parse().ok()?),
        (Element::F64, None) => Scalar::F64(text.parse().ok()?),
        (_, Some(bits)) => Scalar::Integer(wrap(bits? as i64, element.width())),
        (_, None) => match digits {
            "true" => Scalar::bool(true),
            "false" => Scalar::bool(false),
            _ => {
                let magnitude = digits.parse::<i128>().ok()?;
                let value = if negative { -magnitude } else { magnitude };
                Scalar::Integer(wrap(value as i64, element.width()))
            }
        },
    })
}
