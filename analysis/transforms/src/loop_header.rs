//! The header of a loop written with other pieces.

use crate::rewrite::{Edits, FreshNames, RootText};
use ir::{OpId, OpKind, ValueId, value_name};
use syntax::{SyntaxKind, TextRange};

/// The changed parts of an `affine.for`; the rest stays as it is.
#[derive(Default)]
pub(super) struct HeaderPieces {
    /// The name of all results, without their number.
    pub(super) results: Option<String>,
    pub(super) lower: Option<String>,
    pub(super) upper: Option<String>,
    pub(super) step: Option<i64>,
    /// The initial values of the iteration arguments.
    pub(super) inits: Option<Vec<String>>,
}

impl HeaderPieces {
    /// The ranges with their replacements; `None` if the loop is not written in the usual form of `affine.for`.
    pub(super) fn ranges(&self, source: &RootText<'_>, op: OpId) -> Option<Vec<(TextRange, String)>> {
        let data = &source.ir.ops[op];
        let OpKind::For(header) = &data.kind else { return None };
        let mut pieces = Vec::new();
        if let Some(name) = &self.results
            && let (Some(first), Some(last)) = (data.results.first(), data.results.last())
        {
            let place = |it: ValueId| Some(source.ir.values[it].pointer?.range);
            let count = data.results.len();
            let count = if count > 1 { format!(":{count}") } else { String::new() };
            pieces.push((place(*first)?.cover(place(*last)?), format!("{name}{count}")));
        }
        if let Some(lower) = &self.lower {
            pieces.push((source.piece(op, SyntaxKind::LOWER_BOUND)?, lower.clone()));
        }
        let upper = source.piece(op, SyntaxKind::UPPER_BOUND)?;
        if let Some(text) = &self.upper {
            pieces.push((upper, text.clone()));
        }
        if let Some(step) = self.step {
            match (source.piece(op, SyntaxKind::STEP), step) {
                (Some(written), 1) => {
                    pieces.push((TextRange::new(upper.end(), written.end()), String::new()))
                }
                (Some(written), _) => pieces.push((written, format!("step {step}"))),
                (None, 1) => {}
                (None, _) => pieces.push((TextRange::empty(upper.end()), format!(" step {step}"))),
            }
        }
        if let Some(inits) = &self.inits {
            let places = data.operands.get(header.inits.clone())?;
            pieces.extend(places.iter().zip(inits).map(|(place, name)| (place.pointer.range, name.clone())));
        }
        Some(pieces)
    }

    /// The header up to the brace.
    pub(super) fn text(&self, source: &RootText<'_>, op: OpId) -> Option<String> {
        source.written(source.header(op)?, self.ranges(source, op)?)
    }
}

/// A new name for all results of a loop, like the first one's.
pub(super) fn new_results_name(source: &RootText<'_>, op: OpId, fresh: &mut FreshNames) -> Option<String> {
    let first = *source.ir.ops[op].results.first()?;
    Some(fresh.like(&source.ir.values[first].name))
}

/// The names of the results of a loop that share one name.
pub(super) fn result_names(name: &str, count: usize) -> Vec<String> {
    match count {
        1 => vec![name.to_owned()],
        count => (0..count).map(|it| format!("{name}#{it}")).collect(),
    }
}

/// The names of the results of a loop whose results each get a definition, and the edits of mentions of those that
/// shared a name; `None` for results that nothing mentions.
pub(super) fn separate_results(
    source: &RootText<'_>,
    op: OpId,
    fresh: &mut FreshNames,
) -> (Vec<Option<String>>, Edits) {
    let ir = source.ir;
    let results = &ir.ops[op].results;
    let name = |result: &ValueId| {
        ir.is_mentioned(*result).then(|| match results.len() {
            1 => value_name(ir, *result),
            _ => fresh.like(&ir.values[*result].name),
        })
    };
    let names: Vec<Option<String>> = results.iter().map(name).collect();
    if results.len() == 1 {
        return (names, Edits::new());
    }
    let renamed =
        mentions_of_results(source, op).filter_map(|(place, it)| Some((place, names.get(it)?.clone()?)));
    let edits = renamed.collect();
    (names, edits)
}

/// The values that a loop hands on at the end of an iteration.
pub(super) fn yielded(source: &RootText<'_>, op: OpId) -> Option<Vec<ValueId>> {
    let OpKind::For(header) = &source.ir.ops[op].kind else { return None };
    if header.inits.is_empty() {
        return Some(Vec::new());
    }
    let terminator = source.terminator(op)?;
    source.ir.ops[terminator].operands.iter().map(|it| it.value).collect()
}

/// The places outside an operation that mention one of its results.
pub(super) fn mentions_of_results<'a>(
    source: &'a RootText<'_>,
    op: OpId,
) -> impl Iterator<Item = (ir::Pointer, usize)> + 'a {
    let results = &source.ir.ops[op].results;
    source.ir.mentions.iter().filter_map(move |mention| {
        let index = results.iter().position(|it| Some(*it) == mention.value)?;
        Some((mention.pointer, index))
    })
}
