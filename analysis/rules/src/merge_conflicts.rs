//! `merge-conflict`: a file in which both sides of a merge still are. What else is wrong there follows from that, or may.

use crate::codes;
use crate::diagnostic::{Diagnostic, Related};
use base::source_file::SourceFile;
use std::iter::successors;
use syntax::SyntaxKind::{EQ, L_ANGLE, PIPE, R_ANGLE};
use syntax::{SyntaxNode, SyntaxToken, TextRange, TextSize};

/// A line that a tool like git has written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    Start,
    /// Between one side and what both come from.
    Base,
    Middle,
    End,
}

const MARKERS: [(&str, Marker); 4] = [
    ("<<<<<<<", Marker::Start),
    ("|||||||", Marker::Base),
    ("=======", Marker::Middle),
    (">>>>>>>", Marker::End),
];

/// The characters of each.
const LENGTH: usize = 7;

impl Marker {
    fn of(line: &str) -> Option<Self> {
        let (_, marker) = MARKERS.into_iter().find(|(text, marker)| {
            let rest = line.strip_prefix(text);
            // The others have the name of a side.
            rest.is_some_and(|it| it.is_empty() || *marker != Marker::Middle && it.starts_with(' '))
        })?;
        Some(marker)
    }
}

/// A place in a tree is looked for from the root: of more errors the others are not asked.
const MOST_ERRORS: usize = 64;

/// The conflicts of a file, each once, in text order. None in a text that has no errors.
pub fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let parse = file.parse(db);
    if parse.errors().is_empty() {
        return Vec::new();
    }
    let root = parse.syntax_node();
    if !parse.errors().iter().take(MOST_ERRORS).any(|it| is_suspicious(&root, it.range.start())) {
        return Vec::new();
    }
    let text = root.to_string();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut open = false;
    let mut at = TextSize::new(0);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let range = TextRange::at(at, TextSize::of(content));
        at += TextSize::of(line);
        let Some(marker) = Marker::of(content) else { continue };
        match found.last_mut().filter(|_| open && marker != Marker::Start) {
            Some(conflict) => {
                let message = match marker {
                    Marker::End => "its end",
                    Marker::Base => "what both sides come from",
                    Marker::Middle | Marker::Start => "the other side",
                };
                conflict.related.push(Related { range, message: message.into() });
            }
            None => {
                let message = match marker {
                    Marker::Start => "this conflict of a merge is not resolved: both sides are in the file",
                    _ => "this line is left over from a conflict of a merge",
                };
                let code = "merge-conflict";
                found.push(Diagnostic::new(code, codes::severity(code), range, message));
            }
        }
        open = marker == Marker::Start || open && marker != Marker::End;
    }
    found
}

/// Whether a marker may be where an error is, or right after it. Most errors are near none, and the text is not read.
fn is_suspicious(root: &SyntaxNode, at: TextSize) -> bool {
    let here = root.token_at_offset(at).right_biased();
    let mut tokens = successors(here, SyntaxToken::next_token).filter(|it| !it.kind().is_trivia()).take(2);
    tokens.any(|it| {
        is_of_marker(&it) && {
            let before = successors(Some(it), |it| it.prev_token().filter(is_of_marker)).take(LENGTH);
            let run = successors(before.last(), |it| it.next_token().filter(is_of_marker)).take(LENGTH);
            let run: String = run.map(|it| it.text().to_owned()).collect();
            MARKERS.iter().any(|(text, _)| run.starts_with(text))
        }
    })
}

fn is_of_marker(token: &SyntaxToken) -> bool {
    matches!(token.kind(), L_ANGLE | EQ | R_ANGLE | PIPE)
}
