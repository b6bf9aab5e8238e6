//! The text of permuted loops: their variables, bounds and steps change places, and so does the text after their
//! braces.

use crate::interchange::iterations;
use crate::rewrite::{Edits, RootText};
use ir::OpId;

pub(super) fn edits(source: &RootText<'_>, before: &[OpId], after: &[OpId]) -> Option<Edits> {
    let mut edits = Vec::new();
    for (there, here) in before.iter().zip(after).filter(|it| it.0 != it.1) {
        let (place, text) = (iterations(source, *there)?, iterations(source, *here)?);
        edits.push((source.pointer(place), source.slice(text).to_owned()));
        let (place, text) = (source.behind(*there)?, source.behind(*here)?);
        if source.slice(place) != source.slice(text) {
            edits.push((source.pointer(place), source.slice(text).to_owned()));
        }
    }
    Some(edits)
}
