//! Nests that can be lowered.

use crate::neutral::is_known;
use crate::reason::Reason;
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId, OpKind, Parallel};

/// Operations of the affine dialect that are lowered by themselves where no loop is around them.
pub(super) fn is_lowered(ir: &Ir, op: OpId) -> bool {
    let kind = &ir.ops[op].kind;
    is_nest(ir, op) || matches!(kind, OpKind::Access(_) | OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_))
}

/// A loop or a condition of the affine dialect.
pub(super) fn is_nest(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::For(_) | OpKind::Parallel(_) | OpKind::If(_))
}

/// The first operation without a counterpart, or with one that its text does not determine. Variables of the loops
/// around it would not be dimensions any more, so that nothing can stay.
pub(super) fn refusal(ir: &Ir, root: OpId) -> Option<Reason> {
    subtree(ir, root).into_iter().find_map(|op| {
        let data = &ir.ops[op];
        let is_affine = data.dialect() == "affine";
        let reason = match &data.kind {
            // Constants in front could not be mentioned in it.
            _ if op != root && data.is_isolated_from_above() => "is isolated from what is around it",
            _ if !is_affine => return None,
            // They take any index.
            OpKind::Linearize { .. } | OpKind::Delinearize { .. } => return None,
            _ if data.broken || data.legacy.is_some() => "is written in a way that is not known",
            OpKind::Other | OpKind::DmaStart(_) | OpKind::DmaWait(_) => "has no counterpart",
            _ if data.form != Form::Custom => "is written in the generic form",
            OpKind::Parallel(it) if it.steps.is_none() || !has_known_reductions(ir, op, it) => {
                "reduces by something that `scf.parallel` cannot"
            }
            _ => return None,
        };
        let place = data.name_pointer;
        Some(Reason::new(format!("`{}` {reason}", data.name)).line(place).related(place, "this operation"))
    })
}

/// Whether the neutral element of each reduction of a parallel loop is known.
pub(crate) fn has_known_reductions(ir: &Ir, op: OpId, header: &Parallel) -> bool {
    let results = &ir.ops[op].results;
    let mut pairs = header.reductions.iter().zip(results);
    header.reductions.len() == results.len() && pairs.all(|(kind, it)| is_known(kind, &ir.values[*it].ty))
}
