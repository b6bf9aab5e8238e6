//! Operations that were raised for an action and stay in `scf`, `memref` and `vector`.

use super::nest::Lowered;
use super::refusal::{is_lowered, is_nest, refusal};
use crate::nest_offers::outermost;
use crate::rewrite::{Edits, RootText, difference, in_text_order, keep_comments, rewritten};
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::starts::located;
use ir::{OpId, Pointer, ir_of};
use std::ops::Range;
use syntax::{TextEdit, TextRange, TextSize};

/// Lowers the nests that were not in the text from before; none if one of them has no counterpart.
pub fn edits(db: &dyn salsa::Database, file: SourceFile, before: &str) -> Option<Vec<TextEdit>> {
    let change = difference(before, &file.parse(db).text())?;
    let changed = TextRange::at(change.range.start(), TextSize::of(&*change.insert));
    let before = before.get(Range::<usize>::from(change.range))?;
    let mut edits = Vec::new();
    for (op, starts) in located(db, file).filter(|(op, starts)| starts.touch(db, *op, changed)) {
        let is_changed =
            |place: Pointer| starts.range(place).intersect(changed).is_some_and(|it| !it.is_empty());
        for nests in new_nests(db, op, before, &is_changed)? {
            let of_op = rewritten(db, op, |unique| lowered(db, unique, &nests))?;
            edits.extend(
                of_op.into_iter().map(|(place, insert)| TextEdit { range: starts.range(place), insert }),
            );
        }
    }
    let mut edits = in_text_order(edits);
    keep_comments(&mut edits, &FileText::of(db, file));
    Some(edits)
}

/// The new nests of each root; `None` where one cannot be lowered.
fn new_nests(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    before: &str,
    is_changed: &dyn Fn(Pointer) -> bool,
) -> Option<Vec<Vec<OpId>>> {
    let ir = ir_of(db, op);
    let mut found = Vec::new();
    for (index, root) in op.roots(db).iter().enumerate() {
        let mut nests: Vec<OpId> = Vec::new();
        for op in ir.walk().into_iter().filter(|it| ir.ops[*it].pointer.root == index && is_lowered(ir, *it))
        {
            let nest = outermost(ir, op, is_nest);
            let place = ir.ops[nest].pointer;
            if is_changed(place) && !nests.contains(&nest) && !before.contains(&root.text_in(place.range)) {
                nests.push(nest);
            }
        }
        if nests.iter().any(|it| refusal(ir, *it).is_some()) {
            return None;
        }
        found.extend((!nests.is_empty()).then_some(nests));
    }
    Some(found)
}

fn lowered(db: &dyn salsa::Database, op: IsolatedOp<'_>, nests: &[OpId]) -> Option<Edits> {
    let ir = ir_of(db, op);
    Lowered::of(&RootText::around(db, op, ir, *nests.first()?)?, nests)?.edits()
}
