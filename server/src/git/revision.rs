//! Commits by the names that people give them (`gitrevisions(7)`): references, ids, and ancestors of both.

use super::object::{Id, Kind, hexadecimal, line};
use super::objects::Objects;
use super::repository::{HEAD, Repository};

/// A name stands for the first of these that exists.
const PLACES: [(&str, &str); 6] = [
    ("", ""),
    ("refs/", ""),
    ("refs/tags/", ""),
    ("refs/heads/", ""),
    ("refs/remotes/", ""),
    ("refs/remotes/", "/HEAD"),
];

/// Shorter beginnings of ids are none.
const LEAST_DIGITS: usize = 4;
/// A tag may name another one.
const MOST_TAGS: usize = 8;
const MOST_ANCESTORS: u32 = 1 << 20;

/// The content of a commit.
pub(super) fn commit(repository: &Repository, objects: &Objects, revision: &str) -> Option<Vec<u8>> {
    let end = revision.find(['~', '^']).unwrap_or(revision.len());
    let (name, mut steps) = revision.split_at(end);
    let mut commit = of_id(objects, named(repository, objects, name)?)?;
    while let Some(step) = steps.chars().next() {
        let rest = &steps[step.len_utf8()..];
        if let Some(rest) = rest.strip_prefix("{commit}").filter(|_| step == '^') {
            steps = rest;
            continue;
        }
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let count = if digits == 0 { 1 } else { rest[..digits].parse().ok()? };
        // The zeroth parent is the commit itself.
        let (generations, parent) = match step {
            '~' => (count, 0),
            '^' if count == 0 => (0, 0),
            '^' => (1, count as usize - 1),
            _ => return None,
        };
        for _ in 0..Some(generations).filter(|it| *it <= MOST_ANCESTORS)? {
            let parents = line(&commit, "parent ").nth(parent)?;
            commit = objects.read(&parents, Kind::Commit)?;
        }
        steps = &rest[digits..];
    }
    Some(commit)
}

fn named(repository: &Repository, objects: &Objects, name: &str) -> Option<Id> {
    let name = if name == "@" { HEAD } else { name };
    let reference =
        || PLACES.iter().find_map(|(before, after)| repository.reference(&format!("{before}{name}{after}")));
    let is_id = name.len() >= LEAST_DIGITS && name.bytes().all(|it| it.is_ascii_hexdigit());
    hexadecimal(name).or_else(reference).or_else(|| objects.only_one(name).filter(|_| is_id))
}

/// The commit itself, or that of a tag.
fn of_id(objects: &Objects, mut id: Id) -> Option<Vec<u8>> {
    for _ in 0..MOST_TAGS {
        if let Some(commit) = objects.read(&id, Kind::Commit) {
            return Some(commit);
        }
        id = line(&objects.read(&id, Kind::Tag)?, "object ").next()?;
    }
    None
}
