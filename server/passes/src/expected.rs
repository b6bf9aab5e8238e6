//! Annotations for what a tool says.

use analysis::annotations::{EXPECTED, expectations};

use crate::messages::{Message, Severity};

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
                annotated.push_str(&format!("{indent}// {EXPECTED}{word} @below {{{{{}}}}}\n", message.text));
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
