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
    Tag,
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

/// An id as texts have it.
pub(super) fn digits(id: &Id) -> String {
    id.iter().map(|it| format!("{it:02x}")).collect()
}

/// The ids of the lines of the head of a commit or a tag that begin so.
pub(super) fn line<'a>(content: &'a [u8], start: &'a str) -> impl Iterator<Item = Id> + 'a {
    let head = content.split(|it| *it == b'\n').take_while(|it| !it.is_empty());
    head.filter_map(move |it| hexadecimal(str::from_utf8(it.strip_prefix(start.as_bytes())?).ok()?))
}

pub(super) fn tree_of(commit: &[u8]) -> Option<Id> {
    line(commit, "tree ").next()
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
