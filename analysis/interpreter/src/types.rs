//! Types of values.

use super::fault::{Cause, unsupported};
use syntax::SyntaxKind::*;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxNode, ast::Dimensions};

/// The type of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// With this many bits, at most 64.
    Integer(u32),
    /// 64 bits wide.
    Index,
    F32,
    F64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Element(Element),
    Vector {
        shape: Vec<usize>,
        element: Element,
    },
    /// The sizes that are known. Where its elements are vectors, their sizes come last.
    MemRef {
        sizes: Vec<Option<i64>>,
        element: Element,
        /// How many of the sizes are those of vectors.
        vector_rank: usize,
        layout: Layout,
    },
    Tensor {
        /// The sizes that are known.
        sizes: Vec<Option<i64>>,
        element: Element,
    },
    /// No vector: what it holds is not looked into.
    Other(String),
    /// Not known, or of lanes that are not known.
    Unknown,
}

/// Where the elements of a memref lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    RowMajor,
    /// From an offset on, so far apart in each dimension, in elements. None of the numbers is negative.
    Strided {
        offset: i64,
        strides: Vec<i64>,
    },
    /// Each element in a place of its own, which is not specified.
    Injective,
}

impl Element {
    /// Bits of its integers, 64 for floats.
    pub fn width(self) -> u32 {
        match self {
            Element::Integer(width) => width,
            _ => 64,
        }
    }

    fn parse(text: &str) -> Option<Element> {
        match text {
            "index" => Some(Element::Index),
            "f32" => Some(Element::F32),
            "f64" => Some(Element::F64),
            _ => {
                let width = text.strip_prefix('i')?.parse().ok()?;
                (1..=64).contains(&width).then_some(Element::Integer(width))
            }
        }
    }
}

impl Type {
    pub(super) fn of(node: &SyntaxNode) -> Type {
        Self::shaped(node).unwrap_or_else(|| match node.kind() {
            VECTOR_TYPE => Type::Unknown,
            _ => Type::Other(node.text().to_string()),
        })
    }

    fn shaped(node: &SyntaxNode) -> Option<Type> {
        if node.kind() == SIMPLE_TYPE {
            return Element::parse(node.text().to_string().trim()).map(Type::Element);
        }
        let element = Element::parse(ast::child::<ast::Type>(node)?.syntax().text().to_string().trim())?;
        let sizes = ast::child::<Dimensions>(node).map(|it| dimensions(it.syntax())).unwrap_or_default();
        match node.kind() {
            VECTOR_TYPE => {
                let shape = sizes.into_iter().map(|it| usize::try_from(it?).ok()).collect::<Option<_>>()?;
                Some(Type::Vector { shape, element })
            }
            MEMREF_TYPE => Some(Type::MemRef { sizes, element, vector_rank: 0, layout: Layout::RowMajor }),
            _ => None,
        }
    }

    /// The type of its numbers.
    pub fn element(&self) -> Option<Element> {
        match self {
            Type::Element(element)
            | Type::Vector { element, .. }
            | Type::MemRef { element, .. }
            | Type::Tensor { element, .. } => Some(*element),
            Type::Other(_) | Type::Unknown => None,
        }
    }

    /// The sizes of a vector, none for a number.
    pub(super) fn vector_shape(&self) -> Result<&[usize], Cause> {
        match self {
            Type::Vector { shape, .. } => Ok(shape),
            Type::Unknown => unsupported("a type that is not known"),
            Type::Tensor { .. } => unsupported("a tensor where numbers are expected"),
            Type::Element(_) | Type::MemRef { .. } | Type::Other(_) => Ok(&[]),
        }
    }
}

fn dimensions(node: &SyntaxNode) -> Vec<Option<i64>> {
    ast::children::<ast::Dimension>(node)
        .map(|it| it.syntax().text().to_string().trim().parse().ok())
        .collect()
}
