//! Equality of green trees that share pieces.

use rowan::{GreenNodeData, NodeOrToken};

/// Whether two trees are equal. What they share is not looked into, as rowan's own comparison does: after an edit all but
/// the nodes around it is one.
///
/// Recursion follows the trees, whose depth the parser bounds.
pub fn is_equal(a: &GreenNodeData, b: &GreenNodeData) -> bool {
    if std::ptr::eq(a, b) {
        return true;
    }
    let (mut of_a, mut of_b) = (a.children(), b.children());
    let is_alike = a.kind() == b.kind() && a.text_len() == b.text_len() && of_a.len() == of_b.len();
    is_alike
        && of_a.by_ref().zip(of_b.by_ref()).all(|pair| match pair {
            (NodeOrToken::Node(a), NodeOrToken::Node(b)) => is_equal(a, b),
            (NodeOrToken::Token(a), NodeOrToken::Token(b)) => std::ptr::eq(a, b) || a == b,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::is_equal;
    use crate::{TextEdit, TextRange, TextSize, parse};

    const TEXT: &str = "func.func @f() {\n  %x = arith.constant 1 : index\n  return\n}\n";

    #[test]
    fn trees_are_compared_by_what_they_hold() {
        let tree = parse(TEXT);
        assert!(is_equal(tree.green(), parse(TEXT).green()));
        for other in [TEXT.replace("%x", "%y"), TEXT.replace("  return\n", ""), TEXT.replace("1 :", "1:")] {
            assert!(!is_equal(tree.green(), parse(&other).green()), "{other}");
        }
    }

    #[test]
    fn an_edit_that_is_taken_back_leaves_an_equal_tree() {
        let tree = parse(TEXT);
        let place = TextSize::from(21);
        let edited = tree.reparse(&TextEdit { range: TextRange::empty(place), insert: "y".to_owned() });
        assert!(!is_equal(tree.green(), edited.green()));
        let range = TextRange::at(place, TextSize::from(1));
        let back = edited.reparse(&TextEdit { range, insert: String::new() });
        assert!(is_equal(tree.green(), back.green()));
    }
}
