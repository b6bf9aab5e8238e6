//! The custom assembly forms of operations as data, and everything that is read off that data.
//!
//! Each dialect's file holds a table of [`Entry`]s: the form in a small notation (see [`notation`]) and a signature
//! that names operands and results and says where their types come from. One entry serves the parser
//! ([`OpFormat::parse`]), named access to the pieces of a tree ([`OpFormat::bind`]) and the typing of values
//! ([`TypeRule`]).

mod binding;
mod interpreter;
mod notation;
mod pieces;
mod snippet;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use binding::{BoundOperand, OpBinding};
use notation::Element;

use super::{arith, cf, complex, index, math, memref, scf, tensor, ub, vector};

/// One line of a dialect's table: operations that are written alike.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Names without the dialect.
    names: &'static [&'static str],
    form: &'static str,
    signature: &'static str,
}

#[cfg(test)]
impl Entry {
    pub(super) fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

/// An entry for the operations `names` (without the dialect's name), written as `form`, typed as `signature`.
///
/// A signature is `inputs -> results; arguments`, each a list of `name`, `name*` (any number) or `name?`
/// (none or one), followed by `: rule`. Inputs stand in the order of the generic form. Arguments
/// are block arguments that stand in the form itself, such as induction variables. A value whose type is written
/// in the form needs no rule; where writing it is optional, the rule holds if it is not written. Rules are `=name`,
/// `index`, `i1`, `i1like(name)`, `element(name)`, `attribute(name)` and `?`.
pub(super) const fn entry(
    names: &'static [&'static str],
    form: &'static str,
    signature: &'static str,
) -> Entry {
    Entry { names, form, signature }
}

const DIALECTS: &[(&str, &[Entry])] = &[
    ("arith", arith::ENTRIES),
    ("cf", cf::ENTRIES),
    ("complex", complex::ENTRIES),
    ("index", index::ENTRIES),
    ("math", math::ENTRIES),
    ("memref", memref::ENTRIES),
    ("scf", scf::ENTRIES),
    ("tensor", tensor::ENTRIES),
    ("ub", ub::ENTRIES),
    ("vector", vector::ENTRIES),
];

/// How many values stand under one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arity {
    One,
    Optional,
    Variadic,
}

/// Where the type of a value comes from. Names refer to operands and results of the same operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// It is written in the form: the types in this slot, see [`OpBinding::types`]. One type for a single
    /// value, as many as there are values for a variadic one.
    Written(usize),
    /// The type of the value of that name, element by element if both are variadic.
    SameAs(&'static str),
    Index,
    /// `i1`, or a vector or tensor of `i1` with the shape of the value of that name.
    I1Like(&'static str),
    /// The element type of the shaped value of that name.
    ElementOf(&'static str),
    /// The type of the attribute of that name, see [`OpBinding::attribute`].
    TypeOfAttribute(&'static str),
    /// This type, always: `i1`.
    Fixed(&'static str),
    /// It follows from more than the table says.
    Unknown,
}

/// An operand, a result or a block argument of an operation's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueFormat {
    pub name: &'static str,
    pub arity: Arity,
    pub rule: TypeRule,
    /// What holds if `rule` is [`TypeRule::Written`] and the type is left out, which some forms allow.
    pub otherwise: TypeRule,
}

/// An attribute that has a place of its own in a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeFormat {
    pub name: &'static str,
    /// The keywords that mean something there; empty if it is no keyword, or any will do.
    pub keywords: Box<[&'static str]>,
}

/// The custom form of one operation.
#[derive(Debug)]
pub struct OpFormat {
    /// The full name: `arith.addi`.
    pub name: String,
    /// In the order of the generic form.
    pub operands: Box<[ValueFormat]>,
    pub results: Box<[ValueFormat]>,
    /// Block arguments that stand in the form itself: induction variables, iteration arguments.
    pub arguments: Box<[ValueFormat]>,
    /// Names of the regions, in order. A name with many regions stands once.
    pub regions: Box<[&'static str]>,
    /// In text order.
    pub attributes: Box<[AttributeFormat]>,
    elements: Box<[Element]>,
    /// What each type slot is named: after the value whose type it holds, mostly.
    slots: Box<[&'static str]>,
}

impl OpFormat {
    pub fn operand(&self, name: &str) -> Option<&ValueFormat> {
        self.operands.iter().find(|it| it.name == name)
    }

    pub fn attribute(&self, name: &str) -> Option<&AttributeFormat> {
        self.attributes.iter().find(|it| it.name == name)
    }

    pub fn result(&self, name: &str) -> Option<&ValueFormat> {
        self.results.iter().find(|it| it.name == name)
    }
}

static FORMATS: LazyLock<FxHashMap<String, OpFormat>> = LazyLock::new(|| {
    let mut formats = FxHashMap::default();
    for (dialect, entries) in DIALECTS {
        for entry in *entries {
            // A malformed entry leaves its operations opaque; a test finds it.
            let Ok(parsed) = notation::parse(entry.form, entry.signature) else { continue };
            for name in entry.names {
                let name = format!("{dialect}.{name}");
                formats.insert(name.clone(), parsed.clone().into_format(name));
            }
        }
    }
    formats
});

/// The forms of a table by the names in it, without those that are malformed.
pub(super) fn parsed_entries(entries: &[Entry]) -> Vec<(&'static str, OpFormat)> {
    let mut formats = Vec::new();
    for entry in entries {
        let Ok(parsed) = notation::parse(entry.form, entry.signature) else { continue };
        let named = |name: &&'static str| (*name, parsed.clone().into_format((*name).to_owned()));
        formats.extend(entry.names.iter().map(named));
    }
    formats
}

/// The form of the operation of that full name, if it is in the table.
pub fn op_format(name: &str) -> Option<&'static OpFormat> {
    FORMATS.get(name)
}

/// Every form of the table, in no particular order.
pub fn op_formats() -> impl Iterator<Item = &'static OpFormat> {
    FORMATS.values()
}
