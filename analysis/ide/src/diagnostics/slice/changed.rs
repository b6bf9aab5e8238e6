//! In what two functions differ, where that is little: some statements, or a number in the head of a loop.

use super::statements::is_terminator;
use base::change::{Change, is_same, range};
use syntax::ods::Registry;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize};

/// The differences; everything else is the same.
pub(super) struct Changed<'a> {
    pub(super) what: What<'a>,
    /// From the word before it to the word after it: so it ends between tokens.
    pub(super) change: Change,
}

pub(super) enum What<'a> {
    /// Statements without regions, before and now.
    Statements { before: Vec<Located<'a>>, now: Vec<Located<'a>> },
    /// A bound or the step of the loop that starts there, which is a number before and now.
    Number { of: TextSize },
}

impl<'a> Changed<'a> {
    /// `None` where something else is different.
    pub(super) fn between(before: Located<'a>, now: Located<'a>) -> Option<Self> {
        if before.kind() != now.kind() || before.start != now.start {
            return None;
        }
        let (old, new): (Vec<_>, Vec<_>) = (words(before).collect(), words(now).collect());
        // Where trivia changed too, places would be others.
        let stands = |a: &LocatedElement<'_>, b: &LocatedElement<'_>| range(a).start() == range(b).start();
        let ends = (before.text_range().end(), now.text_range().end());
        let stands_behind = |a: &LocatedElement<'_>, b: &LocatedElement<'_>| {
            ends.0 - range(a).start() == ends.1 - range(b).start()
        };
        let ahead = old.iter().zip(&new).take_while(|(a, b)| stands(a, b) && is_same(a, b)).count();
        let (old, new) = (old.get(ahead..)?, new.get(ahead..)?);
        let behind = old.iter().rev().zip(new.iter().rev());
        let behind = behind.take_while(|(a, b)| stands_behind(a, b) && is_same(a, b)).count();
        let (old, new) = (old.get(..old.len() - behind)?, new.get(..new.len() - behind)?);
        let start = words(now).take(ahead).last().map_or(now.start, |it| range(&it).end());
        let end = |node: Located<'_>, count: usize| {
            words(node).nth(ahead + count).map_or(node.text_range().end(), |it| range(&it).start())
        };
        let whole = TextRange::new(start, end(before, old.len()));
        let change = Change { range: whole, new_end: end(now, new.len()) };
        if let ([LocatedElement::Node(a)], [LocatedElement::Node(b)]) = (old, new)
            && (now.kind() != SyntaxKind::BLOCK || has_region(*a) && has_region(*b))
        {
            return match (now.kind(), b.kind()) {
                // The tree bounds the depth.
                (SyntaxKind::OPERATION, SyntaxKind::REGION)
                | (SyntaxKind::REGION, SyntaxKind::BLOCK)
                | (SyntaxKind::BLOCK, SyntaxKind::OPERATION) => Self::between(*a, *b),
                (
                    SyntaxKind::OPERATION,
                    SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND | SyntaxKind::STEP,
                ) if is_number(*a) && is_number(*b) => {
                    Some(Self { what: What::Number { of: now.start }, change })
                }
                _ => None,
            };
        }
        let plain = |elements: &[LocatedElement<'a>]| -> Option<Vec<Located<'a>>> {
            let nodes = elements.iter().map(|it| it.into_node());
            nodes.map(|it| it.filter(|it| it.kind() == SyntaxKind::OPERATION && is_plain(*it))).collect()
        };
        // The end of a block concerns the operation around it.
        if now.kind() != SyntaxKind::BLOCK || behind == 0 {
            return None;
        }
        Some(Self { what: What::Statements { before: plain(old)?, now: plain(new)? }, change })
    }

    /// Whether something ended a block that it may not end now.
    pub(super) fn was_terminator(&self, registry: &Registry) -> bool {
        let is_one = |it: &Located<'_>| is_terminator(registry, *it);
        matches!(&self.what, What::Statements { before, .. } if before.iter().any(is_one))
    }
}

/// Without trivia.
fn words(node: Located<'_>) -> impl Iterator<Item = LocatedElement<'_>> {
    node.children_with_tokens().filter(|it| it.as_token().is_none_or(|it| !it.kind().is_trivia()))
}

fn has_region(operation: Located<'_>) -> bool {
    !operation.own(SyntaxKind::REGION).is_empty()
}

/// Whether an operation has no region and names no block.
fn is_plain(operation: Located<'_>) -> bool {
    !has_region(operation) && operation.own(SyntaxKind::SUCCESSOR).is_empty()
}

/// Whether a bound or step names no value and has no map.
fn is_number(bound: Located<'_>) -> bool {
    bound.children().next().is_none() && bound.token(SyntaxKind::INTEGER).is_some()
}
