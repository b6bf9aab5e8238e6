//! The values that the regions of an operation take and give: block arguments, terminators and their values.

use super::problem::{Verified, problem};
use super::view::OpView;
use crate::map_operands::counted;
use crate::operand_types::demanded;
use ir::types::Type;
use ir::{BlockId, Form, OpId, Pointer, RegionId};

/// How a region of one block ends.
pub(super) enum End {
    /// With this operation.
    Terminator(OpId),
    /// With nothing that is written: custom forms add the terminator.
    Implicit,
    /// It is not known, or not this file's mistake.
    Open,
}

pub(super) fn end(view: &OpView<'_, '_>, region: RegionId) -> End {
    let ir = view.ctx.ir;
    let [block] = &*ir.regions[region].blocks else { return End::Open };
    let Some(last) = ir.blocks[*block].ops.last() else {
        return if view.is_generic() { End::Open } else { End::Implicit };
    };
    let op = &ir.ops[*last];
    // Of an operation of another dialect it is not known whether it is a terminator.
    let is_known = op.is_of_complete_dialect;
    match (op.broken || op.form == Form::Opaque || !is_known, view.ctx.may_be_terminator(*last)) {
        (true, _) => End::Open,
        (_, true) => End::Terminator(*last),
        (_, false) if view.is_generic() => End::Open,
        (_, false) if last_is_broken(view, *block) => End::Open,
        (_, false) => End::Implicit,
    }
}

/// Whether text that did not parse may be the end of the block.
fn last_is_broken(view: &OpView<'_, '_>, block: BlockId) -> bool {
    let region = view.ctx.ir.blocks[block].parent;
    view.ctx.ir.regions[region].pointer.is_some_and(|it| view.ctx.has_error_inside(it))
}

/// The types that a terminator passes on; unknown ones fit everywhere. `skip` leading operands are left out.
pub(super) fn passed(view: &OpView<'_, '_>, terminator: OpId, skip: usize) -> Vec<Type> {
    let op = &view.ctx.ir.ops[terminator];
    let written = demanded(view.ctx, terminator, op);
    op.operands
        .iter()
        .zip(written)
        .skip(skip)
        .map(|(operand, written)| match operand.value {
            Some(value) if written.is_unknown() => view.ctx.ir.values[value].ty.clone(),
            _ => written,
        })
        .collect()
}

/// Whether a list of types is not the one that is asked for: another length, or a type that certainly differs.
pub(super) fn differ(found: &[Type], asked: &[Type]) -> bool {
    found.len() != asked.len() || found.iter().zip(asked).any(|it| it.0.differs_from(it.1))
}

pub(super) fn list(types: &[Type]) -> String {
    types.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")
}

/// The arguments of the block have these types; `what` names their role.
pub(super) fn arguments(view: &OpView<'_, '_>, block: BlockId, asked: &[Type], what: &str) -> Verified {
    let ir = view.ctx.ir;
    let found: Vec<Type> = ir.blocks[block].arguments.iter().map(|it| ir.values[*it].ty.clone()).collect();
    if !differ(&found, asked) {
        return Ok(());
    }
    let message =
        format!("{} passes {what} ({}), the region takes ({})", view.op.name, list(asked), list(&found));
    let place = ir.blocks[block].label.as_ref().map_or(view.op.name_pointer, |it| it.1);
    problem("region-argument-mismatch", place, message)
}

/// In generic form: as many regions as the operation has, each with a number of blocks between `blocks`.
pub(super) fn shape(view: &OpView<'_, '_>, regions: &[(usize, usize)]) -> Verified {
    if !view.is_generic() {
        return Ok(());
    }
    const CODE: &str = "region-count-mismatch";
    let (name, place) = (&view.op.name, view.op.name_pointer);
    if view.op.regions.len() != regions.len() {
        let message =
            format!("{name} has {}, {} given", counted(regions.len(), "region"), view.op.regions.len());
        return problem(CODE, place, message);
    }
    for (index, (region, (least, most))) in view.op.regions.iter().zip(regions).enumerate() {
        let blocks = view.ctx.ir.regions[*region].blocks.len();
        if blocks < *least || blocks > *most {
            let message = format!("region {index} of {name} has {}, not {blocks}", counted(*most, "block"));
            return problem(CODE, place, message);
        }
    }
    Ok(())
}

/// Where a mistake at the end of a region is shown: the terminator, or the brace where it is missing. The generic
/// form is judged as a whole, as `mlir-opt` does.
pub(super) fn end_place(view: &OpView<'_, '_>, region: RegionId, terminator: Option<OpId>) -> Pointer {
    if view.is_generic() {
        return view.op.name_pointer;
    }
    let ir = view.ctx.ir;
    match (terminator, ir.regions[region].pointer) {
        (Some(op), _) => ir.ops[op].name_pointer,
        (None, Some(region)) => view.ctx.closing_brace(region),
        (None, None) => view.op.name_pointer,
    }
}
