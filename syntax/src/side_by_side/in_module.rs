//! The tree of a module from those of pieces of its body.

use std::borrow::Cow;

use rowan::{GreenNode, GreenNodeData, GreenTokenData, Language, NodeOrToken};

use super::GreenElement;
use crate::{MlirLanguage, SyntaxKind, SyntaxKind::*, TextSize};

/// How a module is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    opening: &'static str,
    closing: &'static str,
    /// The nodes from the root, which is not among them, to the block.
    path: &'static [SyntaxKind],
}

pub(super) const CUSTOM: &Module =
    &Module { opening: "module {", closing: "}", path: &[PART, OPERATION, REGION, BLOCK] };

pub(super) const GENERIC: &Module = &Module {
    opening: "\"builtin.module\"() ({",
    closing: "}) : () -> ()",
    path: &[PART, OPERATION, REGION_LIST, REGION, BLOCK],
};

/// A tree, cut at the path to a block.
#[derive(Default)]
struct Cut {
    /// Of the root and each further node of the path but the last, the children before the next one.
    before: Vec<Vec<GreenElement>>,
    block: Vec<GreenElement>,
    /// As `before`, those after.
    after: Vec<Vec<GreenElement>>,
}

impl Module {
    /// Texts with a whole module each.
    pub(super) fn closed<'a>(&self, pieces: &[&'a str]) -> Vec<Cow<'a, str>> {
        let last = pieces.len().saturating_sub(1);
        let pieces = pieces.iter().enumerate().map(|(index, piece)| {
            let opening = if index > 0 { self.opening } else { "" };
            let closing = if index < last { self.closing } else { "" };
            Cow::Owned([opening, piece, closing].concat())
        });
        pieces.collect()
    }

    /// The tree of the text of which these are the closed pieces. `None` where they are not pieces of the body of one
    /// module.
    pub(super) fn joined(&self, pieces: &[GreenNode]) -> Option<GreenNode> {
        let (first, others) = pieces.split_first()?;
        let (last, inner) = others.split_last()?;
        let Cut { before, mut block, after } = self.cut(first, Side::Last)?;
        let is_closing = |after: &[Vec<GreenElement>]| length(after) == TextSize::of(self.closing);
        if !is_closing(&after) {
            return None;
        }
        for piece in inner {
            let cut = self.cut_behind_opening(piece)?;
            if !is_closing(&cut.after) {
                return None;
            }
            block.extend(cut.block);
        }
        let Cut { block: rest, after, .. } = self.cut_behind_opening(last)?;
        block.extend(rest);
        let parents = [SOURCE_FILE].into_iter().chain(self.path.iter().copied());
        let parents: Vec<_> = parents.zip(before.into_iter().zip(after)).collect();
        let innermost = GreenNode::new(BLOCK.into(), block);
        Some(parents.into_iter().rev().fold(innermost, |node, (parent, (before, after))| {
            let children: Vec<_> = before.into_iter().chain([node.into()]).chain(after).collect();
            GreenNode::new(parent.into(), children)
        }))
    }

    /// The tree of a piece that the opening was added to. Blanks and comments after that belong between two functions.
    fn cut_behind_opening(&self, tree: &GreenNodeData) -> Option<Cut> {
        let mut cut = self.cut(tree, Side::First)?;
        let is_trivia =
            |it: &GreenElement| it.as_token().is_some_and(|it| kind_of(Child::Token(it)).is_trivia());
        let mut block: Vec<_> = cut.before.pop()?.into_iter().filter(is_trivia).collect();
        block.append(&mut cut.block);
        Some(Cut { block, ..cut })
    }

    fn cut(&self, tree: &GreenNodeData, side: Side) -> Option<Cut> {
        let mut cut = Cut::default();
        let mut node = tree;
        for kind in self.path {
            let mut places = node.children().enumerate().filter(|it| kind_of(it.1) == *kind);
            let (index, next) = match side {
                Side::First => places.next(),
                Side::Last => places.next_back(),
            }?;
            let children = || node.children().map(|it| it.to_owned());
            cut.before.push(children().take(index).collect());
            cut.after.push(children().skip(index + 1).collect());
            node = next.into_node()?;
        }
        cut.block = node.children().map(|it| it.to_owned()).collect();
        Some(cut)
    }
}

/// Which of the nodes of a kind is on the path.
enum Side {
    First,
    Last,
}

type Child<'a> = NodeOrToken<&'a GreenNodeData, &'a GreenTokenData>;

fn kind_of(child: Child<'_>) -> SyntaxKind {
    MlirLanguage::kind_from_raw(match child {
        NodeOrToken::Node(it) => it.kind(),
        NodeOrToken::Token(it) => it.kind(),
    })
}

/// Of the text of all elements.
fn length(elements: &[Vec<GreenElement>]) -> TextSize {
    let of_element = |it: &GreenElement| match it {
        NodeOrToken::Node(it) => it.text_len(),
        NodeOrToken::Token(it) => it.text_len(),
    };
    elements.iter().flatten().map(of_element).sum()
}
