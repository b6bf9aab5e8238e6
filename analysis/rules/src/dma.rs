//! The memrefs of the DMA operations with the types that the text writes for them.

use crate::context::RuleContext;
use ir::types::Type;
use ir::{AppliedMap, Form, Op, OpId, OpKind, Pointer};

/// One memref of a DMA operation.
pub struct DmaPlace<'a> {
    /// `source`, `destination` or `tag`
    pub what: &'static str,
    /// Index into the operands.
    pub memref: usize,
    pub subscripts: &'a AppliedMap,
    /// As the text writes it, and where.
    pub ty: Type,
    pub type_place: Pointer,
}

/// The memrefs of an `affine.dma_start` or `affine.dma_wait`: source, destination and tag, or the tag alone.
pub fn dma_places<'a>(ctx: &RuleContext<'_>, id: OpId, op: &'a Op) -> Vec<DmaPlace<'a>> {
    let places: Vec<(&str, &(usize, AppliedMap))> = match &op.kind {
        OpKind::DmaStart(it) => {
            vec![("source", &it.source), ("destination", &it.destination), ("tag", &it.tag)]
        }
        OpKind::DmaWait(it) => vec![("tag", &it.tag)],
        _ => return Vec::new(),
    };
    let function = ctx.function_type(id);
    let written: Vec<_> = match (&function, op.form) {
        (Some((place, inputs, _)), Form::Generic) => {
            places.iter().filter_map(|(_, it)| Some((inputs.get(it.0)?.clone(), *place))).collect()
        }
        _ => {
            let nodes = ctx.written_types(id);
            ctx.lowered_types(id).into_iter().zip(nodes.iter().map(|it| ctx.pointer(id, it))).collect()
        }
    };
    if written.len() != places.len() {
        return Vec::new();
    }
    places
        .into_iter()
        .zip(written)
        .map(|((what, (memref, subscripts)), (ty, type_place))| DmaPlace {
            what,
            memref: *memref,
            subscripts,
            ty,
            type_place,
        })
        .collect()
}
