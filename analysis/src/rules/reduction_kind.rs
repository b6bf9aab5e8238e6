//! `reduction-kind`: a kind of reduction that the `vector` dialect does not have, or one in quotes.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) static RULE: Rule =
    Rule { code: "reduction-kind", severity: Severity::Error, page: page!("reduction-kind"), check };

/// Kinds that have another name today.
const RENAMED: &[(&str, &str)] = &[
    ("maxf", "maximumf"),
    ("minf", "minimumf"),
    ("max", "maxsi"),
    ("min", "minsi"),
    ("sum", "add"),
    ("prod", "mul"),
];

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.name.starts_with("vector.")) {
        let Some(definition) = &op.definition else { continue };
        let Some(kinds) = definition.attribute("kind").map(|it| &it.keywords) else { continue };
        let attribute = ctx.located(id).and_then(|it| definition.bind(it).attribute("kind"));
        let Some(written) = attribute else { continue };
        let place = ctx.pointer(id, written);
        let text = ctx.text(place);
        let is_quoted = written.kind() == SyntaxKind::STRING_ATTRIBUTE;
        let kind = text.trim_matches(['<', '>', '"']).trim();
        // `#vector.kind<add>` and aliases.
        if !is_quoted && (!text.starts_with('<') || kinds.iter().any(|it| it == kind)) {
            continue;
        }
        let today = kinds.iter().find(|it| *it == kind).map(|it| &**it);
        let renamed = || RENAMED.iter().find(|it| it.0 == kind).map(|it| it.1);
        let today = today.or_else(renamed);
        let message = match today {
            Some(today) if is_quoted => format!("reduction kinds are written in angle brackets: <{today}>"),
            _ => format!("{kind} is not a reduction kind"),
        };
        let finding = report.add(place, message);
        match today {
            Some(today) if is_quoted => {
                finding.modernize(format!("write <{today}>"), vec![(place, format!("<{today}>"))]);
            }
            Some(today) => {
                finding.fix(format!("change to <{today}>"), vec![(place, format!("<{today}>"))]);
            }
            None => {}
        }
    }
}
