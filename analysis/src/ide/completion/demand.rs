//! What an operation wants as an operand where no type says it yet.

use crate::ir::{Op, OpId, OpKind};
use crate::op_rules::{operands_of_one_type, takes_as_operand};
use crate::rule_context::RuleContext;
use crate::types::Type;
use std::sync::Arc;
use syntax::ods::OpDefinition;

/// What a value has to be to stand in a place.
pub(super) enum Demand {
    Nothing,
    Type(Type),
    Memref,
    /// What memrefs mostly hold: neither a memref nor an index.
    Element,
    /// As the tables of operations have it.
    Operand {
        op: Arc<OpDefinition>,
        index: usize,
    },
}

impl Demand {
    /// What the operation wants as its operand of that number.
    pub(super) fn of(ctx: &RuleContext<'_>, id: OpId, index: usize) -> Demand {
        let op = &ctx.ir.ops[id];
        match &op.kind {
            OpKind::Access(it) if it.memref == index => return Demand::Memref,
            OpKind::Access(it) if it.stored == Some(index) => {
                let memref = value_type(ctx, op, it.memref).and_then(|it| it.as_memref());
                return memref.map_or(Demand::Element, |it| Demand::Type(it.element.clone()));
            }
            OpKind::DmaStart(it) if [it.source.0, it.destination.0, it.tag.0].contains(&index) => {
                return Demand::Memref;
            }
            OpKind::DmaWait(it) if it.tag.0 == index => return Demand::Memref,
            _ => {}
        }
        if let Some(demand) = by_name(ctx, op, index) {
            return demand;
        }
        if let Some(ty) = terminated(ctx, id, index) {
            return Demand::Type(ty);
        }
        let Some(definition) = &op.definition else { return Demand::Nothing };
        let alike = operands_of_one_type(definition, index).into_iter().filter(|it| *it != index);
        let alike = alike.filter_map(|it| value_type(ctx, op, it)).find(|it| !it.is_unknown());
        match alike {
            Some(ty) => Demand::Type(ty.clone()),
            None => Demand::Operand { op: Arc::clone(definition), index },
        }
    }

    /// Whether a value of the type would do; `None` where that is not known.
    pub(super) fn admits(&self, ty: &Type) -> Option<bool> {
        if ty.is_unknown() {
            return None;
        }
        let is_memref = || matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef { .. });
        match self {
            Demand::Nothing => None,
            Demand::Type(wanted) => (!wanted.is_unknown()).then(|| !wanted.differs_from(ty)),
            Demand::Memref => Some(is_memref()),
            Demand::Element => Some(!is_memref() && *ty != Type::Index),
            Demand::Operand { op, index } => takes_as_operand(op, *index, ty),
        }
    }
}

/// What an affine operation wants of which not enough is written to know its parts.
fn by_name(ctx: &RuleContext<'_>, op: &Op, index: usize) -> Option<Demand> {
    match (&*op.name, index) {
        (
            "affine.load" | "affine.vector_load" | "affine.prefetch" | "affine.dma_start" | "affine.dma_wait",
            0,
        ) => Some(Demand::Memref),
        ("affine.store" | "affine.vector_store", 0) => {
            let memref = value_type(ctx, op, 1).and_then(|it| it.as_memref());
            Some(memref.map_or(Demand::Element, |it| Demand::Type(it.element.clone())))
        }
        ("affine.store" | "affine.vector_store", 1) => Some(Demand::Memref),
        ("affine.load" | "affine.store" | "affine.vector_load" | "affine.vector_store", _)
        | ("affine.parallel" | "affine.if" | "affine.apply" | "affine.min" | "affine.max", _)
        | ("affine.linearize_index" | "affine.delinearize_index", _) => Some(Demand::Type(Type::Index)),
        _ => None,
    }
}

fn value_type<'a>(ctx: &RuleContext<'a>, op: &Op, index: usize) -> Option<&'a Type> {
    Some(&ctx.ir.values[op.operands.get(index)?.value?].ty)
}

/// The type of the result that a terminator hands on.
fn terminated(ctx: &RuleContext<'_>, id: OpId, index: usize) -> Option<Type> {
    let op = &ctx.ir.ops[id];
    match &*op.name {
        "func.return" => ctx.function_results(id)?.2.get(index).cloned(),
        "affine.yield" | "scf.yield" => {
            let parent = &ctx.ir.ops[ctx.ir.parent_op(id)?];
            Some(ctx.ir.values[*parent.results.get(index)?].ty.clone())
        }
        _ => None,
    }
}
