//! Findings with the source beside them, and how many there are.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use analysis::{Diagnostic, Severity, TextRange};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::super::{Checked, FindingsReport, Source};
use super::excerpt::Excerpt;

/// The renderer cuts nothing of what the excerpts of long lines leave.
const NO_MARGIN: usize = 1 << 16;

/// The findings of a file that are shown with their source; each of the others is a line: no user reads as many, and to
/// draw one takes longer than to find it.
const MOST_DRAWN: usize = 1_000;

/// Every diagnostic and, if there are any, how many of each severity.
pub(crate) struct Findings {
    renderer: Renderer,
    counts: BTreeMap<Severity, usize>,
}

impl Findings {
    pub(crate) fn new(is_coloured: bool) -> Self {
        let renderer = if is_coloured { Renderer::styled() } else { Renderer::plain() };
        Self { renderer: renderer.term_width(NO_MARGIN), counts: BTreeMap::new() }
    }
}

impl FindingsReport for Findings {
    fn file(&mut self, out: &mut dyn Write, file: &Checked) -> io::Result<()> {
        let (drawn, others) = file.diagnostics.split_at(file.diagnostics.len().min(MOST_DRAWN));
        for found in drawn {
            finding(out, &self.renderer, &file.source, found)?;
        }
        for found in others {
            let (line, column) = file.source.line_column(found.range.start());
            let (path, severity) = (&file.source.path, found.severity.as_str());
            writeln!(out, "{path}:{line}:{column}: {severity}[{}]: {}", found.code, found.message)?;
        }
        for found in &file.diagnostics {
            *self.counts.entry(found.severity).or_default() += 1;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let counts = [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Information, "information", "informations"),
            (Severity::Hint, "hint", "hints"),
        ];
        let counts = counts.iter().filter_map(|(severity, one, many)| match self.counts.get(severity)? {
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        });
        let counts: Vec<_> = counts.collect();
        if !counts.is_empty() {
            writeln!(out, "{}", counts.join(", "))?;
        }
        Ok(())
    }
}

fn finding(out: &mut dyn Write, renderer: &Renderer, source: &Source, found: &Diagnostic) -> io::Result<()> {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO.with_name("information"),
        Severity::Hint => Level::HELP.with_name("hint"),
    };
    // The renderer would read the place from the snippet, and columns in an excerpt are others.
    let (line, column) = source.line_column(found.range.start());
    let origin = Origin::path(source.path.as_str()).line(line).char_column(column);
    let title = level.clone().primary_title(&*found.message).id(found.code);
    let heading = renderer.render(&[title.element(origin)]);
    let (title, origin) = heading.rsplit_once('\n').unwrap_or((&heading, ""));

    // Only the lines in question: the renderer reads all that it is given, for each diagnostic again.
    let lines = &source.lines;
    let ranges = || found.related.iter().map(|it| it.range).chain([found.range]);
    let cover = bytes(source, ranges().fold(found.range, TextRange::cover));
    let (first, last) = (lines.byte_to_line(cover.start), lines.byte_to_line(cover.end));
    let end = if last + 1 < lines.len_lines() { lines.line_to_byte(last + 1) } else { lines.len_bytes() };
    let places = ranges().map(|it| bytes(source, it)).flat_map(|it| [it.start, it.end]).collect();
    let excerpt = Excerpt::new(&source.text, lines.line_to_byte(first)..end, places);

    let span = |range| excerpt.span(bytes(source, range));
    let related =
        found.related.iter().map(|it| AnnotationKind::Context.span(span(it.range)).label(&*it.message));
    let snippet = Snippet::source(excerpt.text.as_str())
        .line_start(first + 1)
        .annotation(AnnotationKind::Primary.span(span(found.range)))
        .annotations(related);
    let mut groups = vec![Group::with_level(level).element(snippet)];
    groups.extend(
        found.fixes.iter().map(|fix| Group::with_title(Level::HELP.secondary_title(fix.title.as_str()))),
    );
    // Above the bar beside the line numbers.
    let indent = (last + 1).to_string().len();
    writeln!(out, "{title}\n{:indent$}{origin}\n{}\n", "", renderer.render(&groups))
}

fn bytes(source: &Source, range: TextRange) -> Range<usize> {
    let byte = |offset| usize::from(offset).min(source.lines.len_bytes());
    byte(range.start())..byte(range.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{Fix, Related};
    use expect_test::expect;
    use ropey::Rope;

    fn checked(text: &str, diagnostics: Vec<Diagnostic>) -> String {
        let source = Source { path: "a.mlir".to_owned(), text: text.to_owned(), lines: Rope::from_str(text) };
        let mut out = Vec::new();
        Findings::new(false).whole(&mut out, &[Checked { source, diagnostics }]).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn range(text: &str, part: &str) -> TextRange {
        let start = u32::try_from(text.find(part).unwrap()).unwrap();
        TextRange::at(start.into(), u32::try_from(part.len()).unwrap().into())
    }

    /// An error in one part of a text, and what is said about others.
    fn error(text: &str, part: &str, related: &[(&str, &str)]) -> String {
        let related = related
            .iter()
            .map(|(part, message)| Related { range: range(text, part), message: (*message).into() });
        let message = "again".to_owned();
        let mut error = Diagnostic::new("redefined-value", Severity::Error, range(text, part), message);
        error.related = related.collect();
        checked(text, vec![error])
    }

    #[test]
    fn of_many_findings_most_are_lines() {
        let text = "%a\n".repeat(MOST_DRAWN + 2);
        let found = |line: usize| {
            let start = u32::try_from(3 * line).unwrap();
            let range = TextRange::at(start.into(), 2.into());
            Diagnostic::new("redefined-value", Severity::Error, range, "again".to_owned())
        };
        let said = checked(&text, (0..MOST_DRAWN + 2).map(found).collect());
        assert_eq!(said.matches("^^").count(), MOST_DRAWN);
        let last: Vec<_> = said.lines().rev().take(3).collect();
        assert_eq!(
            last,
            [
                "1002 errors",
                "a.mlir:1002:1: error[redefined-value]: again",
                "a.mlir:1001:1: error[redefined-value]: again"
            ]
        );
    }

    #[test]
    fn source_beside_the_message() {
        let text = "// first\r\n%a = affine.load %m[%é]\r\n}\r\n";
        let message = "`%é` is not a valid dim".to_owned();
        let mut invalid = Diagnostic::new("invalid-dim", Severity::Error, range(text, "%é"), message);
        invalid.related = vec![Related { range: range(text, "%m"), message: "of this memref".into() }];
        invalid.fixes =
            vec![Fix { title: "Use `%a`".to_owned(), edits: Vec::new(), modernizes: false, guesses: false }];
        let diagnostics = vec![
            invalid,
            Diagnostic::new(
                "missing-brace",
                Severity::Hint,
                TextRange::empty(u32::try_from(text.len()).unwrap().into()),
                "expected `}`".to_owned(),
            ),
        ];
        expect![[r#"
            error[invalid-dim]: `%é` is not a valid dim
             --> a.mlir:2:21
              |
            2 | %a = affine.load %m[%é]
              |                  -- ^^
              |                  |
              |                  of this memref
              |
            help: Use `%a`

            hint[missing-brace]: expected `}`
             --> a.mlir:4:1
              |
            4 |
              | ^

            1 error, 1 hint
        "#]]
        .assert_eq(&checked(text, diagnostics));
    }

    /// Its last argument is far from the others.
    fn long_line() -> String {
        let arguments =
            |from: usize| (from..from + 999).map(|it| format!("%{it}: index, ")).collect::<String>();
        format!("func.func @f({}%q: i1, {}%p: f32, %z: i8) {{\n}}\n", arguments(0), arguments(5000))
    }

    #[test]
    fn places_in_a_long_line() {
        let text = long_line();
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:26885
              |
            1 | ...95: index, %996: index, %997: index, %998: index, %q: i1, %5000: index, %5001: index, %5002: index, %5... index, %5996: index, %5997: index, %5998: index, %p: f32, %z: i8) {
              |                                                      -- defined here                                                                                          ^^       -- and here

            1 error
        "#]].assert_eq(&error(&text, "%p", &[("%q", "defined here"), ("%z", "and here")]));
    }

    #[test]
    fn ranges_that_hold_a_long_line_or_end_in_one() {
        let text = long_line();
        let whole = text.trim_end();
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:1
              |
            1 | / func.func @f(%0: index, %1: index, %2: index, %3: ...
            2 | | }
              | |_^

            1 error
        "#]]
        .assert_eq(&error(&text, whole, &[]));
        let (signature, _) = whole.split_once(" {").unwrap();
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:1
              |
            1 | func.func @f(%0: index, %1: index, %2: index, %3: ...ndex, %5997: index, %5998: index, %p: f32, %z: i8) {
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            2 | }
              | - its end

            1 error
        "#]].assert_eq(&error(&text, signature, &[("}", "its end")]));
        let region = whole.split_at(signature.len() + 1).1;
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:26902
              |
            1 |   ...95: index, %996: index, %997: index, %998: index, %q: i1, %5000: index, %5001: index, %5002: index, %5...dex, %5997: index, %5998: index, %p: f32, %z: i8) {
              |  ______________________________________________________--_______________________________________________________________________________________________________^
              | |                                                      |
              | |                                                      for this
            2 | | }
              | |_^

            1 error
        "#]].assert_eq(&error(&text, region, &[("%q", "for this")]));
    }

    #[test]
    fn wide_characters_and_tabs_in_long_lines() {
        let wide = "\t\"中é\",".repeat(100);
        let text = format!("\t[{wide}%中 %e\u{301}, %b{wide}]\n\t[{wide}%c]");
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:611
              |
            1 | ...",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",%中 %é, %b    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "...
              |                                                                                      ---     ^^
              |                                                                                      |
              |                                                                                      wide
            2 | ...",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",%c]
              |                                                                                      -- below

            1 error
        "#]].assert_eq(&error(&text, "%b", &[("%中", "wide"), ("%c", "below")]));
        let line = text.lines().next().unwrap();
        expect![[r#"
            error[redefined-value]: again
             --> a.mlir:1:2
              |
            1 |     [    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    ...,    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",    "中é",]
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            1 error
        "#]].assert_eq(&error(&text, line.trim_start(), &[]));
    }

    #[test]
    fn line_numbers_of_any_length() {
        let text = format!("%a\n{}%b\n", "\n".repeat(98));
        expect![[r#"
            error[redefined-value]: again
               --> a.mlir:1:1
                |
              1 | %a
                | ^^
            ...
            100 | %b
                | -- here

            1 error
        "#]]
        .assert_eq(&error(&text, "%a", &[("%b", "here")]));
        expect![[r#"
            error[redefined-value]: again
               --> a.mlir:100:1
                |
            100 | %b
                | ^^

            1 error
        "#]]
        .assert_eq(&error(&text, "%b", &[]));
    }
}
