//! Tokens as text, over odd lines and with comments wherever white space may be.

use super::random::Random;

pub(super) struct Writer {
    text: String,
    /// How many of two tokens that stand together are broken apart: one in so many.
    breaks: usize,
}

impl Writer {
    pub(super) fn new(breaks: usize) -> Self {
        Self { text: String::new(), breaks }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Begins a statement.
    pub(super) fn line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(depth));
    }

    /// A token that may begin a line.
    pub(super) fn token(&mut self, random: &mut Random, token: &str) {
        let is_tight = token.starts_with([',', ')', ']']) || self.text.ends_with(['(', '[', '\n', ' ']);
        if self.breaks > 0 && random.one_in(self.breaks) {
            self.text.push_str(random.pick(&[
                "\n",
                "\n        ",
                " // a comment\n  ",
                " // ( %z = \"a\"(\n",
                "\t",
                "  ",
            ]));
        } else if !is_tight || random.one_in(8) {
            self.text.push(' ');
        }
        self.text.push_str(token);
    }

    /// A token that stands on the line of the one before, since at the start of a line it would begin a statement.
    pub(super) fn beside(&mut self, token: &str) {
        self.text.push(' ');
        self.text.push_str(token);
    }

    /// Tokens that stand together.
    pub(super) fn tight(&mut self, token: &str) {
        self.text.push_str(token);
    }
}
