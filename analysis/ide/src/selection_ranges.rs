//! Selection ranges: from the word at the cursor outwards, by syntax.

use super::FileView;
use base::source_file::SourceFile;
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};
use transforms::rewrite::{token_after, token_before};

/// The ranges around an offset, each inside the next; the last is the whole file.
pub(crate) fn selection_ranges(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Vec<TextRange> {
    let view = FileView::new(db, file);
    let end = view.root.text_range().end();
    let token = view.token_at(offset).or_else(|| view.root.token_at_offset(offset.min(end)).right_biased());
    let mut found: Vec<TextRange> = Vec::new();
    let mut push = |range: TextRange| {
        let is_larger = found.last().is_none_or(|it| range.contains_range(*it) && range != *it);
        if is_larger && range.contains_inclusive(offset) {
            found.push(range);
        }
    };
    if let Some(token) = &token {
        if token.kind() != SyntaxKind::WHITESPACE {
            push(token.text_range());
        }
        for node in token.parent_ancestors() {
            if let Some(inside) = inside_brackets(&node) {
                push(inside);
            }
            push(trimmed(&node));
        }
    }
    push(view.root.text_range());
    found
}

/// A node without the trivia at its ends.
fn trimmed(node: &SyntaxNode) -> TextRange {
    if node.kind() == SyntaxKind::SOURCE_FILE { node.text_range() } else { ir::trimmed_range(node) }
}

/// The range between the brackets of a node.
fn inside_brackets(node: &SyntaxNode) -> Option<TextRange> {
    let (first, last) = (node.first_token()?, node.last_token()?);
    let is_pair = matches!(
        (first.kind(), last.kind()),
        (SyntaxKind::L_BRACE, SyntaxKind::R_BRACE)
            | (SyntaxKind::L_PAREN, SyntaxKind::R_PAREN)
            | (SyntaxKind::L_BRACKET, SyntaxKind::R_BRACKET)
    );
    let between = || {
        let start = token_after(&first).filter(|it| it.kind().is_trivia());
        let end = token_before(&last).filter(|it| it.kind().is_trivia());
        let start = start.map_or(first.text_range().end(), |it| it.text_range().end());
        let end = end.map_or(last.text_range().start(), |it| it.text_range().start());
        (start < end).then(|| TextRange::new(start, end))
    };
    if is_pair { between() } else { None }
}

#[cfg(test)]
mod tests {
    use crate::tests::cursor;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let ranges = host.analysis().selection_ranges(file, offset);
        assert!(ranges.windows(2).all(|it| it[1].contains_range(it[0]) && it[0] != it[1]));
        let texts = ranges.iter().map(|it| text[*it].replace('\n', "⏎"));
        expected.assert_eq(&texts.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn from_a_subscript_to_the_file() {
        check(
            "func.func @f(%m: memref<9xf32>) {\n  affine.for %i = 0 to 8 {\n    %x = affine.load %m[%<|>i + 1] : memref<9xf32>\n  }\n  return\n}\n",
            expect![[r#"
                %i
                %i + 1
                [%i + 1]
                %x = affine.load %m[%i + 1] : memref<9xf32>
                {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }
                affine.for %i = 0 to 8 {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }
                affine.for %i = 0 to 8 {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }⏎  return
                {⏎  affine.for %i = 0 to 8 {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }⏎  return⏎}
                func.func @f(%m: memref<9xf32>) {⏎  affine.for %i = 0 to 8 {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }⏎  return⏎}
                func.func @f(%m: memref<9xf32>) {⏎  affine.for %i = 0 to 8 {⏎    %x = affine.load %m[%i + 1] : memref<9xf32>⏎  }⏎  return⏎}⏎"#]],
        );
    }

    #[test]
    fn broken_and_empty_files() {
        check("<|>", expect![""]);
        check(
            "func.func @f(%m<|>",
            expect![[r#"
            %m
            (%m
            func.func @f(%m"#]],
        );
    }
}
