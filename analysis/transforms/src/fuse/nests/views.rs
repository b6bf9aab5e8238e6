//! Views whose elements are known elements of the memref that they are taken of: accesses to both can be compared.

use ir::memory_effects::Effect;
use ir::types::{Layout, MemRefType, Type};
use ir::{Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::{AccessRelation, Linear};
use presburger::Integer;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The source of each view.
#[derive(Default)]
pub(crate) struct Views(FxHashMap<ValueId, View>);

/// Element `i` of the view is element `offset + scale * i` of the root, dimension by dimension.
#[derive(Clone)]
struct View {
    root: ValueId,
    dims: Vec<(i64, i64)>,
}

impl Views {
    pub(crate) fn of(ir: &Ir) -> Self {
        let mut views = Self::default();
        let mut globals: FxHashMap<&str, ValueId> = FxHashMap::default();
        for op in ir.walk() {
            let data = &ir.ops[op];
            let Some(result) = data.results.first().copied() else { continue };
            let source = data.operands.first().and_then(|it| it.value);
            let view = match (&*data.name, source) {
                ("memref.get_global", _) => data.symbol.as_deref().and_then(|symbol| {
                    let first = *globals.entry(symbol).or_insert(result);
                    (first != result).then(|| views.identity(ir, first, result)).flatten()
                }),
                ("memref.cast" | "memref.assume_alignment", Some(source)) => {
                    views.identity(ir, source, result)
                }
                ("memref.subview", Some(source)) => views.subview(ir, source, result),
                _ => None,
            };
            if let Some(view) = view {
                views.0.insert(result, view);
            }
        }
        views
    }

    fn identity(&self, ir: &Ir, source: ValueId, result: ValueId) -> Option<View> {
        let rank = |it: ValueId| ir.values[it].ty.as_memref().map(|it| it.dims.len());
        let dims = rank(source).filter(|it| Some(*it) == rank(result))?;
        let identity = || View { root: source, dims: vec![(0, 1); dims] };
        Some(self.0.get(&source).cloned().unwrap_or_else(identity))
    }

    /// From the layout of the view's type: its offset and strides count in elements of the root.
    fn subview(&self, ir: &Ir, source: ValueId, result: ValueId) -> Option<View> {
        let root = self.0.get(&source).map_or(source, |it| it.root);
        let (Type::MemRef(whole), Type::MemRef(part)) = (&ir.values[root].ty, &ir.values[result].ty) else {
            return None;
        };
        if whole.layout != Layout::Identity || whole.dims.len() != part.dims.len() {
            return None;
        }
        let strides = row_major(whole)?;
        let (own, mut rest) = match &part.layout {
            Layout::Identity => (row_major(part)?, 0),
            Layout::Strided { strides, offset } => {
                (strides.iter().copied().collect::<Option<Vec<i64>>>()?, (*offset)?)
            }
            Layout::Map(_) | Layout::Unknown => return None,
        };
        let mut dims = Vec::with_capacity(strides.len());
        for (stride, own) in strides.iter().zip(own) {
            let offset = rest.checked_div(*stride)?;
            rest = rest.checked_rem(*stride)?;
            if own.checked_rem(*stride)? != 0 {
                return None;
            }
            dims.push((offset, own / stride));
        }
        (rest == 0).then_some(View { root, dims })
    }

    /// The effect as one on the root.
    pub(crate) fn on_root(&self, effect: Effect) -> Effect {
        Effect { memref: self.0.get(&effect.memref).map_or(effect.memref, |it| it.root), ..effect }
    }

    /// Turns the subscripts of an access to those of the root.
    pub(crate) fn turn(&self, ir: &Ir, op: OpId, relation: &mut Arc<AccessRelation>) {
        let OpKind::Access(access) = &ir.ops[op].kind else { return };
        let memref = ir.ops[op].operands.get(access.memref).and_then(|it| it.value);
        let Some(view) = memref.and_then(|it| self.0.get(&it)) else { return };
        for subscripts in Arc::make_mut(relation).pieces.iter_mut().map(|it| &mut it.subscripts) {
            for (subscript, (offset, scale)) in subscripts.iter_mut().zip(&view.dims) {
                *subscript = subscript.times(&Integer::from(*scale)).plus(&Linear::constant(*offset));
            }
        }
    }
}

/// The strides of a memref without a layout of its own, whose sizes are known but for the first.
fn row_major(ty: &MemRefType) -> Option<Vec<i64>> {
    let mut strides = vec![1i64; ty.dims.len()];
    for index in (1..ty.dims.len()).rev() {
        let size = i64::try_from((*ty.dims.get(index)?)?).ok().filter(|it| *it > 0)?;
        let inner = *strides.get(index)?;
        *strides.get_mut(index - 1)? = inner.checked_mul(size)?;
    }
    Some(strides)
}

/// The memref as it is written at the access.
pub(crate) fn written_name(ir: &Ir, effect: &Effect) -> String {
    let data = &ir.ops[effect.op];
    let written = match &data.kind {
        OpKind::Access(access) => data.operands.get(access.memref).and_then(|it| it.value),
        _ => None,
    };
    ir::value_name(ir, written.unwrap_or(effect.memref))
}
