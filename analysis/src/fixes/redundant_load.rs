//! `redundant-load`: uses the value that is at hand, and deletes the load.

use super::records::Records;
use super::{FixContext, fix};
use crate::block_memory::BlockMemory;
use crate::diagnostic::Fix;
use crate::function_report::value_name;
use crate::ir::{OpId, OpKind, ValueId};
use crate::memory::memory;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let statement = ctx.operation()?;
    let load = records.op(&statement)?;
    let ir = records.ir;
    let [value] = *ir.ops[load].results else { return None };
    let held = held(ctx, &records, load)?;
    ir.values[held].pointer?;
    let mut edits = records.instead(ctx, value, held)?;
    edits.push(ctx.without(&statement));
    fix(format!("use {}", value_name(ir, held)), edits)
}

/// The value that holds the element.
fn held(ctx: &FixContext<'_>, records: &Records<'_>, load: OpId) -> Option<ValueId> {
    let ir = records.ir;
    let holder = &ir.ops[BlockMemory::new(ir, memory(ctx.db, records.isolated)).holding(load)?];
    let OpKind::Access(access) = &holder.kind else { return None };
    match access.stored {
        Some(stored) => holder.operands.get(stored)?.value,
        None => holder.results.first().copied(),
    }
}
