//! The comments of a test for the tools that run it: `// RUN:` lines, and annotations like
//! `// expected-error @below {{text}}`, which `-verify-diagnostics` holds against what a tool says.

/// How bad a message of MLIR is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
    Remark,
    Note,
}

/// A diagnostic that is expected at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// Of the annotation, from 0.
    pub line: usize,
    /// Of what is said, from 0; `None` for anywhere.
    pub target: Option<usize>,
    pub severity: Level,
    /// The text that the message has to contain; a pattern where `is_pattern`.
    pub text: String,
    pub is_pattern: bool,
}

/// The prefix of each annotation.
pub const EXPECTED: &str = syntax::EXPECTATION;

/// The annotations of a text.
pub fn expectations(text: &str) -> Vec<Expectation> {
    let mut found: Vec<Expectation> = Vec::new();
    let mut block_line = 0;
    for (line, content) in text.lines().enumerate() {
        let Some((_, comment)) = content.split_once("//") else {
            block_line = line + 1;
            continue;
        };
        let mut rest = comment;
        while let Some(at) = rest.find(EXPECTED) {
            rest = &rest[at + EXPECTED.len()..];
            let Some((expectation, behind)) = expectation(rest, line, block_line) else { continue };
            found.push(expectation);
            rest = behind;
        }
        if !content.trim_start().starts_with("//") {
            block_line = line + 1;
        }
    }
    found
}

/// `error-re @below {{text}}` and the like, and what is after it.
fn expectation(text: &str, line: usize, above: usize) -> Option<(Expectation, &str)> {
    let words = [
        ("error", Level::Error),
        ("warning", Level::Warning),
        ("remark", Level::Remark),
        ("note", Level::Note),
    ];
    let (rest, severity) = words.iter().find_map(|(word, it)| Some((text.strip_prefix(word)?, *it)))?;
    let (rest, is_pattern) = rest.strip_prefix("-re").map_or((rest, false), |it| (it, true));
    let (designator, rest) = rest.split_once("{{")?;
    let (message, behind) = rest.split_once("}}")?;
    let target = match designator.trim().strip_prefix('@') {
        None => Some(line),
        Some("below") => Some(line + 1),
        Some("above") => Some(above.checked_sub(1)?),
        Some("unknown") => None,
        Some(offset) => Some(line.checked_add_signed(offset.trim().parse().ok()?)?),
    };
    Some((Expectation { line, target, severity, text: message.to_owned(), is_pattern }, behind))
}

/// The commands of the `RUN:` lines of a text.
pub(crate) fn run_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|it| Some(it.split_once("//")?.1.split_once(syntax::RUN_LINE)?.1.trim()))
}

/// Options by which a tool only reads a program and holds what it says against annotations.
const READING: &[&str] = &[
    "allow-unregistered-dialect",
    "mlir-print-debuginfo",
    "mlir-print-op-generic",
    "split-input-file",
    "verify-diagnostics",
];

/// Whether the tests of a text hold annotations against what a tool says that runs no passes.
pub(crate) fn is_of_errors(text: &str) -> bool {
    let words = run_lines(text).flat_map(str::split_whitespace).filter(|it| it.starts_with('-'));
    let options = words.map(|it| it.trim_start_matches('-').split('=').next().unwrap_or_default());
    let options: Vec<&str> = options.collect();
    options.contains(&"verify-diagnostics") && options.iter().all(|it| READING.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_name_lines() {
        let text = "// expected-error@+1 {{a}}\nx\n// expected-warning @below {{b}} expected-note-re@-1 {{c.*}}\ny // expected-error {{d}}\n// expected-error @above {{e}}\n";
        let found: Vec<_> = expectations(text).into_iter().map(|it| (it.target, it.text)).collect();
        let expected = [(Some(1), "a"), (Some(3), "b"), (Some(1), "c.*"), (Some(3), "d"), (Some(3), "e")];
        assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn tests_of_errors_run_no_passes() {
        for (options, expected) in [
            ("-verify-diagnostics", true),
            ("--verify-diagnostics=all -split-input-file | FileCheck", true),
            ("-split-input-file", false),
            ("-affine-loop-fusion -verify-diagnostics", false),
            ("", false),
        ] {
            let text = format!("// RUN: mlir-opt %s {options}\n");
            assert_eq!(is_of_errors(&text), expected, "{text}");
        }
        assert!(!is_of_errors("// mlir-opt -verify-diagnostics\n"));
    }
}
