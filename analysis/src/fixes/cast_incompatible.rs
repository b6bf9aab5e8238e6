//! `cast-incompatible`: the operation that converts between these types.

use super::{FixContext, edit, fix, guess, written_name};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // `arith.index_cast cannot convert i32 to i64: …`
    let types = ctx.message.split_once(" cannot convert ").and_then(|(name, rest)| {
        let (from, to) = rest.split_once(": ")?.0.split_once(" to ")?;
        Some((name, element(from), element(to)))
    });
    let written = ctx.operation().and_then(|it| written_name(&it));
    let (Some((name, from, to)), Some(written)) = (types, written) else { return Vec::new() };
    let is_unsigned = name.ends_with("ui") || name.ends_with("castu");
    let change =
        |to: &str| (format!("change to arith.{to}"), written.text().replace(name, &format!("arith.{to}")));
    let offered: &[&str] = match (kind(from), kind(to)) {
        (Some(('i', a)), Some(('i', b))) if a > b => &["trunci"],
        (Some(('i', a)), Some(('i', b))) if a < b && is_unsigned => &["extui"],
        // Which of both is meant, the operation tells if it is not one that cuts off.
        (Some(('i', a)), Some(('i', b))) if a < b && !name.ends_with("trunci") => &["extsi"],
        (Some(('i', a)), Some(('i', b))) if a < b => &["extsi", "extui"],
        (Some(('f', a)), Some(('f', b))) if a > b => &["truncf"],
        (Some(('f', a)), Some(('f', b))) if a < b => &["extf"],
        _ => &[],
    };
    let has_one = offered.len() == 1;
    offered
        .iter()
        .flat_map(|it| {
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
        .collect()
}

/// The type of the elements of a vector or tensor; a scalar itself.
fn element(ty: &str) -> &str {
    match ty
        .strip_prefix("vector<")
        .or_else(|| ty.strip_prefix("tensor<"))
        .and_then(|it| it.strip_suffix('>'))
    {
        Some(inner) => inner.rsplit('x').next().unwrap_or(inner),
        None => ty,
    }
}

/// `i` or `f`, and the number of bits, of a type that `arith` extends and truncates.
fn kind(ty: &str) -> Option<(char, u32)> {
    let width = match ty {
        "bf16" => return None,
        ty => ty.get(1..)?.parse().ok()?,
    };
    ty.chars().next().filter(|it| matches!(it, 'i' | 'f')).map(|it| (it, width))
}
