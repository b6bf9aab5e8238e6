//! Parses a piece of a text without making a tree, for callers that try many texts and look at one token of each.

use std::sync::Arc;

use crate::{
    SyntaxError, SyntaxKind, TextRange, TextSize, grammar, lexer, ods::Registry, parser::Parser, sorted,
};

/// The parse of a piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The token that starts where the piece does, and the node that it is in.
    pub first: Option<(SyntaxKind, SyntaxKind)>,
    /// Whether a token ends where the piece does.
    pub is_whole: bool,
    /// Those of the whole text, in text order.
    pub errors: Vec<SyntaxError>,
}

/// As [`parse_with`](crate::parse_with), but looks at a piece of the text alone.
pub fn probe(text: &str, piece: TextRange, registry: &Arc<Registry>) -> Probe {
    let lexed = lexer::lex(text);
    let mut parser = Parser::new(&lexed, registry);
    parser.watch(piece);
    grammar::source_file(&mut parser);
    let (Watch { first, is_whole, .. }, errors) = parser.finish_watch();
    Probe { first, is_whole, errors: sorted(errors) }
}

/// Sees the tokens and nodes of a tree go by.
pub(crate) struct Watch {
    piece: TextRange,
    offset: TextSize,
    open: Vec<SyntaxKind>,
    first: Option<(SyntaxKind, SyntaxKind)>,
    is_whole: bool,
}

impl Watch {
    pub(crate) fn new(piece: TextRange) -> Watch {
        Watch { piece, offset: TextSize::default(), open: Vec::new(), first: None, is_whole: false }
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        if self.offset == self.piece.start() {
            self.first = self.open.last().map(|parent| (kind, *parent));
        }
        self.offset += TextSize::of(text);
        self.is_whole |= self.offset == self.piece.end();
    }

    pub(crate) fn start_node(&mut self, kind: SyntaxKind) {
        self.open.push(kind);
    }

    pub(crate) fn finish_node(&mut self) {
        self.open.pop();
    }

    pub(crate) fn open_node(&self) -> Option<SyntaxKind> {
        self.open.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use proptest::prelude::*;

    const TEXTS: &[&str] = &[
        "func.func @f(%m: memref<4xi32>) {\n  affine.for %i = 0 to %m {\n    %v = affine.load %m[%i + 1] : memref<4xi32>\n  }\n  return // the end\n}\n",
        "#map = affine_map<(d0)[s0] -> (d0 + s0, d0 floordiv 2)>\n\"a.b\"(%c) ({\n^bb0(%x: i32):\n  c.d\n}) {k = [1, \"s\"]} : (i32) -> ()\n",
        "module {\n  x.y %z {\n}\n// -----\n%a:2 = x.y -> (!t.u<[1>, i32) loc(unknown)\n",
    ];

    proptest! {
        /// A probe agrees with the tree.
        #[test]
        fn a_probe_says_what_the_tree_does(text in prop::sample::select(TEXTS), cut: prop::sample::Index, at: prop::sample::Index, len in 0_usize..8) {
            let text = &text[..cut.index(text.len() + 1)];
            let start = at.index(text.len() + 1);
            let end = (start + len).min(text.len());
            let piece = TextRange::new((start as u32).into(), (end as u32).into());
            let probe = probe(text, piece, Registry::builtin());
            let tree = parse(text);
            prop_assert_eq!(&probe.errors[..], tree.errors());
            let root = tree.syntax_node();
            let first = root.token_at_offset(piece.start()).right_biased();
            let first = first.filter(|it| it.text_range().start() == piece.start());
            prop_assert_eq!(probe.first, first.and_then(|it| Some((it.kind(), it.parent()?.kind()))));
            let last = root.token_at_offset(piece.end()).left_biased();
            prop_assert_eq!(probe.is_whole, last.is_some_and(|it| it.text_range().end() == piece.end()));
        }
    }
}
