//! The piece of a tree that is another one now.

use crate::isolated_op::Green;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange, TextSize, is_equal, text_in};

/// A range of the text before, and where it ends now.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    pub range: TextRange,
    pub new_end: TextSize,
}

impl Change {
    /// Of two nodes that start in one place; `None` where nothing changed.
    pub fn between(before: Located<'_>, now: Located<'_>) -> Option<Self> {
        if std::ptr::eq(before.green, now.green) {
            return None;
        }
        let (old, new): (Vec<_>, Vec<_>) =
            (before.children_with_tokens().collect(), now.children_with_tokens().collect());
        let ahead = old.iter().zip(&new).take_while(|(a, b)| is_same(a, b)).count();
        let (old, new) = (old.get(ahead..)?, new.get(ahead..)?);
        let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| is_same(a, b)).count();
        let (old, new) = (old.get(..old.len() - behind)?, new.get(..new.len() - behind)?);
        match (old, new) {
            // The tree bounds the depth.
            ([LocatedElement::Node(a)], [LocatedElement::Node(b)]) => Self::between(*a, *b),
            _ => Self::of_text(piece(before, old, new)?, piece(now, new, old)?),
        }
    }

    fn of_text((start, before): (TextSize, String), (_, now): (TextSize, String)) -> Option<Self> {
        let (a, b) = (before.as_bytes(), now.as_bytes());
        let ahead = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - ahead;
        let behind = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let place = |it: usize| Some(start + TextSize::try_from(it).ok()?);
        let range = TextRange::new(place(ahead)?, place(a.len() - behind)?);
        let new_end = place(b.len() - behind)?;
        (!range.is_empty() || new_end != range.end()).then_some(Self { range, new_end })
    }

    /// Where a range is now; one around the change grows with it. `None` where an end lies inside the change.
    pub fn stretched(&self, range: TextRange) -> Option<TextRange> {
        let (start, end) = (range.start(), range.end());
        let is_before = start < self.range.start();
        let start = if is_before { start } else { self.behind(start)? };
        let end = if is_before && end <= self.range.start() { end } else { self.behind(end)? };
        (start <= end).then_some(TextRange::new(start, end))
    }

    /// Where a place after the change is now.
    pub fn behind(&self, place: TextSize) -> Option<TextSize> {
        place.checked_sub(self.range.end())?.checked_add(self.new_end)
    }
}

/// One for each root, where it changed.
pub struct Changes(Vec<Option<Change>>);

impl Changes {
    pub fn between(before: &[Green], now: &[Green]) -> Self {
        let roots = before.iter().zip(now);
        Self(roots.map(|(a, b)| Change::between(Located::root(&a.0), Located::root(&b.0))).collect())
    }

    /// Where roots differ in blanks and comments between statements only.
    pub fn in_trivia(before: &[Green], now: &[Green]) -> Option<Self> {
        let mut roots = before.iter().zip(now);
        let is_trivial = before.len() == now.len()
            && roots.all(|(before, now)| differ_in_trivia(Located::root(&before.0), Located::root(&now.0)));
        is_trivial.then(|| Self::between(before, now))
    }

    /// Where a range of a root is now; `None` where the change touches it.
    pub fn untouched(&self, root: usize, range: TextRange) -> Option<TextRange> {
        match self.0.get(root)? {
            None => Some(range),
            Some(change) if range.end() < change.range.start() => Some(range),
            Some(change) if range.start() > change.range.end() => {
                Some(TextRange::new(change.behind(range.start())?, change.behind(range.end())?))
            }
            Some(_) => None,
        }
    }

    /// Where a range of a root is now, where the change lies between tokens.
    pub fn stretched(&self, root: usize, range: TextRange) -> Option<TextRange> {
        match self.0.get(root)? {
            None => Some(range),
            Some(change) => change.stretched(range),
        }
    }
}

/// Where a list of children starts, and its text. Where it is empty, the other list gives the place.
fn piece(
    node: Located<'_>,
    children: &[LocatedElement<'_>],
    others: &[LocatedElement<'_>],
) -> Option<(TextSize, String)> {
    let first = children.first().or_else(|| others.first())?;
    let start = range(first).start();
    let end = children.last().map_or(start, |it| range(it).end());
    Some((start, text_in(node.green, TextRange::new(start, end) - node.start)))
}

pub fn range(element: &LocatedElement<'_>) -> TextRange {
    match element {
        LocatedElement::Node(it) => it.text_range(),
        LocatedElement::Token(it) => it.text_range(),
    }
}

/// Whether two elements are one, or equal.
pub fn is_same(a: &LocatedElement<'_>, b: &LocatedElement<'_>) -> bool {
    match (a, b) {
        // Where all of a region was parsed again, equal statements are other nodes.
        (LocatedElement::Node(a), LocatedElement::Node(b)) => is_equal(a.green, b.green),
        (LocatedElement::Token(a), LocatedElement::Token(b)) => a.kind() == b.kind() && a.text() == b.text(),
        _ => false,
    }
}

/// Whether two trees differ in blanks and comments between statements only. What is said about a statement may quote it,
/// and are where its first line can show it.
pub fn differ_in_trivia(before: Located<'_>, now: Located<'_>) -> bool {
    if std::ptr::eq(before.green, now.green) {
        return true;
    }
    let holds_statements = matches!(before.kind(), SyntaxKind::BLOCK | SyntaxKind::REGION);
    let is_compared =
        |it: &LocatedElement<'_>| !holds_statements || it.as_token().is_none_or(|it| !it.kind().is_trivia());
    let mut old = before.children_with_tokens().filter(is_compared);
    let mut new = now.children_with_tokens().filter(is_compared);
    before.kind() == now.kind()
        && loop {
            match (old.next(), new.next()) {
                (None, None) => break true,
                (Some(a), Some(b)) if is_same(&a, &b) => {}
                (Some(LocatedElement::Node(a)), Some(LocatedElement::Node(b))) if differ_in_trivia(a, b) => {}
                _ => break false,
            }
        }
}

#[cfg(test)]
mod tests {
    use super::{Change, differ_in_trivia};
    use proptest::prelude::*;
    use syntax::{Located, TextEdit, TextRange, TextSize};

    const TEXT: &str = "func.func @f(%m: memref<8xf32>) {
  // a comment
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32> // and another
    affine.store %x, %m[7 - %i] : memref<8xf32>

  }
  return
}
";

    proptest! {
        #[test]
        fn the_change_makes_one_text_of_the_other(
            start in 0..TEXT.len(), length in 0..20_usize, insert in "[ \\n/%xi0]{0,4}"
        ) {
            let size = |it: usize| TextSize::try_from(it).unwrap();
            let range = TextRange::new(size(start), size((start + length).min(TEXT.len())));
            let before = syntax::parse(TEXT);
            let now = before.reparse(&TextEdit { range, insert });
            let (old, new) = (Located::root(before.green()), Located::root(now.green()));
            let text = now.text();
            match Change::between(old, new) {
                None => prop_assert_eq!(&text, TEXT),
                Some(change) => {
                    let (start, end) = (usize::from(change.range.start()), usize::from(change.range.end()));
                    prop_assert_eq!(&text[..start], &TEXT[..start]);
                    prop_assert_eq!(&text[change.new_end.into()..], &TEXT[end..]);
                    let all_behind = change.behind(size(TEXT.len()));
                    prop_assert_eq!(all_behind, Some(size(text.len())));
                }
            }
            let words = |it: &syntax::Parse| -> Vec<String> {
                let tokens = it.syntax_node().descendants_with_tokens().filter_map(|it| it.into_token());
                tokens.filter(|it| !it.kind().is_trivia()).map(|it| it.text().to_owned()).collect()
            };
            if differ_in_trivia(old, new) {
                prop_assert_eq!(words(&before), words(&now));
            }
        }
    }

    #[test]
    fn blanks_comments_and_lines_between_statements_are_trivia() {
        let differs = |at: &str, insert: &str| {
            let start = TextSize::try_from(TEXT.find(at).unwrap()).unwrap();
            let before = syntax::parse(TEXT);
            let now = before.reparse(&TextEdit { range: TextRange::empty(start), insert: insert.to_owned() });
            !differ_in_trivia(Located::root(before.green()), Located::root(now.green()))
        };
        assert!(!differs("a comment", "typed"));
        assert!(!differs("  return", "\n\n  // typed\n"));
        assert!(differs("affine.load", " "));
        assert!(differs("affine.load", "\n"));
        assert!(differs("return", "\n  \"a.b\"() : () -> ()\n"));
        assert!(differs("%x", "x"));
    }
}
