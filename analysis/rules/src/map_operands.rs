//! The operands of an operation in places of a dimension or a symbol, and whether a map gets as many
//! operands as it has inputs.

use crate::context::RuleContext;
use crate::finding::{Finding, Report};
use ir::affine::symbols::{Explanation, Validity};
use ir::types::Type;
use ir::{AppliedMap, AppliedSet, MapOrigin, Op, OpId, OpKind, Pointer, ValueId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Dim,
    Symbol,
    /// A bare value as a bound, short for a map over one symbol.
    BareBound,
}

/// The operands of bounds, conditions and subscripts with their roles; those of maps with another number of
/// operands than inputs are left out.
pub fn asked_operands(op: &Op) -> Vec<(usize, Asked)> {
    let mut found = Vec::new();
    let mut add = |map: &AppliedMap| {
        let inputs = map.map.as_ref().map(|it| (it.dims, it.inputs()));
        if inputs != Some((map.dim_operands, map.operands.len())) {
            return;
        }
        for (index, operand) in map.operands.clone().enumerate() {
            let asked = match map.origin {
                MapOrigin::Value => Asked::BareBound,
                _ if index < map.dim_operands => Asked::Dim,
                _ => Asked::Symbol,
            };
            if !found.contains(&(operand, asked)) {
                found.push((operand, asked));
            }
        }
    };
    match &op.kind {
        OpKind::For(it) => [&it.lower, &it.upper].into_iter().for_each(&mut add),
        OpKind::Parallel(it) => it.lower.iter().chain(&it.upper).for_each(&mut add),
        OpKind::Access(it) => add(&it.subscripts),
        OpKind::If(it) => {
            let set = &it.condition;
            if set.set.as_ref().map(|it| (it.dims, it.inputs()))
                == Some((set.dim_operands, set.operands.len()))
            {
                for (index, operand) in set.operands.clone().enumerate() {
                    let asked = if index < set.dim_operands { Asked::Dim } else { Asked::Symbol };
                    found.push((operand, asked));
                }
            }
        }
        _ => {}
    }
    found
}

/// Reports the operand with the story that leads to its definition.
pub fn report_invalid<'a>(
    report: &'a mut Report<'_>,
    op: &Op,
    operand: usize,
    message: &str,
    why: &Explanation,
) -> Option<&'a mut Finding> {
    let operand = op.operands.get(operand)?;
    let finding = report.add(operand.pointer, format!("{} {message}", operand.name));
    for (place, text) in &why.places {
        finding.related(*place, text.clone());
    }
    Some(finding)
}

/// Whether the value is of a type that other rules report.
pub fn is_other_type(ctx: &RuleContext<'_>, value: ValueId) -> bool {
    !matches!(ctx.ir.values[value].ty, Type::Index | Type::Unknown)
}

pub fn validity(ctx: &RuleContext<'_>, id: OpId, value: ValueId, asked: Asked) -> Validity {
    let scope = ctx.symbols.scope(id);
    match asked {
        Asked::Dim => ctx.symbols.dim(value, scope),
        Asked::Symbol | Asked::BareBound => ctx.symbols.symbol(value, scope),
    }
}

/// `2 dimensions and 1 symbol`
pub fn dims_and_symbols(dims: usize, symbols: usize) -> String {
    format!("{} and {}", counted(dims, "dimension"), counted(symbols, "symbol"))
}

/// `1 operand`, `2 operands`
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}

/// Reports a map or set that is called with another number of operands than it has inputs.
pub fn check_operand_count(
    ctx: &RuleContext<'_>,
    report: &mut Report<'_>,
    id: OpId,
    what: &str,
    called: &Called,
) {
    let (dims, symbols) = called.inputs;
    let given = (called.dim_operands, called.operands - called.dim_operands.min(called.operands));
    let is_right =
        if called.only_total { dims + symbols == called.operands } else { (dims, symbols) == given };
    if is_right {
        return;
    }
    let message = if called.only_total {
        format!("the {what} takes {}, got {}", counted(dims + symbols, "operand"), called.operands)
    } else {
        format!("the {what} takes {}, got {} and {}", dims_and_symbols(dims, symbols), given.0, given.1)
    };
    let place = ctx.operand_list(id, called.attribute);
    let inputs = ctx.map_inputs(called.attribute);
    report.add(place, message).related_place(inputs, format!("the inputs of the {what}"));
}

/// A map or set with the operands that it is called with.
pub struct Called {
    /// Dimensions and symbols.
    pub inputs: (usize, usize),
    pub operands: usize,
    pub dim_operands: usize,
    pub attribute: Pointer,
    /// The generic form does not separate dimensions from symbols.
    pub only_total: bool,
}

impl Called {
    pub fn map(applied: &AppliedMap) -> Option<Self> {
        let map = applied.map.as_ref()?;
        matches!(applied.origin, MapOrigin::Attribute | MapOrigin::Generic).then(|| Self {
            inputs: (map.dims, map.symbols),
            operands: applied.operands.len(),
            dim_operands: applied.dim_operands,
            attribute: applied.pointer,
            only_total: applied.origin == MapOrigin::Generic,
        })
    }

    pub fn set(applied: &AppliedSet, is_generic: bool) -> Option<Self> {
        let set = applied.set.as_ref()?;
        Some(Self {
            inputs: (set.dims, set.symbols),
            operands: applied.operands.len(),
            dim_operands: applied.dim_operands,
            attribute: applied.pointer,
            only_total: is_generic,
        })
    }
}
