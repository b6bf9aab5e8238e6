//! Tests in the text: `// RUN:` lines, run as `lit` would run them, but without a shell and with no programs but the tool
//! and FileCheck.

mod allowed;
mod checks;
mod command;
mod execution;

pub use checks::with_checks;
pub use command::{Command, Redirection};
pub use execution::{Execution, Outcome, output, run_test};

/// A test of a file: all its `RUN:` lines that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The first line, from 0.
    pub line: usize,
    /// The commands, with what they pipe into each other.
    pub text: String,
}

const RUN: &str = "RUN:";
/// This many lines of a file are looked through.
const MOST_LINES: usize = 100_000;

/// The tests of a text. A line that ends with a backslash goes on in the next.
pub fn tests(text: &str) -> Vec<Test> {
    let mut found: Vec<Test> = Vec::new();
    let mut goes_on = false;
    for (line, content) in text.lines().enumerate().take(MOST_LINES) {
        let Some(command) = run_line(content) else { continue };
        let (command, goes_on_after) = match command.strip_suffix('\\') {
            Some(command) => (command.trim_end(), true),
            None => (command, false),
        };
        match found.last_mut().filter(|_| goes_on) {
            Some(test) => {
                test.text.push(' ');
                test.text.push_str(command);
            }
            None => found.push(Test { line, text: command.to_owned() }),
        }
        goes_on = goes_on_after;
    }
    found
}

fn run_line(line: &str) -> Option<&str> {
    let comment = line.trim_start().strip_prefix("//")?;
    Some(comment.trim_start().strip_prefix(RUN)?.trim())
}

#[cfg(test)]
mod tests_of_lines {
    use super::*;

    #[test]
    fn lines_are_joined() {
        let text = "// RUN: mlir-opt %s \\\n// RUN:   -cse | FileCheck %s\nmodule {}\n  // RUN: a\n// CHECK: RUN: b\n";
        let test = |line, text: &str| Test { line, text: text.to_owned() };
        assert_eq!(tests(text), [test(0, "mlir-opt %s -cse | FileCheck %s"), test(3, "a")]);
    }
}
