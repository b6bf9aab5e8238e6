//! A place that a value could fill, in the tree of the text in which one does.

use super::context::CompletionContext;
use super::grammar::Grammar;
use super::scope::PLACEHOLDER;
use crate::FileView;
use syntax::{SyntaxKind, SyntaxToken, TextSize};
use transforms::rewrite::previous_token;

pub(crate) struct Slot {
    /// The token that is in the place, in a tree of its own.
    pub(crate) token: SyntaxToken,
    /// Index of the file's part.
    pub(crate) part: usize,
}

impl Slot {
    pub(crate) fn at(view: &FileView<'_>, offset: TextSize) -> Option<Slot> {
        let ctx = CompletionContext::at(view, offset)?;
        let grammar = Grammar::new(&ctx.text, ctx.word_in_text, &ctx.registry);
        Some(Slot { token: grammar.tree_with(PLACEHOLDER)?, part: ctx.part })
    }

    /// Commas between the opening bracket around the place and the place.
    pub(crate) fn commas_before(&self) -> usize {
        let mut depth = 0;
        let mut commas = 0;
        let before = std::iter::successors(previous_token(&self.token), previous_token);
        for token in before.take(MAX_TOKENS) {
            match token.kind() {
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => depth += 1,
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE if depth == 0 => break,
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => depth -= 1,
                SyntaxKind::COMMA if depth == 0 => commas += 1,
                _ => {}
            }
        }
        commas
    }
}

/// A list of operands is shorter.
const MAX_TOKENS: usize = 4_096;
