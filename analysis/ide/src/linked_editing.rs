//! Linked editing: the places of a name that change together while it is typed.

use super::FileView;
use super::references::references;
use super::target::{Target, target_at};
use base::source_file::SourceFile;
use syntax::{TextRange, TextSize};

/// The places of the value, label or input of a map at the offset; empty where nothing is linked.
///
/// Symbols and aliases may be named in other places than these while the text is broken, so they are left to rename.
pub(crate) fn linked_editing_ranges(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Vec<TextRange> {
    let view = FileView::new(db, file);
    let target = view.token_at(offset).and_then(|it| target_at(&view, &it));
    let Some(Target::Value { .. } | Target::Label { .. } | Target::Input { .. }) = target else {
        return Vec::new();
    };
    let ranges: Vec<TextRange> = references(db, file, offset).into_iter().map(|it| it.range).collect();
    if ranges.iter().any(|it| it.contains_inclusive(offset)) { ranges } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::tests::{annotate, cursor};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let found = host.analysis().linked_editing_ranges(file, offset);
        let ranges: Vec<_> = found.iter().map(|it| (*it, false)).collect();
        let annotated = annotate(&text, &ranges);
        let lines = annotated.lines().filter(|it| it.contains('«')).map(str::trim);
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn values_labels_and_inputs() {
        check(
            "func.func @f(%n: index) {\n  affine.for %<|>i = 0 to %n {\n    \"x.y\"(%i) : (index) -> ()\n  }\n  return\n}",
            expect![[r#"
                affine.for «%i» = 0 to %n {
                "x.y"(«%i») : (index) -> ()"#]],
        );
        check(
            "func.func @f() {\n  cf.br ^a<|>\n^a:\n  return\n}",
            expect![[r#"
            cf.br «^a»
            «^a»:"#]],
        );
        check("#m = affine_map<(d<|>0) -> (d0)>", expect!["#m = affine_map<(«d0») -> («d0»)>"]);
    }

    #[test]
    fn symbols_and_broken_text_are_left_alone() {
        check("func.func @<|>f() {\n  return\n}", expect![""]);
        check("func.func @f() {\n  %x = affine.load %<|>\n", expect![""]);
    }
}
