//! The replacements of values whose definitions a rewrite takes away.

use super::unique::UniqueText;
use crate::rewrite::edits::Edits;
use ir::Ir;
use rustc_hash::{FxHashMap, FxHashSet};

/// The unique names of values that are gone, by the names that edits mention instead. A pair is left out if either
/// name occurs in another one.
pub(super) fn successors(unique: &UniqueText, edits: &Edits, after: &Ir) -> FxHashMap<String, String> {
    let defined: FxHashSet<&str> = after.values.iter().map(|it| it.1.name.as_str()).collect();
    let texts: Vec<String> = unique.roots.iter().map(|it| it.text()).collect();
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for (place, insert) in edits {
        let old = texts.get(place.root).and_then(|it| it.get(std::ops::Range::<usize>::from(place.range)));
        // One of several results cannot hand on the name of all.
        let is_name = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
        let is_gone =
            |it: &&str| it.strip_prefix(&unique.prefix).is_some_and(is_name) && !defined.contains(it);
        if let Some(old) = old.filter(is_gone).filter(|_| defined.contains(insert.as_str())) {
            pairs.push((insert, old));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let is_only =
        |(new, old): &&(&str, &str)| pairs.iter().filter(|it| it.0 == *new || it.1 == *old).count() == 1;
    pairs.iter().filter(is_only).map(|(new, old)| ((*new).to_owned(), (*old).to_owned())).collect()
}
