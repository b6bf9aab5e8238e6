//! Objects of a repository: their names, their kinds, and what a commit and a tree name.

/// The name of an object.
pub(super) type Id = [u8; 20];

/// No text of a program has more bytes, nor has a folder of a project.
pub(super) const MOST_BYTES: u64 = 1 << 26;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Commit,
    Tree,
    Blob,
}

/// An id as it is written in texts.
pub(super) fn hexadecimal(text: &str) -> Option<Id> {
    let mut id = Id::default();
    if text.len() != 2 * id.len() {
        return None;
    }
    for (byte, digits) in id.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(id)
}

/// The tree of a commit, whose text begins with `tree` and its name.
pub(super) fn tree_of(commit: &[u8]) -> Option<Id> {
    let line = commit.split(|it| *it == b'\n').next()?;
    hexadecimal(str::from_utf8(line).ok()?.strip_prefix("tree ")?)
}

/// The entry of a tree with a name. Each is a mode, a blank, a name, a zero byte and an id.
pub(super) fn entry(mut tree: &[u8], name: &str) -> Option<Id> {
    loop {
        let end = tree.iter().position(|it| *it == 0)?;
        let (head, rest) = (tree.get(..end)?, tree.get(end + 1..)?);
        let (id, others) = rest.split_first_chunk()?;
        let blank = head.iter().position(|it| *it == b' ')?;
        if head.get(blank + 1..)? == name.as_bytes() {
            return Some(*id);
        }
        tree = others;
    }
}
