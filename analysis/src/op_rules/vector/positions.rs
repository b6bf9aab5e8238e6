//! Elements and parts of vectors by position.

use super::super::view::Mixed;
use super::*;

const POSITION: &str = "vector-position";

/// The position, if its entries are inside of the dimensions.
fn position(view: &OpView<'_, '_>, dims: &[VectorDim]) -> Result<Vec<Mixed>, Verified> {
    let entries = view.mixed("dynamic_position", "static_position").ok_or(None)?;
    let place = || view.mixed_place("dynamic_position", "static_position");
    if entries.len() > dims.len() {
        let message = format!("{} for {}", counted(entries.len(), "index"), counted(dims.len(), "dimension"));
        return Err(problem(POSITION, place(), message.replace("indexs", "indices")));
    }
    for (index, (entry, dim)) in entries.iter().zip(dims).enumerate() {
        let Some(value) = entry.known() else { continue };
        // −1 stands for no element at all.
        if value != -1 && u64::try_from(value).map_or(true, |it| it >= dim.size) {
            let message =
                format!("position {value} is outside of dimension {index}, whose size is {}", dim.size);
            return Err(problem(POSITION, place(), message));
        }
    }
    Ok(entries)
}

fn part(dims: &[VectorDim], element: &Type) -> Type {
    match dims {
        [] => element.clone(),
        dims => Type::Vector { dims: dims.into(), element: element.clone().into() },
    }
}

pub(super) fn extract(view: &OpView<'_, '_>) -> Verified {
    let (dims, element) = vector(view, "source")?;
    let entries = match position(view, dims) {
        Ok(entries) => entries,
        Err(wrong) => return wrong,
    };
    let expected = part(dims.get(entries.len()..)?, element);
    let found = view.ty("result");
    // One element may come as a vector of one, and the other way.
    let holds_one = |vector: &Type, element: &Type| {
        matches!(vector, Type::Vector { dims, element: own }
            if dims.len() == 1 && dims.iter().all(|it| it.size == 1 && !it.scalable) && **own == *element)
    };
    let is_single = holds_one(found, &expected) || holds_one(&expected, found);
    let message = || format!("what lies there has type {expected}, not {found}");
    (found.differs_from(&expected) && !is_single)
        .then(|| problem(SHAPE, view.type_place("result"), message()))?
}

pub(super) fn insert(view: &OpView<'_, '_>) -> Verified {
    let (dims, element) = vector(view, "dest")?;
    let entries = match position(view, dims) {
        Ok(entries) => entries,
        Err(wrong) => return wrong,
    };
    let source = view.ty("valueToStore");
    let rank = match source {
        Type::Vector { dims, .. } => dims.len(),
        Type::Unknown | Type::Dialect(_) => return None,
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
    let own = super::super::class::scalar(source);
    let message = || format!("{} has elements of type {element}, not {own}", view.ty("dest"));
    own.differs_from(element)
        .then(|| problem("operands-type-disagree", view.type_place("valueToStore"), message()))?
}

pub(super) fn scalable(view: &OpView<'_, '_>, part: &'static str) -> Verified {
    let (dims, _) = vector(view, part)?;
    let length = i64::try_from(dims.first()?.size).ok().filter(|it| *it > 0)?;
    let position = view.integer("pos")?;
    let message = || format!("the position is a multiple of the length {length}");
    (position % length != 0).then(|| problem(POSITION, view.attribute_place("pos"), message()))?
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
    let (index, (value, bound)) = outside?;
    let message = format!(
        "{name} of dimension {index} is {value}, it has to be between {least} and {}",
        bound.saturating_sub(1)
    );
    problem(POSITION, view.attribute_place(name), message)
}

pub(super) fn insert_strided_slice(view: &OpView<'_, '_>) -> Verified {
    let ((source, element), (dest, own)) = (vector(view, "valueToStore")?, vector(view, "dest")?);
    let (offsets, strides) = (view.integers("offsets")?, view.integers("strides")?);
    let count = |name: &str, given: usize, asked: usize| {
        let message = || format!("{asked} {name} are needed, {given} given");
        (given != asked).then(|| problem("slice-entry-count", view.attribute_place(name), message()))?
    };
    let wrong =
        count("offsets", offsets.len(), dest.len()).or_else(|| count("strides", strides.len(), source.len()));
    if wrong.is_some() {
        return wrong;
    }
    if source.len() > dest.len() {
        let message = format!(
            "a vector of {} does not fit into one of {}",
            counted(source.len(), "dimension"),
            dest.len()
        );
        return problem(SHAPE, view.type_place("valueToStore"), message);
    }
    let skip = dest.len() - source.len();
    confined(view, "offsets", &offsets, 0, dest.iter().map(|it| it.size))
        .or_else(|| confined(view, "strides", &strides, 1, source.iter().map(|_| 2)))
        .or_else(|| {
            let pairs = offsets.iter().zip(dest).skip(skip).zip(source);
            pairs.enumerate().find_map(|(index, ((offset, dest), source))| {
                let end = u64::try_from(*offset).ok()?.saturating_add(source.size);
                if end > dest.size {
                    let message = format!(
                        "the part ends at {end} of dimension {}, whose size is {}",
                        index + skip,
                        dest.size
                    );
                    return problem(POSITION, view.attribute_place("offsets"), message);
                }
                let differs = source.scalable != dest.scalable || source.scalable && source.size != dest.size;
                let message = || {
                    format!(
                        "scalable dimensions are kept whole: {} into {}",
                        view.ty("valueToStore"),
                        view.ty("dest")
                    )
                };
                differs.then(|| problem(SHAPE, view.type_place("valueToStore"), message()))?
            })
        })
        .or_else(|| {
            let message = || format!("{} has elements of type {own}, not {element}", view.ty("dest"));
            element
                .differs_from(own)
                .then(|| problem("operands-type-disagree", view.type_place("valueToStore"), message()))?
        })
}

pub(super) fn extract_strided_slice(view: &OpView<'_, '_>) -> Verified {
    let (source, element) = vector(view, "source")?;
    let (offsets, sizes, strides) =
        (view.integers("offsets")?, view.integers("sizes")?, view.integers("strides")?);
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
    let wrong = confined(view, "offsets", &offsets, 0, source.iter().map(|it| it.size))
        .or_else(|| confined(view, "sizes", &sizes, 1, source.iter().map(|it| it.size.saturating_add(1))))
        .or_else(|| confined(view, "strides", &strides, 1, source.iter().map(|_| 2)));
    if wrong.is_some() {
        return wrong;
    }
    let mut expected = source.to_vec();
    for (index, ((dim, offset), size)) in expected.iter_mut().zip(&offsets).zip(&sizes).enumerate() {
        let size = u64::try_from(*size).ok()?;
        if u64::try_from(*offset).ok()?.saturating_add(size) > dim.size {
            let message = format!(
                "the part ends at {} of dimension {index}, whose size is {}",
                offset.saturating_add(size as i64),
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
    found.differs_from(&expected).then(|| problem(SHAPE, view.type_place("result"), message()))?
}
