//! Diagnostics of tests: an expected diagnostic is not a problem, and a missing one is reported. Diagnostics that are
//! natural in tests are not given unasked.

use super::Depth;
use crate::annotations::{Expectation, Level, expectations, is_of_errors, run_lines};
use base::source_file::{SettingsInput, SourceFile};
use rules::codes;
use rules::diagnostic::{Diagnostic, Severity};
use rustc_hash::FxHashSet;
use syntax::{TextRange, TextSize};

const UNMET: &str = "unmet-expectation";

/// The diagnostics of a file as its annotations and `RUN:` lines ask for them, in text order.
pub(super) fn as_expected(
    db: &dyn salsa::Database,
    file: SourceFile,
    depth: Depth,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let parse = file.parse(db);
    if !parse.may_be_test() && !parse.may_expect() {
        return found;
    }
    let text = parse.text();
    let settings = SettingsInput::get(db).settings(db);
    if run_lines(&text).next().is_some() {
        let is_asked = |code: &str| settings.severities.contains_key(code);
        found.retain(|it| is_asked(it.code) || !codes::get(it.code).is_some_and(|it| it.is_natural_in_tests));
    }
    let expected = expectations(&text);
    if expected.is_empty() {
        return found;
    }
    let lines = Lines::of(&text);
    let covered: FxHashSet<(Severity, Option<usize>)> =
        expected.iter().filter_map(|it| Some((severity(it)?, it.target))).collect();
    let mut met: FxHashSet<(Severity, usize)> = FxHashSet::default();
    for it in &mut found {
        let line = lines.line(it.range.start());
        if it.severity <= Severity::Warning {
            met.insert((it.severity, line));
        }
        if [Some(line), None].into_iter().any(|target| covered.contains(&(it.severity, target))) {
            it.severity = Severity::Information;
        }
    }
    let is_all_known = depth == Depth::Full || depth == Depth::AtOnce;
    let wanted = match settings.severities.get(UNMET) {
        Some(severity) => *severity,
        None => Some(Severity::Information),
    };
    if let Some(level) = wanted.filter(|_| is_all_known && is_of_errors(&text)) {
        // Warnings may be those of passes, and some are not known at once.
        let is_unmet = |it: &&Expectation| {
            it.severity == Level::Error
                && it.target.is_some_and(|line| !met.contains(&(Severity::Error, line)))
        };
        let unmet = expected.iter().filter(is_unmet);
        found.extend(unmet.map(|it| {
            Diagnostic::new(UNMET, level, lines.comment(it.line), "no error is found where this expects one")
        }));
        found.sort_by_key(|it| (it.range.start(), it.range.end(), it.severity));
    }
    found
}

/// The severity of ours that an annotation is about.
fn severity(expectation: &Expectation) -> Option<Severity> {
    match expectation.severity {
        Level::Error => Some(Severity::Error),
        Level::Warning => Some(Severity::Warning),
        Level::Remark | Level::Note => None,
    }
}

/// Where the lines of a text begin, from 0.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let behind = text.match_indices('\n').map(|it| it.0 + 1);
        Self { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    fn line(&self, offset: TextSize) -> usize {
        self.starts.partition_point(|it| *it <= usize::from(offset)).saturating_sub(1)
    }

    /// The comment of a line.
    fn comment(&self, line: usize) -> TextRange {
        let start = self.starts.get(line).copied().unwrap_or_default();
        let text = self.text.get(start..).and_then(|it| it.lines().next()).unwrap_or_default();
        let comment = text.find("//").unwrap_or_default();
        let size = |it: usize| TextSize::try_from(it).unwrap_or_default();
        TextRange::new(size(start + comment), size(start + text.trim_end().len().max(comment)))
    }
}

#[cfg(test)]
mod tests {
    use crate::host::Host;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let mut host = Host::new();
        let file = host.add_file(text);
        let found = host.analysis().diagnostics_with_fixes(file);
        let line = |it: &rules::diagnostic::Diagnostic| {
            let line = text[..usize::from(it.range.start())].matches('\n').count() + 1;
            format!("{line}: {} {}: {}\n", it.severity.as_str(), it.code, &text[it.range])
        };
        expected.assert_eq(&found.iter().map(line).collect::<String>());
    }

    #[test]
    fn what_is_expected_is_no_problem() {
        check(
            "// RUN: mlir-opt %s -verify-diagnostics\nfunc.func @f() {\n  // expected-error @below {{undeclared}}\n  \"a.b\"(%x) : (i32) -> ()\n  \"a.b\"(%y) : (i32) -> ()\n  // expected-error @+1 {{undeclared}}\n  return\n}\n",
            &expect![[r"
                4: information undefined-value: %x
                5: error undefined-value: %y
                6: information unmet-expectation: // expected-error @+1 {{undeclared}}
            "]],
        );
    }

    #[test]
    fn what_passes_say_is_not_missed() {
        check(
            "// RUN: mlir-opt %s -affine-loop-fusion -verify-diagnostics\nfunc.func @f() {\n  return // expected-error {{from a pass}}\n}\n",
            &expect![""],
        );
    }

    #[test]
    fn tests_read_what_nobody_writes() {
        let function = "func.func @f() {\n  %m = memref.alloc() : memref<8xf32>\n  %v = affine.load %m[0] : memref<8xf32>\n  \"a.b\"(%v) : (f32) -> ()\n  return\n}\n";
        check(
            function,
            &expect![[r#"
                3: warning uninitialized-read: %v = affine.load %m[0] : memref<8xf32>
            "#]],
        );
        check(&format!("// RUN: mlir-opt %s\n{function}"), &expect![""]);
    }
}
