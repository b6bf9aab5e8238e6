//! From how many iterations before the values of a load come.

use super::{Here, InlayHint, InlayHintKind};
use base::isolated_op::IsolatedOp;
use ir::OpId;
use polyhedral::dependence::Dependence;
use polyhedral::dependence::concern::{dependences_around, has_few_accesses};
use polyhedral::dependence::flow::{Carries, flow};
use polyhedral::report::{Component, DependenceKind, vector_text};
use std::collections::BTreeMap;

/// This many distances are written out.
const MAX_VECTORS: usize = 3;

/// The hints of one isolated op that are in the range.
pub(super) fn collect(here: &Here<'_, '_>, op: IsolatedOp<'_>, hints: &mut Vec<InlayHint>) {
    let (db, ir) = (here.view.db, here.view.ir(here.record));
    let is_shown = |op: OpId| {
        let end = here.view.range(here.record, ir.ops[op].pointer).map(|it| it.end());
        end.is_some_and(|it| here.range.contains_inclusive(it))
    };
    // Only what a loop hands on has a distance.
    let found = dependences_around(db, op, is_shown);
    let mut arriving: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let is_read = |it: &Dependence| {
        it.kind == DependenceKind::Raw && it.unknown.is_none() && it.depth <= it.components.len()
    };
    // Without a read after a write, nothing flows.
    let is_asked = has_few_accesses(db, op) && found.dependences.iter().any(is_read);
    let flow = is_asked.then(|| flow(db, op));
    for (index, dependence) in found.dependences.iter().enumerate().filter(|it| is_read(it.1)) {
        if !is_shown(found.accesses[dependence.sink].op) {
            continue;
        }
        let carries = flow.and_then(|it| it.carries.get(index)?.as_ref());
        let components: &[Component] = match carries {
            Some(Carries::Nothing) => continue,
            Some(Carries::Value(components)) => components,
            None => &dependence.components,
        };
        let vectors = arriving.entry(dependence.sink).or_default();
        // One more shows that there are more.
        if vectors.len() > MAX_VECTORS {
            continue;
        }
        let vector = vector_text(components);
        if !vectors.contains(&vector) {
            vectors.push(vector);
        }
    }
    for (access, mut vectors) in arriving {
        let more = vectors.len().saturating_sub(MAX_VECTORS);
        vectors.truncate(MAX_VECTORS);
        let reader = &ir.ops[found.accesses[access].op];
        let end = here.view.range(here.record, reader.pointer).map(|it| it.end());
        let about = here.view.range(here.record, reader.name_pointer).map(|it| it.start());
        if let (Some(offset), Some(about)) = (end, about) {
            let more = if more > 0 { ", …" } else { "" };
            let label = format!("← {}{more}", vectors.join(", "));
            hints.push(InlayHint { offset, label, kind: InlayHintKind::Distance, about });
        }
    }
}
