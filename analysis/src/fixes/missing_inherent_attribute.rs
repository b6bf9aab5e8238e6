//! `missing-inherent-attribute`: adds the attribute with its usual value.

use super::{FixContext, attributes, fix, guess};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // `affine.for needs the attribute step, an integer of type index`
    let name = ctx.message.split_once(" needs the attribute ").and_then(|it| it.1.split(',').next());
    let (Some(name), Some(op)) = (name, ctx.operation()) else { return Vec::new() };
    let value = match name {
        "step" => "1 : index",
        "isWrite" => "false",
        "isDataCache" => "true",
        "localityHint" => "3 : i32",
        _ => return Vec::new(),
    };
    let entry = format!("{name} = {value}");
    match attributes::added(&op, &entry) {
        Some(edit) if name == "step" => fix(format!("insert {entry}"), vec![edit]),
        Some(edit) => guess(format!("insert {entry} (a guess)"), vec![edit]),
        None => Vec::new(),
    }
}
