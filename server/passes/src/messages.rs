//! The messages of a tool, with their places in the source.

pub use analysis::annotations::Level as Severity;

/// A message of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub severity: Severity,
    pub text: String,
    /// Line and column in the source, both from 1, the column in bytes.
    pub place: Option<(usize, usize)>,
}

const WORDS: [(&str, Severity); 4] = [
    ("error: ", Severity::Error),
    ("warning: ", Severity::Warning),
    ("remark: ", Severity::Remark),
    ("note: ", Severity::Note),
];

/// This many messages are kept.
const MOST: usize = 1_000;

/// The messages of what was printed.
pub(crate) fn messages(printed: &str) -> Vec<Message> {
    printed.lines().filter_map(message).take(MOST).collect()
}

/// As [`messages`], with what a tool of this name says of its arguments, `mlir-opt: for the --tile-size option: …`, after which
/// an error without words may follow.
pub(crate) fn messages_with_usage(printed: &str, tool: &str) -> Vec<Message> {
    let usage = |line: &str| {
        let text = line.strip_prefix(tool)?.strip_prefix(": ")?.trim().to_owned();
        let is_said = !tool.is_empty() && !text.is_empty();
        is_said.then_some(Message { severity: Severity::Error, text, place: None })
    };
    let found = printed.lines().filter_map(|it| usage(it).or_else(|| message(it)));
    let mut found: Vec<_> = found.take(MOST).collect();
    if found.iter().any(|it| !it.text.is_empty()) {
        found.retain(|it| !it.text.is_empty());
    }
    found
}

/// Like [`messages`], but only those at places of one file.
pub(crate) fn messages_of(printed: &str, file: &str) -> Vec<Message> {
    let own = printed.lines().filter(|it| it.starts_with(file));
    own.filter_map(message).take(MOST).collect()
}

/// Whether a line of what was printed begins a message.
pub(crate) fn is_message(line: &str) -> bool {
    message(line.trim_end()).is_some()
}

/// `file:line:column: error: text`, `loc("file":line:column): error: text`, or without a place.
fn message(line: &str) -> Option<Message> {
    let (at, word, severity) = WORDS
        .iter()
        .filter_map(|(word, severity)| Some((line.find(word)?, word, *severity)))
        .min_by_key(|it| it.0)?;
    let text = line[at + word.len()..].to_owned();
    let head = line[..at].trim_end();
    // The word comes after a place, or first.
    let is_message = head.is_empty() || head.ends_with(':') && (place(head).is_some() || !head.contains(' '));
    is_message.then(|| Message { severity, text, place: place(head) })
}

fn place(head: &str) -> Option<(usize, usize)> {
    let head = head.strip_suffix(':')?;
    // The innermost location of a nested one.
    let head = head.trim_end_matches(')');
    let (rest, column) = head.rsplit_once(':')?;
    let (_, line) = rest.rsplit_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_a_message() {
        let said = |printed: &str| {
            let found = messages_with_usage(printed, "mlir-opt-22");
            found.into_iter().map(|it| it.text).collect::<Vec<_>>()
        };
        let printed = "mlir-opt-22: for the --tile-size option: 'x' value invalid for uint argument!\n<unknown>:0: error: \nfailed to add `a`\n";
        assert_eq!(said(printed), ["for the --tile-size option: 'x' value invalid for uint argument!"]);
        assert_eq!(said("-:1:2: error: no\n"), ["no"]);
        assert_eq!(said("<unknown>:0: error: \n"), [""]);
    }

    #[test]
    fn places_are_read() {
        let place = |line: &str| message(line).and_then(|it| it.place);
        assert_eq!(place("-:3:14: error: expected"), Some((3, 14)));
        assert_eq!(place("loc(\"q1_\"(\"-\":5:8)): warning: w"), Some((5, 8)));
        assert_eq!(place("<stdin>:1:2: note: see"), Some((1, 2)));
        assert_eq!(message("error: no such pass").map(|it| it.text), Some("no such pass".to_owned()));
        assert_eq!(message("<unknown>:0: error: e").map(|it| it.place), Some(None));
        assert_eq!(message("  foo.bar {x = \"an error: here\"}"), None);
        assert_eq!(message("module {"), None);
    }
}
