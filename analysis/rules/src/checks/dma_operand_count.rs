//! `dma-operand-count`: a generic DMA with too few or too many operands.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::inherent_attributes::generic_ops;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let maps: &[&str] = match op.name.strip_prefix("affine.") {
            Some("dma_start") => &["src_map", "dst_map", "tag_map"],
            Some("dma_wait") => &["tag_map"],
            _ => continue,
        };
        let Some(attributes) = ctx.attributes(id) else { continue };
        let inputs = maps.iter().map(|it| Some(ctx.map_attribute(attributes.get(it)?)?.inputs()));
        let Some(inputs) = inputs.collect::<Option<Vec<_>>>() else { continue };
        let needed = inputs.iter().fold(maps.len() + 1, |sum, it| sum.saturating_add(*it));
        let given = op.operands.len();
        let may_have_stride = maps.len() > 1;
        if given == needed || may_have_stride && given == needed.saturating_add(2) {
            continue;
        }
        let or = if may_have_stride {
            format!(", or {} with stride and chunk", needed.saturating_add(2))
        } else {
            String::new()
        };
        let list = ctx.piece(id, SyntaxKind::OPERAND_LIST);
        let place = list.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        report.add(place, format!("the maps need {needed} operands{or}; {given} are given"));
    }
}
