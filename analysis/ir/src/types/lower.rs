//! From syntax to types. Whatever is broken or not understood becomes `Unknown`.

use super::{Dim, FLOATS, Layout, MemRefType, Signedness, Type, VectorDim};
use crate::affine::{AffineMap, IntegerSet, lower_map, parse_integer};
use std::sync::Arc;
use syntax::{Located, SyntaxKind};

/// The values of aliases; asked by name, so that a new alias does not touch every user.
pub trait TypeAliases {
    /// The type that `!name` stands for.
    fn type_alias(&self, name: &str) -> Type;
    /// The map that `#name` stands for; `None` if it is unknown or not a map.
    fn map_alias(&self, name: &str) -> Option<AffineMap>;
    /// The number that `#name` stands for; `None` if it is unknown or not an integer.
    fn integer_alias(&self, name: &str) -> Option<i64>;
    /// The set that `#name` stands for; `None` if it is unknown or not a set.
    fn set_alias(&self, name: &str) -> Option<IntegerSet>;
}

/// The type that the node writes. Recursion follows the tree, whose depth the parser bounds.
pub fn lower_type<'a>(node: impl Into<Located<'a>>, aliases: &dyn TypeAliases) -> Type {
    let node = node.into();
    match node.kind() {
        SyntaxKind::SIMPLE_TYPE => simple(&node.trimmed_text()),
        SyntaxKind::TYPE_ALIAS => aliases.type_alias(&node.trimmed_text()),
        SyntaxKind::DIALECT_TYPE => Type::Dialect(compact(node)),
        SyntaxKind::COMPLEX_TYPE => Type::Complex(Arc::new(element(node, aliases))),
        SyntaxKind::TUPLE_TYPE => Type::Tuple(types_of(node, aliases).into()),
        SyntaxKind::FUNCTION_TYPE => function(node, aliases),
        SyntaxKind::VECTOR_TYPE => vector(node, aliases),
        SyntaxKind::TENSOR_TYPE => tensor(node, aliases),
        SyntaxKind::MEMREF_TYPE => memref(node, aliases),
        _ => Type::Unknown,
    }
}

fn simple(name: &str) -> Type {
    match name {
        "index" => return Type::Index,
        "none" => return Type::None,
        _ => {}
    }
    if let Some(kind) = FLOATS.iter().find(|it| it.name == name) {
        return Type::Float(*kind);
    }
    let integer = |prefix: &str, signedness| {
        let digits = name.strip_prefix(prefix)?;
        let width =
            if digits.bytes().all(|it| it.is_ascii_digit()) { digits.parse().ok()? } else { return None };
        Some(Type::Integer { width, signedness })
    };
    integer("si", Signedness::Signed)
        .or_else(|| integer("ui", Signedness::Unsigned))
        .or_else(|| integer("i", Signedness::Signless))
        .unwrap_or(Type::Unknown)
}

/// The text without trivia but a blank between two words, as types and attributes of other dialects are compared.
pub fn compact(node: Located<'_>) -> Arc<str> {
    let is_of_word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
    let mut text = String::new();
    let mut is_apart = false;
    node.for_each_token(&mut |it| {
        if it.kind().is_trivia() {
            is_apart = true;
            return;
        }
        if std::mem::take(&mut is_apart) && text.ends_with(is_of_word) && it.text().starts_with(is_of_word) {
            text.push(' ');
        }
        text.push_str(it.text());
    });
    text.into()
}

fn types_of(node: Located<'_>, aliases: &dyn TypeAliases) -> Box<[Type]> {
    node.types().map(|it| lower_type(it, aliases)).collect()
}

fn element(node: Located<'_>, aliases: &dyn TypeAliases) -> Type {
    node.types().next().map_or(Type::Unknown, |it| lower_type(it, aliases))
}

fn function(node: Located<'_>, aliases: &dyn TypeAliases) -> Type {
    let mut lists = node.children().map(|it| match it.kind() {
        SyntaxKind::TYPE_LIST => types_of(it, aliases),
        _ => Box::new([lower_type(it, aliases)]) as Box<[Type]>,
    });
    match (lists.next(), lists.next()) {
        (Some(inputs), Some(results)) => Type::Function { inputs, results },
        _ => Type::Unknown,
    }
}

/// The sizes of a shape, and which are scalable; `None` where one is broken.
fn dimensions(node: Located<'_>) -> Option<Vec<(Dim, bool)>> {
    let Some(list) = node.child(SyntaxKind::DIMENSIONS) else { return Some(Vec::new()) };
    list.children_of_kind(SyntaxKind::DIMENSION)
        .map(|it| {
            if it.token(SyntaxKind::QUESTION).is_some() {
                return Some((None, false));
            }
            let size = u64::try_from(parse_integer(it.token(SyntaxKind::INTEGER)?.text())?).ok()?;
            Some((Some(size), it.token(SyntaxKind::L_BRACKET).is_some()))
        })
        .collect()
}

fn is_unranked(node: Located<'_>) -> bool {
    node.child(SyntaxKind::DIMENSIONS).is_some_and(|it| it.token(SyntaxKind::STAR).is_some())
}

fn vector(node: Located<'_>, aliases: &dyn TypeAliases) -> Type {
    let dims = dimensions(node).and_then(|dims| {
        dims.into_iter()
            .map(|(size, scalable)| Some(VectorDim { size: size?, scalable }))
            .collect::<Option<Box<[_]>>>()
    });
    match dims {
        Some(dims) => Type::Vector { dims, element: Arc::new(element(node, aliases)) },
        None => Type::Unknown,
    }
}

fn tensor(node: Located<'_>, aliases: &dyn TypeAliases) -> Type {
    let element = Arc::new(element(node, aliases));
    if is_unranked(node) {
        return Type::Tensor { dims: None, element, encoding: None };
    }
    let Some(dims) = dimensions(node) else { return Type::Unknown };
    let encoding = node.attributes().next().map(compact);
    Type::Tensor { dims: Some(dims.into_iter().map(|it| it.0).collect()), element, encoding }
}

fn memref(node: Located<'_>, aliases: &dyn TypeAliases) -> Type {
    let element = element(node, aliases);
    let mut layout = Layout::Identity;
    let mut memory_space = None;
    for attribute in node.attributes() {
        match lower_layout(attribute, aliases) {
            Some(found) => layout = found,
            // The integer memory space 0 is the default.
            None => memory_space = Some(compact(attribute)).filter(|it| &**it != "0"),
        }
    }
    if is_unranked(node) {
        return Type::UnrankedMemRef { element: Arc::new(element), memory_space };
    }
    let Some(dims) = dimensions(node) else { return Type::Unknown };
    let dims: Box<[Dim]> = dims.into_iter().map(|it| it.0).collect();
    Type::MemRef(Arc::new(MemRefType { layout: canonical(layout, &dims), dims, element, memory_space }))
}

/// `None` if the attribute is a memory space instead of a layout.
fn lower_layout(node: Located<'_>, aliases: &dyn TypeAliases) -> Option<Layout> {
    match node.kind() {
        SyntaxKind::AFFINE_MAP_ATTRIBUTE => {
            let map = node.child(SyntaxKind::AFFINE_MAP).and_then(lower_map);
            Some(map.map_or(Layout::Unknown, |it| Layout::Map(it.folded())))
        }
        SyntaxKind::STRIDED_ATTRIBUTE => Some(strided(node).unwrap_or(Layout::Unknown)),
        SyntaxKind::ATTRIBUTE_ALIAS => {
            // An alias that is not a map may be a strided layout, a dialect's layout or a memory space.
            let map = aliases.map_alias(&node.trimmed_text());
            Some(map.map_or(Layout::Unknown, |it| Layout::Map(it.folded())))
        }
        _ => None,
    }
}

/// `strided<[8, ?], offset: ?>`; the offset is 0 where it is left out.
fn strided(node: Located<'_>) -> Option<Layout> {
    let text = compact(node);
    let number = |text: &str| match text {
        "?" => Some(None),
        _ => text.parse::<i64>().ok().map(Some),
    };
    // As it was written up to MLIR 15: `offset: ?, strides: [8, ?]`.
    if let Some((offset, strides)) = text.strip_prefix("offset:").and_then(|it| it.split_once(",strides:[")) {
        let strides = strides.strip_suffix(']')?.split(',').filter(|it| !it.is_empty());
        return Some(Layout::Strided {
            strides: strides.map(number).collect::<Option<_>>()?,
            offset: number(offset)?,
        });
    }
    let body = text.strip_prefix("strided<[")?.strip_suffix('>')?;
    let (strides, rest) = body.split_once(']')?;
    let strides = strides.split(',').filter(|it| !it.is_empty()).map(number).collect::<Option<_>>()?;
    let offset = match rest.strip_prefix(",offset:") {
        Some(offset) => number(offset)?,
        None => Some(0),
    };
    Some(Layout::Strided { strides, offset })
}

/// An identity map does not count as a layout; MLIR drops it too.
fn canonical(layout: Layout, dims: &[Dim]) -> Layout {
    use crate::affine::AffineExpr;
    match layout {
        Layout::Map(map)
            if map.symbols == 0
                && map.dims == dims.len()
                && map.results.len() == dims.len()
                && map.results.iter().enumerate().all(|(index, it)| *it == AffineExpr::Dim(index)) =>
        {
            Layout::Identity
        }
        other => other,
    }
}
