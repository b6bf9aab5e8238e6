//! Whether different subscripts of a memref are different elements.

use super::constraints::Constraints;
use crate::dependence::{LayoutOverlap, layout_overlap};
use ir::types::{Layout, MemRefType, Type};
use ir::{Form, Ir, Pointer, ValueId};
use presburger::Budget;
use rustc_hash::{FxHashMap, FxHashSet};

/// The text at a place.
pub(super) type Text<'a> = &'a dyn Fn(Pointer) -> Option<String>;

/// The budget of one type.
const STEPS: u64 = 50_000;

/// How the subscripts of a type relate to elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    /// Different subscripts are different elements.
    Distinct,
    /// Some different subscripts within the sizes are one element.
    Overlapping,
    /// That depends on unknown sizes, strides or symbols.
    Open,
}

impl Elements {
    pub(super) fn of(ir: &Ir, memref: &MemRefType) -> Self {
        if memref.dims.contains(&Some(0)) {
            return Self::Distinct;
        }
        match &memref.layout {
            Layout::Identity => Self::Distinct,
            Layout::Unknown => Self::Open,
            Layout::Strided { strides, .. } => {
                let strides: Option<Vec<i64>> = strides.iter().copied().collect();
                let Some(strides) = strides.filter(|it| it.len() == memref.dims.len()) else {
                    return Self::Open;
                };
                if are_nested(&strides, &memref.dims) { Self::Distinct } else { Self::exactly(ir, memref) }
            }
            Layout::Map(_) => Self::exactly(ir, memref),
        }
    }

    fn exactly(ir: &Ir, memref: &MemRefType) -> Self {
        match layout_overlap(ir, memref, &Budget::new(STEPS)) {
            Some(LayoutOverlap::Never) => Self::Distinct,
            Some(LayoutOverlap::Always) => Self::Overlapping,
            Some(LayoutOverlap::ForSome) | None => Self::Open,
        }
    }
}

/// Whether each stride steps over all that the smaller ones reach: the usual case, and enough.
fn are_nested(strides: &[i64], sizes: &[Option<u64>]) -> bool {
    let mut dims: Vec<(u64, Option<u64>)> = strides
        .iter()
        .map(|it| it.unsigned_abs())
        .zip(sizes.iter().copied())
        .filter(|it| it.1 != Some(1))
        .collect();
    dims.sort_unstable();
    let mut reached = Some(0_u64);
    for (stride, size) in dims {
        let Some(inner) = reached.filter(|it| *it < stride) else { return false };
        let own = size.and_then(|it| it.checked_sub(1)?.checked_mul(stride));
        reached = own.and_then(|it| it.checked_add(inner));
    }
    true
}

/// The values of an isolated op in which different subscripts may be one element: by their types, or because they are
/// neither arguments of a function nor have their layout from what flows into them.
pub(super) fn overlapping(ir: &Ir, constraints: &Constraints, text: Text<'_>) -> FxHashSet<ValueId> {
    let mut known: FxHashMap<&MemRefType, Elements> = FxHashMap::default();
    let accessed = accessed_types(ir);
    let mut of = |value: ValueId| {
        let written = match &ir.values[value].ty {
            Type::Unknown => accessed.get(&value).copied(),
            ty => ty.as_memref(),
        };
        written.map(|it| *known.entry(it).or_insert_with(|| Elements::of(ir, it)))
    };
    let mut open: FxHashSet<ValueId> = FxHashSet::default();
    let mut pending: Vec<ValueId> = Vec::new();
    for (value, _) in ir.values.iter() {
        match of(value) {
            None | Some(Elements::Distinct) => {}
            Some(Elements::Overlapping) => pending.push(value),
            Some(Elements::Open) => {
                open.insert(value);
            }
        }
    }
    if pending.is_empty() && open.is_empty() {
        return FxHashSet::default();
    }
    let kept: FxHashSet<ValueId> = constraints.keeps_layout.iter().copied().collect();
    pending.extend(open.iter().filter(|it| !kept.contains(it) || may_stand_still(ir, **it, text)));
    let mut found: FxHashSet<ValueId> = pending.iter().copied().collect();
    let mut following: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for (from, to) in constraints.flows.iter().filter(|it| open.contains(&it.1)) {
        following.entry(*from).or_default().push(*to);
    }
    while let Some(value) = pending.pop() {
        for next in following.get(&value).map(Vec::as_slice).unwrap_or_default() {
            if found.insert(*next) {
                pending.push(*next);
            }
        }
    }
    found
}

/// The types in which values of operations that are not known are accessed.
fn accessed_types(ir: &Ir) -> FxHashMap<ValueId, &MemRefType> {
    let accesses = ir.ops.iter().filter_map(|(op, data)| {
        let memref = data.operands.get(ir.touches(op).first()?.memref)?.value?;
        Some((memref, data.operand_types.as_ref()?.iter().find_map(Type::as_memref)?))
    });
    accesses.collect()
}

/// Whether a value is a subview that may have a stride of 0, with which all elements of a dimension are one: a stride
/// that is a value.
fn may_stand_still(ir: &Ir, value: ValueId, text: Text<'_>) -> bool {
    let Some(data) = ir.defining_op(value).map(|it| &ir.ops[it]).filter(|it| it.is("memref.subview")) else {
        return false;
    };
    let has_values = |strides: &str| strides.contains('%') || strides.contains('/');
    let strides = text(data.pointer).filter(|_| data.form == Form::Custom).and_then(|text| {
        // `%source[offsets] [sizes] [strides] : …`
        text.split('[').nth(3).and_then(|it| it.split_once(']')).map(|it| has_values(it.0))
    });
    strides.unwrap_or(true)
}
