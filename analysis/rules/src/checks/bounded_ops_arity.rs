//! `bounded-ops-arity`: lists of bounded values and their bounds that have different lengths.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::Form;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("transform.affine.simplify_bounded_affine_ops")) {
        let Some(body) = ctx.piece(id, SyntaxKind::OPAQUE_BODY).filter(|_| op.form == Form::Opaque) else {
            continue;
        };
        let text = syntax::text_of(body.green);
        let list = |keyword: &str| {
            let (_, rest) = text.split_once(keyword)?;
            let (list, _) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
            // The types of the values follow them.
            let list = list.split(':').next().unwrap_or_default();
            Some(list.split(',').filter(|it| !it.trim().is_empty()).count())
        };
        let (Some(values), Some(lower), Some(upper)) = (list(" with "), list(" within "), list(" and "))
        else {
            continue;
        };
        for (count, what) in [(lower, "lower bound"), (upper, "upper bound")] {
            if count != values {
                let message = format!("{}, {}", counted(values, "bounded value"), counted(count, what));
                report.add(op.name_pointer, message);
            }
        }
    }
}
