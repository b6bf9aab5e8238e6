//! Folding: regions, bracketed lists, rows of comments, and the parts of a split file.

use super::FileView;
use base::isolated_op::{Green, IsolatedOp};
use base::source_file::SourceFile;
use syntax::{Located, LocatedElement, SyntaxElement, SyntaxKind, SyntaxNode, TextRange};
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
    let of_root = |root: &Green| {
        let mut folds = Folds::default();
        folds.all_in(Located::root(&root.0));
        folds.in_order()
    };
    op.roots(db).iter().map(of_root).collect()
}

/// The folding ranges outside of isolated ops, in text order.
pub(crate) fn folding_ranges_outside(db: &dyn salsa::Database, file: SourceFile) -> Vec<FoldingRange> {
    let mut folds = Folds::default();
    for element in FileView::new(db, file).outside_of_roots() {
        match element {
            SyntaxElement::Node(node) => {
                folds.enter(Located::from(&node));
                folds.found.extend(part(&node).map(|range| FoldingRange { range, kind: FoldingKind::Part }));
            }
            SyntaxElement::Token(it) => folds.token(it.kind(), it.text(), it.text_range()),
        }
    }
    folds.in_order()
}

#[derive(Default)]
struct Folds {
    found: Vec<FoldingRange>,
    comments: Row,
    /// Whether something else is before the next token on its line.
    is_in_line: bool,
}

/// Comments on lines that follow each other.
#[derive(Default)]
struct Row {
    range: Option<TextRange>,
    lines: usize,
}

impl Folds {
    /// The parser bounds the depth.
    fn all_in(&mut self, node: Located<'_>) {
        self.enter(node);
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Node(it) => self.all_in(it),
                LocatedElement::Token(it) => self.token(it.kind(), it.text(), it.text_range()),
            }
        }
    }

    fn enter(&mut self, node: Located<'_>) {
        if node.kind() == SyntaxKind::OPERATION {
            self.end_row();
            self.is_in_line = true;
        }
        let range = bracketed(node).filter(|it| spans_lines(node, *it));
        self.found.extend(range.map(|range| FoldingRange { range, kind: FoldingKind::Code }));
    }

    /// Continues or ends the row of comments.
    fn token(&mut self, kind: SyntaxKind, text: &str, range: TextRange) {
        match kind {
            // A comment after other text belongs to that.
            SyntaxKind::COMMENT if !self.is_in_line => {
                let row = &mut self.comments;
                row.range = Some(row.range.map_or(range, |it| it.cover(range)));
                row.lines += 1;
            }
            SyntaxKind::WHITESPACE if text.matches('\n').count() < 2 => {}
            _ => self.end_row(),
        }
        self.is_in_line = kind != SyntaxKind::WHITESPACE || !text.contains(['\n', '\r']);
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.comments);
        let range = row.range.filter(|_| row.lines > 1);
        self.found.extend(range.map(|range| FoldingRange { range, kind: FoldingKind::Comment }));
    }

    fn in_order(mut self) -> Vec<FoldingRange> {
        self.end_row();
        self.found.sort_by_key(|it| (it.range.start(), std::cmp::Reverse(it.range.end())));
        self.found
    }
}

/// Whether there is a line break in a range of a node that begins and ends with tokens. Of a long node, most is not looked
/// at.
fn spans_lines(node: Located<'_>, range: TextRange) -> bool {
    node.children_with_tokens().any(|it| match it {
        LocatedElement::Node(it) => spans_lines(it, range),
        LocatedElement::Token(it) => range.contains_range(it.text_range()) && it.text().contains('\n'),
    })
}

/// From the first token that is no blank to the last, of one of several parts.
fn part(node: &SyntaxNode) -> Option<TextRange> {
    let is_split = node.prev_sibling().is_some() || node.next_sibling().is_some();
    if node.kind() != SyntaxKind::PART || !is_split {
        return None;
    }
    let mut tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    let first = tokens.find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
    let last = node.token_at_offset(node.text_range().end()).left_biased();
    let last = std::iter::successors(last, token_before).find(|it| it.kind() != SyntaxKind::WHITESPACE)?;
    let (start, end) = (first.text_range().start(), last.text_range().end());
    let range = (start <= last.text_range().start()).then(|| TextRange::new(start, end));
    range.filter(|it| spans_lines(Located::from(node), *it))
}

/// Between the brackets around a node that may be folded.
fn bracketed(node: Located<'_>) -> Option<TextRange> {
    let is_foldable = matches!(
        node.kind(),
        SyntaxKind::REGION
            | SyntaxKind::DICTIONARY
            | SyntaxKind::ARRAY_ATTRIBUTE
            | SyntaxKind::DENSE_ATTRIBUTE
            | SyntaxKind::RESOURCES
            | SyntaxKind::BLOCK_ARGUMENT_LIST
            | SyntaxKind::OPERAND_LIST
            | SyntaxKind::AFFINE_MAP_ATTRIBUTE
            | SyntaxKind::INTEGER_SET_ATTRIBUTE
    );
    if !is_foldable {
        return None;
    }
    let first = std::iter::successors(node.children_with_tokens().next(), |it| {
        it.into_node()?.children_with_tokens().next()
    });
    let last = std::iter::successors(node.children_with_tokens().last(), |it| {
        it.into_node()?.children_with_tokens().last()
    });
    let (first, last) = (first.last()?.as_token()?.text_range(), last.last()?.into_token()?);
    let is_closed = matches!(
        last.kind(),
        SyntaxKind::R_BRACE
            | SyntaxKind::R_BRACKET
            | SyntaxKind::R_PAREN
            | SyntaxKind::R_ANGLE
            | SyntaxKind::RESOURCES_END
    );
    let (start, end) = (first.start(), last.text_range().start());
    (is_closed && start < end).then(|| TextRange::new(start, end))
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
