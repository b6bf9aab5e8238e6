//! Comments that edits would lose: each stays before the line that it preceded, or else before the replacement
//! of its surroundings.

use super::layout::indentation;
use base::file_text::FileText;
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, TextEdit, TextRange};

/// Adds to each edit the comments of the replaced text that none of the edits writes again. All edits of one rewrite;
/// `text` gives the text that they are for.
pub fn keep_comments(edits: &mut [TextEdit], text: &FileText<'_>) {
    let old: Vec<String> = edits.iter().map(|it| text.slice(it.range)).collect();
    if !old.iter().any(|it| it.contains("//")) {
        return;
    }
    let mut written: FxHashMap<String, usize> = FxHashMap::default();
    for (_, comment) in edits.iter().flat_map(|it| comments(&it.insert)) {
        *written.entry(comment).or_default() += 1;
    }
    for (edit, old) in edits.iter_mut().zip(&old) {
        let line_break = if old.contains("\r\n") { "\r\n" } else { "\n" };
        let mut in_front = Vec::new();
        for (end, comment) in comments(old) {
            match written.get_mut(&comment) {
                Some(count @ 1..) => *count -= 1,
                _ => match line_below(old, end).and_then(|it| line_of(&edit.insert, it)) {
                    Some(at) => {
                        let blanks = indentation(&edit.insert, at).to_owned();
                        edit.insert.insert_str(at, &format!("{blanks}{comment}{line_break}"));
                    }
                    None => in_front.push(comment),
                },
            }
        }
        if !in_front.is_empty() {
            let start = edit.range.start();
            let before = text.slice(TextRange::new(text.line_start(start), start));
            edit.insert.insert_str(0, &lines_in_front(&in_front, &before, old, line_break));
        }
    }
}

/// The comments of a piece of text, and where each ends.
fn comments(text: &str) -> Vec<(usize, String)> {
    if !text.contains("//") {
        return Vec::new();
    }
    let tokens = syntax::parse(text).syntax_node().descendants_with_tokens();
    let comments = tokens.filter(|it| it.kind() == SyntaxKind::COMMENT);
    comments.map(|it| (it.text_range().end().into(), it.to_string().trim_end().to_owned())).collect()
}

/// The first line after an offset that holds more than a comment.
fn line_below(text: &str, offset: usize) -> Option<&str> {
    let mut below = text.get(offset..)?.lines().map(str::trim);
    below.find(|it| !it.is_empty() && !it.starts_with("//"))
}

/// Comments before the replacement of an old text, which follows `before` on its line.
fn lines_in_front(comments: &[String], before: &str, old: &str, line_break: &str) -> String {
    if before.is_empty() {
        let blanks = indentation(old, 0);
        return comments.iter().map(|it| format!("{blanks}{it}{line_break}")).collect();
    }
    let blanks = indentation(before, 0);
    let lines = comments.iter().map(|it| format!("{it}{line_break}{blanks}"));
    let ends_comment = if before.contains("//") { format!("{line_break}{blanks}") } else { String::new() };
    ends_comment + &lines.collect::<String>()
}

/// Where a line of a text starts that holds nothing but this, if it is not the first, which may be a part of a line.
fn line_of(text: &str, wanted: &str) -> Option<usize> {
    let breaks = text.match_indices('\n').map(|it| it.0 + 1);
    let mut starts = breaks
        .filter(|it| text.get(*it..).is_some_and(|it| it.lines().next().map(str::trim) == Some(wanted)));
    starts.next()
}

#[cfg(test)]
mod tests {
    use super::keep_comments;
    use base::file_text::FileText;
    use base::workspace::Workspace;
    use expect_test::{Expect, expect};
    use syntax::{TextEdit, TextEdits, TextRange, TextSize};

    /// The text after an edit of the range between `<|>` and `<|>`.
    fn check(fixture: &str, insert: &str, expected: Expect) {
        let [before, old, after] = fixture.split("<|>").collect::<Vec<_>>()[..] else { panic!("two marks") };
        let text = [before, old, after].concat();
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        let range = TextRange::at(TextSize::of(before), TextSize::of(old));
        let mut edits = [TextEdit { range, insert: insert.to_owned() }];
        keep_comments(&mut edits, &FileText::of(&workspace.db, file));
        expected.assert_eq(&TextEdits::new(edits.into()).expect("one edit").apply(&text));
    }

    #[test]
    fn a_comment_stays_in_front_of_its_line() {
        check(
            "f {\n<|>  a // kept\n  // of b\n\n  b\n  c // gone\n<|>}\n",
            "  a // kept\n  x\n    b\n",
            expect![[r#"
                f {
                  // gone
                  a // kept
                  x
                    // of b
                    b
                }
            "#]],
        );
    }

    #[test]
    fn removed_lines_leave_their_comments() {
        check(
            "f {\n<|>  a { // one\n    b // two\n  }\n<|>  c\n}\n",
            "",
            expect![[r#"
                f {
                  // one
                  // two
                  c
                }
            "#]],
        );
    }

    #[test]
    fn a_comment_inside_a_line_breaks_it() {
        check(
            "f {\n  a(<|>b, // one\n  c<|>) d\n}\n",
            "x",
            expect![[r#"
            f {
              a(// one
              x) d
            }
        "#]],
        );
        check(
            "f {\n  a // first\n<|>  // second\n<|>  b\n}\n",
            "",
            expect![[r#"
            f {
              a // first
              // second
              b
            }
        "#]],
        );
    }

    #[test]
    fn equal_comments_are_counted() {
        check(
            "<|>a // x\nb // x\n<|>",
            "c // x\n",
            expect![[r#"
            // x
            c // x
        "#]],
        );
    }
}
