//! `missing-inherent-attribute`: adds the attribute with its usual value.

use super::{FixContext, attributes, fix, guess};
use crate::diagnostic::Fix;
use crate::rules::missing_inherent_attribute::Missing;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (name, op) = (ctx.facts::<Missing>()?.attribute, ctx.operation()?);
    let value = match name {
        "step" => "1 : index",
        "isWrite" => "false",
        "isDataCache" => "true",
        "localityHint" => "3 : i32",
        _ => return None,
    };
    let entry = format!("{name} = {value}");
    match attributes::added(&op, &entry) {
        Some(edit) if name == "step" => fix(format!("insert {entry}"), vec![edit]),
        Some(edit) => guess(format!("insert {entry} (a guess)"), vec![edit]),
        None => None,
    }
}
