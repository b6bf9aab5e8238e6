//! `refactor.rewrite.affine.raiseAll`: everything in a file that can become affine.

use super::plan::{Plan, is_nest};
use crate::rewrite::{Edits, RootText, keep_comments, rewritten};
use crate::taking::in_text_order;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::ir_of;
use ir::starts::located;
use syntax::TextEdit;

pub const KIND: &str = "refactor.rewrite.affine.raiseAll";

/// Whether there is a loop or a condition that could become affine, or that has a reason why not.
pub fn has_nests(db: &dyn salsa::Database, file: SourceFile) -> bool {
    located(db, file).any(|(op, _)| {
        let ir = ir_of(db, op);
        ir.ops.iter().any(|it| is_nest(ir, it.0))
    })
}

/// The edits of all functions; none where nothing becomes affine.
pub fn edits(db: &dyn salsa::Database, file: SourceFile) -> Option<Vec<TextEdit>> {
    let mut edits = Vec::new();
    for (op, starts) in located(db, file) {
        let ir = ir_of(db, op);
        if !ir.ops.iter().any(|it| is_nest(ir, it.0)) {
            continue;
        }
        // A function whose text cannot be rewritten stays.
        let of_op = rewritten(db, op, |unique| edits_of(db, unique)).unwrap_or_default();
        edits.extend(of_op.into_iter().map(|(place, insert)| TextEdit { range: starts.range(place), insert }));
    }
    let mut edits = in_text_order(edits);
    keep_comments(&mut edits, &FileText::of(db, file));
    (!edits.is_empty()).then_some(edits)
}

fn edits_of(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Option<Edits> {
    let ir = ir_of(db, op);
    let roots = ir.walk().into_iter().filter(|it| ir.parent_op(*it).is_none());
    let mut edits = Edits::new();
    for root in roots {
        edits.extend(Plan::of(ir, root).edits(&RootText::around(db, op, ir, root)?)?);
    }
    Some(edits)
}
