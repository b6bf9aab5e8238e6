//! A green node and where it starts: steps through thousands of operations without allocating one cursor for each.

use rowan::{GreenNodeData, Language, NodeOrToken};
use syntax::SyntaxKind::REGION;
use syntax::{MlirLanguage, SyntaxKind, TextRange, TextSize};

#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    pub(super) green: &'a GreenNodeData,
    pub(super) start: TextSize,
}

impl<'a> Located<'a> {
    pub(super) fn range(self) -> TextRange {
        TextRange::at(self.start, self.green.text_len())
    }

    pub(super) fn kind(self) -> SyntaxKind {
        MlirLanguage::kind_from_raw(self.green.kind())
    }

    /// The nodes right below, in text order.
    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        let mut end = self.start;
        self.green.children().filter_map(move |child| {
            let start = end;
            match child {
                NodeOrToken::Node(green) => {
                    end += green.text_len();
                    Some(Self { green, start })
                }
                NodeOrToken::Token(token) => {
                    end += token.text_len();
                    None
                }
            }
        })
    }

    pub(super) fn children_of_kind(self, kind: SyntaxKind) -> impl Iterator<Item = Self> {
        self.children().filter(move |it| it.kind() == kind)
    }

    /// The texts of the tokens of the kind right below.
    pub(super) fn tokens(self, kind: SyntaxKind) -> impl Iterator<Item = &'a str> {
        let tokens = self.green.children().filter_map(NodeOrToken::into_token);
        tokens.filter(move |it| MlirLanguage::kind_from_raw(it.kind()) == kind).map(|it| it.text())
    }

    /// The first of them.
    pub(super) fn token(self, kind: SyntaxKind) -> Option<&'a str> {
        self.tokens(kind).next()
    }

    /// The operation's regions, however deep inside its pieces, but none of nested operations. The grammar bounds the
    /// depth.
    pub(super) fn own_regions(self, regions: &mut Vec<Self>) {
        for child in self.children() {
            if child.kind() == REGION {
                regions.push(child);
            } else {
                child.own_regions(regions);
            }
        }
    }
}
