//! Views: memrefs that show memory of another one.

use std::rc::Rc;

use super::super::attribute::Attribute;
use super::super::fault::{Cause, undefined, unsupported};
use super::super::machine::{Frame, Machine, Simple};
use super::super::program::Operation;
use super::super::scalar::Scalar;
use super::super::types::{Element, Type};
use super::super::value::Value;
use super::super::view::{Unit, View};
use super::affine::map;
use super::memref::mixed;

pub(super) fn find(name: &str) -> Option<Simple> {
    Some(match name {
        "cast" => cast,
        "subview" => subview,
        "reinterpret_cast" => reinterpret_cast,
        "collapse_shape" => collapse_shape,
        "expand_shape" => expand_shape,
        "transpose" => transpose,
        "view" => typed_view,
        "extract_strided_metadata" => metadata,
        "memory_space_cast" => |_, op, frame| {
            let view = frame.operand(op, 0)?.clone();
            frame.give(op, view);
            Ok(())
        },
        _ => return None,
    })
}

/// The memref whose memory is shown, whose sizes are numbers from here on.
fn source(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<Rc<View>, Cause> {
    let view = frame.operand(op, 0)?.view()?.clone();
    machine.settle(&view)?;
    Ok(view)
}

/// As [`source`], where the places of its elements matter.
fn placed_source(machine: &mut Machine<'_>, op: &Operation, frame: &Frame) -> Result<Rc<View>, Cause> {
    let view = source(machine, op, frame)?;
    if view.is_placed { Ok(view) } else { unsupported("memory whose layout is not known") }
}

fn show(frame: &mut Frame, op: &Operation, view: View) {
    frame.give(op, Value::MemRef(Rc::new(view)));
}

fn cast<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let view = source(machine, op, frame)?;
    let Some(Type::MemRef { sizes, .. }) = op.result_types.first() else {
        return unsupported("a cast to such a type");
    };
    let fits = sizes.len() == view.sizes.len()
        && sizes.iter().zip(&view.sizes).all(|(static_size, size)| static_size.is_none_or(|it| it == *size));
    if !fits {
        return undefined(format!("a cast of the sizes {:?}", view.sizes));
    }
    frame.give(op, Value::MemRef(view));
    Ok(())
}

const FAR: &str = "a view of numbers that are too large";

fn subview<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = source(machine, op, frame)?;
    let offsets = mixed(machine, op, frame, "static_offsets", 1)?;
    let mut sizes = mixed(machine, op, frame, "static_sizes", 2)?;
    let mut steps = mixed(machine, op, frame, "static_strides", 3)?;
    // Vectors that are elements stay whole.
    let mut first = offsets.clone();
    for size in source.sizes.iter().skip(sizes.len()) {
        first.push(0);
        sizes.push(*size);
        steps.push(1);
    }
    if sizes.len() != source.sizes.len() || first.len() != sizes.len() || steps.len() != sizes.len() {
        return unsupported("a view of such a rank");
    }
    for dim in 0..sizes.len() {
        let last = (sizes[dim].saturating_sub(1)).saturating_mul(steps[dim]).saturating_add(first[dim]);
        let inside = |index: i64| (0..source.sizes[dim]).contains(&index);
        if sizes[dim] < 0 || sizes[dim] > 0 && !(inside(first[dim]) && inside(last)) {
            return Err(Cause::OutOfBounds(format!("a view from {offsets:?} of sizes {sizes:?}")));
        }
    }
    let strides = source.strides.iter().zip(&steps).map(|(stride, step)| stride.checked_mul(*step));
    let Some(strides) = strides.collect::<Option<Vec<i64>>>() else { return unsupported(FAR) };
    let Some(Type::MemRef { sizes: wanted, .. }) = op.result_types.first() else {
        return unsupported("a view of such a type");
    };
    let kept = kept_dims(&sizes, wanted)?;
    let pick = |all: &[i64]| kept.iter().map(|dim| all[*dim]).collect();
    let offset = source.distance(&first);
    show(frame, op, View { offset, sizes: pick(&sizes), strides: pick(&strides), ..View::clone(&source) });
    Ok(())
}

/// Which dimensions a type of lower rank keeps: those it drops have size 1.
pub(super) fn kept_dims(sizes: &[i64], wanted: &[Option<i64>]) -> Result<Vec<usize>, Cause> {
    let mut dropped = sizes.len().saturating_sub(wanted.len());
    let mut kept = Vec::new();
    for (dim, size) in sizes.iter().enumerate() {
        let next = wanted.get(kept.len()).copied();
        let fits = next.is_some_and(|it| it.is_none_or(|it| it == *size));
        if dropped > 0 && *size == 1 && (!fits || next == Some(None)) {
            dropped -= 1;
        } else {
            kept.push(dim);
        }
    }
    kept.truncate(wanted.len());
    match dropped {
        0 => Ok(kept),
        _ => unsupported("a view of such a rank"),
    }
}

fn reinterpret_cast<'p>(
    machine: &mut Machine<'p>,
    op: &'p Operation,
    frame: &mut Frame,
) -> Result<(), Cause> {
    let source = placed_source(machine, op, frame)?;
    if !matches!(op.result_types.first(), Some(Type::MemRef { vector_rank: 0, .. })) {
        return unsupported("a view of such a type");
    }
    let offsets = mixed(machine, op, frame, "static_offsets", 1)?;
    let view = View {
        offset: offsets.first().copied().unwrap_or(0),
        sizes: mixed(machine, op, frame, "static_sizes", 2)?,
        strides: mixed(machine, op, frame, "static_strides", 3)?,
        ..View::clone(&source)
    };
    if view.sizes.len() != view.strides.len() || view.sizes.iter().any(|it| *it < 0) {
        return unsupported("a view of such sizes");
    }
    show(frame, op, view);
    Ok(())
}

/// The dimensions that each group of a reassociation joins.
pub(super) fn groups(op: &Operation) -> Result<Vec<Vec<usize>>, Cause> {
    let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
        return unsupported("no reassociation");
    };
    let group = |it: &Attribute| it.integers()?.into_iter().map(|it| usize::try_from(it).ok()).collect();
    let groups = groups.iter().map(group).collect::<Option<Vec<Vec<usize>>>>();
    groups.map_or_else(|| unsupported("such a reassociation"), Ok)
}

/// Joins dimensions whose elements lie one after the other.
fn collapse_shape<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = source(machine, op, frame)?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    let groups = groups(op)?;
    let joined: usize = groups.iter().map(Vec::len).sum();
    if groups.iter().flatten().any(|it| *it >= source.sizes.len()) {
        return unsupported("such a reassociation");
    }
    // All sizes are 1 where there are no groups; vectors that are elements stay whole.
    let is_one = groups.is_empty() && source.sizes.iter().all(|it| *it == 1);
    let rest = if is_one { source.sizes.len() } else { joined };
    for group in groups {
        let (mut size, mut stride) = (1_i64, None);
        for dim in group.into_iter().rev() {
            // A dimension of one element lies anywhere.
            if source.sizes[dim] != 1 {
                let next = stride.map_or(Some(source.strides[dim]), |it: i64| it.checked_mul(size));
                if next != Some(source.strides[dim]) {
                    return unsupported("dimensions are joined that are not one behind the other");
                }
                stride = stride.or(next);
            }
            let Some(product) = size.checked_mul(source.sizes[dim]) else { return unsupported(FAR) };
            size = product;
        }
        sizes.push(size);
        strides.push(stride.unwrap_or(1));
    }
    sizes.extend(&source.sizes[rest..]);
    strides.extend(&source.strides[rest..]);
    show(frame, op, View { sizes, strides, ..View::clone(&source) });
    Ok(())
}

/// Takes dimensions apart.
fn expand_shape<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = source(machine, op, frame)?;
    let mut sizes = mixed(machine, op, frame, "static_output_shape", 1)?;
    let mut strides = vec![1; sizes.len()];
    let groups = groups(op)?;
    if groups.len() > source.sizes.len() || groups.iter().flatten().any(|it| *it >= sizes.len()) {
        return unsupported("such a reassociation");
    }
    let count = groups.len();
    for (dim, group) in groups.into_iter().enumerate() {
        let (mut stride, mut product) = (source.strides[dim], 1_i64);
        for part in group.into_iter().rev() {
            strides[part] = stride;
            let next = stride.checked_mul(sizes[part]).zip(product.checked_mul(sizes[part]));
            let Some(next) = next else { return unsupported(FAR) };
            (stride, product) = next;
        }
        if product != source.sizes[dim] {
            return unsupported("a dimension is taken apart into sizes of another product");
        }
    }
    sizes.extend(&source.sizes[count.min(source.sizes.len())..]);
    strides.extend(&source.strides[count.min(source.sizes.len())..]);
    show(frame, op, View { sizes, strides, ..View::clone(&source) });
    Ok(())
}

fn transpose<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = source(machine, op, frame)?;
    let dims = map(op, "permutation")?.as_projection().unwrap_or_default();
    let pick = |all: &[i64]| dims.iter().map(|it| all.get((*it)?).copied()).collect::<Option<Vec<i64>>>();
    match (pick(&source.sizes), pick(&source.strides)) {
        (Some(sizes), Some(strides)) if sizes.len() == source.sizes.len() => {
            show(frame, op, View { sizes, strides, ..View::clone(&source) });
            Ok(())
        }
        _ => unsupported("such a permutation"),
    }
}

/// Memory of bytes as memory of another type. Its first byte and its sizes are operands.
fn typed_view<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = placed_source(machine, op, frame)?;
    if source.unit.is_some() || !source.is_row_major() {
        return unsupported("a view of bytes that are apart");
    }
    let shift = machine.integer(frame.operand(op, 1)?.scalar()?)?;
    let Some(Type::MemRef { sizes: wanted, element, .. }) = op.result_types.first() else {
        return unsupported("a view of such a type");
    };
    let bytes = match element {
        Element::Integer(width @ (8 | 16 | 32 | 64)) => i64::from(*width / 8),
        Element::F32 => 4,
        Element::F64 => 8,
        _ => return unsupported("a view of bytes as numbers of such a type"),
    };
    let mut dynamic = op.operands.iter().skip(2);
    let mut sizes = Vec::new();
    for size in wanted {
        sizes.push(match (size, size.is_none().then(|| dynamic.next()).flatten()) {
            (Some(size), _) => *size,
            (None, Some(operand)) => machine.integer(frame.get(*operand).scalar()?)?,
            (None, None) => return unsupported("a size is missing"),
        });
    }
    let length =
        sizes.iter().try_fold(bytes, |product, size| product.checked_mul(*size).filter(|_| *size >= 0));
    let end = length.and_then(|it| it.checked_add(shift));
    if shift < 0 || end.is_none_or(|it| it > source.elements()) {
        return Err(Cause::OutOfBounds(format!("a view from byte {shift} of sizes {sizes:?}")));
    }
    let whole = View::whole(source.buffer, sizes);
    let strides = whole.strides.iter().map(|it| it * bytes).collect();
    let offset = source.offset + shift;
    let unit = Some(Unit { bytes: bytes as u8, is_float: matches!(element, Element::F32 | Element::F64) });
    show(frame, op, View { offset, strides, unit, ..whole });
    Ok(())
}

/// The memory as a whole, the offset, the sizes, the strides.
fn metadata<'p>(machine: &mut Machine<'p>, op: &'p Operation, frame: &mut Frame) -> Result<(), Cause> {
    let source = placed_source(machine, op, frame)?;
    let base = View { offset: 0, sizes: Vec::new(), strides: Vec::new(), ..View::clone(&source) };
    let numbers =
        [source.offset].into_iter().chain(source.sizes.iter().copied()).chain(source.strides.iter().copied());
    let numbers = numbers.map(|it| Value::Scalar(Scalar::Integer(it)));
    let values: Vec<Value> = [Value::MemRef(Rc::new(base))].into_iter().chain(numbers).collect();
    if values.len() != op.results.len() {
        return unsupported("the description of memory of vectors");
    }
    frame.set_all(&op.results, values);
    Ok(())
}
