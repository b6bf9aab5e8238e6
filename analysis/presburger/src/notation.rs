//! isl's notation of sets and relations, printed; [`reading`] reads it.
//!
//! ```text
//! [N] -> { [i, j] -> [k] : 0 <= i < N and k = i + 1 and exists (e : j = 2e) or k = floor((i)/2) }
//! ```
//!
//! Printed names are `i0, i1, …` for the domain (and for sets), `o0, …` for the range, `s0, …` for symbols, `e0, …` for locals. Rows are
//! printed as they are, equalities first: reading what was printed gives the same rows.

use std::fmt::{self, Write as _};

use crate::space::{Space, VariableKind};
use crate::{Integer, IntegerRelation, Union};

mod reading;
mod tokens;

pub(crate) use reading::{parse_relation, parse_union};

/// Why a text is not a set, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub message: String,
    pub position: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.position)
    }
}

impl std::error::Error for ParseError {}

impl fmt::Display for IntegerRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_symbols(f, self.space)?;
        f.write_str("{ ")?;
        write_disjunct(f, self)?;
        f.write_str(" }")
    }
}

impl fmt::Debug for IntegerRelation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Union {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_symbols(f, self.space())?;
        f.write_str("{ ")?;
        if self.parts().is_empty() {
            write_tuples(f, self.space())?;
            f.write_str(" : false")?;
        }
        for (index, part) in self.parts().iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write_disjunct(f, part)?;
        }
        f.write_str(" }")
    }
}

impl fmt::Debug for Union {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_symbols(f: &mut fmt::Formatter<'_>, space: Space) -> fmt::Result {
    if space.symbols > 0 {
        write_names(f, space, VariableKind::Symbol)?;
        f.write_str(" -> ")?;
    }
    Ok(())
}

fn write_tuples(f: &mut fmt::Formatter<'_>, space: Space) -> fmt::Result {
    if space.domain > 0 {
        write_names(f, space, VariableKind::Domain)?;
        f.write_str(" -> ")?;
    }
    write_names(f, space, VariableKind::Range)
}

fn write_names(f: &mut fmt::Formatter<'_>, space: Space, kind: VariableKind) -> fmt::Result {
    f.write_char('[')?;
    for (index, column) in space.columns_of(kind).enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write_name(f, space, column)?;
    }
    f.write_char(']')
}

fn write_name(f: &mut fmt::Formatter<'_>, space: Space, column: usize) -> fmt::Result {
    match space.kind(column) {
        Some(VariableKind::Domain) => write!(f, "i{column}"),
        Some(VariableKind::Range) if space.domain == 0 => write!(f, "i{column}"),
        Some(VariableKind::Range) => write!(f, "o{}", column - space.domain),
        Some(VariableKind::Symbol) => write!(f, "s{}", column - space.dimensions()),
        Some(VariableKind::Local) => write!(f, "e{}", column - space.local_columns().start),
        None => Ok(()),
    }
}

fn write_disjunct(f: &mut fmt::Formatter<'_>, relation: &IntegerRelation) -> fmt::Result {
    let space = relation.space;
    write_tuples(f, space)?;
    if relation.is_obviously_universe() && space.locals == 0 {
        return Ok(());
    }
    f.write_str(" : ")?;
    if space.locals > 0 {
        f.write_str("exists (")?;
        for (index, column) in space.local_columns().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write_name(f, space, column)?;
        }
        f.write_str(" : ")?;
    }
    let equalities = relation.equalities.iter().map(|row| (row, "="));
    let rows = equalities.chain(relation.inequalities.iter().map(|row| (row, ">=")));
    let mut first = true;
    for (row, sign) in rows {
        if !std::mem::take(&mut first) {
            f.write_str(" and ")?;
        }
        write_side(f, space, row, true)?;
        write!(f, " {sign} ")?;
        write_side(f, space, row, false)?;
    }
    if first {
        f.write_str("true")?;
    }
    if space.locals > 0 {
        f.write_char(')')?;
    }
    Ok(())
}

/// The positive terms of a row, or the negative ones with their signs changed.
fn write_side(f: &mut fmt::Formatter<'_>, space: Space, row: &[Integer], positive: bool) -> fmt::Result {
    let mut first = true;
    for (column, entry) in row.iter().enumerate() {
        if entry.is_zero() || entry.is_positive() != positive {
            continue;
        }
        if !std::mem::take(&mut first) {
            f.write_str(" + ")?;
        }
        let factor = entry.abs();
        if column == space.constant() || !factor.is_one() {
            write!(f, "{factor}")?;
        }
        write_name(f, space, column)?;
    }
    if first {
        f.write_char('0')?;
    }
    Ok(())
}
