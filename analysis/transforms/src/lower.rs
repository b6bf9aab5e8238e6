//! `refactor.rewrite.affine.lower`: loops, conditions and accesses of the affine dialect become those of `scf`, `memref`
//! and `vector`, with what maps compute as index arithmetic in front.
//!
//! Iterations, their order and the elements that are touched stay, so what can be written is legal.

mod again;
mod arithmetic;
mod nest;
#[cfg(test)]
mod tests;

pub use again::edits as again;

use crate::nest_offers::{described, roots};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use crate::reason::Reason;
use crate::request::Request;
use crate::rewrite::RootText;
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId, OpKind};
use nest::Lowered;

pub const KIND: &str = "refactor.rewrite.affine.lower";

/// One offer for each nest and function whose first line, or that of a loop inside, the selection touches.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    roots(context, is_nest).into_iter().map(|it| offer(context, it)).collect()
}

fn is_nest(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::For(_) | OpKind::Parallel(_) | OpKind::If(_))
}

fn offer<'a>(context: &'a ActionContext<'a>, root: OpId) -> Candidate<'a> {
    let ActionContext { ir, starts, text, .. } = context;
    let title = format!("Lower {} to scf", described(ir, root));
    Candidate {
        request: Request::Transform {
            kind: KIND,
            at: vec![starts.range(ir.ops[root].pointer).start()],
            parameters: Parameters::default(),
        },
        kind: KIND,
        place: ir.ops[root].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer: match refusal(ir, root) {
            Some(reason) => Offer::Refused { title, reason: reason.render(starts, text).reason },
            None => Offer::Offered {
                title,
                edit: Box::new(move || {
                    Lowered::of(&RootText::around(context.db, context.op, context.ir, root)?, &[root])?
                        .edits()
                }),
            },
        },
    }
}

/// The first operation that has no counterpart, or none that its text tells. Variables of the loops around it would be
/// no dimensions any more, so that nothing can stay.
fn refusal(ir: &Ir, root: OpId) -> Option<Reason> {
    subtree(ir, root).into_iter().find_map(|op| {
        let data = &ir.ops[op];
        let is_affine = data.dialect() == "affine";
        let reason = match &data.kind {
            _ if !is_affine => return None,
            // They take any index.
            OpKind::Linearize { .. } | OpKind::Delinearize { .. } => return None,
            _ if data.broken || data.legacy.is_some() => "is written in a way that is not known",
            OpKind::Other | OpKind::DmaStart(_) | OpKind::DmaWait(_) => "has no counterpart",
            _ if data.form != Form::Custom => "is written in the generic form",
            OpKind::Parallel(it)
                if it.steps.is_none() || !it.reductions.iter().all(|it| nest::is_known(it)) =>
            {
                "reduces by something that `scf.parallel` cannot"
            }
            _ => return None,
        };
        let place = data.name_pointer;
        Some(Reason::new(format!("`{}` {reason}", data.name)).line(place).related(place, "this operation"))
    })
}
