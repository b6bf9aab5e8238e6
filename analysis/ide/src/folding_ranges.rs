//! Folding: regions, bracketed lists, rows of comments, and the parts of a split file.

use super::FileView;
use base::isolated_op::{Green, IsolatedOp};
use base::source_file::SourceFile;
use syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange};
use transforms::rewrite::token_before;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldingKind {
    Code,
    Comment,
    /// A part between `// -----`.
    Part,
}

/// Lines that may be hidden after the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldingRange {
    /// From the opening bracket, or the start of the first line, to before the closing bracket, or the end of the last
    /// line.
    pub range: TextRange,
    pub kind: FoldingKind,
}

/// The folding ranges of an isolated op, root by root and there in text order, with places that count from the root's start.
/// Each is over more than one line.
pub(crate) fn folding_ranges_in(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Vec<Vec<FoldingRange>> {
    let of_root = |root: &Green| folds(root.syntax_node().descendants_with_tokens());
    op.roots(db).iter().map(of_root).collect()
}

/// The folding ranges outside of isolated ops, in text order.
pub(crate) fn folding_ranges_outside(db: &dyn salsa::Database, file: SourceFile) -> Vec<FoldingRange> {
    folds(FileView::new(db, file).outside_of_roots())
}

fn folds(elements: impl Iterator<Item = SyntaxElement>) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    let mut comments = Row::default();
    for element in elements {
        match element {
            SyntaxElement::Node(node) => {
                if node.kind() == SyntaxKind::OPERATION {
                    found.extend(comments.end());
                }
                if let Some(range) = foldable(&node).filter(|it| spans_lines(&node, *it)) {
                    let kind =
                        if node.kind() == SyntaxKind::PART { FoldingKind::Part } else { FoldingKind::Code };
                    found.push(FoldingRange { range, kind });
                }
            }
            SyntaxElement::Token(token) => comment(&token, &mut comments, &mut found),
        }
    }
    found.extend(comments.end());
    found.sort_by_key(|it| (it.range.start(), std::cmp::Reverse(it.range.end())));
    found
}

/// Whether there is a line break in a range of a node that begins and ends with tokens. Of a long node, most is not looked
/// at.
fn spans_lines(node: &SyntaxNode, range: TextRange) -> bool {
    let mut tokens = node.descendants_with_tokens().filter_map(SyntaxElement::into_token);
    tokens.any(|it| range.contains_range(it.text_range()) && it.text().contains('\n'))
}

/// Comments on lines that follow each other.
#[derive(Default)]
struct Row {
    range: Option<TextRange>,
    lines: usize,
}

impl Row {
    fn end(&mut self) -> Option<FoldingRange> {
        let row = std::mem::take(self);
        let range = row.range.filter(|_| row.lines > 1)?;
        Some(FoldingRange { range, kind: FoldingKind::Comment })
    }
}

/// Continues or ends the row of comments.
fn comment(token: &SyntaxToken, row: &mut Row, found: &mut Vec<FoldingRange>) {
    match token.kind() {
        SyntaxKind::COMMENT if starts_line(token) => {
            let range = token.text_range();
            row.range = Some(row.range.map_or(range, |it| it.cover(range)));
            row.lines += 1;
        }
        SyntaxKind::WHITESPACE if token.text().matches('\n').count() < 2 => {}
        _ => found.extend(row.end()),
    }
}

/// A comment after other text belongs to that.
fn starts_line(token: &SyntaxToken) -> bool {
    token_before(token)
        .is_none_or(|it| it.kind() == SyntaxKind::WHITESPACE && it.text().contains(['\n', '\r']))
}

fn foldable(node: &SyntaxNode) -> Option<TextRange> {
    match node.kind() {
        SyntaxKind::PART => {
            let is_split = node.prev_sibling().is_some() || node.next_sibling().is_some();
            let tokens = || node.descendants_with_tokens().filter_map(|it| it.into_token());
            let first = tokens().find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
            let last = std::iter::successors(
                node.token_at_offset(node.text_range().end()).left_biased(),
                token_before,
            )
            .find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
            let range = (first.text_range().start() <= last.text_range().start())
                .then(|| TextRange::new(first.text_range().start(), last.text_range().end()));
            range.filter(|_| is_split)
        }
        SyntaxKind::REGION
        | SyntaxKind::DICTIONARY
        | SyntaxKind::ARRAY_ATTRIBUTE
        | SyntaxKind::DENSE_ATTRIBUTE
        | SyntaxKind::RESOURCES
        | SyntaxKind::BLOCK_ARGUMENT_LIST
        | SyntaxKind::OPERAND_LIST
        | SyntaxKind::AFFINE_MAP_ATTRIBUTE
        | SyntaxKind::INTEGER_SET_ATTRIBUTE => {
            let (first, last) = (node.first_token()?, node.last_token()?);
            let is_closed = matches!(
                last.kind(),
                SyntaxKind::R_BRACE
                    | SyntaxKind::R_BRACKET
                    | SyntaxKind::R_PAREN
                    | SyntaxKind::R_ANGLE
                    | SyntaxKind::RESOURCES_END
            );
            (is_closed && first != last)
                .then(|| TextRange::new(first.text_range().start(), last.text_range().start()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FoldingKind, FoldingRange};
    use crate::Scope;
    use crate::host::Host;
    use crate::tests::put_together;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let mut host = Host::new();
        let file = host.add_file(text);
        let analysis = host.analysis();
        let found = put_together(
            &analysis.isolated_ops(file, Scope::Syntax),
            |it| analysis.folding_ranges_in(file, it),
            analysis.folding_ranges_outside(file),
            |it| it.range,
            |it, by| FoldingRange { range: it.range + by, ..it },
        );
        let line = |offset: syntax::TextSize| text[..usize::from(offset)].matches('\n').count() + 1;
        let lines = found.iter().map(|it| {
            let kind = match it.kind {
                FoldingKind::Code => "code",
                FoldingKind::Comment => "comment",
                FoldingKind::Part => "part",
            };
            format!("{kind} {}-{}", line(it.range.start()), line(it.range.end()))
        });
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn regions_dictionaries_comments_and_parts() {
        check(
            "// One.
// Two.
func.func @f() attributes {
  a = 1
} {
  affine.for %i = 0 to 8 {
    // Alone.
  }
  return // Behind.
  // Another.
}

// -----

func.func @g() {
  return
}
",
            expect![[r#"
                part 1-11
                comment 1-2
                code 3-5
                code 5-11
                code 6-8
                part 15-17
                code 15-17"#]],
        );
    }

    #[test]
    fn what_is_not_closed_is_not_folded() {
        check(
            "func.func @f() {\n  affine.for %i = 0 to 8 {\n    affine.yield\n  }\n  affine.if #s(\n",
            expect!["code 2-4"],
        );
        check("", expect![""]);
        check("// -----\n// -----\n", expect![""]);
    }
}
