//! The text of a file, read from the tree in pieces, on demand: the whole of a large file takes as long as all else that
//! an answer needs.

use crate::at_once::computes;
use crate::isolated_op::{Green, OpText};
use crate::source_file::SourceFile;
use rowan::GreenNodeData;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell};
use syntax::{Located, LocatedElement, TextRange, TextSize, line_breaks_in, text_in, text_of};

pub struct FileText<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    green: &'a GreenNodeData,
    /// The last offset outside of roots that was asked for, and the line breaks before it.
    counted: Cell<(TextSize, usize)>,
    /// How often pieces were asked for.
    pieces: Cell<usize>,
    /// The whole text, once that was often: to find a piece takes as long as what is before it in a block.
    whole: OnceCell<String>,
}

/// The number of line breaks of each root.
#[salsa::tracked(returns(ref))]
fn line_breaks(db: &dyn salsa::Database, text: OpText) -> Box<[usize]> {
    computes(db);
    let of_root = |it: &GreenNodeData| line_breaks_in(it, TextRange::up_to(it.text_len()));
    text.roots(db).iter().map(|it| of_root(&it.0)).collect()
}

/// Where the line breaks of each root are, from its start.
#[salsa::tracked(returns(ref))]
fn line_break_offsets(db: &dyn salsa::Database, text: OpText) -> Box<[Box<[TextSize]>]> {
    computes(db);
    let of_root = |root: &Green| {
        let (text, mut end) = (root.text(), TextSize::default());
        let lines = text.split_inclusive('\n').filter_map(|line| {
            let line_break = end + TextSize::of(line.strip_suffix('\n')?);
            end += TextSize::of(line);
            Some(line_break)
        });
        lines.collect()
    };
    text.roots(db).iter().map(of_root).collect()
}

/// A root of an isolated op.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Root {
    text: OpText,
    index: usize,
    range: TextRange,
    breaks_before: usize,
}

/// The roots of the isolated ops of a file, in text order.
#[salsa::tracked(returns(ref))]
fn roots_of_file(db: &dyn salsa::Database, file: SourceFile) -> Box<[Root]> {
    computes(db);
    let of_text = |text: &OpText| {
        let (text, roots) = (*text, text.roots(db).iter().zip(line_breaks(db, *text)).enumerate());
        roots.map(move |(index, (root, breaks))| {
            (std::ptr::from_ref::<GreenNodeData>(&root.0), (text, index, *breaks))
        })
    };
    let of_roots = file.op_texts(db).iter().flat_map(of_text);
    let mut count = Count { of_roots: of_roots.collect(), breaks: 0, roots: Vec::new() };
    count.add(Located::root(file.parse(db).green()));
    count.roots.into()
}

struct Count {
    /// Each root with its line breaks, by the address of its node. Equal ones may be one node.
    of_roots: FxHashMap<*const GreenNodeData, (OpText, usize, usize)>,
    breaks: usize,
    roots: Vec<Root>,
}

impl Count {
    /// Recursion follows the tree, whose depth the parser bounds.
    fn add(&mut self, node: Located<'_>) {
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Token(token) => {
                    self.breaks += token.text().bytes().filter(|it| *it == b'\n').count();
                }
                LocatedElement::Node(node) => match self.of_roots.get(&std::ptr::from_ref(node.green)) {
                    Some(&(text, index, breaks)) => {
                        let range = TextRange::at(node.start, node.green.text_len());
                        self.roots.push(Root { text, index, range, breaks_before: self.breaks });
                        self.breaks += breaks;
                    }
                    None => self.add(node),
                },
            }
        }
    }
}

/// Between offsets that are not farther from each other than this, lines are counted in the text.
const NEAR: TextSize = TextSize::new(1 << 14);

/// This many pieces are read from the tree.
const FEW_PIECES: usize = 64;

/// So much is read at first in search of a line's start or end.
const WINDOW: TextSize = TextSize::new(256);

impl<'a> FileText<'a> {
    pub fn of(db: &'a dyn salsa::Database, file: SourceFile) -> Self {
        let green = &**file.parse(db).green();
        Self { db, file, green, counted: Cell::default(), pieces: Cell::default(), whole: OnceCell::new() }
    }

    pub fn slice(&self, range: TextRange) -> String {
        self.pieces.set(self.pieces.get() + 1);
        if self.pieces.get() <= FEW_PIECES {
            return text_in(self.green, range);
        }
        let whole = self.whole.get_or_init(|| text_of(self.green));
        let piece = whole.get(std::ops::Range::<usize>::from(range)).map(str::to_owned);
        // The range may end inside a character, or after the text.
        piece.unwrap_or_else(|| text_in(self.green, range))
    }

    /// The line of an offset, from 1.
    pub fn line(&self, offset: TextSize) -> usize {
        let before = self.root_before(offset);
        if let Some(root) = before.filter(|it| it.range.contains_inclusive(offset)) {
            let breaks = line_break_offsets(self.db, root.text).get(root.index);
            let place = offset - root.range.start();
            return root.breaks_before + breaks.map_or(0, |it| it.partition_point(|it| *it < place)) + 1;
        }
        let (mut known, mut breaks) = self.counted.get();
        if known.max(offset) - known.min(offset) > NEAR {
            (known, breaks) = before.map_or_else(Default::default, |it| (it.range.start(), it.breaks_before));
        }
        let between = line_breaks_in(self.green, TextRange::new(known.min(offset), known.max(offset)));
        breaks = if known <= offset { breaks + between } else { breaks.saturating_sub(between) };
        self.counted.set((offset, breaks));
        breaks + 1
    }

    /// The last root that starts before an offset.
    fn root_before(&self, offset: TextSize) -> Option<&'a Root> {
        let roots = roots_of_file(self.db, self.file);
        let before = roots.partition_point(|it| it.range.start() <= offset);
        roots.get(..before).and_then(<[_]>::last)
    }

    /// Where the line of an offset starts.
    pub fn line_start(&self, offset: TextSize) -> TextSize {
        let mut window = WINDOW;
        loop {
            let start = offset.checked_sub(window).unwrap_or_default();
            let text = self.slice(TextRange::new(start, offset));
            if let Some(line) = text.rfind('\n').and_then(|it| text.get(it + 1..)) {
                return offset - TextSize::of(line);
            }
            if start == TextSize::default() {
                return start;
            }
            window = window.checked_add(window).unwrap_or(offset);
        }
    }

    /// Where the line of an offset ends, before its line break.
    pub fn line_end(&self, offset: TextSize) -> TextSize {
        let end = self.green.text_len();
        let mut window = WINDOW;
        loop {
            let until = offset.checked_add(window).unwrap_or(end).min(end);
            let text = self.slice(TextRange::new(offset.min(until), until));
            if let Some(line) = text.find('\n').and_then(|it| text.get(..it)) {
                return offset + TextSize::of(line);
            }
            if until == end {
                return end;
            }
            window = window.checked_add(window).unwrap_or(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FileText;
    use crate::workspace::Workspace;
    use syntax::{TextRange, TextSize};

    #[test]
    fn lines_in_any_order() {
        let text = format!("// ä\n// {}\n\nfunc.func private @f()\n", "x".repeat(1_000));
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        let whole = FileText::of(&workspace.db, file);
        let offsets = (0..=text.len()).filter(|it| text.is_char_boundary(*it));
        for offset in offsets.clone().rev().chain(offsets) {
            let before = &text[..offset];
            let at = TextSize::of(before);
            assert_eq!(whole.line(at), before.matches('\n').count() + 1);
            assert_eq!(
                whole.line_start(at),
                TextSize::of(&text[..before.rfind('\n').map_or(0, |it| it + 1)])
            );
            let rest = &text[offset..];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            assert_eq!(whole.line_end(at), at + TextSize::of(line));
            assert_eq!(whole.slice(TextRange::up_to(at)), before);
        }
    }

    #[test]
    fn lines_behind_many_functions() {
        let function = |it: usize| format!("// {it}\nfunc.func @f{it}() {{\n\n  return\n}}\n\n");
        let inside: String = (0..600).map(function).collect();
        let text = format!("#map = affine_map<() -> (0)>\nmodule {{\n{inside}}}\n{}", function(600));
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        let ends = |it: usize| TextSize::try_from(it).unwrap();
        for offset in (0..=text.len()).step_by(997).chain([text.len()]) {
            let lines = FileText::of(&workspace.db, file);
            assert_eq!(lines.line(ends(offset)), text[..offset].matches('\n').count() + 1, "{offset}");
            assert_eq!(lines.line(ends(0)), 1);
        }
    }
}
