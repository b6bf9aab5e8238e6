//! Elements and parts of vectors by position.

use super::shape::SHAPE;
use crate::map_operands::counted;
use crate::verifiers::problem::{OpProblem, Verified, problem, reject_if};
use crate::verifiers::view::Mixed;
use crate::verifiers::view::OpView;
use ir::types::{Type, VectorDim};

const POSITION: &str = "vector-position";

/// The position where it is known, if its entries are inside of the dimensions.
fn position(view: &OpView<'_, '_>, dims: &[VectorDim]) -> Result<Option<Vec<Mixed>>, OpProblem> {
    let Some(entries) = view.mixed("dynamic_position", "static_position") else { return Ok(None) };
    let place = || view.mixed_place("dynamic_position", "static_position");
    if entries.len() > dims.len() {
        let message = format!("{} for {}", counted(entries.len(), "index"), counted(dims.len(), "dimension"));
        return problem(POSITION, place(), message.replace("indexs", "indices"));
    }
    for (index, (entry, dim)) in entries.iter().zip(dims).enumerate() {
        let Some(value) = entry.known() else { continue };
        // −1 means no element at all.
        if value != -1 && u64::try_from(value).map_or(true, |it| it >= dim.size) {
            let message =
                format!("position {value} is outside of dimension {index}, whose size is {}", dim.size);
            return problem(POSITION, place(), message);
        }
    }
    Ok(Some(entries))
}

fn part(dims: &[VectorDim], element: &Type) -> Type {
    match dims {
        [] => element.clone(),
        dims => Type::Vector { dims: dims.into(), element: element.clone().into() },
    }
}

pub(super) fn extract(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, element)) = view.vector("source") else { return Ok(()) };
    let Some(entries) = position(view, dims)? else { return Ok(()) };
    let expected = part(dims.get(entries.len()..).unwrap_or_default(), element);
    let found = view.ty("result");
    // One element may come as a vector of one, and the other way.
    let holds_one = |vector: &Type, element: &Type| {
        matches!(vector, Type::Vector { dims, element: own }
            if dims.len() == 1 && dims.iter().all(|it| it.size == 1 && !it.scalable) && **own == *element)
    };
    let is_single = holds_one(found, &expected) || holds_one(&expected, found);
    let message = || format!("what lies there has type {expected}, not {found}");
    reject_if(found.differs_from(&expected) && !is_single, || {
        problem(SHAPE, view.type_place("result"), message())
    })
}

pub(super) fn insert(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, element)) = view.vector("dest") else { return Ok(()) };
    let Some(entries) = position(view, dims)? else { return Ok(()) };
    let source = view.ty("valueToStore");
    let rank = match source {
        Type::Vector { dims, .. } => dims.len(),
        Type::Unknown | Type::Dialect(_) => return Ok(()),
        _ => 0,
    };
    if entries.len() + rank != dims.len() {
        let message = format!(
            "{} and {source} name no part of {}",
            counted(entries.len(), "index").replace("indexs", "indices"),
            view.ty("dest")
        );
        return problem(SHAPE, view.type_place("valueToStore"), message);
    }
    let own = crate::verifiers::shapes::scalar(source);
    let message = || format!("{} has elements of type {element}, not {own}", view.ty("dest"));
    reject_if(own.differs_from(element), || {
        problem("operands-type-disagree", view.type_place("valueToStore"), message())
    })
}

pub(super) fn scalable(view: &OpView<'_, '_>, part: &'static str) -> Verified {
    let Some((dims, _)) = view.vector(part) else { return Ok(()) };
    let length = dims.first().and_then(|it| i64::try_from(it.size).ok()).filter(|it| *it > 0);
    let (Some(length), Some(position)) = (length, view.integer("pos")) else { return Ok(()) };
    let message = || format!("the position is a multiple of the length {length}");
    reject_if(position % length != 0, || problem(POSITION, view.attribute_place("pos"), message()))
}

/// Entries of an attribute between `least` and the bound of each dimension, which is not included.
fn confined(
    view: &OpView<'_, '_>,
    name: &str,
    values: &[i64],
    least: i64,
    bounds: impl Iterator<Item = u64>,
) -> Verified {
    let outside =
        values.iter().zip(bounds).enumerate().find(|(_, (value, bound))| {
            **value < least || u64::try_from(**value).is_ok_and(|it| it >= *bound)
        });
    let Some((index, (value, bound))) = outside else { return Ok(()) };
    let message = format!(
        "{name} of dimension {index} is {value}, it has to be between {least} and {}",
        bound.saturating_sub(1)
    );
    problem(POSITION, view.attribute_place(name), message)
}

/// The lists of a slice come from its dictionary in every form.
fn has_lists(view: &OpView<'_, '_>, names: &[&str]) -> Verified {
    let Some(missing) = names.iter().find(|it| !view.has_attribute(it)) else { return Ok(()) };
    let message = format!("{} needs the attribute {missing}", view.op.name);
    problem("missing-inherent-attribute", view.op.name_pointer, message)
}

pub(super) fn insert_strided_slice(view: &OpView<'_, '_>) -> Verified {
    has_lists(view, &["offsets", "strides"])?;
    let (Some((source, element)), Some((dest, own))) = (view.vector("valueToStore"), view.vector("dest"))
    else {
        return Ok(());
    };
    let (Some(offsets), Some(strides)) = (view.integers("offsets"), view.integers("strides")) else {
        return Ok(());
    };
    let count = |name: &str, given: usize, asked: usize| {
        let message = || format!("{asked} {name} are needed, {given} given");
        reject_if(given != asked, || problem("slice-entry-count", view.attribute_place(name), message()))
    };
    count("offsets", offsets.len(), dest.len())?;
    count("strides", strides.len(), source.len())?;
    if source.len() > dest.len() {
        let message = format!(
            "a vector of {} does not fit into one of {}",
            counted(source.len(), "dimension"),
            dest.len()
        );
        return problem(SHAPE, view.type_place("valueToStore"), message);
    }
    let skip = dest.len() - source.len();
    confined(view, "offsets", &offsets, 0, dest.iter().map(|it| it.size))?;
    confined(view, "strides", &strides, 1, source.iter().map(|_| 2))?;
    let pairs = offsets.iter().zip(dest).skip(skip).zip(source);
    for (index, ((offset, dest), source)) in pairs.enumerate() {
        let Ok(offset) = u64::try_from(*offset) else { continue };
        let end = offset.saturating_add(source.size);
        if end > dest.size {
            let dim = index + skip;
            let message = format!("the part ends at {end} of dimension {dim}, whose size is {}", dest.size);
            return problem(POSITION, view.attribute_place("offsets"), message);
        }
        if source.scalable != dest.scalable || source.scalable && source.size != dest.size {
            let (part, whole) = (view.ty("valueToStore"), view.ty("dest"));
            let message = format!("scalable dimensions are kept whole: {part} into {whole}");
            return problem(SHAPE, view.type_place("valueToStore"), message);
        }
    }
    let message = || format!("{} has elements of type {own}, not {element}", view.ty("dest"));
    reject_if(element.differs_from(own), || {
        problem("operands-type-disagree", view.type_place("valueToStore"), message())
    })
}

pub(super) fn extract_strided_slice(view: &OpView<'_, '_>) -> Verified {
    has_lists(view, &["offsets", "sizes", "strides"])?;
    let Some((source, element)) = view.vector("source") else { return Ok(()) };
    let lists = ["offsets", "sizes", "strides"].map(|it| view.integers(it));
    let [Some(offsets), Some(sizes), Some(strides)] = lists else { return Ok(()) };
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        let message =
            format!("{} offsets, {} sizes and {} strides", offsets.len(), sizes.len(), strides.len());
        return problem("slice-entry-count", view.attribute_place("offsets"), message);
    }
    if offsets.len() > source.len() {
        let message =
            format!("{} for {}", counted(offsets.len(), "offset"), counted(source.len(), "dimension"));
        return problem("slice-entry-count", view.attribute_place("offsets"), message);
    }
    confined(view, "offsets", &offsets, 0, source.iter().map(|it| it.size))?;
    confined(view, "sizes", &sizes, 1, source.iter().map(|it| it.size.saturating_add(1)))?;
    confined(view, "strides", &strides, 1, source.iter().map(|_| 2))?;
    let mut expected = source.to_vec();
    for (index, ((dim, offset), size)) in expected.iter_mut().zip(&offsets).zip(&sizes).enumerate() {
        let (Ok(offset), Ok(size)) = (u64::try_from(*offset), u64::try_from(*size)) else { return Ok(()) };
        if offset.saturating_add(size) > dim.size {
            let message = format!(
                "the part ends at {} of dimension {index}, whose size is {}",
                offset.saturating_add(size),
                dim.size
            );
            return problem(POSITION, view.attribute_place("sizes"), message);
        }
        if dim.scalable && size != dim.size {
            let message = format!("the scalable dimension {index} is kept whole");
            return problem(POSITION, view.attribute_place("sizes"), message);
        }
        dim.size = size;
    }
    let expected = Type::Vector { dims: expected.into(), element: element.clone().into() };
    let found = view.ty("result");
    let message = || format!("the part has type {expected}, not {found}");
    reject_if(found.differs_from(&expected), || problem(SHAPE, view.type_place("result"), message()))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn slices_without_one_of_their_lists() {
        check(
            r#"
func.func @f(%v: vector<4x8xf32>, %w: vector<2x4xf32>) -> (vector<2x4xf32>, vector<4x8xf32>) {
  %a = vector.extract_strided_slice %v {offset = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
     //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error missing-inherent-attribute: vector.extract_strided_slice needs the attribute offsets
  %b = vector.insert_strided_slice %w, %v {offsets = [0, 2]} : vector<2x4xf32> into vector<4x8xf32>
     //^^^^^^^^^^^^^^^^^^^^^^^^^^^ error missing-inherent-attribute: vector.insert_strided_slice needs the attribute strides
  return %a, %b : vector<2x4xf32>, vector<4x8xf32>
}"#,
        );
    }
}
