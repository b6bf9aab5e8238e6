//! The syntax of TableGen.

use crate::lexer::Offset;
use std::sync::Arc;

pub(crate) type Name = Arc<str>;

/// A file, parsed once however many others include it.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) items: Vec<Item>,
    pub(crate) errors: Vec<(Offset, String)>,
}

#[derive(Debug, Clone)]
pub(crate) enum Type {
    Bit,
    Int,
    String,
    Code,
    Dag,
    Bits(usize),
    List(Box<Type>),
    Class(Name),
}

#[derive(Debug)]
pub(crate) enum Item {
    Include(Name, Offset),
    /// The items between `#ifdef` and `#endif`.
    Conditional {
        name: Name,
        wants_defined: bool,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
    Define(Name),
    Class(Arc<Class>),
    Def(Arc<Def>),
    MultiClass(Arc<MultiClass>),
    Defm(Arc<Defm>),
    Foreach {
        variable: Name,
        list: Arc<Expr>,
        body: Arc<[Item]>,
        at: Offset,
    },
    If {
        condition: Arc<Expr>,
        then: Arc<[Item]>,
        otherwise: Arc<[Item]>,
    },
    Let {
        assignments: Arc<[Assignment]>,
        body: Arc<[Item]>,
    },
    Defset {
        name: Name,
        body: Arc<[Item]>,
    },
    Defvar(Name, Arc<Expr>),
    DefType(Name, Type),
    Assert {
        condition: Arc<Expr>,
        message: Arc<Expr>,
        at: Offset,
    },
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) ty: Type,
    pub(crate) name: Name,
    pub(crate) default: Option<Arc<Expr>>,
}

#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) parents: Vec<Parent>,
    pub(crate) body: Vec<Member>,
    /// Whether it says nothing but that there is a class of the name.
    pub(crate) is_declaration: bool,
    pub(crate) at: Offset,
}

#[derive(Debug)]
pub(crate) struct Def {
    /// `None` for one without a name.
    pub(crate) name: Option<Arc<Expr>>,
    pub(crate) parents: Vec<Parent>,
    pub(crate) body: Vec<Member>,
    pub(crate) at: Offset,
}

#[derive(Debug)]
pub(crate) struct MultiClass {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) parents: Vec<Parent>,
    pub(crate) body: Arc<[Item]>,
}

#[derive(Debug)]
pub(crate) struct Defm {
    pub(crate) name: Option<Arc<Expr>>,
    pub(crate) parents: Vec<Parent>,
    pub(crate) at: Offset,
}

/// `Class<a, b = c>`
#[derive(Debug)]
pub(crate) struct Parent {
    pub(crate) name: Name,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) at: Offset,
}

#[derive(Debug, Clone)]
pub(crate) struct Argument {
    pub(crate) name: Option<Name>,
    pub(crate) value: Arc<Expr>,
}

impl Item {
    /// Where it is, if it says so.
    pub(crate) fn at(&self) -> Option<Offset> {
        match self {
            Self::Include(_, at) | Self::Foreach { at, .. } | Self::Assert { at, .. } => Some(*at),
            Self::Class(it) => Some(it.at),
            Self::Def(it) => Some(it.at),
            Self::Defm(it) => Some(it.at),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(crate) enum Member {
    Field { ty: Type, name: Name, value: Option<Arc<Expr>> },
    Let(Assignment),
    Defvar(Name, Arc<Expr>),
    Assert { condition: Arc<Expr>, message: Arc<Expr>, at: Offset },
}

/// `name{bits} = value`
#[derive(Debug)]
pub(crate) struct Assignment {
    pub(crate) name: Name,
    pub(crate) bits: Option<Vec<RangePiece>>,
    pub(crate) value: Arc<Expr>,
    pub(crate) at: Offset,
}

/// An index, or a range of them with both ends.
#[derive(Debug, Clone)]
pub(crate) enum RangePiece {
    One(Arc<Expr>),
    Range(Arc<Expr>, Arc<Expr>),
}

#[derive(Debug)]
pub(crate) enum Expr {
    Unset,
    Integer(i64),
    Bits(Arc<[bool]>),
    String(Name),
    Name(Name, Offset),
    List(Vec<Arc<Expr>>),
    /// `{ a, b }`, the first the highest.
    BitList(Vec<Arc<Expr>>),
    Dag {
        operator: Arc<Expr>,
        name: Option<Name>,
        arguments: Vec<(Option<Arc<Expr>>, Option<Name>)>,
    },
    Instance {
        class: Name,
        arguments: Vec<Argument>,
        at: Offset,
    },
    Field(Arc<Expr>, Name, Offset),
    Bit(Arc<Expr>, Vec<RangePiece>),
    /// `list[pieces]`; one index alone gives an element.
    Slice(Arc<Expr>, Vec<RangePiece>, bool),
    Paste(Arc<Expr>, Arc<Expr>),
    Bang {
        name: Name,
        ty: Option<Type>,
        arguments: Vec<Arc<Expr>>,
        at: Offset,
    },
    /// `!foldl(start, list, a, b, body)`: the start, the list, the names and the body.
    Fold {
        start: Arc<Expr>,
        list: Arc<Expr>,
        accumulator: Name,
        variable: Name,
        body: Arc<Expr>,
    },
    /// `!foreach(x, list, body)` and `!filter(x, list, body)`
    Each {
        variable: Name,
        list: Arc<Expr>,
        body: Arc<Expr>,
        is_filter: bool,
    },
    Cond(Vec<(Arc<Expr>, Arc<Expr>)>, Offset),
}
