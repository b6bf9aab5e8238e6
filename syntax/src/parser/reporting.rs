//! Errors of the parser: which, where, and when it keeps silent.

use crate::{
    Expected, SyntaxError, SyntaxErrorCode,
    SyntaxKind::{self, *},
    TextRange, TextSize,
    brackets::starts_function,
    lexer::Token,
    parser::Parser,
};

/// No message is longer.
pub(crate) const MAX_MESSAGE_BYTES: usize = 400;

impl Parser<'_> {
    /// Reports an error at the current token; at the end of the token before it, if this one is on a later line.
    pub(crate) fn error(&mut self, code: SyntaxErrorCode, message: impl Into<String>) {
        if self.silent {
            return;
        }
        if self.at < self.limit && matches!(self.tokens[self.at].kind, UNEXPECTED | AMP) {
            let is_operator = code == SyntaxErrorCode::AffineUnknownOperator && self.current_text() == "%";
            let is_character = self.tokens[self.at].kind == UNEXPECTED && !is_operator;
            if code == SyntaxErrorCode::UnexpectedCharacter || is_character {
                return self.unexpected_character(self.at);
            }
        }
        let on_this_line = self.at < self.limit && self.tokens[self.at].indentation().is_none();
        let range = if on_this_line || self.at == 0 { self.range_of(self.at) } else { self.gap_before() };
        self.push_error(code, range, message.into());
    }

    /// Reports a token that MLIR does not have.
    pub(crate) fn unexpected_character(&mut self, token: usize) {
        if self.silent {
            return;
        }
        let text = self.lexed.text_of(self.tokens[token]);
        let next = self.tokens.get(token + 1).map(|it| it.kind);
        let hint = match text {
            ";" => "; statements need no terminator",
            "!" if next == Some(EQ) => "; an affine set knows only >=, <= and ==",
            "%" | "^" | "#" | "!" | "@" => " without a name",
            _ => "",
        };
        let message = format!("'{text}' has no meaning in MLIR{hint}");
        self.push_error(SyntaxErrorCode::UnexpectedCharacter, self.range_of(token), message);
    }

    /// Reports a token that MLIR does not have, or a bracket without partner.
    pub(crate) fn unexpected_token(&mut self, token: usize) {
        let message = match self.tokens[token].kind {
            UNEXPECTED => return self.unexpected_character(token),
            L_PAREN | L_BRACKET => "this bracket is never closed",
            _ => "this bracket closes nothing",
        };
        self.error_between(SyntaxErrorCode::ExpectedToken, token, token + 1, message);
    }

    /// Reports a closing brace where a statement should start. Whether that is shown depends on the other errors.
    pub(crate) fn unexpected_brace(&mut self) {
        self.balanced = false;
        let message = "this brace closes nothing";
        self.error_between(SyntaxErrorCode::ExpectedToken, self.at, self.at + 1, message);
    }

    /// Reports an error from one token to before another.
    pub(crate) fn error_between(
        &mut self,
        code: SyntaxErrorCode,
        start: usize,
        end: usize,
        message: impl Into<String>,
    ) {
        if !self.silent {
            let range = self.range_of(start).cover(self.range_of(end.max(start + 1) - 1));
            self.push_error(code, range, message.into());
        }
    }

    /// Reports a region that ends here without a brace; of several that end here, the innermost.
    ///
    /// The place is where the brace is missed: at a `return` or function that would be in the region, or at the end
    /// of the file if that is not in view from the opening brace; else at the brace.
    pub(crate) fn unterminated_region(&mut self, brace: usize) {
        let end = Some(self.at);
        if std::mem::replace(&mut self.unterminated_at, end) == end {
            return;
        }
        let code = SyntaxErrorCode::UnterminatedRegion;
        if let Some((token, what)) = self.misplaced_statement() {
            let message = format!("this {what} stands in a region that is never closed");
            self.statement(|p| p.error_between(code, token, token + 1, message));
        } else if let Some(range) = self.distant_end(brace) {
            let message = "the file ends in a region that is never closed".to_owned();
            self.statement(|p| p.push_error(code, range, message));
        } else {
            self.statement(|p| p.error_between(code, brace, brace + 1, "this region is never closed"));
        }
    }

    /// The statement that cannot be in the region that ends here: the function that follows, or the next `return` or call without
    /// a prefix in the same function, if it is not far away.
    fn misplaced_statement(&self) -> Option<(usize, &'static str)> {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let is_function = |it: &Token| starts_function(self.lexed, *it);
        if rest.first().is_some_and(is_function) {
            return Some((self.at, "function"));
        }
        let next =
            rest.iter().take(MAX_DISTANCE).take_while(|it| !is_function(it) && it.kind != SPLIT_MARKER);
        let mut words = next.enumerate().filter(|(_, it)| it.indentation().is_some() && it.kind == BARE_ID);
        words.find_map(|(index, token)| {
            let word = self.lexed.text_of(*token);
            ["return", "call"].into_iter().find(|it| *it == word).map(|it| (self.at + index, it))
        })
    }

    /// The end of the part, if only braces come before it, the opening brace is not in view there and nothing is said
    /// about that place yet.
    fn distant_end(&mut self, brace: usize) -> Option<TextRange> {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let end = self.at + rest.iter().take_while(|it| it.kind == R_BRACE).count();
        if self.tokens.get(end).is_some_and(|it| it.kind != SPLIT_MARKER) || self.errors_at_end == Some(end) {
            return None;
        }
        let inside = self.tokens.get(brace + 1..end).unwrap_or_default();
        inside.iter().filter(|it| it.indentation().is_some()).nth(NEAR_LINES)?;
        self.errors_at_end = Some(end);
        Some(TextRange::empty(self.range_of(end.checked_sub(1)?).end()))
    }

    /// Reports that the current token is not what has to be here.
    pub(crate) fn expected(&mut self, what: impl Into<Expected>) {
        self.expected_or(SyntaxErrorCode::ExpectedToken, what);
    }

    pub(crate) fn expected_or(&mut self, code: SyntaxErrorCode, what: impl Into<Expected>) {
        if self.silent {
            return;
        }
        let what = what.into();
        let found = match self.tokens.get(self.at) {
            // The error is at the end of the line, not before the first token of the next line.
            Some(next) if next.indentation().is_some() && self.at > 0 => "the end of the line".to_owned(),
            Some(_) => {
                let text = self.lexed.text_of(self.tokens[self.at]);
                let mut short: String = text.chars().take(40).collect();
                if short.len() < text.len() {
                    short.push('…');
                }
                format!("'{short}'")
            }
            None => "the end of the file".to_owned(),
        };
        let count = self.errors.len();
        self.error(code, format!("expected {what}, found {found}"));
        // A token that MLIR does not have gets no other error.
        if let Some(error) = self.errors.get_mut(count).filter(|it| it.code == code) {
            error.expected = Some(what);
        }
    }

    /// As `expected`, of a token of one kind. An error about a closing bracket knows which bracket it would close.
    pub(crate) fn expected_kind(&mut self, code: SyntaxErrorCode, kind: SyntaxKind) {
        let count = self.errors.len();
        self.expected_or(code, spelling(kind));
        if let Some(error) = self.errors.get_mut(count) {
            error.closes = opening(kind);
        }
    }

    fn push_error(&mut self, code: SyntaxErrorCode, range: TextRange, mut message: String) {
        if message.len() > MAX_MESSAGE_BYTES {
            // It quotes a very long token.
            message.truncate(message.floor_char_boundary(MAX_MESSAGE_BYTES - '…'.len_utf8()));
            message.push('…');
        }
        self.silent = true;
        self.errors.push(SyntaxError { code, range, message, expected: None, closes: None });
    }

    /// Reports an error that an attempt made.
    pub(crate) fn report(&mut self, error: SyntaxError) {
        if !self.silent {
            self.silent = true;
            self.errors.push(error);
        }
    }

    fn range_of(&self, token: usize) -> TextRange {
        match self.tokens.get(token) {
            Some(token) => token.range(),
            None => TextRange::empty(TextSize::of(self.lexed.text)),
        }
    }

    fn gap_before(&self) -> TextRange {
        TextRange::empty(self.range_of(self.at - 1).end())
    }

    /// How many errors have been reported.
    pub(crate) fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// Whether an error of the current statement has been reported, or errors are not wanted here.
    pub(crate) fn is_silent(&self) -> bool {
        self.silent
    }

    /// Runs `inside` as a statement of its own: its errors are reported, and do not silence what follows.
    pub(crate) fn statement(&mut self, inside: impl FnOnce(&mut Self)) {
        let silent = std::mem::replace(&mut self.silent, false);
        inside(self);
        self.silent = silent;
    }

    /// Runs `inside` with the given silence, and gives back that after it.
    pub(crate) fn with_silence(&mut self, silent: bool, inside: impl FnOnce(&mut Self)) -> bool {
        let outer = std::mem::replace(&mut self.silent, silent);
        inside(self);
        std::mem::replace(&mut self.silent, outer)
    }

    /// Runs `inside`, and reports of its errors only old spellings; none if `silent`.
    pub(crate) fn only_old_spellings(&mut self, silent: bool, inside: impl FnOnce(&mut Self)) {
        let before = self.errors.len();
        self.with_silence(silent, inside);
        let inner = self.errors.split_off(before);
        self.errors.extend(inner.into_iter().filter(|it| it.code.is_legacy()));
    }

    /// Runs `inside` without reporting errors.
    pub(crate) fn silently(&mut self, inside: impl FnOnce(&mut Self)) {
        let silent = std::mem::replace(&mut self.silent, true);
        inside(self);
        self.silent = silent;
    }
}

/// How many tokens ahead a statement is looked for that cannot be in a region.
const MAX_DISTANCE: usize = 1000;

/// A brace that is at most this many lines above is in view.
const NEAR_LINES: usize = 2;

/// The bracket that a closing bracket closes.
fn opening(kind: SyntaxKind) -> Option<SyntaxKind> {
    Some(match kind {
        R_PAREN => L_PAREN,
        R_BRACKET => L_BRACKET,
        R_BRACE => L_BRACE,
        R_ANGLE => L_ANGLE,
        _ => return None,
    })
}

/// How a token is called in a message.
fn spelling(kind: SyntaxKind) -> &'static str {
    match kind {
        L_PAREN => "'('",
        R_PAREN => "')'",
        L_BRACE => "'{'",
        R_BRACE => "'}'",
        L_BRACKET => "'['",
        R_BRACKET => "']'",
        L_ANGLE => "'<'",
        R_ANGLE => "'>'",
        COMMA => "','",
        COLON => "':'",
        EQ => "'='",
        ARROW => "'->'",
        COLON_COLON => "'::'",
        PERCENT_ID => "an SSA value",
        AT_ID => "a symbol name",
        STRING => "a string",
        INTEGER => "an integer",
        BARE_ID => "a name",
        CARET_ID => "a block label",
        _ => "another token",
    }
}
