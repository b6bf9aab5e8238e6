//! `expected-error` annotations, which `-verify-diagnostics` holds against what a tool says.

use crate::messages::{Message, Severity};

/// What is to be said at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// Of the annotation, from 0.
    pub line: usize,
    /// Of what is said, from 0; `None` for anywhere.
    pub target: Option<usize>,
    pub severity: Severity,
    /// What the message has to contain; a pattern where `is_pattern`.
    pub text: String,
    pub is_pattern: bool,
}

const PREFIX: &str = "expected-";

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
        while let Some(at) = rest.find(PREFIX) {
            rest = &rest[at + PREFIX.len()..];
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

/// `error-re @below {{text}}` and the like, and what stands behind it.
fn expectation(text: &str, line: usize, above: usize) -> Option<(Expectation, &str)> {
    let words = [
        ("error", Severity::Error),
        ("warning", Severity::Warning),
        ("remark", Severity::Remark),
        ("note", Severity::Note),
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

/// The text with annotations for errors, warnings and remarks at places of it that no annotation expects yet.
pub fn with_expectations(text: &str, said: &[Message]) -> String {
    let expected = expectations(text);
    let is_expected = |it: &Message, line: usize| {
        expected.iter().any(|own| {
            own.severity == it.severity
                && own.target.is_none_or(|target| target == line)
                && (own.is_pattern || it.text.contains(&own.text))
        })
    };
    let mut annotated = String::new();
    for (line, content) in text.split_inclusive('\n').enumerate() {
        let indent = &content[..content.len() - content.trim_start_matches([' ', '\t']).len()];
        for message in said.iter().filter(|it| it.place.is_some_and(|place| place.0 == line + 1)) {
            let word = match message.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Remark => "remark",
                Severity::Note => continue,
            };
            if !is_expected(message, line) {
                annotated.push_str(&format!("{indent}// {PREFIX}{word} @below {{{{{}}}}}\n", message.text));
            }
        }
        annotated.push_str(content);
    }
    annotated
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
    fn what_is_not_expected_is_annotated_once() {
        let said = |text: &str, line| Message {
            severity: Severity::Error,
            text: text.to_owned(),
            place: Some((line, 3)),
        };
        let source = "// expected-error @below {{known}}\n  x\n  y\n";
        let all = [said("it is known", 2), said("new", 3)];
        let text = with_expectations(source, &all);
        assert_eq!(
            text,
            "// expected-error @below {{known}}\n  x\n  // expected-error @below {{new}}\n  y\n"
        );
        let again = [said("it is known", 2), said("new", 4)];
        assert_eq!(with_expectations(&text, &again), text);
    }
}
