//! `redundant-load`: uses the value that is at hand, and deletes the load.

use super::{FixContext, fix};
use crate::block_memory::BlockMemory;
use crate::diagnostic::Fix;
use crate::function_report::value_name;
use crate::ir::{Ir, OpId, OpKind, ValueId};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    used(ctx).unwrap_or_default()
}

fn used(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let statement = ctx.operation()?;
    let load = records.op(&statement)?;
    let ir = records.ir;
    let [value] = *ir.ops[load].results else { return None };
    let held = held(ir, load)?;
    ir.values[held].pointer?;
    let mut edits = records.instead(ctx, value, held)?;
    edits.push(ctx.without(&statement));
    Some(fix(format!("use {}", value_name(ir, held)), edits))
}

/// The value that holds the element.
fn held(ir: &Ir, load: OpId) -> Option<ValueId> {
    let holder = &ir.ops[BlockMemory::new(ir).holding(load)?];
    let OpKind::Access(access) = &holder.kind else { return None };
    match access.stored {
        Some(stored) => holder.operands.get(stored)?.value,
        None => holder.results.first().copied(),
    }
}
