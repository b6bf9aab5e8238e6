//! `invalid-keyword`: a word that an operation does not know.
//!
//! Quick fix: the name that an old keyword has today.

use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::fixes::{FixContext, edit, modernization};

/// Names before MLIR 18, and those of today.
const RENAMED: &[(&str, &str)] = &[("maxf", "maximumf"), ("minf", "minimumf")];

/// The name that an old keyword has today.
pub(crate) fn today(old: &str) -> Option<&'static str> {
    RENAMED.iter().find(|it| it.0 == old).map(|it| it.1)
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = &ctx.facts::<Meant>()?.text;
    modernization(format!("write {text}"), vec![edit(ctx.range, text)])
}
