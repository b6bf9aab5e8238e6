//! `refactor.rewrite.affine.raiseAll`: everything in a file that can become affine.

use super::plan::{Plan, is_nest};
use crate::rewrite::{Edits, RootText, in_text_order, keep_comments, rewritten};
use base::at_once::takes_long;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::starts::located;
use ir::{Ir, OpId, ir_of, meaning_of};
use syntax::TextEdit;

pub const KIND: &str = "refactor.rewrite.affine.raiseAll";

/// Whether a loop or a condition can become affine.
pub fn is_possible(db: &dyn salsa::Database, file: SourceFile) -> bool {
    located(db, file).any(|(op, _)| is_possible_in(db, op))
}

#[salsa::tracked(returns(copy))]
pub(crate) fn is_possible_in<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> bool {
    takes_long(db);
    let ir = meaning_of(db, op);
    let is_any_nest = ir.ops.iter().any(|it| is_nest(ir, it.0));
    is_any_nest && Plan::of(ir, &roots(ir)).raises_nests()
}

/// The edits of all functions; none where nothing becomes affine.
pub fn edits(db: &dyn salsa::Database, file: SourceFile) -> Option<Vec<TextEdit>> {
    let mut edits = Vec::new();
    for (op, starts) in located(db, file) {
        // A function whose text cannot be rewritten stays.
        let of_op = rewritten(db, op, |unique| edits_of(db, unique)).unwrap_or_default();
        edits
            .extend(of_op.into_iter().map(|(place, insert)| TextEdit { range: starts.range(place), insert }));
    }
    let mut edits = in_text_order(edits);
    keep_comments(&mut edits, &FileText::of(db, file));
    (!edits.is_empty()).then_some(edits)
}

fn edits_of(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Option<Edits> {
    let ir = ir_of(db, op);
    edits_at(db, op, &roots(ir))
}

/// The edits of some nests, or of everything. They are all in one text: those of a module body are looked at one by one.
pub(crate) fn edits_at(db: &dyn salsa::Database, op: IsolatedOp<'_>, nests: &[OpId]) -> Option<Edits> {
    let ir = ir_of(db, op);
    let mut edits = Edits::new();
    for root in 0..op.roots(db).len() {
        let of_root: Vec<OpId> =
            nests.iter().copied().filter(|it| ir.ops[*it].pointer.root == root).collect();
        let Some(first) = of_root.first() else { continue };
        edits.extend(Plan::of(ir, &of_root).edits(&RootText::around(db, op, ir, *first)?)?);
    }
    Some(edits)
}

pub(crate) fn roots(ir: &Ir) -> Vec<OpId> {
    ir.walk().into_iter().filter(|it| ir.parent_op(*it).is_none()).collect()
}
