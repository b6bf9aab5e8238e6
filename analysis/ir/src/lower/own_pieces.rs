//! The nodes of an operation that may be anywhere in it, found in one walk.

use syntax::{Located, SyntaxKind, TextRange};

/// In text order, without the contents of the regions.
#[derive(Default)]
pub(super) struct OwnPieces<'a> {
    /// `VALUE_USE`s.
    pub(super) uses: Vec<Located<'a>>,
    pub(super) regions: Vec<Located<'a>>,
    pub(super) successors: Vec<TextRange>,
    /// The `BLOCK_ARGUMENT`s before the regions; they belong to the first.
    pub(super) arguments: Vec<Located<'a>>,
    /// The first `SYMBOL_REFERENCE`.
    pub(super) symbol: Option<Located<'a>>,
}

impl<'a> OwnPieces<'a> {
    /// Those of an `OPERATION`.
    pub(super) fn of(node: Located<'a>) -> Self {
        let mut found = Self::default();
        found.collect(node);
        found
    }

    /// The parser bounds the depth.
    fn collect(&mut self, node: Located<'a>) {
        for child in node.children() {
            match child.kind() {
                SyntaxKind::REGION => {
                    self.regions.push(child);
                    continue;
                }
                SyntaxKind::VALUE_USE => self.uses.push(child),
                SyntaxKind::SUCCESSOR => self.successors.push(child.text_range()),
                SyntaxKind::BLOCK_ARGUMENT if self.regions.is_empty() => self.arguments.push(child),
                SyntaxKind::SYMBOL_REFERENCE => _ = self.symbol.get_or_insert(child),
                _ => {}
            }
            self.collect(child);
        }
    }
}
