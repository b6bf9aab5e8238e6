//! Blanks and comments in a large function: answers about all of the document, which move then, are those about a document
//! that was opened with the same text.

use affine_analyzer_tests::large_functions::{Buffers, large_function};
use affine_analyzer_tests::random::Random;
use serde_json::json;

use crate::random_session::{Text, answers_about_all, start};
use crate::{URI, range};

const FRESH: &str = "untitled:Fresh";
const EDITS: usize = 24;

/// What is typed at the start of a line, and at the end: blanks, comments, and an operation, with which nothing moves.
const TYPED_BEFORE: &[&str] = &["\n", "  ", "// typed\n"];
const TYPED_BEHIND: &[&str] =
    &["\n", "  ", " // typed", "\n// é😀", "\n\n// one\n// two", "\n  %new = arith.constant 1 : index"];

#[test]
fn answers_move_with_blanks_and_comments() {
    let mut random = Random::new(1);
    let function = large_function(Buffers::Own, 250);
    let mut text =
        Text::new(&format!("// before\n{function}// behind\n{function}").replace("@large", "@first"));
    let mut client = start();
    client.open(URI, 1, &text.whole());
    for version in 2..2 + i32::try_from(EDITS).unwrap() {
        answers_about_all(&mut client, URI);
        let line = random.below(text.lines.len());
        let content = &text.lines[line];
        let is_comment = content.trim_start().starts_with("//");
        let (start, end, insert) = match random.below(4) {
            // The last letter of a comment is gone.
            0 if is_comment && content.len() > 4 && content.is_ascii() => {
                (content.len() - 1, content.len(), "")
            }
            1 => (0, 0, TYPED_BEFORE[random.below(TYPED_BEFORE.len())]),
            _ if is_comment => (content.len(), content.len(), " ä"),
            _ => (content.len(), content.len(), TYPED_BEHIND[random.below(TYPED_BEHIND.len())]),
        };
        let [column, until] = [start, end].map(|it| content[..it].encode_utf16().count());
        let change = json!({ "range": range((line, column), (line, until)), "text": insert });
        text.replace(line, start..end, insert);
        client.change(URI, version, &[change]);
        client.open(FRESH, 1, &text.whole());
        let answers = [URI, FRESH].map(|it| answers_about_all(&mut client, it));
        client.close(FRESH);
        assert_eq!(answers[0], answers[1], "after {insert:?} in line {line} of\n{}", text.whole());
    }
    client.shut_down();
}
