//! Quick fix of `comparison-predicate`: the predicate of this comparison that compares the same way.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, name_of};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let written = ctx.text();
    let word = written.trim_matches('"');
    let is_float = name_of(&ctx.operation()?) == "arith.cmpf";
    let meant = predicate(word, is_float)?;
    fix(format!("change to {meant}"), vec![edit(ctx.range, written.replace(word, meant))])
}

/// The predicate of integers or floats for one of the others, or for one without a sign or an order: of integers with a
/// sign, of floats that are numbers.
pub fn predicate(word: &str, is_float: bool) -> Option<&'static str> {
    let base = match word {
        "lt" | "le" | "gt" | "ge" | "eq" | "ne" => word,
        _ => word.strip_prefix(['s', 'u', 'o'])?,
    };
    let (of_integers, of_floats) = match base {
        "lt" => ("slt", "olt"),
        "le" => ("sle", "ole"),
        "gt" => ("sgt", "ogt"),
        "ge" => ("sge", "oge"),
        "eq" => ("eq", "oeq"),
        // For floats a NaN is not equal to a number.
        "ne" => ("ne", "une"),
        _ => return None,
    };
    Some(if is_float { of_floats } else { of_integers })
}
