//! `transfer-in-bounds`: another number of entries than the transfer has dimensions.
//!
//! Quick fix: cuts the list, or fills it with `false`, which promises nothing.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, attributes, edit, fix, trimmed};
use crate::map_operands::counted;
use std::fmt;
use syntax::SyntaxKind;

/// Entries for the dimensions of a transfer.
#[derive(Debug, PartialEq)]
pub struct Entries {
    pub given: usize,
    pub asked: usize,
}

impl fmt::Display for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.given == 1 { "entry" } else { "entries" };
        write!(f, "{} {noun} for {}", self.given, counted(self.asked, "dimension"))
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let asked = ctx.facts::<Entries>()?.asked;
    let list = ctx.operation().and_then(|it| attributes::value(&it, "in_bounds"));
    let list = list.filter(|it| it.kind() == SyntaxKind::ARRAY_ATTRIBUTE)?;
    let mut entries: Vec<String> = list.children().map(|it| ctx.text_of(trimmed(&it))).collect();
    // Vectors have fewer dimensions in practice.
    entries.resize(asked.min(entries.len() + 64), "false".to_owned());
    let text = format!("[{}]", entries.join(", "));
    fix(format!("write {text}"), vec![edit(trimmed(&list), text)])
}
