//! `ssa-name-includes-minus`: a minus sign that was taken into an SSA name.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Pointer;
use crate::rule_context::RuleContext;
use crate::undefined_names::Undefined;
use syntax::{TextRange, TextSize};

pub(super) static RULE: Rule = Rule {
    code: "ssa-name-includes-minus",
    severity: Severity::Error,
    page: page!("ssa-name-includes-minus"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Minus { place, name, short } = found else { continue };
        let Ok(offset) = TextSize::try_from(short.len()) else { continue };
        let minus =
            Pointer { range: TextRange::new(place.range.start() + offset, place.range.end()), ..*place };
        let rest = name.get(short.len() + 1..).unwrap_or_default();
        let message = format!(
            "{name} is one name, because a minus sign is allowed inside SSA names; write {short} - {rest}"
        );
        let spaced = if rest.is_empty() { format!("{short} -") } else { format!("{short} - {rest}") };
        report.add(minus, message).fix("put blanks around the minus sign", vec![(*place, spaced)]);
    }
}
