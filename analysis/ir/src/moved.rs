//! Operations at other places.

use crate::loops::{Detail, Slice, ValueBounds, ValueLoop};
use crate::{
    Access, AppliedMap, AppliedSet, Basis, Block, DmaStart, DmaWait, For, If, Ir, Mention, Op, OpKind,
    Operand, Parallel, Pointer, Region, Successor, Value,
};

/// What a place becomes; `false` where there is none.
type Move<'a> = dyn FnMut(&mut Pointer) -> bool + 'a;

impl Ir {
    /// The same operations with all places moved; `None` where one of them has no place now.
    pub(crate) fn moved(&self, place: impl Fn(Pointer) -> Option<Pointer>) -> Option<Self> {
        let mut moved = self.clone();
        let mut move_ = |it: &mut Pointer| place(*it).map(|now| *it = now).is_some();
        moved.move_places(&mut move_).then_some(moved)
    }

    fn move_places(&mut self, move_: &mut Move<'_>) -> bool {
        let Self { ops, blocks, regions, values, top: _, redefinitions: _, mentions, details } = self;
        ops.values_mut().all(|it| of_op(it, move_))
            && blocks.values_mut().all(|Block { label, .. }| label.iter_mut().all(|it| move_(&mut it.1)))
            && regions.values_mut().all(|Region { pointer, .. }| pointer.iter_mut().all(&mut *move_))
            && values.values_mut().all(|Value { pointer, .. }| pointer.iter_mut().all(&mut *move_))
            && mentions.iter_mut().all(|Mention { pointer, .. }| move_(pointer))
            && details.values_mut().all(|it| of_detail(it, move_))
    }
}

fn of_op(op: &mut Op, move_: &mut Move<'_>) -> bool {
    move_(&mut op.pointer)
        && move_(&mut op.name_pointer)
        && op.operands.iter_mut().all(|Operand { pointer, .. }| move_(pointer))
        && op.successors.iter_mut().all(|Successor { pointer, .. }| move_(pointer))
        && of_kind(&mut op.kind, move_)
}

fn of_kind(kind: &mut OpKind, move_: &mut Move<'_>) -> bool {
    match kind {
        OpKind::For(it) => {
            let For { lower, upper, step: _, step_pointer, inits: _ } = &mut **it;
            of_map(lower, move_) && of_map(upper, move_) && step_pointer.iter_mut().all(&mut *move_)
        }
        OpKind::Parallel(Parallel { lower, upper, steps: _, reductions: _ }) => {
            lower.iter_mut().chain(upper).all(|it| of_map(it, move_))
        }
        OpKind::If(If { condition: AppliedSet { pointer, .. } }) => move_(pointer),
        OpKind::Access(Access { subscripts, .. }) => of_map(subscripts, move_),
        OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => of_map(it, move_),
        OpKind::Linearize { basis: Basis { pointer, .. }, .. }
        | OpKind::Delinearize { basis: Basis { pointer, .. } } => pointer.iter_mut().all(&mut *move_),
        OpKind::DmaStart(it) => {
            let DmaStart { source, destination, tag, count: _, stride_and_chunk: _ } = &mut **it;
            [source, destination, tag].into_iter().all(|it| of_map(&mut it.1, move_))
        }
        OpKind::DmaWait(it) => {
            let DmaWait { tag, count: _ } = &mut **it;
            of_map(&mut tag.1, move_)
        }
        OpKind::Yield | OpKind::ConstantInteger(_) | OpKind::Constant | OpKind::Other => true,
    }
}

fn of_map(map: &mut AppliedMap, move_: &mut Move<'_>) -> bool {
    move_(&mut map.pointer)
}

fn of_detail(detail: &mut Detail, move_: &mut Move<'_>) -> bool {
    match detail {
        Detail::Loop(it) => {
            let ValueLoop { dims, .. } = &mut **it;
            dims.iter_mut()
                .all(|ValueBounds { lower, upper, step: _ }| of_map(lower, move_) && of_map(upper, move_))
        }
        Detail::Slice(it) => {
            let Slice { offsets, sizes, strides } = &mut **it;
            [offsets, sizes, strides].into_iter().all(|it| of_map(it, move_))
        }
        Detail::InBounds
        | Detail::PerhapsInBounds
        | Detail::Permuted(_)
        | Detail::Hinted
        | Detail::Comparison(_)
        | Detail::Boolean(_)
        | Detail::NoSignedWrap => true,
    }
}
