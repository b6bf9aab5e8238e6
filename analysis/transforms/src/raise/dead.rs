//! Removes operations that only computed values that maps compute now.

use crate::pending_edits::PendingEdits;
use ir::Form;

/// Removes operations that have lost their last mention, if all that they do is to compute.
pub(super) fn remove(edits: &mut PendingEdits<'_, '_>) {
    let (ir, root) = (edits.source.ir, edits.source.root);
    while let Some(value) = edits.next_forgotten() {
        let Some(op) = ir.defining_op(value) else { continue };
        let data = &ir.ops[op];
        let is_computation = data.has_no_memory_effect()
            && data.is_of_complete_dialect
            && data.regions.is_empty()
            && data.form != Form::Opaque
            && data.pointer.root == root;
        if is_computation && !data.results.iter().any(|it| edits.mentions(*it)) {
            edits.remove(op);
        }
    }
}
