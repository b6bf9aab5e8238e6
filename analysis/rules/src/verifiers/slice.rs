//! Offsets, sizes and strides of slices: `memref.subview`, `memref.reinterpret_cast`, `tensor.extract_slice` and its like.

use super::problem::{OpProblem, Verified, problem};
use super::view::{Mixed, OpView};
use crate::map_operands::counted;
use ir::types::Dim;

pub(super) struct SliceLists {
    pub(super) offsets: Vec<Mixed>,
    pub(super) sizes: Vec<Mixed>,
    pub(super) strides: Vec<Mixed>,
}

const LISTS: [(&str, &str); 3] =
    [("offsets", "static_offsets"), ("sizes", "static_sizes"), ("strides", "static_strides")];

/// The three lists if they are known, or the problem of one: a wrong number of entries, values that do not fit
/// the numbers, negative offsets or sizes.
pub(super) fn slice(view: &OpView<'_, '_>, lens: [usize; 3]) -> Result<Option<SliceLists>, OpProblem> {
    let miscounted = if view.op.is("memref.subview") { "subview-result-type" } else { "slice-entry-count" };
    let mut lists = Vec::new();
    for ((name, numbers), len) in LISTS.into_iter().zip(lens) {
        let Some(entries) = view.mixed(name, numbers) else { return Ok(None) };
        let place = || view.mixed_place(name, numbers);
        if entries.len() != len {
            let message = format!("{len} {name} are needed, {} given", entries.len());
            return problem(miscounted, place(), message);
        }
        let asked = entries.iter().filter(|it| **it == Mixed::Dynamic).count();
        let given = view.operands(name).len();
        if view.is_generic() && asked != given {
            let message = format!("{numbers} leaves {}, {given} given", counted(asked, "value"));
            return problem(miscounted, place(), message);
        }
        if name != "strides"
            && let Some(negative) = entries.iter().filter_map(|it| it.known()).find(|it| *it < 0)
        {
            return problem("slice-out-of-bounds", place(), format!("{name} are not negative: {negative}"));
        }
        lists.push(entries);
    }
    let mut lists = lists.into_iter();
    let mut next = || lists.next().unwrap_or_default();
    Ok(Some(SliceLists { offsets: next(), sizes: next(), strides: next() }))
}

impl SliceLists {
    pub(super) fn dims(&self) -> Vec<Dim> {
        self.sizes.iter().map(|it| it.known().and_then(|it| u64::try_from(it).ok())).collect()
    }

    /// A slice that certainly leaves the source.
    pub(super) fn bounds(&self, view: &OpView<'_, '_>, source: &[Dim]) -> Verified {
        for (index, dim) in source.iter().enumerate() {
            let Some(dim) = dim.and_then(|it| i64::try_from(it).ok()) else { continue };
            let known = |list: &[Mixed]| list.get(index).and_then(|it| it.known());
            let Some(offset) = known(&self.offsets) else { continue };
            let place = |list: (&str, &str)| view.mixed_place(list.0, list.1);
            if offset >= dim {
                let message = format!("offset {offset} is outside of dimension {index}, whose size is {dim}");
                return problem("slice-out-of-bounds", place(LISTS[0]), message);
            }
            let (Some(size), Some(stride)) = (known(&self.sizes), known(&self.strides)) else { continue };
            let last = size
                .checked_sub(1)
                .and_then(|it| it.checked_mul(stride))
                .and_then(|it| it.checked_add(offset));
            if let Some(last) = last.filter(|it| *it >= dim && size > 0) {
                let message =
                    format!("the slice reaches element {last} of dimension {index}, whose size is {dim}");
                return problem("slice-out-of-bounds", place(LISTS[1]), message);
            }
        }
        Ok(())
    }
}
