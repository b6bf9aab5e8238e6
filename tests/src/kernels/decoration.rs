//! A kernel as somebody has written it who likes comments and breaks lines anywhere.

use crate::random::Random;
use syntax::{SyntaxKind, SyntaxToken};

/// The kernel with comments in every kind of place, statements that span lines and lines that hold several.
///
/// Only what stands in the body of `@kernel` changes, and no line of it starts with the brace that ends it.
pub fn decorated(text: &str, seed: u64) -> String {
    let Some(function) = text.find("func.func @kernel") else { return text.to_owned() };
    let body = |at: usize| Some((at + text[at..].find("{\n")? + 2, at + text[at..].find("\n}")?));
    let Some((start, end)) = body(function) else { return text.to_owned() };
    let mut random = Random::new(seed);
    for _ in 0..8 {
        random.below(2);
    }
    // Comments inside statements, of which those in headers of loops are refused, come in some kernels only.
    let inside_statements = random.below(3) == 0;
    let mut decoration = Decoration { random, inside_statements, text: String::new(), count: 0 };
    for token in syntax::parse(text).syntax_node().descendants_with_tokens().filter_map(|it| it.into_token())
    {
        let from = usize::from(token.text_range().start());
        match token.kind() {
            SyntaxKind::WHITESPACE if (start..end).contains(&from) => decoration.gap(&token),
            _ => decoration.text += token.text(),
        }
    }
    decoration.text
}

struct Decoration {
    random: Random,
    inside_statements: bool,
    text: String,
    count: usize,
}

impl Decoration {
    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn comment(&mut self) -> String {
        self.count += 1;
        let slashes = if self.one_in(5) { "///" } else { "//" };
        let end = if self.one_in(5) { " of } and {" } else { "" };
        format!("{slashes} Remark {}{end}", self.count)
    }

    /// What stands between two tokens.
    fn gap(&mut self, blank: &SyntaxToken) {
        let kind = |it: Option<SyntaxToken>| it.map_or(SyntaxKind::COMMENT, |it| it.kind());
        let (before, after) = (kind(blank.prev_token()), kind(blank.next_token()));
        let behind_comment = before == SyntaxKind::COMMENT;
        let breaks_line = blank.text().contains('\n');
        let around_brace = [before, after].contains(&SyntaxKind::R_BRACE);
        match (breaks_line || behind_comment, around_brace || breaks_line) {
            (true, _) => self.between_lines(blank.text(), behind_comment),
            (false, true) => self.inside_line(blank.text(), 6, 6),
            (false, false) => {
                let comments = if self.inside_statements { 60 } else { usize::MAX };
                self.inside_line(blank.text(), 40, comments);
            }
        }
    }

    fn between_lines(&mut self, blank: &str, behind_comment: bool) {
        let last = blank.rsplit('\n').next().unwrap_or_default().to_owned();
        let first = if last.is_empty() { " ".to_owned() } else { last };
        match self.random.below(8) {
            0 if !behind_comment => {
                let comment = self.comment();
                self.text += &format!(" {comment}\n{first}");
            }
            1 => {
                let (comment, other) = (self.comment(), self.comment());
                self.text += &format!("\n{first}{comment}\n\n{first}{other}\n{first}");
            }
            2 => {
                let comment = self.comment();
                self.text += &format!("\n   {comment}\n{first}");
            }
            3 if !behind_comment => self.text += "  ",
            4 => self.text += &format!("\n\n{first} "),
            _ => self.text += &format!("\n{first}"),
        }
    }

    /// One line break in so many gaps, and one comment.
    fn inside_line(&mut self, blank: &str, breaks: usize, comments: usize) {
        if comments < usize::MAX && self.one_in(comments) {
            let comment = self.comment();
            self.text += &format!(" {comment}\n   ");
        } else if self.one_in(breaks) {
            self.text += "\n      ";
        } else {
            self.text += blank;
        }
    }
}
