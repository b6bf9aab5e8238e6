//! Document links: the files that locations name.

use super::FileView;
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use syntax::{SyntaxElement, SyntaxKind, TextRange};

/// A file that a location names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLink {
    /// Of the string with the file's name.
    pub range: TextRange,
    /// As written.
    pub path: String,
    /// Line and column, from 1.
    pub position: Option<(u32, u32)>,
}

/// The files that `loc("file":1:2)` names in an isolated op, root by root, with places that count from the root's start.
pub(crate) fn document_links_in(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Vec<Vec<DocumentLink>> {
    op.roots(db)
        .iter()
        .map(|root| root.syntax_node().descendants_with_tokens().filter_map(link).collect())
        .collect()
}

/// Those that are named outside of isolated ops, in text order.
pub(crate) fn document_links_outside(db: &dyn salsa::Database, file: SourceFile) -> Vec<DocumentLink> {
    FileView::new(db, file).outside_of_roots().filter_map(link).collect()
}

fn link(element: SyntaxElement) -> Option<DocumentLink> {
    let string = element.into_token().filter(|it| it.kind() == SyntaxKind::STRING)?;
    let parent = string.parent()?;
    if !matches!(parent.kind(), SyntaxKind::TRAILING_LOCATION | SyntaxKind::LOCATION_ATTRIBUTE) {
        return None;
    }
    let next = |it: &SyntaxElement| it.next_sibling_or_token();
    let behind = std::iter::successors(string.next_sibling_or_token(), next);
    let mut behind = behind.filter_map(SyntaxElement::into_token).filter(|it| !it.kind().is_trivia());
    // Without a position it is the name of a location, not of a file.
    let mut number = || {
        let colon = behind.next()?;
        let number = behind.next()?;
        let is_number = colon.kind() == SyntaxKind::COLON && number.kind() == SyntaxKind::INTEGER;
        if is_number { number.text().parse::<u32>().ok() } else { None }
    };
    let line = number()?;
    let column = number();
    let text = string.text();
    let path = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = !path.is_empty() && !path.contains('\\') && path != "-" && !path.starts_with('<');
    is_plain.then(|| DocumentLink {
        range: string.text_range(),
        path: path.to_owned(),
        position: (line > 0).then_some((line, column.unwrap_or(1).max(1))),
    })
}

#[cfg(test)]
mod tests {
    use super::DocumentLink;
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
            |it| analysis.document_links_in(file, it),
            analysis.document_links_outside(file),
            |it| it.range,
            |it, by| DocumentLink { range: it.range + by, ..it },
        );
        let lines = found.iter().map(|it| format!("{} {} {:?}", &text[it.range], it.path, it.position));
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn positions_in_files() {
        check(
            "#loc = loc(\"a/b.py\":3:7)
func.func @f(%x: f32 loc(\"c.mlir\":1:2)) {
  return loc(callsite(\"name\"(\"d.cc\":10:0) at fused[\"e.cc\":4:5, unknown]))
} loc(\"<stdin>\":1:1)",
            expect![[r#"
                "a/b.py" a/b.py Some((3, 7))
                "c.mlir" c.mlir Some((1, 2))
                "d.cc" d.cc Some((10, 1))
                "e.cc" e.cc Some((4, 5))"#]],
        );
    }

    #[test]
    fn names_of_locations_and_broken_text() {
        check("func.func @f() {\n  return loc(\"name\")\n}", expect![""]);
        check("func.func @f() {\n  return loc(\"a.py\":4", expect![[r#""a.py" a.py Some((4, 1))"#]]);
    }
}
