//! Which bracket closes which, found before parsing.
//!
//! The parser never looks beyond the end of the bracket it is in, so that an error inside cannot swallow what
//! follows. Braces weigh more than the other brackets: a `)` never pairs across a `{`. If the braces of a part do
//! not balance, indentation decides which one lacks its partner.

use crate::{
    SyntaxKind::{self, *},
    lexer::{Lexed, Token},
    parser::is_prefixless_operation,
};

/// For each opening bracket, where its content ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Index of the token after the content: the partner, if there is one.
    pub(crate) index: u32,
    pub(crate) has_partner: bool,
}

const NONE: End = End { index: u32::MAX, has_partner: false };

/// The end of each bracket; meaningful at opening brackets and at closing brackets, which have their own index as
/// the end if they have a partner. And whether every brace has a partner.
pub(crate) fn pair(lexed: &Lexed<'_>) -> (Vec<End>, bool) {
    let mut ends = vec![NONE; lexed.tokens.len()];
    let mut balanced = true;
    let mut start = 0;
    for end in lexed.split_markers.iter().copied().chain([lexed.tokens.len()]) {
        if !pair_part(lexed, start, end, &mut ends, false) {
            balanced = false;
            ends[start..end].fill(NONE);
            pair_part(lexed, start, end, &mut ends, true);
        }
        start = end + 1;
    }
    (ends, balanced)
}

/// As `pair`, of a statement of the first `own` tokens, and of what follows it.
pub(crate) fn pair_statement(lexed: &Lexed<'_>, own: usize) -> Vec<End> {
    let mut ends = vec![NONE; lexed.tokens.len()];
    pair_part(lexed, 0, own, &mut ends, false);
    pair_part(lexed, own, lexed.tokens.len(), &mut ends, false);
    ends
}

/// A brace that is open, with what is open inside it.
struct Frame {
    brace: Option<u32>,
    indentation: u32,
    /// Number of the line of the brace.
    line: u32,
    /// Column of the first statement inside.
    content: Option<u32>,
    /// Open parentheses and square brackets.
    open: Vec<u32>,
    parens: usize,
    brackets: usize,
}

struct Pairing<'a> {
    tokens: &'a [Token],
    ends: &'a mut [End],
    frames: Vec<Frame>,
    /// Indices in `frames` of those of functions; if indentation counts, none is less indented than one before it.
    functions: Vec<usize>,
    all_paired: bool,
    line: u32,
}

/// Pairs the brackets of a part; whether each brace has a partner.
fn pair_part(lexed: &Lexed<'_>, start: usize, end: usize, ends: &mut [End], by_indentation: bool) -> bool {
    let tokens = &lexed.tokens;
    let mut it =
        Pairing { tokens, ends, frames: Vec::new(), functions: Vec::new(), all_paired: true, line: 0 };
    it.push_frame(None, 0, false);
    // Of the line on which the current statement starts.
    let mut indentation = 0;
    let mut is_function = false;
    for (index, token) in tokens.iter().copied().enumerate().take(end).skip(start) {
        if let Some(column) = token.indentation() {
            it.line += 1;
            if starts_statement(lexed, token) {
                indentation = column;
                is_function = starts_function(lexed, token);
                if by_indentation {
                    it.statement(token.kind, is_function, column, index);
                }
            }
        }
        match token.kind {
            L_PAREN | L_BRACKET => it.open(index, token.kind),
            R_PAREN => it.close(index, L_PAREN, by_indentation),
            R_BRACKET => it.close(index, L_BRACKET, by_indentation),
            L_BRACE => it.push_frame(Some(index as u32), indentation, is_function),
            R_BRACE if by_indentation && token.indentation().is_none() && !it.opens_on_this_line() => {
                it.all_paired = false;
            }
            R_BRACE => it.close_brace(index, token.indentation().filter(|_| by_indentation)),
            _ => {}
        }
    }
    while it.frames.len() > 1 {
        it.pop_frame(end, false);
    }
    it.pop_frame(end, false);
    it.all_paired
}

/// Whether a token is the name of a function operation, at the start of a line.
pub(crate) fn starts_function(lexed: &Lexed<'_>, token: Token) -> bool {
    token.indentation().is_some()
        && token.kind == BARE_ID
        && matches!(lexed.text_of(token), "func.func" | "func")
}

/// Whether a token that is the first of its line looks like the start of a statement.
fn starts_statement(lexed: &Lexed<'_>, token: Token) -> bool {
    match token.kind {
        PERCENT_ID | STRING | CARET_ID | HASH_ID | EXCLAMATION_ID | R_BRACE => true,
        BARE_ID => {
            let text = lexed.text_of(token);
            text.contains('.') || is_prefixless_operation(text)
        }
        _ => false,
    }
}

impl Pairing<'_> {
    fn push_frame(&mut self, brace: Option<u32>, indentation: u32, is_function: bool) {
        if is_function {
            self.functions.push(self.frames.len());
        }
        self.frames.push(Frame {
            brace,
            indentation,
            line: self.line,
            content: None,
            open: Vec::new(),
            parens: 0,
            brackets: 0,
        });
    }

    fn pop_frame(&mut self, index: usize, has_partner: bool) {
        let Some(frame) = self.frames.pop() else { return };
        if self.functions.last() == Some(&self.frames.len()) {
            self.functions.pop();
        }
        for open in frame.open {
            self.ends[open as usize] = End { index: index as u32, has_partner: false };
        }
        if let Some(brace) = frame.brace {
            self.all_paired &= has_partner;
            self.ends[brace as usize] = End { index: index as u32, has_partner };
        }
    }

    fn opens_on_this_line(&self) -> bool {
        self.frames.last().is_some_and(|it| it.brace.is_some() && it.line == self.line)
    }

    /// A statement starts a line. If it is less indented than those before it, their region has lost its brace.
    fn statement(&mut self, kind: SyntaxKind, is_function: bool, column: u32, index: usize) {
        if is_function {
            self.close_functions(column, index);
        }
        if !matches!(kind, BARE_ID | PERCENT_ID | STRING) {
            return;
        }
        let is_left = |it: &Frame| {
            it.brace.is_some()
                && it.indentation >= column
                && it.content.is_some_and(|content| content > column)
        };
        while self.frames.last().is_some_and(is_left) {
            self.pop_frame(index, false);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.content.get_or_insert(column);
        }
    }

    /// A function starts: the function that is still open, if it is not less indented, ends here.
    fn close_functions(&mut self, column: u32, index: usize) {
        let less_indented = self.functions.partition_point(|it| self.frames[*it].indentation < column);
        let Some(outermost) = self.functions.get(less_indented).copied() else { return };
        while self.frames.len() > outermost {
            self.pop_frame(index, false);
        }
    }

    fn open(&mut self, index: usize, kind: SyntaxKind) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.open.push(index as u32);
        if kind == L_PAREN { frame.parens += 1 } else { frame.brackets += 1 }
    }

    /// A closing brace; `column` if indentation counts and the brace is the first of its line.
    fn close_brace(&mut self, index: usize, column: Option<u32>) {
        if let Some(column) = column {
            while self.frames.len() > 2 && self.frames.last().is_some_and(|it| it.indentation > column) {
                self.pop_frame(index, false);
            }
            // Deeper than what is open: its own opening brace is missing.
            if self.frames.last().is_some_and(|it| it.brace.is_none() || it.indentation < column) {
                self.all_paired = false;
                return;
            }
        }
        if self.frames.len() > 1 {
            self.pop_frame(index, true);
            self.ends[index] = End { index: index as u32, has_partner: true };
        } else {
            self.all_paired = false;
        }
    }

    fn close(&mut self, index: usize, opener: SyntaxKind, by_indentation: bool) {
        let column = self.tokens[index].indentation().filter(|_| by_indentation);
        let Some(frame) = self.frames.last_mut() else { return };
        let count = if opener == L_PAREN { frame.parens } else { frame.brackets };
        if count == 0 {
            // A bracket that closes nothing, where the brace is expected: a mistyped brace.
            if frame.brace.is_some() && column == Some(frame.indentation) {
                self.pop_frame(index, false);
            }
            return;
        }
        while let Some(open) = frame.open.pop() {
            let kind = self.tokens[open as usize].kind;
            if kind == L_PAREN {
                frame.parens -= 1
            } else {
                frame.brackets -= 1
            }
            let has_partner = kind == opener;
            self.ends[open as usize] = End { index: index as u32, has_partner };
            if has_partner {
                self.ends[index] = End { index: index as u32, has_partner };
                return;
            }
        }
    }
}
