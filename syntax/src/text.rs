//! The text of a green node or of a piece of it, without a cursor for each token.

use rowan::{GreenNodeData, NodeOrToken};

use crate::{TextRange, TextSize};

/// The text of a green node.
pub fn text_of(node: &GreenNodeData) -> String {
    text_in(node, TextRange::up_to(node.text_len()))
}

/// The text in a range that counts from the node's start; what lies after the node is left out.
///
/// Costs the range and the nodes beside it on the way down, not what these hold.
pub fn text_in(node: &GreenNodeData, range: TextRange) -> String {
    let mut text = String::with_capacity(range.len().min(node.text_len()).into());
    visit(node, range, &mut |piece| text.push_str(piece));
    text
}

/// How many line breaks `\n` the range holds.
pub fn line_breaks_in(node: &GreenNodeData, range: TextRange) -> usize {
    let mut count = 0;
    visit(node, range, &mut |piece| count += piece.bytes().filter(|it| *it == b'\n').count());
    count
}

/// Recursion follows the tree, whose depth the parser bounds.
fn visit(node: &GreenNodeData, range: TextRange, piece: &mut impl FnMut(&str)) {
    if range.contains_range(TextRange::up_to(node.text_len())) {
        return visit_all(node, piece);
    }
    let mut start = TextSize::default();
    for child in node.children() {
        if range.end() <= start {
            return;
        }
        let len = match child {
            NodeOrToken::Node(node) => node.text_len(),
            NodeOrToken::Token(token) => token.text_len(),
        };
        if let Some(wanted) = TextRange::at(start, len).intersect(range).filter(|it| !it.is_empty()) {
            let wanted = wanted - start;
            match child {
                NodeOrToken::Node(node) => visit(node, wanted, piece),
                // A range may end inside a character where a caller asks for a number of bytes.
                NodeOrToken::Token(token) => {
                    piece(token.text().get(std::ops::Range::<usize>::from(wanted)).unwrap_or_default());
                }
            }
        }
        start += len;
    }
}

fn visit_all(node: &GreenNodeData, piece: &mut impl FnMut(&str)) {
    for child in node.children() {
        match child {
            NodeOrToken::Node(node) => visit_all(node, piece),
            NodeOrToken::Token(token) => piece(token.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{line_breaks_in, text_in, text_of};
    use crate::{TextRange, TextSize};

    #[test]
    fn every_piece_is_that_of_the_text() {
        let text = "func.func @f() {\n  // ä\n\n  return\n}\n";
        let parse = crate::parse(text);
        let green = parse.green();
        assert_eq!(text_of(green), text);
        let ends = (0..=text.len()).filter(|it| text.is_char_boundary(*it));
        for end in ends.clone() {
            for start in ends.clone().take_while(|it| *it <= end) {
                let size = |it: usize| TextSize::try_from(it).unwrap();
                let range = TextRange::new(size(start), size(end));
                assert_eq!(text_in(green, range), text[start..end]);
                assert_eq!(line_breaks_in(green, range), text[start..end].matches('\n').count());
            }
        }
    }

    #[test]
    fn half_a_character_is_nothing() {
        let parse = crate::parse("// ä");
        assert_eq!(text_in(parse.green(), TextRange::new(0.into(), 4.into())), "");
        assert_eq!(text_in(parse.green(), TextRange::up_to(100.into())), "// ä");
    }
}
