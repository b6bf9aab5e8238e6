//! `map-set-kind-mismatch`: a set where a map is needed, or the reverse.

use crate::context::RuleContext;
use crate::finding::RelatedPlace;
use crate::finding::Report;
use ir::aliases::AttributeAlias;
use ir::{AppliedMap, Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        // A text that was read as the right kind is correct.
        let no_map = |it: &AppliedMap| it.map.is_none().then_some(it.pointer);
        let (places, needs_map) = match &op.kind {
            OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => ([no_map(it), None], true),
            OpKind::For(it) => ([no_map(&it.lower), no_map(&it.upper)], true),
            OpKind::If(it) if it.condition.set.is_none() => ([Some(it.condition.pointer), None], false),
            _ => continue,
        };
        for place in places.into_iter().flatten() {
            let text = ctx.text(place);
            let is_map = match ctx.node_at(place).map(|it| it.kind()) {
                Some(SyntaxKind::AFFINE_MAP_ATTRIBUTE) => true,
                Some(SyntaxKind::INTEGER_SET_ATTRIBUTE) => false,
                Some(SyntaxKind::DIALECT_ATTRIBUTE) => {
                    let needed = if needs_map { "a map" } else { "a set" };
                    report.add(
                        place,
                        format!("{} needs {needed}, but {text} is an attribute of a dialect", op.name),
                    );
                    continue;
                }
                Some(SyntaxKind::ATTRIBUTE_ALIAS) => match ctx.alias(&text) {
                    AttributeAlias::Map(_) => true,
                    AttributeAlias::Set(_) => false,
                    _ => continue,
                },
                _ => continue,
            };
            if is_map == needs_map {
                continue;
            }
            let kind = |it| if it { "a map" } else { "a set" };
            let name = if text.starts_with('#') { text.as_str() } else { "this" };
            let message = format!("{} needs {}, but {name} is {}", op.name, kind(needs_map), kind(is_map));
            let finding = report.add(place, message);
            if text.starts_with('#') {
                finding.related_place(RelatedPlace::Alias(text.clone()), "the definition of the alias");
            }
        }
    }
}
