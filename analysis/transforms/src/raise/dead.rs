//! Operations that only computed what maps compute now go.

use crate::pieces::Pieces;
use crate::rewrite::RootText;
use ir::Form;

/// Removes what nothing mentions any more and something did before, if all that it does is to compute.
pub(super) fn remove(source: &RootText<'_>, pieces: &mut Pieces<'_>) {
    let ir = source.ir;
    while let Some(value) = pieces.next_forgotten() {
        let Some(op) = ir.defining_op(value) else { continue };
        let data = &ir.ops[op];
        let is_computation = data.has_no_memory_effect()
            && data.is_of_complete_dialect
            && data.regions.is_empty()
            && data.form != Form::Opaque
            && data.pointer.root == source.root;
        if is_computation && !data.results.iter().any(|it| pieces.mentions(*it)) {
            pieces.remove(source, op);
        }
    }
}
