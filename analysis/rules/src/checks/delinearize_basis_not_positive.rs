//! `delinearize-basis-not-positive`: a literal in the basis of affine.delinearize_index that is not positive.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{BasisElement, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::Delinearize { basis } = &op.kind else { continue };
        let wrong = basis.elements.iter().find_map(|it| match it {
            BasisElement::Constant(value) if *value <= 0 => Some(*value),
            _ => None,
        });
        if let Some(value) = wrong {
            let place = basis.pointer.unwrap_or(op.name_pointer);
            report.add(place, format!("basis elements are positive, {value} is not"));
        }
    }
}
