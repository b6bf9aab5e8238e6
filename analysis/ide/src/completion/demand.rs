//! The demand of an operation on an operand where no type says it yet.

use ir::types::Type;
use ir::{Op, OpId, OpKind};
use rules::context::RuleContext;
use rules::verifiers::{operands_of_one_type, takes_as_operand};
use std::cmp::Ordering;
use std::sync::Arc;
use syntax::ods::OpDefinition;

/// The requirement on a value in a place.
pub(super) enum Demand {
    Nothing,
    Type(Type),
    Memref,
    /// The usual element of a memref: neither a memref nor an index.
    Element,
    /// As the tables of operations have it.
    Operand {
        op: Arc<OpDefinition>,
        index: usize,
    },
}

impl Demand {
    /// The demand of the operation on its operand of that number.
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
        if let Some(demand) = by_constraint(ctx, op, index) {
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

/// The demand of an incomplete affine operation, whose parts are not known yet.
fn by_constraint(ctx: &RuleContext<'_>, op: &Op, index: usize) -> Option<Demand> {
    let definition = op.definition.as_ref().filter(|it| it.dialect() == "affine")?;
    let is_of_indices = definition.operands.iter().all(|it| it.constraint.name == "Index");
    if is_of_indices || op.is("affine.if") {
        return Some(Demand::Type(Type::Index));
    }
    if matches!(&*op.name, "affine.dma_start" | "affine.dma_wait") {
        return (index == 0).then_some(Demand::Memref);
    }
    // An access: the value that is stored, the memref and the subscripts.
    let memref = definition.operands.iter().position(|it| it.name == "memref")?;
    match index.cmp(&memref) {
        Ordering::Less => {
            let memref = value_type(ctx, op, memref).and_then(|it| it.as_memref());
            Some(memref.map_or(Demand::Element, |it| Demand::Type(it.element.clone())))
        }
        Ordering::Equal => Some(Demand::Memref),
        Ordering::Greater => Some(Demand::Type(Type::Index)),
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
