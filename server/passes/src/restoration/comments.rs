//! The comments of the source, and where they belong in what has become of it.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{COMMENT, OPERATION, PART, R_BRACE, REGION, WHITESPACE};
use syntax::ast::{AstNode, Operation};
use syntax::{SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent};

use super::locations::Locations;
use super::{Change, operation_at};
use crate::origin::{LineStarts, Origins, tokens};

/// A place of a comment that an operation has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// On the lines above.
    Above,
    /// At the end of its first line.
    FirstLine,
    /// At the end of its last line.
    LastLine,
    /// Alone, before the brace that ends the region of this number.
    EndOfRegion(usize),
}

#[derive(Debug)]
struct Comment {
    anchor: Anchor,
    /// The number of the operation.
    owner: usize,
    /// Of those in its regions, in text order: where a tool makes other loops of it, these are still there.
    inside: Vec<usize>,
    text: String,
}

impl Comment {
    /// The operation that has the comment now, and where.
    fn place<'o>(&self, owners: &'o FxHashMap<usize, Operation>) -> Option<(&'o Operation, Anchor)> {
        if let Some(op) = owners.get(&self.owner) {
            return Some((op, self.anchor));
        }
        let mut inside = self.inside.iter().filter_map(|it| owners.get(it));
        Some(match self.anchor {
            Anchor::Above | Anchor::FirstLine => (inside.next()?, Anchor::Above),
            Anchor::LastLine | Anchor::EndOfRegion(_) => (inside.next_back()?, Anchor::LastLine),
        })
    }
}

/// The comments of a source.
#[derive(Debug, Default)]
pub(crate) struct Comments {
    /// Those that belong to the file.
    header: Vec<String>,
    owned: Vec<Comment>,
    /// After everything.
    footer: Vec<String>,
}

impl Comments {
    pub(crate) fn of(root: &SyntaxNode, text: &str, origins: &Origins) -> Self {
        let mut comments = Self::default();
        let lines = LineStarts::of(text, 0);
        let all: Vec<SyntaxToken> = tokens(root).filter(|it| it.kind() != WHITESPACE).collect();
        for (index, token) in all.iter().enumerate().filter(|it| it.1.kind() == COMMENT) {
            let content = token.text().trim_end().to_owned();
            let next = all[index..].iter().find(|it| it.kind() != COMMENT);
            let before = all[..index].iter().rfind(|it| it.kind() != COMMENT);
            match anchor(token, before, next, text, &lines) {
                Some((anchor, op)) => {
                    if let Some(owner) = origins.of_op(op.syntax()) {
                        let inside =
                            op.syntax().descendants().skip(1).filter_map(|it| origins.of_op(&it)).collect();
                        comments.owned.push(Comment { anchor, owner, inside, text: content });
                    }
                }
                None if next.is_some() => comments.header.push(content),
                None => comments.footer.push(content),
            }
        }
        comments
    }

    /// The comments of the file, and the empty line after them.
    pub(super) fn header(&self) -> String {
        if self.header.is_empty() {
            return String::new();
        }
        format!("{}\n\n", self.header.join("\n"))
    }

    /// The comments after everything.
    pub(super) fn footer(&self) -> String {
        self.footer.iter().map(|it| format!("{it}\n")).collect()
    }

    /// Puts comments to the operations of a printed text.
    pub(super) fn put_back(
        &self,
        root: &SyntaxNode,
        text: &str,
        lines: &LineStarts,
        origins: &Origins,
        locations: &Locations,
        changes: &mut Vec<Change>,
    ) {
        let owners = owners(root, origins, locations);
        let mut insert = |offset: TextSize, text: String| {
            changes.push(Change { range: TextRange::empty(offset), text });
        };
        for comment in &self.owned {
            let Some((op, anchor)) = comment.place(&owners) else { continue };
            let range = op.syntax().text_range();
            let above = |offset: TextSize, indent: &str| {
                let start = lines.start(lines.line(offset));
                let own: String = text[usize::from(start)..].chars().take_while(|it| *it == ' ').collect();
                (start, format!("{own}{indent}{}\n", comment.text))
            };
            match anchor {
                Anchor::Above => {
                    let (at, text) = above(range.start(), "");
                    insert(at, text);
                }
                Anchor::EndOfRegion(number) => {
                    let regions = op.regions();
                    let Some(region) = regions.get(number).or(regions.last()) else { continue };
                    let (at, text) = above(region.syntax().text_range().end(), "  ");
                    insert(at, text);
                }
                Anchor::FirstLine | Anchor::LastLine => {
                    let offset = if anchor == Anchor::FirstLine { range.start() } else { range.end() };
                    let rest = &text[usize::from(offset)..];
                    let length = rest.find('\n').unwrap_or(rest.len());
                    let end = offset + TextSize::of(&rest[..length]);
                    insert(end, format!(" {}", comment.text));
                }
            }
        }
    }
}

/// For each operation of the source, the first of the most similar operations that come from it.
fn owners(root: &SyntaxNode, origins: &Origins, locations: &Locations) -> FxHashMap<usize, Operation> {
    let mut found: FxHashMap<usize, (u8, Operation)> = FxHashMap::default();
    for event in root.preorder() {
        let WalkEvent::Enter(node) = event else { continue };
        let Some(number) = locations.of_op(&node) else { continue };
        let Some(op) = Operation::cast(node) else { continue };
        let Some(definition) = origins.get(number) else { continue };
        let likeness = definition.likeness(&op);
        // An operation that only computes for a loop that is gone is not the loop.
        if definition.has_regions && op.regions().is_empty() {
            continue;
        }
        if found.get(&number).is_none_or(|it| it.0 < likeness) {
            found.insert(number, (likeness, op));
        }
    }
    found.into_iter().map(|(number, (_, op))| (number, op)).collect()
}

/// Where a comment belongs; `None` for one of the file.
fn anchor(
    comment: &SyntaxToken,
    before: Option<&SyntaxToken>,
    next: Option<&SyntaxToken>,
    text: &str,
    lines: &LineStarts,
) -> Option<(Anchor, Operation)> {
    let line = lines.line(comment.text_range().start());
    let before = before.filter(|it| lines.line(it.text_range().start()) == line);
    if let Some(before) = before {
        let op = before.parent().as_ref().and_then(operation_at)?;
        let is_first = lines.line(op.syntax().text_range().start()) == line;
        return Some((if is_first { Anchor::FirstLine } else { Anchor::LastLine }, op));
    }
    let next = next?;
    if next.kind() == R_BRACE
        && let Some(region) = next.parent().filter(|it| it.kind() == REGION)
        && let Some(op) = operation_at(&region)
    {
        let number = op.regions().iter().position(|it| *it.syntax() == region)?;
        return Some((Anchor::EndOfRegion(number), op));
    }
    let op = next.parent().as_ref().and_then(operation_at);
    // In front of a block's label, the block's first operation is meant.
    let op = op.filter(|it| is_in_front_of(comment, it)).or_else(|| {
        let behind = comment.parent()?.descendants();
        behind
            .filter_map(Operation::cast)
            .find(|it| it.syntax().text_range().start() >= comment.text_range().end())
    })?;
    let gap = &text[usize::from(comment.text_range().end())..usize::from(op.syntax().text_range().start())];
    let is_first = op.syntax().prev_sibling().is_none_or(|it| it.kind() != OPERATION);
    let is_at_top = is_first && op.syntax().parent().is_some_and(|it| it.kind() == PART);
    let is_apart = gap.split_inclusive('\n').skip(1).any(|it| it.ends_with('\n') && it.trim().is_empty());
    let is_of_file = is_at_top && (is_apart || next.text().starts_with(['#', '!']));
    (!is_of_file).then_some((Anchor::Above, op))
}

fn is_in_front_of(comment: &SyntaxToken, op: &Operation) -> bool {
    op.syntax().text_range().start() >= comment.text_range().end()
}
