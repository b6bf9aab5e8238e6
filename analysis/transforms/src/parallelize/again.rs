//! Loops that were parallel before an action and are written one after the other for it: those that may still run in
//! parallel becomes `affine.parallel` again.

use super::band::Band;
use super::rewrite;
use crate::facts::Facts;
use crate::for_loop::{for_loop, parallel, variable_name};
use crate::rewrite::{Edits, RootText, difference, in_text_order, keep_comments, rewritten};
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::starts::{Starts, located};
use ir::{Ir, OpId, Pointer, ir_of, value_name};
use rustc_hash::FxHashSet;
use syntax::{TextEdit, TextRange, TextSize};

/// The names of loops in a part of a text, without the endings that distinguish names of one kind.
#[derive(Debug, Default)]
pub struct LoopNames {
    in_parallel: FxHashSet<String>,
    in_order: FxHashSet<String>,
}

impl LoopNames {
    /// Of the loops that a range touches.
    pub fn of(db: &dyn salsa::Database, file: SourceFile, range: TextRange) -> Self {
        let mut names = Self::default();
        for (op, starts) in located(db, file).filter(|(op, starts)| starts.touch(db, *op, range)) {
            let ir = ir_of(db, op);
            for op in ir.walk() {
                let place = ir.ops[op].pointer;
                if starts.range(place).intersect(range).is_none() {
                    continue;
                }
                let Some(counted) = ir.counted_loop(op) else { continue };
                let variables = (0..counted.dims.len()).filter_map(|it| ir.induction_variable(op, it));
                let variables = variables.map(|it| value_name(ir, it));
                let set = if counted.is_parallel { &mut names.in_parallel } else { &mut names.in_order };
                set.extend(variables.map(|it| stem(&it).to_owned()));
            }
        }
        names
    }

    /// Whether there is a parallel loop.
    pub fn is_any_parallel(&self) -> bool {
        !self.in_parallel.is_empty()
    }

    /// Whether a loop of that name is one that was parallel, or a part of it.
    pub fn was_parallel(&self, name: &str) -> bool {
        self.in_parallel.contains(stem(name)) || !self.in_order.contains(stem(name))
    }
}

/// `%i` of `%i`, `%i_0`, `%i_tile` and `%i_tile_0`.
fn stem(name: &str) -> &str {
    let plain =
        |name: &'_ str| name.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end_matches('_').len();
    let name = name.get(..plain(name).max(1)).unwrap_or(name);
    name.strip_suffix("_tile").unwrap_or(name)
}

/// The edits that make the outermost loops parallel that a change has left and that are not parallel yet; none where all
/// of them are. To be asked again about the result.
pub fn edits(
    db: &dyn salsa::Database,
    file: SourceFile,
    before: &str,
    names: &LoopNames,
) -> Option<Vec<TextEdit>> {
    let change = difference(before, &file.parse(db).text())?;
    let changed = TextRange::at(change.range.start(), TextSize::of(&*change.insert));
    let mut edits = Vec::new();
    for (op, starts) in located(db, file).filter(|(op, starts)| starts.touch(db, *op, changed)) {
        let of_op = rewritten(db, op, |unique| {
            let bands = bands(db, op, (&starts, changed), names);
            let (ir, mut edits) = (ir_of(db, unique), Edits::new());
            for band in bands {
                let source = RootText::around(db, unique, ir, *band.loops.first()?)?;
                // A band that cannot be written stays as it is.
                edits.extend(rewrite::edits(&source, &band).unwrap_or_default());
            }
            Some(edits)
        })?;
        edits
            .extend(of_op.into_iter().map(|(place, insert)| TextEdit { range: starts.range(place), insert }));
    }
    let mut edits = in_text_order(edits);
    keep_comments(&mut edits, &FileText::of(db, file));
    (!edits.is_empty()).then_some(edits)
}

/// The outermost bands of an isolated op that were parallel and may be. Under unique names they have the same ids.
fn bands(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    (starts, changed): (&Starts<'_>, TextRange),
    names: &LoopNames,
) -> Vec<Band> {
    let ir = ir_of(db, op);
    let is_changed = |place: Pointer| starts.range(place).intersect(changed).is_some_and(|it| !it.is_empty());
    let facts = Facts::around(db, op, |it| is_changed(ir.ops[it].pointer));
    let mut found: Vec<Band> = Vec::new();
    for op in ir.walk() {
        let is_inside = found.iter().any(|it| it.loops.first().is_some_and(|outer| ir.is_within(op, *outer)));
        if is_inside || !is_changed(ir.ops[op].pointer) || !was_parallel(ir, op, names) {
            continue;
        }
        let Some(mut band) = Band::from(&facts, op, usize::MAX) else { continue };
        let kept = band.loops.iter().take_while(|it| was_parallel(ir, **it, names)).count();
        if kept < band.loops.len() {
            let Some(shorter) = Band::from(&facts, op, kept) else { continue };
            band = shorter;
        }
        found.push(band);
    }
    found
}

fn was_parallel(ir: &Ir, op: OpId, names: &LoopNames) -> bool {
    for_loop(ir, op).is_some() && parallel(ir, op).is_none() && names.was_parallel(&variable_name(ir, op))
}
