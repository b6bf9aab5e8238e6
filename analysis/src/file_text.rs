//! The text of a file, read from the tree where somebody looks: the whole of a large file takes as long as all else that
//! an answer needs.

use crate::isolated_op::OpText;
use crate::source_file::SourceFile;
use rowan::GreenNodeData;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell};
use syntax::{Located, LocatedElement, TextRange, TextSize, line_breaks_in, text_in};

pub(crate) struct FileText<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    green: &'a GreenNodeData,
    /// The line breaks of each root of an isolated op, by the address of its node.
    breaks_of_roots: OnceCell<FxHashMap<*const GreenNodeData, usize>>,
    /// The last offset that somebody asked for, and the line breaks before it.
    counted: Cell<(TextSize, usize)>,
}

/// The line breaks of each root.
#[salsa::tracked(returns(ref))]
fn line_breaks(db: &dyn salsa::Database, text: OpText) -> Box<[usize]> {
    let of_root = |it: &GreenNodeData| line_breaks_in(it, TextRange::up_to(it.text_len()));
    text.roots(db).iter().map(|it| of_root(&it.0)).collect()
}

/// Offsets farther from each other than this are counted by functions.
const FAR: TextSize = TextSize::new(1 << 14);

/// So much is read at first in search of a line's start.
const WINDOW: TextSize = TextSize::new(256);

impl<'a> FileText<'a> {
    pub(crate) fn of(db: &'a dyn salsa::Database, file: SourceFile) -> Self {
        let green = &**file.parse(db).green();
        Self { db, file, green, breaks_of_roots: OnceCell::new(), counted: Cell::default() }
    }

    pub(crate) fn slice(&self, range: TextRange) -> String {
        text_in(self.green, range)
    }

    /// The line of an offset, from 1.
    pub(crate) fn line(&self, offset: TextSize) -> usize {
        let (known, breaks) = self.counted.get();
        let between = TextRange::new(known.min(offset), known.max(offset));
        let breaks = if between.len() > FAR {
            self.breaks_before(Located::root(self.green), offset)
        } else {
            let between = line_breaks_in(self.green, between);
            if known <= offset { breaks + between } else { breaks.saturating_sub(between) }
        };
        self.counted.set((offset, breaks));
        breaks + 1
    }

    /// Those of a node before an offset, without a look into isolated ops that end there.
    fn breaks_before(&self, node: Located<'_>, offset: TextSize) -> usize {
        let mut breaks = 0;
        for child in node.children_with_tokens().take_while(|it| start(it) < offset) {
            breaks += match child {
                LocatedElement::Token(token) => {
                    let wanted = usize::from(offset - token.start).min(token.text().len());
                    token.text().bytes().take(wanted).filter(|it| *it == b'\n').count()
                }
                LocatedElement::Node(node) => match self.breaks_of_root(node) {
                    Some(breaks) if node.text_range().end() <= offset => breaks,
                    _ => self.breaks_before(node, offset),
                },
            };
        }
        breaks
    }

    fn breaks_of_root(&self, node: Located<'_>) -> Option<usize> {
        let known = self.breaks_of_roots.get_or_init(|| {
            let texts = self.file.op_texts(self.db).iter();
            let roots = texts.flat_map(|it| it.roots(self.db).iter().zip(line_breaks(self.db, *it)));
            roots.map(|(root, breaks)| (std::ptr::from_ref::<GreenNodeData>(&root.0), *breaks)).collect()
        });
        known.get(&std::ptr::from_ref(node.green)).copied()
    }

    /// Where the line of an offset starts.
    pub(crate) fn line_start(&self, offset: TextSize) -> TextSize {
        let mut window = WINDOW;
        loop {
            let start = offset.checked_sub(window).unwrap_or_default();
            let text = text_in(self.green, TextRange::new(start, offset));
            if let Some(line) = text.rfind('\n').and_then(|it| text.get(it + 1..)) {
                return offset - TextSize::of(line);
            }
            if start == TextSize::default() {
                return start;
            }
            window = window.checked_add(window).unwrap_or(offset);
        }
    }
}

fn start(element: &LocatedElement<'_>) -> TextSize {
    match element {
        LocatedElement::Node(it) => it.start,
        LocatedElement::Token(it) => it.start,
    }
}

#[cfg(test)]
mod tests {
    use super::FileText;
    use crate::Host;
    use syntax::{TextRange, TextSize};

    #[test]
    fn lines_in_any_order() {
        let text = format!("// ä\n// {}\n\nfunc.func private @f()\n", "x".repeat(1_000));
        let mut host = Host::new();
        let file = host.add_file(&text);
        let whole = FileText::of(&host.db, file);
        let offsets = (0..=text.len()).filter(|it| text.is_char_boundary(*it));
        for offset in offsets.clone().rev().chain(offsets) {
            let before = &text[..offset];
            let at = TextSize::of(before);
            assert_eq!(whole.line(at), before.matches('\n').count() + 1);
            assert_eq!(
                whole.line_start(at),
                TextSize::of(&text[..before.rfind('\n').map_or(0, |it| it + 1)])
            );
            assert_eq!(whole.slice(TextRange::up_to(at)), before);
        }
    }

    #[test]
    fn lines_behind_many_functions() {
        let function = |it: usize| format!("// {it}\nfunc.func @f{it}() {{\n\n  return\n}}\n\n");
        let inside: String = (0..600).map(function).collect();
        let text = format!("#map = affine_map<() -> (0)>\nmodule {{\n{inside}}}\n{}", function(600));
        let mut host = Host::new();
        let file = host.add_file(&text);
        let ends = |it: usize| TextSize::try_from(it).unwrap();
        for offset in (0..=text.len()).step_by(997).chain([text.len()]) {
            let lines = FileText::of(&host.db, file);
            assert_eq!(lines.line(ends(offset)), text[..offset].matches('\n').count() + 1, "{offset}");
            assert_eq!(lines.line(ends(0)), 1);
        }
    }
}
