//! `ssa-name-includes-minus`: a minus sign that was taken into an SSA name.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix};
use ir::Pointer;
use std::fmt;
use syntax::{TextRange, TextSize};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Minus { place, name, short } = found else { continue };
        let Ok(offset) = TextSize::try_from(short.len()) else { continue };
        let minus =
            Pointer { range: TextRange::new(place.range.start() + offset, place.range.end()), ..*place };
        report.add(minus, OneName { name: name.clone(), short: short.clone() });
    }
}

/// A name with a minus sign after a shorter name, which is defined.
#[derive(Debug, PartialEq)]
struct OneName {
    name: String,
    short: String,
}

impl OneName {
    /// The intended text: a difference.
    fn difference(&self) -> String {
        let rest = self.name.get(self.short.len() + 1..).unwrap_or_default();
        format!("{} - {rest}", self.short)
    }
}

impl fmt::Display for OneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, difference) = (&self.name, self.difference());
        write!(f, "{name} is one name, because a minus sign is allowed inside SSA names; write {difference}")
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let facts = ctx.facts::<OneName>()?;
    let start = ctx.range.start().checked_sub(TextSize::of(&*facts.short))?;
    let edits = vec![edit(TextRange::new(start, ctx.range.end()), facts.difference().trim_end())];
    fix("put blanks around the minus sign", edits)
}
