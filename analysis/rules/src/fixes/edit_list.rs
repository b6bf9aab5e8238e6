//! Lists with commas.

use syntax::TextRange;

/// The range of one item of a list with its comma: the one before it, or after the first.
pub fn without(items: &[TextRange], index: usize) -> Option<TextRange> {
    let item = *items.get(index)?;
    let before = index.checked_sub(1).and_then(|it| items.get(it));
    Some(match (before, items.get(index + 1)) {
        (Some(before), _) => TextRange::new(before.end(), item.end()),
        (None, Some(next)) => TextRange::new(item.start(), next.start()),
        (None, None) => item,
    })
}
