//! Document links: the files that locations name.

use super::FileView;
use base::source_file::SourceFile;
use syntax::{SyntaxKind, SyntaxToken, TextRange};
use transforms::rewrite::next_token;

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

/// The files that `loc("file":1:2)` names, in text order.
pub(crate) fn document_links(db: &dyn salsa::Database, file: SourceFile) -> Vec<DocumentLink> {
    let view = FileView::new(db, file);
    let strings = view.root.descendants_with_tokens().filter_map(|it| it.into_token());
    strings.filter(|it| it.kind() == SyntaxKind::STRING).filter_map(|it| link(&it)).collect()
}

fn link(string: &SyntaxToken) -> Option<DocumentLink> {
    let parent = string.parent()?;
    if !matches!(parent.kind(), SyntaxKind::TRAILING_LOCATION | SyntaxKind::LOCATION_ATTRIBUTE) {
        return None;
    }
    let mut behind = std::iter::successors(next_token(string), next_token).take(4);
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
    use crate::host::Host;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let mut host = Host::new();
        let file = host.add_file(text);
        let found = host.analysis().document_links(file);
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
