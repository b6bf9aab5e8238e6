//! Inlay hints: how often a loop runs where its bounds do not say it, from how far a load's values come, and what a
//! reader would have to look up.

mod distances;
mod region_ends;
#[cfg(test)]
mod tests;
mod values;

use super::FileView;
use crate::code_lens::loop_text;
use crate::map_use::range_text;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::loops::Step;
use ir::{OpId, Pointer, ir_of};
use polyhedral::loops::symbolic_trip_count::{self, TripCount};
use polyhedral::loops::{bound_text, trip_range};
use syntax::{TextRange, TextSize};

/// A text between the user's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    pub offset: TextSize,
    pub label: String,
    pub kind: InlayHintKind,
    /// The start of the annotated thing: a hover there says more.
    pub about: TextSize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlayHintKind {
    /// Stands behind the brace that begins the body of a loop.
    TripCount,
    /// Stands after a load: from how many iterations before its values come, where that is known.
    Distance,
    /// Stands after the name of a result whose type is not written.
    ResultType,
    /// Stands there too, before the trip count.
    InductionRange,
    /// Stands after a bound that is a constant and does not look like one.
    Bound,
    /// Stands after the brace that ends a long region.
    RegionEnd,
    /// Stands behind the brace that begins the body of a loop: what its code lens says.
    Loop,
}

/// The hints of the kinds that are wanted inside a range, in text order.
pub(crate) fn inlay_hints(
    db: &dyn salsa::Database,
    file: SourceFile,
    range: TextRange,
    is_wanted: &dyn Fn(InlayHintKind) -> bool,
) -> Vec<InlayHint> {
    let view = FileView::new(db, file);
    let mut hints = Vec::new();
    for (record, op) in view.records.iter().enumerate() {
        if !view.roots(record).any(|it| it.intersect(range).is_some()) {
            continue;
        }
        let ir = view.ir(record);
        let here = Here { view: &view, record, range };
        for id in here.ops().into_iter().filter(|it| ir.is_counted_loop(*it)) {
            let body = ir.ops[id].regions.first().and_then(|it| ir.regions[*it].pointer);
            let Some(brace) = body.and_then(|it| view.range(record, it)).map(|it| it.start()) else {
                continue;
            };
            let offset = brace + TextSize::of('{');
            if !range.contains_inclusive(offset) {
                continue;
            }
            if is_wanted(InlayHintKind::Loop) {
                let about = view.range(record, ir.ops[id].name_pointer).map(|it| it.start());
                let label = loop_text(db, *op, id);
                hints.extend(about.zip(label).map(|(about, label)| InlayHint {
                    offset,
                    label,
                    kind: InlayHintKind::Loop,
                    about,
                }));
            }
            for (variable, extremes) in values::induction_ranges(db, *op, id) {
                let Some(variable) = view.range(record, *variable) else { continue };
                let label = format!("{} ∈ {}", view.text(variable), range_text(extremes));
                let (kind, about) = (InlayHintKind::InductionRange, variable.start());
                hints.push(InlayHint { offset, label, kind, about });
            }
            let about = view.range(record, ir.ops[id].name_pointer).map(|it| it.start());
            if let (Some(about), Some(label)) = (about, trip_count(db, *op, id)) {
                hints.push(InlayHint { offset, label: label.clone(), kind: InlayHintKind::TripCount, about });
            }
        }
        distances::collect(&here, *op, &mut hints);
        values::collect(&here, &mut hints);
    }
    region_ends::collect(&view, range, &mut hints);
    hints.retain(|it| is_wanted(it.kind) && range.contains_inclusive(it.offset));
    hints.sort_by_key(|it| it.offset);
    hints
}

/// The range of one isolated op that is asked about.
struct Here<'a, 'db> {
    view: &'a FileView<'db>,
    record: usize,
    range: TextRange,
}

impl Here<'_, '_> {
    /// The operations about which a hint may be in the range, in text order.
    fn ops(&self) -> Vec<OpId> {
        let ir = self.view.ir(self.record);
        let roots = self.view.roots(self.record).enumerate();
        let touched = roots.filter_map(|(root, place)| {
            let range = place.intersect(self.range)? - place.start();
            Some(Pointer { root, range })
        });
        touched.flat_map(|it| ir.ops_at(it)).filter(|it| self.shows(ir.ops[*it].pointer)).collect()
    }

    /// Whether a hint about what is at a place may be in the range.
    fn shows(&self, place: Pointer) -> bool {
        self.view.range(self.record, place).is_some_and(|it| it.intersect(self.range).is_some())
    }
}

/// `9 iterations`; `None` where the bounds say it already, or nothing is known.
#[salsa::tracked(returns(ref))]
fn trip_count<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, loop_: OpId) -> Option<String> {
    takes_long(db);
    let (ir, stop) = (ir_of(db, op), stop_if_cancelled(db));
    let text = match &symbolic_trip_count::trip_count(ir, loop_) {
        TripCount::Constant(1) => return Some("1 iteration".to_owned()),
        TripCount::Constant(count) => count.to_string(),
        TripCount::Symbolic(text) => text.clone(),
        TripCount::Unknown => String::new(),
    };
    if let Some([header]) = ir.counted_loop(loop_).filter(|it| !it.is_parallel).as_ref().map(|it| &*it.dims) {
        let bound = |it| bound_text(ir, loop_, it, "");
        let is_plain = header.step == Step::Constant(1) && bound(header.lower).as_deref() == Some("0");
        if is_plain && bound(header.upper).as_deref() == Some(&text) {
            return None;
        }
    }
    let range = match &trip_range::trip_range(ir, loop_, &stop) {
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
