//! `redundant-load`: a load of an element whose value is at hand in the same block.
//!
//! Quick fix: uses the value that is at hand, and deletes the load.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::Records;
use crate::fixes::{FixContext, fix};
use ir::value_name;
use ir::{Ir, OpId, ValueId};
use polyhedral::block_memory::BlockMemory;
use polyhedral::dependence::subscripts::{Subscripts, subscripts};
use polyhedral::memory::memory;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let memory = BlockMemory::new(ctx.ir, memory(ctx.db, ctx.op), subscripts(ctx.db, ctx.op));
    for (id, op) in ctx.ops() {
        if !ctx.ir.touches(id).iter().any(|it| it.reads && !it.is_atomic()) {
            continue;
        }
        let Some(first) = memory.holding(id) else { continue };
        let other = &ctx.ir.ops[first];
        let Some(value) = value_held(ctx.ir, first) else { continue };
        let is_store = other.results.is_empty();
        let story = if is_store { "stored here" } else { "loaded here" };
        let message = format!("{} already holds this element", ctx.name(value));
        report.add(op.pointer, message).related(other.pointer, story);
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let statement = ctx.operation()?;
    let load = ctx.op()?;
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
    // Those of all other accesses would be kept for one.
    let subscripts = Subscripts::default();
    let memory = BlockMemory::new(ir, memory(ctx.db, records.isolated), &subscripts);
    value_held(ir, memory.holding(load)?)
}

/// The value that a load gives, or a store puts into memory.
fn value_held(ir: &Ir, access: OpId) -> Option<ValueId> {
    match ir.touches(access).first()?.stored {
        Some(stored) => ir.ops[access].operands.get(stored)?.value,
        None => ir.ops[access].results.first().copied(),
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn writes_in_nested_regions_count() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %v: f32) -> (f32, f32, f32) {
  %a = affine.load %buf[3] : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %v, %buf[%i] : memref<8xf32>
  }
  %b = affine.load %buf[3] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %buf[%i] : memref<8xf32>
  }
  %c = affine.load %buf[2 + 1] : memref<8xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint redundant-load: %b already holds this element
  return %a, %b, %c : f32, f32, f32
}"#,
        );
    }
}
