//! Uses of maps: composed with what computes their operands, and what they give over the loops around them.

use crate::FileView;
use crate::hover::access;
use crate::map_use::{map_use, range_text};
use base::database::stop_if_cancelled;
use ir::{AppliedMap, Ir, OpId, OpKind};
use polyhedral::value_expression::Composer;
use syntax::{SyntaxKind, SyntaxNode};

/// The facts about the use of a map that an attribute is in: Markdown list items.
pub(super) fn facts_of_use(view: &FileView<'_>, attribute: &SyntaxNode) -> Option<Vec<String>> {
    let application = attribute.ancestors().find(|it| it.kind() == SyntaxKind::MAP_APPLICATION)?;
    let operation = application.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let (record, op) = view.op_at(&operation)?;
    let ir = view.ir(record);
    let place = application.text_range();
    let applied = maps(ir, op)
        .into_iter()
        .find(|it| view.range(record, it.pointer).is_some_and(|it| place.contains_range(it)))?;
    let composed = access::results_text(Composer::composing(ir), op, applied);
    let mut facts: Vec<String> = composed.map(|it| format!("here `{it}`")).into_iter().collect();
    facts.extend(extent_facts(view, ir, op, applied));
    Some(facts)
}

/// Every map that the operation applies.
fn maps(ir: &Ir, op: OpId) -> Vec<&AppliedMap> {
    match &ir.ops[op].kind {
        OpKind::For(it) => vec![&it.lower, &it.upper],
        OpKind::Parallel(it) => it.lower.iter().chain(&it.upper).collect(),
        OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => vec![it],
        OpKind::Access(it) => vec![&it.subscripts],
        _ => Vec::new(),
    }
}

/// The values that the results of a map take, and whether two iterations can have the same ones.
pub(super) fn extent_facts(view: &FileView<'_>, ir: &Ir, op: OpId, map: &AppliedMap) -> Vec<String> {
    let stop = stop_if_cancelled(view.db);
    let Some(found) = map_use(ir, op, map, &stop) else { return Vec::new() };
    let mut facts = Vec::new();
    if found.results.iter().any(|it| it.0.is_some() || it.1.is_some()) {
        let ranges: Vec<String> = found.results.iter().map(range_text).collect();
        facts.push(format!("values `{}`", ranges.join("`, `")));
    }
    facts.extend(found.is_one_to_one.map(|it| {
        let text = if it {
            "one-to-one: no two iterations of the loops around give the same"
        } else {
            "not one-to-one: two iterations of the loops around can give the same"
        };
        text.to_owned()
    }));
    facts
}
