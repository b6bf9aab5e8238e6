//! `reduction-kind`: a kind of reduction that the `vector` dialect does not have, or one in quotes.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, modernization};
use syntax::SyntaxKind;

/// Kinds that have another name today.
const RENAMED: &[(&str, &str)] = &[
    ("maxf", "maximumf"),
    ("minf", "minimumf"),
    ("max", "maxsi"),
    ("min", "minsi"),
    ("sum", "add"),
    ("prod", "mul"),
];

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
        let sentence = match today {
            Some(today) if is_quoted => format!("reduction kinds are written in angle brackets: <{today}>"),
            _ => format!("{kind} is not a reduction kind"),
        };
        match today {
            Some(today) => report.add(place, Meant { sentence, text: format!("<{today}>") }),
            None => report.add(place, sentence),
        };
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = &ctx.facts::<Meant>()?.text;
    // A word that once was a kind has another name today; other words are mistyped.
    let old = ctx.text();
    match old.starts_with('"') || RENAMED.iter().any(|it| old.trim_matches(['<', '>']) == it.0) {
        true => modernization(format!("write {text}"), vec![edit(ctx.range, text)]),
        false => ctx.replace(format!("change to {text}"), text),
    }
}
