//! Lists with commas.

use syntax::TextRange;

/// What goes with one item of a list: the comma before it, or behind the first.
pub fn without(items: &[TextRange], index: usize) -> Option<TextRange> {
    let item = *items.get(index)?;
    let before = index.checked_sub(1).and_then(|it| items.get(it));
    Some(match (before, items.get(index + 1)) {
        (Some(before), _) => TextRange::new(before.end(), item.end()),
        (None, Some(next)) => TextRange::new(item.start(), next.start()),
        (None, None) => item,
    })
}
