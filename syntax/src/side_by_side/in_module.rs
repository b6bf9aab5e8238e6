//! The tree of a module from those of pieces of its body.

use std::borrow::Cow;

use rowan::{GreenNode, GreenNodeData, GreenTokenData, Language, NodeOrToken};

use super::GreenElement;
use crate::{MlirLanguage, SyntaxKind, SyntaxKind::*};

const OPENING: &str = "module {";
const CLOSING: &str = "}";

/// Texts with a whole module each.
pub(super) fn closed<'a>(pieces: &[&'a str]) -> Vec<Cow<'a, str>> {
    let last = pieces.len().saturating_sub(1);
    let pieces = pieces.iter().enumerate().map(|(index, piece)| {
        let opening = if index > 0 { OPENING } else { "" };
        let closing = if index < last { CLOSING } else { "" };
        match (opening, closing) {
            ("", "") => Cow::Borrowed(*piece),
            _ => Cow::Owned([opening, piece, closing].concat()),
        }
    });
    pieces.collect()
}

/// The nodes from the root to the block of the module.
const PATH: [SyntaxKind; 4] = [PART, OPERATION, REGION, BLOCK];

/// The tree of the text of which these are the closed pieces. `None` where they are no pieces of the body of one module.
pub(super) fn joined(pieces: &[GreenNode]) -> Option<GreenNode> {
    let (first, others) = pieces.split_first()?;
    let (last, inner) = others.split_last()?;
    let [mut file, mut part, mut operation, mut region, mut block] = before_end(first)?;
    for piece in inner {
        let [after_part, after_operation, after_region, after_block, inside] = after_opening(piece)?;
        // Nothing but the brace that was added.
        let is_inside = after_part.is_empty() && after_operation.is_empty() && after_region.is_empty();
        if !is_inside || after_block.len() != CLOSING.len() {
            return None;
        }
        block.extend(inside);
    }
    let [after_part, after_operation, after_region, after_block, inside] = after_opening(last)?;
    block.extend(inside);
    region.push(node(BLOCK, block));
    region.extend(after_block);
    operation.push(node(REGION, region));
    operation.extend(after_region);
    part.push(node(OPERATION, operation));
    part.extend(after_operation);
    file.push(node(PART, part));
    file.extend(after_part);
    Some(GreenNode::new(SOURCE_FILE.into(), file))
}

fn node(kind: SyntaxKind, children: Vec<GreenElement>) -> GreenElement {
    GreenNode::new(kind.into(), children).into()
}

type Child<'a> = NodeOrToken<&'a GreenNodeData, &'a GreenTokenData>;

fn node_of_kind(child: Child<'_>, kind: SyntaxKind) -> Option<&GreenNodeData> {
    child.into_node().filter(|it| MlirLanguage::kind_from_raw(it.kind()) == kind)
}

fn is_trivia(child: Child<'_>) -> bool {
    child.into_token().is_some_and(|it| MlirLanguage::kind_from_raw(it.kind()).is_trivia())
}

/// Of each node on the path the children before the next one, and those of the block, where the text ends with the brace
/// that was added.
fn before_end(tree: &GreenNodeData) -> Option<[Vec<GreenElement>; 5]> {
    let mut found = <[Vec<GreenElement>; 5]>::default();
    let mut node = tree;
    let (inner, outer) = found.split_last_mut()?;
    for ((before, kind), behind) in outer.iter_mut().zip(&PATH).zip([0, 0, 0, CLOSING.len()]) {
        let children = node.children();
        let index = children.len().checked_sub(1 + behind)?;
        before.extend(children.take(index).map(|it| it.to_owned()));
        node = node_of_kind(node.children().nth(index)?, *kind)?;
    }
    inner.extend(node.children().map(|it| it.to_owned()));
    Some(found)
}

/// Of each node on the path the children behind the next one; and what is in the module up to the end of its block,
/// where the text starts with the opening that was added.
fn after_opening(tree: &GreenNodeData) -> Option<[Vec<GreenElement>; 5]> {
    let mut found = <[Vec<GreenElement>; 5]>::default();
    let mut node = tree;
    let (inside, outer) = found.split_last_mut()?;
    for (after, kind) in outer.iter_mut().zip(&PATH) {
        let mut children = node.children();
        let next = children.by_ref().find_map(|child| match node_of_kind(child, *kind) {
            Some(next) => Some(next),
            None => {
                // Blanks and comments behind the brace belong between two functions.
                inside.extend((*kind == BLOCK && is_trivia(child)).then(|| child.to_owned()));
                None
            }
        })?;
        after.extend(children.map(|it| it.to_owned()));
        node = next;
    }
    inside.extend(node.children().map(|it| it.to_owned()));
    Some(found)
}
