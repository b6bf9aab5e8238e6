//! The parts of an `affine.for`, and of an `affine.parallel`.

use ir::{BlockId, Definition, For, Ir, OpId, OpKind, Parallel, ValueId, value_name};

/// The header of a loop with a step that is known.
pub(super) fn for_loop(ir: &Ir, op: OpId) -> Option<&For> {
    match &ir.ops[op].kind {
        OpKind::For(header) if header.step.is_some_and(|it| it > 0) => Some(header),
        _ => None,
    }
}

/// The header of a parallel loop with at least one dimension and with steps that are known.
pub(super) fn parallel(ir: &Ir, op: OpId) -> Option<&Parallel> {
    match &ir.ops[op].kind {
        OpKind::Parallel(it) if it.steps.is_some() && !it.lower.is_empty() => Some(it),
        _ => None,
    }
}

/// The step of a loop, at least 1.
pub(super) fn step(ir: &Ir, op: OpId) -> i64 {
    for_loop(ir, op).and_then(|it| it.step).unwrap_or(1)
}

pub(super) fn induction_variable(ir: &Ir, op: OpId) -> Option<ValueId> {
    ir.induction_variable(op, 0)
}

/// The name of an argument of a block.
pub(super) fn block_argument_name(ir: &Ir, block: BlockId, index: usize) -> String {
    ir.blocks[block].arguments.get(index).map(|it| value_name(ir, *it)).unwrap_or_default()
}

/// As a user writes it: `%i`.
pub(super) fn variable_name(ir: &Ir, op: OpId) -> String {
    induction_variable(ir, op).map(|it| value_name(ir, it)).unwrap_or_default()
}

/// The operations of a loop's body without the terminator.
pub(super) fn statements(ir: &Ir, op: OpId) -> Vec<OpId> {
    let ops = ir.body(op).map(|it| ir.blocks[it].ops.as_slice()).unwrap_or_default();
    ops.iter().copied().filter(|it| !matches!(ir.ops[*it].kind, OpKind::Yield)).collect()
}

/// Whether a value is defined by an operation or by one inside it.
pub(super) fn is_defined_inside(ir: &Ir, value: ValueId, op: OpId) -> bool {
    match ir.values[value].definition {
        Definition::Result { op: definition, .. } => ir.is_within(definition, op),
        Definition::Argument { block, .. } => {
            ir.regions[ir.blocks[block].parent].parent.is_some_and(|it| ir.is_within(it, op))
        }
    }
}
