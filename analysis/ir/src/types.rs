//! Types as values. `Unknown` fits everywhere: it silences the rules that need a type.

mod lower;

pub use lower::{TypeAliases, compact, lower_type};

use crate::affine::AffineMap;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Not known, or not understood.
    Unknown,
    Index,
    None,
    Integer {
        width: u32,
        signedness: Signedness,
    },
    /// By name: `f32`, `bf16`, `f8E4M3FN`, …
    Float(FloatKind),
    Complex(Arc<Type>),
    Vector {
        dims: Box<[VectorDim]>,
        element: Arc<Type>,
    },
    /// `dims` is `None` for `tensor<*x…>`; the encoding as written.
    Tensor {
        dims: Option<Box<[Dim]>>,
        element: Arc<Type>,
        encoding: Option<Arc<str>>,
    },
    MemRef(Arc<MemRefType>),
    UnrankedMemRef {
        element: Arc<Type>,
        memory_space: Option<Arc<str>>,
    },
    Tuple(Arc<[Type]>),
    Function {
        inputs: Box<[Type]>,
        results: Box<[Type]>,
    },
    /// A type of another dialect, as written without spaces.
    Dialect(Arc<str>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signedness {
    Signless,
    Signed,
    Unsigned,
}

/// A builtin floating-point type: its name, which gives the width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatKind {
    pub name: &'static str,
    pub width: u32,
}

/// A size, or `None` for `?`.
pub type Dim = Option<u64>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VectorDim {
    pub size: u64,
    pub scalable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemRefType {
    pub dims: Box<[Dim]>,
    pub element: Type,
    pub layout: Layout,
    /// As written without spaces.
    pub memory_space: Option<Arc<str>>,
}

impl MemRefType {
    /// How many sizes are `?`.
    pub fn open_sizes(&self) -> usize {
        self.dims.iter().filter(|it| it.is_none()).count()
    }

    /// The number of the memory space, 0 by default; `None` where it has another name.
    pub fn space_number(&self) -> Option<u64> {
        let Some(space) = &self.memory_space else { return Some(0) };
        space.split(':').next()?.parse().ok()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layout {
    Identity,
    Map(AffineMap),
    /// `None` for `?`.
    Strided {
        strides: Box<[Option<i64>]>,
        offset: Option<i64>,
    },
    Unknown,
}

/// The builtin floating-point types.
pub const FLOATS: &[FloatKind] = &[
    FloatKind { name: "f4E2M1FN", width: 4 },
    FloatKind { name: "f6E2M3FN", width: 6 },
    FloatKind { name: "f6E3M2FN", width: 6 },
    FloatKind { name: "f8E5M2", width: 8 },
    FloatKind { name: "f8E4M3", width: 8 },
    FloatKind { name: "f8E4M3FN", width: 8 },
    FloatKind { name: "f8E5M2FNUZ", width: 8 },
    FloatKind { name: "f8E4M3FNUZ", width: 8 },
    FloatKind { name: "f8E4M3B11FNUZ", width: 8 },
    FloatKind { name: "f8E3M4", width: 8 },
    FloatKind { name: "f8E8M0FNU", width: 8 },
    FloatKind { name: "bf16", width: 16 },
    FloatKind { name: "f16", width: 16 },
    FloatKind { name: "tf32", width: 19 },
    FloatKind { name: "f32", width: 32 },
    FloatKind { name: "f64", width: 64 },
    FloatKind { name: "f80", width: 80 },
    FloatKind { name: "f128", width: 128 },
];

/// Whether two attributes may be one: an alias stands for any, and the parameters of a dialect's attribute are spelled in
/// several ways, unless they are a word.
fn may_be_same(attribute: Option<&str>, other: Option<&str>) -> bool {
    let is_alias = |it: &str| it.starts_with('#') && !it.contains(['.', '<']);
    match (attribute, other) {
        (Some(one), Some(other)) => {
            let dialect = |it: &str| Some(it.strip_prefix('#')?.split(['.', '<']).next()?.to_owned());
            let is_plain = |it: &str| {
                it.contains('.') && it.bytes().all(|it| it.is_ascii_alphanumeric() || b"#._<>".contains(&it))
            };
            let have_one_dialect = dialect(one).is_some() && dialect(one) == dialect(other);
            one == other
                || is_alias(one)
                || is_alias(other)
                || have_one_dialect && !(is_plain(one) && is_plain(other))
        }
        // The alias may be that of the memory space 0.
        (Some(it), None) | (None, Some(it)) => is_alias(it),
        (None, None) => true,
    }
}

fn may_all_be_same(types: &[Type], others: &[Type]) -> bool {
    types.len() == others.len() && types.iter().zip(others).all(|(one, other)| !one.differs_from(other))
}

impl Type {
    pub fn is_unknown(&self) -> bool {
        matches!(self, Type::Unknown)
    }

    /// Whether anything inside it is not known.
    pub fn has_unknown(&self) -> bool {
        match self {
            Type::Unknown => true,
            Type::Complex(element) | Type::Vector { element, .. } | Type::Tensor { element, .. } => {
                element.has_unknown()
            }
            Type::UnrankedMemRef { element, .. } => element.has_unknown(),
            Type::MemRef(memref) => memref.element.has_unknown() || memref.layout == Layout::Unknown,
            Type::Tuple(types) => types.iter().any(Type::has_unknown),
            Type::Function { inputs, results } => inputs.iter().chain(results.iter()).any(Type::has_unknown),
            _ => false,
        }
    }

    /// The number of types that it is made of, itself included.
    pub fn parts(&self) -> usize {
        let sum = |types: &[Type]| types.iter().map(Type::parts).sum::<usize>();
        1 + match self {
            Type::Complex(element)
            | Type::Vector { element, .. }
            | Type::Tensor { element, .. }
            | Type::UnrankedMemRef { element, .. } => element.parts(),
            Type::MemRef(memref) => memref.element.parts(),
            Type::Tuple(types) => sum(types),
            Type::Function { inputs, results } => sum(inputs) + sum(results),
            _ => 0,
        }
    }

    /// Whether the two are certainly different: nothing unknown is. Parameters of other dialects' types may be written in
    /// several ways, and so may their attributes.
    pub fn differs_from(&self, other: &Type) -> bool {
        self != other
            && !self.has_unknown()
            && !other.has_unknown()
            && self.without_parameters() != other.without_parameters()
            && !self.may_differ_in_spelling(other)
    }

    /// Whether the two are equal except for attributes that may be two spellings of one.
    fn may_differ_in_spelling(&self, other: &Type) -> bool {
        match (self, other) {
            (
                Type::Tensor { dims, element, encoding },
                Type::Tensor { dims: others, element: other, encoding: spelling },
            ) => {
                dims == others
                    && !element.differs_from(other)
                    && may_be_same(encoding.as_deref(), spelling.as_deref())
            }
            (
                Type::UnrankedMemRef { element, memory_space },
                Type::UnrankedMemRef { element: other, memory_space: space },
            ) => !element.differs_from(other) && may_be_same(memory_space.as_deref(), space.as_deref()),
            (Type::MemRef(memref), Type::MemRef(other)) => {
                memref.dims == other.dims
                    && memref.layout == other.layout
                    && !memref.element.differs_from(&other.element)
                    && may_be_same(memref.memory_space.as_deref(), other.memory_space.as_deref())
            }
            (Type::Tuple(types), Type::Tuple(others)) => may_all_be_same(types, others),
            (
                Type::Function { inputs, results },
                Type::Function { inputs: other_inputs, results: other_results },
            ) => may_all_be_same(inputs, other_inputs) && may_all_be_same(results, other_results),
            _ => false,
        }
    }

    /// The type with none of the parameters of other dialects' types in it.
    fn without_parameters(&self) -> Cow<'_, Type> {
        let bare_type = |it: &Type| match it.without_parameters() {
            Cow::Borrowed(_) => None,
            Cow::Owned(bare) => Some(bare),
        };
        let inner = |it: &Arc<Type>| bare_type(it).map(Arc::new);
        let bare = match self {
            Type::Dialect(text) => text.split_once('<').map(|it| Type::Dialect(it.0.into())),
            Type::Complex(element) => inner(element).map(Type::Complex),
            Type::Vector { dims, element } => {
                inner(element).map(|element| Type::Vector { dims: dims.clone(), element })
            }
            Type::Tensor { dims, element, encoding } => inner(element).map(|element| Type::Tensor {
                dims: dims.clone(),
                element,
                encoding: encoding.clone(),
            }),
            Type::UnrankedMemRef { element, memory_space } => inner(element)
                .map(|element| Type::UnrankedMemRef { element, memory_space: memory_space.clone() }),
            Type::MemRef(memref) => bare_type(&memref.element)
                .map(|element| Type::MemRef(Arc::new(MemRefType { element, ..MemRefType::clone(memref) }))),
            Type::Tuple(types) => bare_list(types).map(|it| Type::Tuple(it.into())),
            Type::Function { inputs, results } => {
                let (bare_inputs, bare_results) = (bare_list(inputs), bare_list(results));
                (bare_inputs.is_some() || bare_results.is_some()).then(|| Type::Function {
                    inputs: bare_inputs.unwrap_or_else(|| inputs.to_vec()).into(),
                    results: bare_results.unwrap_or_else(|| results.to_vec()).into(),
                })
            }
            _ => None,
        };
        bare.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    pub fn as_memref(&self) -> Option<&MemRefType> {
        match self {
            Type::MemRef(memref) => Some(memref),
            _ => None,
        }
    }

    /// Size of one element in memory, in bytes, as MLIR's passes count it: width rounded up to whole bytes; a
    /// vector's size is that of all its elements; `index` counts 8. `None` if the type does not determine it.
    pub fn size_in_bytes(&self) -> Option<u64> {
        match self {
            Type::Index => Some(8),
            Type::Integer { width, .. } | Type::Float(FloatKind { width, .. }) => {
                Some(u64::from(*width).div_ceil(8))
            }
            Type::Complex(element) => element.size_in_bytes()?.checked_mul(2),
            Type::Vector { dims, element } => dims.iter().try_fold(element.size_in_bytes()?, |size, dim| {
                if dim.scalable { None } else { size.checked_mul(dim.size) }
            }),
            _ => None,
        }
    }
}

/// The types without parameters of other dialects' types; `None` if there are none.
fn bare_list(types: &[Type]) -> Option<Vec<Type>> {
    let bare: Vec<Cow<'_, Type>> = types.iter().map(Type::without_parameters).collect();
    let has_changed = bare.iter().any(|it| matches!(it, Cow::Owned(_)));
    has_changed.then(|| bare.into_iter().map(Cow::into_owned).collect())
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unknown => f.write_str("?"),
            Type::Index => f.write_str("index"),
            Type::None => f.write_str("none"),
            Type::Integer { width, signedness } => {
                let prefix = match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                };
                write!(f, "{prefix}{width}")
            }
            Type::Float(kind) => f.write_str(kind.name),
            Type::Complex(element) => write!(f, "complex<{element}>"),
            Type::Vector { dims, element } => {
                f.write_str("vector<")?;
                for dim in dims {
                    if dim.scalable { write!(f, "[{}]x", dim.size)? } else { write!(f, "{}x", dim.size)? }
                }
                write!(f, "{element}>")
            }
            Type::Tensor { dims, element, encoding } => {
                f.write_str("tensor<")?;
                match dims {
                    None => f.write_str("*x")?,
                    Some(dims) => write_dims(f, dims)?,
                }
                write!(f, "{element}")?;
                if let Some(encoding) = encoding {
                    write!(f, ", {encoding}")?;
                }
                f.write_str(">")
            }
            Type::MemRef(memref) => write!(f, "{memref}"),
            Type::UnrankedMemRef { element, memory_space } => {
                write!(f, "memref<*x{element}")?;
                if let Some(space) = memory_space {
                    write!(f, ", {space}")?;
                }
                f.write_str(">")
            }
            Type::Tuple(types) => {
                f.write_str("tuple<")?;
                write_list(f, types)?;
                f.write_str(">")
            }
            Type::Function { inputs, results } => {
                f.write_str("(")?;
                write_list(f, inputs)?;
                f.write_str(") -> ")?;
                match &**results {
                    [result] if !matches!(result, Type::Function { .. }) => write!(f, "{result}"),
                    _ => {
                        f.write_str("(")?;
                        write_list(f, results)?;
                        f.write_str(")")
                    }
                }
            }
            Type::Dialect(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for MemRefType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        write_dims(f, &self.dims)?;
        write!(f, "{}", self.element)?;
        match &self.layout {
            Layout::Identity => {}
            Layout::Unknown => f.write_str(", ?")?,
            Layout::Map(map) => write!(f, ", affine_map<{map}>")?,
            Layout::Strided { strides, offset } => {
                let number = |it: &Option<i64>| it.map_or("?".to_owned(), |it| it.to_string());
                let strides = strides.iter().map(number).collect::<Vec<_>>().join(", ");
                write!(f, ", strided<[{strides}]")?;
                if *offset != Some(0) {
                    write!(f, ", offset: {}", number(offset))?;
                }
                f.write_str(">")?;
            }
        }
        if let Some(space) = &self.memory_space {
            write!(f, ", {space}")?;
        }
        f.write_str(">")
    }
}

fn write_dims(f: &mut fmt::Formatter<'_>, dims: &[Dim]) -> fmt::Result {
    for dim in dims {
        match dim {
            Some(size) => write!(f, "{size}x")?,
            None => f.write_str("?x")?,
        }
    }
    Ok(())
}

fn write_list(f: &mut fmt::Formatter<'_>, types: &[Type]) -> fmt::Result {
    for (index, ty) in types.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{ty}")?;
    }
    Ok(())
}
