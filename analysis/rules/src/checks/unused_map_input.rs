//! `unused-map-input`: an operand that its map does not use.
//!
//! Quick fix: takes the input out of an inline map, and the operand out of its list.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::map_input::MapInput;
use crate::fixes::{FixContext, fix};
use ir::affine::AffineExpr;
use ir::{AppliedMap, MapOrigin, Op, OpKind, Pointer};
use rustc_hash::FxHashSet;
use std::ops::Range;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        match &op.kind {
            OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => of_map(ctx, report, op, it),
            OpKind::For(it) => [&it.lower, &it.upper].into_iter().for_each(|it| of_map(ctx, report, op, it)),
            OpKind::If(it) => {
                let Some(set) = &it.condition.set else { continue };
                let folded: Vec<_> = set.constraints.iter().map(|it| it.expression.folded()).collect();
                let inputs =
                    Inputs { dims: set.dims, symbols: set.symbols, operands: &it.condition.operands };
                unused(ctx, report, op, &folded, &inputs, it.condition.pointer);
            }
            _ => {}
        }
    }
}

fn of_map(ctx: &RuleContext<'_>, report: &mut Report<'_>, op: &Op, applied: &AppliedMap) {
    if let (Some(map), MapOrigin::Attribute) = (&applied.map, applied.origin) {
        let folded = map.folded().results;
        let inputs = Inputs { dims: map.dims, symbols: map.symbols, operands: &applied.operands };
        unused(ctx, report, op, &folded, &inputs, applied.pointer);
    }
}

/// The inputs of a map or a set, and which operands of its operation are given for them.
struct Inputs<'a> {
    dims: usize,
    symbols: usize,
    operands: &'a Range<usize>,
}

fn unused(
    ctx: &RuleContext<'_>,
    report: &mut Report<'_>,
    op: &Op,
    expressions: &[AffineExpr],
    inputs: &Inputs<'_>,
    attribute: Pointer,
) {
    if inputs.operands.len() != inputs.dims.saturating_add(inputs.symbols) {
        return;
    }
    let mut used = FxHashSet::default();
    for expression in expressions {
        expression.walk(&mut |it| match it {
            AffineExpr::Dim(index) => drop(used.insert(*index)),
            AffineExpr::Symbol(index) => drop(used.insert(inputs.dims.saturating_add(*index))),
            _ => {}
        });
    }
    let operands = op.operands.get(inputs.operands.clone()).unwrap_or_default();
    for (_, operand) in operands.iter().enumerate().filter(|it| !used.contains(&it.0)) {
        report
            .add(operand.pointer, format!("the map does not use {}", operand.name))
            .related_place(ctx.map_inputs(attribute), "the inputs of the map");
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // Text like `s0 * 0` still mentions it.
    let input = MapInput::of(ctx).filter(|it| it.mentions().is_empty())?;
    fix(format!("remove {} and its input", ctx.text()), input.removal())
}
