//! `cast-incompatible`: a conversion that its operation does not do.
//!
//! Quick fix: the operation that converts between these types.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, guess, written_name};
use ir::types::{Signedness, Type};
use smol_str::SmolStr;
use std::fmt;

/// A conversion between types that its operation does not relate.
#[derive(Debug, PartialEq)]
pub struct NoConversion {
    pub op: SmolStr,
    pub from: Type,
    pub to: Type,
    pub why: String,
}

impl fmt::Display for NoConversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, from, to, why } = self;
        write!(f, "{op} cannot convert {from} to {to}: {why}")
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let NoConversion { op: name, from, to, .. } = ctx.facts()?;
    let written = ctx.operation().and_then(|it| written_name(&it));
    let written = written?;
    let is_unsigned = name.ends_with("ui") || name.ends_with("castu");
    let change =
        |to: &str| (format!("change to arith.{to}"), written.text().replace(&**name, &format!("arith.{to}")));
    let offered: &[&str] = match (kind(from), kind(to)) {
        (Some(('i', a)), Some(('i', b))) if a > b => &["trunci"],
        (Some(('i', a)), Some(('i', b))) if a < b && is_unsigned => &["extui"],
        // The operation shows which of both is meant, unless it is one that cuts off.
        (Some(('i', a)), Some(('i', b))) if a < b && !name.ends_with("trunci") => &["extsi"],
        (Some(('i', a)), Some(('i', b))) if a < b => &["extsi", "extui"],
        (Some(('f', a)), Some(('f', b))) if a > b => &["truncf"],
        (Some(('f', a)), Some(('f', b))) if a < b => &["extf"],
        _ => &[],
    };
    let has_one = offered.len() == 1;
    let fixes = offered
        .iter()
        .filter_map(|it| {
            let (title, text) = change(it);
            let edits = vec![edit(written.text_range(), text)];
            match has_one {
                true => fix(title, edits),
                false => guess(
                    format!("{title}, if the numbers have {} sign", if *it == "extsi" { "a" } else { "no" }),
                    edits,
                ),
            }
        })
        .flatten();
    Some(fixes.collect())
}

/// `i` or `f`, and the number of bits, of the elements of a type that `arith` extends and truncates.
fn kind(ty: &Type) -> Option<(char, u32)> {
    match ty {
        Type::Vector { element, .. } | Type::Tensor { element, encoding: None, .. } => kind(element),
        Type::Integer { width, signedness: Signedness::Signless } => Some(('i', *width)),
        // Of floats those with their widths for names.
        Type::Float(it) => it.name.strip_prefix('f')?.parse().ok().map(|it| ('f', it)),
        _ => None,
    }
}
