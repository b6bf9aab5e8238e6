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

mod linear;
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

fn write_name(f: &mut dyn fmt::Write, space: Space, column: usize) -> fmt::Result {
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
    write_terms(f, row, positive, &|f, column| write_name(f, space, column))
}

fn write_terms(
    f: &mut dyn fmt::Write,
    row: &[Integer],
    positive: bool,
    name: &dyn Fn(&mut dyn fmt::Write, usize) -> fmt::Result,
) -> fmt::Result {
    let mut first = true;
    for (column, entry) in row.iter().enumerate() {
        if entry.is_zero() || entry.is_positive() != positive {
            continue;
        }
        if !std::mem::take(&mut first) {
            f.write_str(" + ")?;
        }
        let factor = entry.abs();
        if column + 1 == row.len() || !factor.is_one() {
            write!(f, "{factor}")?;
        }
        name(f, column)?;
    }
    if first {
        f.write_char('0')?;
    }
    Ok(())
}

impl IntegerRelation {
    /// The equalities, as `i = 2j + 1`, under the names of the columns; the last of a row is its constant.
    pub fn equations(&self, names: &[String]) -> Vec<String> {
        let name = |f: &mut dyn fmt::Write, column: usize| match names.get(column) {
            Some(name) => f.write_str(name),
            None => write_name(f, self.space, column),
        };
        let side = |row: &[Integer], positive: bool| {
            let mut text = String::new();
            write_terms(&mut text, row, positive, &name).map_or_else(|_| String::new(), |()| text)
        };
        self.equalities.iter().map(|row| format!("{} = {}", side(row, true), side(row, false))).collect()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, printed: Expect) {
        let union = Union::parse(text);
        printed.assert_eq(&union.map_or_else(|error| error.to_string(), |union| union.to_string()));
    }

    #[test]
    fn sets_and_relations() {
        check("{ [i, j] }", expect!["{ [i0, i1] }"]);
        check("{ [] : 1 = 2 }", expect!["{ [] : 0 = 1 }"]);
        check(
            "[N] -> { [i, j] -> [i + 1] : 0 <= i, j < N }",
            expect![
                "[s0] -> { [i0, i1] -> [o0] : i0 + 1 = o0 and i0 >= 0 and i1 >= 0 and s0 >= i0 + 1 and s0 >= i1 + 1 }"
            ],
        );
        check(
            "{ [i] : i != 3 or i = 2(i - 1) and true; [j] : false }",
            expect!["{ [i0] : 2 >= i0; [i0] : i0 >= 4; [i0] : 2 = i0 }"],
        );
    }

    #[test]
    fn equations_under_names() {
        let names = ["i", "j", "n"].map(str::to_owned);
        let relation = Union::parse("[s] -> { [a] -> [b] : a = 2b + 1 and b >= s and a = 3 }").unwrap();
        assert_eq!(relation.parts()[0].equations(&names), ["i = 2j + 1", "i = 3"]);
    }

    #[test]
    fn divisions() {
        check(
            "{ [i] : exists (e : i = 2e) and i mod 4 = floor((i + 1)/3) }",
            expect![
                "{ [i0] : exists (e0, e1, e2 : i0 = 2e0 and i0 = 4e1 + e2 and i0 >= 4e1 and 4e1 + 3 >= i0 and i0 + 1 >= 3e2 and 3e2 + 1 >= i0) }"
            ],
        );
        check(
            "{ [i] : i = 3 * ceil(i / 3) }",
            expect!["{ [i0] : exists (e0 : i0 + 3e0 = 0 and 0 >= i0 + 3e0 and i0 + 3e0 + 2 >= 0) }"],
        );
    }

    #[test]
    fn mistakes() {
        check("{ [i] : i >= }", expect!["expected an expression at byte 13"]);
        check("{ [i] : j >= 0 }", expect!["unknown variable `j` at byte 8"]);
        check("{ [i] : i * i >= 0 }", expect!["product of variables at byte 14"]);
        check("{ [i] : i mod 0 = 0 }", expect!["expected a positive number at byte 14"]);
        check("{ [i] } x", expect!["expected the end at byte 8"]);
        check("{ [i] ; [i, j] }", expect!["disjuncts have different numbers of variables at byte 15"]);
        check("{ [i] : i ? }", expect!["unexpected character `?` at byte 10"]);
        check("{}", expect!["expected `[` at byte 1"]);
        check("", expect!["expected `{` at byte 0"]);
        check("{ [i] : i }", expect!["expected a comparison at byte 10"]);
    }

    #[test]
    fn depth_and_size_are_bounded() {
        for open in ["(", "-(", "exists e: (", "floor("] {
            assert!(Union::parse(&format!("{{ [i] : {}i = 0", open.repeat(100_000))).is_err());
        }
        let distinct: Vec<String> = (0..64).map(|k| format!("i != {k}")).collect();
        assert!(Union::parse(&format!("{{ [i] : {} }}", distinct.join(" and "))).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(words in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "[", "]", "(", ")", "i", "j", "N", "->", ":", ";", ",", "<=", "<", "=", "!=", "and", "or", "exists",
                "floor", "ceil", "mod", "%", "+", "-", "*", "/", "0", "3", "12345678901234567890", "true", "é",
            ]),
            0..30,
        )) {
            let text = format!("{{ [i] : {}", words.join(" "));
            if let Ok(union) = Union::parse(&text) {
                prop_assert_eq!(Union::parse(&union.to_string()).unwrap(), union);
            }
        }
    }
}
