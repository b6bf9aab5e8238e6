//! Values that a loop hands from one iteration to the next: reductions by value and through memory, and nothing else.

use super::access::{Shape, access_of};
use super::element::is_lane;
use super::lanes::yielded;
use crate::neutral;
use crate::reason::Reason;
use ir::types::Type;
use ir::value_name;
use ir::{Definition, Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::Dependences;
use polyhedral::loops::Loop;
use polyhedral::loops::reduction::{self, Via};
use rustc_hash::FxHashMap;
use syntax::ods::Combining;

/// The vector form of one iteration argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Carried {
    /// Each lane folds its own part.
    Folded(Reduction),
    /// Handed on as it is.
    Unchanged,
}

/// Lanes are folded by an operation that associates and commutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reduction {
    /// `arith.addf`
    pub(super) operation: Box<str>,
    pub(super) combining: &'static Combining,
    /// The literal with which each lane starts.
    pub(super) neutral: String,
    pub(super) ty: Type,
}

impl Reduction {
    /// `None` where the operation does not work on vectors of the type.
    fn of(reduction: &reduction::Reduction, ty: &Type) -> Option<Self> {
        let combining = reduction.combining?;
        let literal =
            neutral::literal(combining.neutral, ty).filter(|_| reduction.is_elementwise && is_lane(ty))?;
        let neutral = match ty {
            Type::Integer { width: 1, .. } => if literal == "0" { "false" } else { "true" }.to_owned(),
            _ => literal,
        };
        Some(Self { operation: reduction.operation.clone(), combining, neutral, ty: ty.clone() })
    }
}

/// A reduction into one element of memory, which the loop loads, combines and stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MemoryReduction {
    pub(super) load: OpId,
    pub(super) store: OpId,
    /// Indices of the two among the accesses of the isolated op.
    pub(super) accesses: (usize, usize),
    pub(super) reduction: Reduction,
}

/// One for each iteration argument, or why one cannot be vectorized.
pub(super) fn carried(ir: &Ir, loop_: &Loop) -> Result<Vec<Carried>, Reason> {
    let OpKind::For(header) = &ir.ops[loop_.op].kind else { return Ok(Vec::new()) };
    let arguments = ir.body(loop_.op).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
    let carried = (0..header.inits.len()).map(|index| {
        let argument = *arguments.get(index + 1).ok_or_else(|| Reason::new("the loop is not complete"))?;
        let data = &ir.values[argument];
        let reduction = loop_.reductions.iter().find(|it| it.via == Via::IterationArgument(index));
        let place = data.pointer.unwrap_or(ir.ops[loop_.op].name_pointer);
        let refuse = |text: String| {
            let name = format!("`{}`", value_name(ir, argument));
            Err(Reason::new(name).line(place).text(text).related(place, "the carried value"))
        };
        match reduction {
            Some(it) => match Reduction::of(it, &data.ty) {
                Some(reduction) => Ok(Carried::Folded(reduction)),
                None => refuse(format!(
                    " is folded by `{}` of {}, for which vectors have no reduction",
                    it.operation, data.ty
                )),
            },
            None if yielded(ir, loop_.op, 0, index) == Some(argument) => Ok(Carried::Unchanged),
            None => refuse(" carries a value to the next iteration that is no reduction".to_owned()),
        }
    });
    carried.collect()
}

/// The reductions through memory that can be done by value: the element is known before the loop, which hands on
/// nothing else where it may not run.
pub(super) fn in_memory(
    ir: &Ir,
    found: &Dependences,
    loop_: &Loop,
    shapes: &FxHashMap<OpId, Shape>,
    surely_runs: bool,
) -> Vec<MemoryReduction> {
    let hands_on = matches!(&ir.ops[loop_.op].kind, OpKind::For(header) if !header.inits.is_empty());
    if hands_on && !surely_runs {
        return Vec::new();
    }
    let reductions = loop_.reductions.iter().filter_map(|it| {
        let Via::Memory { load, store } = it.via else { return None };
        let ops = (found.accesses.get(load)?.op, found.accesses.get(store)?.op);
        let is_fixed = |op: OpId| {
            Some(ir.ops[op].block) == ir.body(loop_.op)
                && shapes.get(&op) == Some(&Shape::Same)
                && is_known_before(ir, op, loop_.op)
        };
        let loaded = *ir.ops[ops.0].results.first()?;
        let reduction = Reduction::of(it, &ir.values[loaded].ty)?;
        let fits = is_fixed(ops.0) && is_fixed(ops.1);
        fits.then_some(MemoryReduction { load: ops.0, store: ops.1, accesses: (load, store), reduction })
    });
    reductions.collect()
}

/// Whether the memref and the subscripts of an access are defined outside the loop.
fn is_known_before(ir: &Ir, op: OpId, loop_: OpId) -> bool {
    let Some(access) = access_of(ir, op) else { return false };
    let memref = ir.ops[op].operands.get(access.memref).map(|it| it.value);
    let subscripts = ir.operand_values(op, &access.subscripts.operands);
    subscripts.chain(memref).all(|it| it.is_some_and(|it| !is_defined_in(ir, it, loop_)))
}

/// Whether a loop gives floating-point numbers, which it hands from one iteration to the next.
pub(super) fn carries_floats(ir: &Ir, loop_: OpId) -> bool {
    ir.ops[loop_].results.iter().any(|it| matches!(ir.values[*it].ty, Type::Float(_)))
}

/// Whether a value is defined inside an operation's regions.
pub(super) fn is_defined_in(ir: &Ir, value: ValueId, op: OpId) -> bool {
    match ir.values[value].definition {
        Definition::Result { op: definition, .. } => definition != op && ir.is_within(definition, op),
        Definition::Argument { block, .. } => {
            ir.regions[ir.blocks[block].parent].parent.is_some_and(|it| ir.is_within(it, op))
        }
    }
}
