//! Inlay hints: how often a loop runs where its bounds do not say it, from how far a load's values come, and what a
//! reader would have to look up.

mod region_ends;
#[cfg(test)]
mod tests;
mod values;

use super::FileView;
use base::source_file::SourceFile;
use ir::Ir;
use ir::loops::Step;
use polyhedral::dependence::flow::{Carries, flow};
use polyhedral::dependence::{Dependence, dependences};
use polyhedral::loops::symbolic_trip_count::TripCount;
use polyhedral::loops::{Loop, bound_text, loops};
use polyhedral::report::{Component, DependenceKind, vector_text};
use syntax::{TextRange, TextSize};

/// A text between the user's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    pub offset: TextSize,
    pub label: String,
    pub kind: InlayHintKind,
    /// The start of what it is about: a hover there tells more.
    pub about: TextSize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlayHintKind {
    /// Stands before the body of a loop.
    TripCount,
    /// Stands after a load: from how many iterations before its values come, where that is known.
    Distance,
    /// Stands after the name of a result whose type is not written.
    ResultType,
    /// Stands after an induction variable.
    InductionRange,
    /// Stands after a bound that is a constant and does not look like one.
    Bound,
    /// Stands after the brace that ends a long region.
    RegionEnd,
}

/// So many distances are written out.
const MAX_VECTORS: usize = 3;

/// The hints inside a range, in text order.
pub(crate) fn inlay_hints(db: &dyn salsa::Database, file: SourceFile, range: TextRange) -> Vec<InlayHint> {
    let view = FileView::new(db, file);
    let mut hints = Vec::new();
    for (record, op) in view.records.iter().enumerate() {
        if !view.roots(record).any(|it| it.intersect(range).is_some()) {
            continue;
        }
        let ir = view.ir(record);
        for loop_ in &loops(db, *op).loops {
            let body = ir.ops[loop_.op].regions.first().and_then(|it| ir.regions[*it].pointer);
            let start = body.and_then(|it| view.range(record, it)).map(|it| it.start());
            let about = view.range(record, ir.ops[loop_.op].name_pointer).map(|it| it.start());
            if let (Some(offset), Some(about), Some(label)) = (start, about, trip_count(ir, loop_)) {
                hints.push(InlayHint { offset, label, kind: InlayHintKind::TripCount, about });
            }
        }
        let found = dependences(db, *op);
        let mut arriving: Vec<Vec<String>> = vec![Vec::new(); found.accesses.len()];
        let is_read = |it: &Dependence| {
            it.kind == DependenceKind::Raw && it.unknown.is_none() && it.depth <= it.components.len()
        };
        // Where there is no read of what was written, nothing flows.
        let flow = found.dependences.iter().any(is_read).then(|| flow(db, *op));
        for (index, dependence) in found.dependences.iter().enumerate().filter(|it| is_read(it.1)) {
            let carries = flow.and_then(|it| it.carries.get(index)?.as_ref());
            let components: &[Component] = match carries {
                Some(Carries::Nothing) => continue,
                Some(Carries::Value(components)) => components,
                None => &dependence.components,
            };
            let Some(vectors) = arriving.get_mut(dependence.sink) else { continue };
            // One more tells that there are more.
            if vectors.len() > MAX_VECTORS {
                continue;
            }
            let vector = vector_text(components);
            if !vectors.contains(&vector) {
                vectors.push(vector);
            }
        }
        for (access, mut vectors) in found.accesses.iter().zip(arriving) {
            let more = vectors.len().saturating_sub(MAX_VECTORS);
            vectors.truncate(MAX_VECTORS);
            let end = view.range(record, ir.ops[access.op].pointer).map(|it| it.end());
            let about = view.range(record, ir.ops[access.op].name_pointer).map(|it| it.start());
            if let (Some(offset), Some(about), false) = (end, about, vectors.is_empty()) {
                let more = if more > 0 { ", …" } else { "" };
                let label = format!("← {}{more}", vectors.join(", "));
                hints.push(InlayHint { offset, label, kind: InlayHintKind::Distance, about });
            }
        }
        values::collect(&view, record, *op, &mut hints);
    }
    region_ends::collect(&view, range, &mut hints);
    hints.retain(|it| range.contains_inclusive(it.offset));
    hints.sort_by_key(|it| it.offset);
    hints
}

/// `9 iterations`; `None` where the bounds say it already, or nothing is known.
fn trip_count(ir: &Ir, loop_: &Loop) -> Option<String> {
    let text = match &loop_.trip_count {
        TripCount::Constant(1) => return Some("1 iteration".to_owned()),
        TripCount::Constant(count) => count.to_string(),
        TripCount::Symbolic(text) => text.clone(),
        TripCount::Unknown => String::new(),
    };
    if let Some([header]) =
        ir.counted_loop(loop_.op).filter(|it| !it.is_parallel).as_ref().map(|it| &*it.dims)
    {
        let bound = |it| bound_text(ir, loop_.op, it, "");
        let is_plain = header.step == Step::Constant(1) && bound(header.lower).as_deref() == Some("0");
        if is_plain && bound(header.upper).as_deref() == Some(&text) {
            return None;
        }
    }
    let range = match &loop_.trip_range {
        Some((least, Some(greatest))) if least != greatest => Some(format!("[{least}, {greatest}]")),
        Some((least, Some(_))) if text.is_empty() => Some(least.to_string()),
        _ => None,
    };
    match (text.is_empty(), range) {
        (_, Some(range)) => Some(format!("{range} iterations")),
        (true, None) => None,
        (false, None) => Some(format!("{text} iterations")),
    }
}
