//! Values that a reader would compute or look up: types of results, values of bounds, ranges of induction variables.

use super::{Here, InlayHint, InlayHintKind};
use crate::FileView;
use crate::map_use::{Extremes, induction_range};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::affine::AffineExpr;
use ir::loops::Step;
use ir::{AppliedMap, Ir, MapOrigin, OpId, OpKind, Pointer, ir_of};
use polyhedral::value_expression::{Composer, simplified};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// The hints of one isolated op.
pub(super) fn collect(here: &Here<'_, '_>, hints: &mut Vec<InlayHint>) {
    let (view, record) = (here.view, here.record);
    let ir = view.ir(record);
    for id in here.ops().into_iter().filter(|it| !ir.ops[*it].broken) {
        let data = &ir.ops[id];
        let Some(node) = view.range(record, data.pointer).and_then(|it| view.operation_at(it.start())) else {
            continue;
        };
        result_types(view, record, ir, id, &node, hints);
        if let OpKind::For(header) = &data.kind {
            for (map, kind) in
                [(&header.lower, SyntaxKind::LOWER_BOUND), (&header.upper, SyntaxKind::UPPER_BOUND)]
            {
                let written = node.children().find(|it| it.kind() == kind);
                if let (Some(written), Some(label)) = (written, constant_text(ir, id, map)) {
                    let place = ir::trimmed_range(&written);
                    let (offset, about) = (place.end(), place.start());
                    hints.push(InlayHint { offset, label, kind: InlayHintKind::Bound, about });
                }
            }
        }
    }
}

/// `= 8` after a bound that is not a number and comes to one.
fn constant_text(ir: &Ir, op: OpId, map: &AppliedMap) -> Option<String> {
    if map.origin == MapOrigin::Constant {
        return None;
    }
    match Composer::composing(ir).results(op, map)?.as_slice() {
        [result] => match simplified(result) {
            AffineExpr::Constant(value) => Some(format!("= {value}")),
            _ => None,
        },
        _ => None,
    }
}

/// The types of named results that the operation does not write.
fn result_types(
    view: &FileView<'_>,
    record: usize,
    ir: &Ir,
    op: OpId,
    node: &SyntaxNode,
    hints: &mut Vec<InlayHint>,
) {
    let own = rules::context::own_nodes(node);
    let written: Vec<String> = own
        .iter()
        .filter(|it| ast::Type::can_cast(it.kind()))
        // An element type is written inside that of its memref, but not as the result's.
        .filter(|it| !it.ancestors().skip(1).any(|it| ast::Type::can_cast(it.kind())))
        .map(|it| it.text().to_string().split_whitespace().collect::<String>())
        .collect();
    for result in &ir.ops[op].results {
        let value = &ir.values[*result];
        let Some(pointer) = value.pointer.filter(|_| value.group == 1 && !value.ty.has_unknown()) else {
            continue;
        };
        let text = value.ty.to_string();
        let compact: String = text.split_whitespace().collect();
        if written.last() == Some(&compact) {
            continue;
        }
        let label = format!(": {text}");
        hints.extend(view.range(record, pointer).map(|it| InlayHint {
            offset: it.end(),
            label,
            kind: InlayHintKind::ResultType,
            about: it.start(),
        }));
    }
}

/// The names of a loop's induction variables whose values the bounds do not say at once, with their ranges.
#[salsa::tracked(returns(ref))]
pub(super) fn induction_ranges<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    loop_: OpId,
) -> Vec<(Pointer, Extremes)> {
    takes_long(db);
    let ir = ir_of(db, op);
    let stop = stop_if_cancelled(db);
    let mut found = Vec::new();
    let Some(counted) = ir.counted_loop(loop_) else { return found };
    let constant = |it: &AppliedMap| it.origin == MapOrigin::Constant;
    let is_plain = !counted.is_parallel
        && counted
            .dims
            .iter()
            .all(|it| constant(it.lower) && constant(it.upper) && it.step == Step::Constant(1));
    if is_plain || ir.ops[loop_].broken {
        return found;
    }
    let Some(first) = ir.blocks[counted.body].ops.first() else { return found };
    let count = counted.dims.len();
    for dim in 0..count {
        let variable = ir.induction_variable(loop_, dim);
        let Some(pointer) = variable.and_then(|it| ir.values[it].pointer) else { continue };
        let range = induction_range(ir, *first, count - 1 - dim, &stop);
        // A hint on a bound that is a symbol would repeat the symbol.
        let told = range.filter(|it| it.0.is_some() && it.1.is_some());
        found.extend(told.map(|it| (pointer, it)));
    }
    found
}
