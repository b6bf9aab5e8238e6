//! `parallel-arity-mismatch`: an affine.parallel whose lists have different lengths.

use crate::bands::{GenericBand, generic_bands};
use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::{Form, OpKind, Pointer};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for band in generic_bands(ctx) {
        let lists = [
            (band.lower.groups.as_ref().map(Vec::len), band.lower.groups_place, "lower bound"),
            (band.upper.groups.as_ref().map(Vec::len), band.upper.groups_place, "upper bound"),
            (band.steps.as_ref().map(Vec::len), steps_place(ctx, &band), "step"),
        ];
        for (count, place, what) in lists {
            if let Some(count) = count.filter(|it| *it != band.indices) {
                let message = format!("{}, {}", indices(band.indices), counted(count, what));
                report.add(place.unwrap_or(band.op.name_pointer), message);
                break;
            }
        }
    }
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let OpKind::Parallel(it) = &op.kind else { continue };
        let Some(body) = ctx.ir.body(id) else { continue };
        let indices = ctx.ir.blocks[body].arguments.len();
        let Some(node) = ctx.syntax(id) else { continue };
        let mut bounds = node.children().filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUNDS);
        let step = node.children().find(|it| it.kind() == SyntaxKind::STEP);
        let lists = [
            (Some(it.lower.len()), bounds.next(), "lower bound"),
            (Some(it.upper.len()), bounds.next(), "upper bound"),
            (it.steps.as_ref().map(Vec::len), step, "step"),
        ];
        for (count, node, what) in lists {
            if count.is_none_or(|it| it == indices) {
                continue;
            }
            let place = match (node, op.form) {
                (Some(node), Form::Custom) => ctx.pointer(id, &node),
                _ => op.name_pointer,
            };
            let message = format!("{}, {}", self::indices(indices), counted(count.unwrap_or_default(), what));
            let finding = report.add(place, message);
            if let Some(first) = ctx.ir.blocks[body].arguments.first() {
                finding.related(ctx.definition(*first), "the indices");
            }
            break;
        }
    }
}

fn steps_place(ctx: &RuleContext<'_>, band: &GenericBand<'_>) -> Option<Pointer> {
    Some(ctx.pointer(band.id, band.attributes.get("steps")?))
}

fn indices(count: usize) -> String {
    if count == 1 { "1 index".to_owned() } else { format!("{count} indices") }
}
