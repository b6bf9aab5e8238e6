//! Text to tokens. Total: every text is a sequence of tokens, and what is not a token of MLIR is `UNEXPECTED`.
//!
//! MLIR's dimension lists have tokens of their own: in `tensor<0x4xf32>` the `x`s are separators and `0x4` is no
//! hexadecimal number. The lexer knows a dimension list by the `memref<`, `tensor<` or `vector<` before it.

mod split_markers;
mod symbol_text;

use crate::{
    SyntaxKind::{self, *},
    TextRange,
};

/// The tokens of a text that are not trivia; what is between them is.
pub(crate) struct Lexed<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    /// Indices of the tokens that are `SPLIT_MARKER`s.
    pub(crate) split_markers: Vec<usize>,
    /// Whether there are markers that are comments.
    pub(crate) has_markers_in_modules: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// `INSIDE_LINE` if it is not the first of its line. There are very many tokens, and an `Option` is larger.
    column: u32,
}

const INSIDE_LINE: u32 = u32::MAX;

/// The marker at which MLIR's tools split a file.
const MARKER: &str = "// -----";
/// Before the name of a file, for the tool that makes several files of one.
const FILE_MARKER: &str = "//--- ";

impl Token {
    pub(crate) fn range(self) -> TextRange {
        TextRange::new(self.start.into(), self.end.into())
    }

    /// Column of the token, in bytes, if it is the first of its line.
    pub(crate) fn indentation(self) -> Option<u32> {
        (self.column != INSIDE_LINE).then_some(self.column)
    }
}

impl<'t> Lexed<'t> {
    pub(crate) fn text_of(&self, token: Token) -> &'t str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or_default()
    }
}

pub(crate) fn lex(text: &str) -> Lexed<'_> {
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    let mut split_markers = Vec::new();
    let mut line_start = Some(0);
    let mut start = 0;
    for (kind, token) in Lexer::new(text) {
        let end = start + token.len() as u32;
        match kind {
            WHITESPACE if token == " " => {}
            WHITESPACE => line_start = token.rfind('\n').map(|it| start + it as u32 + 1).or(line_start),
            COMMENT => {}
            _ => {
                if kind == SPLIT_MARKER {
                    split_markers.push(tokens.len());
                }
                let column = line_start.take().map_or(INSIDE_LINE, |it| start - it);
                tokens.push(Token { kind, start, end, column });
            }
        }
        start = end;
    }
    let mut lexed = Lexed { text, tokens, split_markers, has_markers_in_modules: false };
    if !lexed.split_markers.is_empty() {
        split_markers::drop_in_modules(&mut lexed);
    }
    lexed
}

/// How far into a dimension list the lexer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dimensions {
    Outside,
    /// After `memref`, `tensor` or `vector`.
    Named,
    Inside,
}

/// All tokens of a text, trivia included.
pub(crate) struct Lexer<'t> {
    cursor: Cursor<'t>,
    dimensions: Dimensions,
    /// The token before that is not trivia.
    previous: SyntaxKind,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer::starting_at(text, 0)
    }

    /// From an offset on where a token starts, outside dimension lists.
    pub(crate) fn starting_at(text: &'t str, offset: usize) -> Lexer<'t> {
        Lexer { cursor: Cursor { text, at: offset }, dimensions: Dimensions::Outside, previous: EOF }
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = (SyntaxKind, &'t str);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let text = self.cursor.text;
        let start = self.cursor.at;
        let first = *text.as_bytes().get(start)?;
        // Nearly every second token is a single blank.
        if first == b' ' && self.cursor.peek(1) > b' ' {
            self.cursor.at += 1;
            return Some((WHITESPACE, " "));
        }
        let is_inside = self.dimensions == Dimensions::Inside;
        let kind = match first {
            b'x' if is_inside && matches!(self.previous, INTEGER | QUESTION | STAR | R_BRACKET) => {
                self.cursor.bump(1, DIMENSION_X)
            }
            b'0'..=b'9' if is_inside => {
                self.cursor.skip(|it| it.is_ascii_digit());
                INTEGER
            }
            _ => self.cursor.token(),
        };
        let token = text.get(start..self.cursor.at).unwrap_or_default();
        if !kind.is_trivia() {
            self.dimensions = match kind {
                BARE_ID if matches!(token, "memref" | "tensor" | "vector") => Dimensions::Named,
                L_ANGLE if self.dimensions == Dimensions::Named => Dimensions::Inside,
                INTEGER | QUESTION | STAR | L_BRACKET | R_BRACKET | DIMENSION_X | COMMA | MINUS
                    if is_inside =>
                {
                    Dimensions::Inside
                }
                _ => Dimensions::Outside,
            };
            self.previous = kind;
        }
        Some((kind, token))
    }
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl Cursor<'_> {
    /// The byte `n` ahead, 0 at the end.
    fn peek(&self, n: usize) -> u8 {
        self.text.as_bytes().get(self.at + n).copied().unwrap_or(0)
    }

    fn skip(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|it| !accept(*it)).unwrap_or(rest.len());
    }

    fn token(&mut self) -> SyntaxKind {
        let first = self.peek(0);
        let kind = match first {
            b' ' | b'\t' | b'\n' | b'\r' | 0 => {
                self.skip(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r' | 0));
                return WHITESPACE;
            }
            b'/' if self.peek(1) == b'/' => return self.comment(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip(is_bare_continue);
                return BARE_ID;
            }
            b'0'..=b'9' => return self.number(),
            b'"' => return self.string(),
            b'%' => return self.suffix_id(PERCENT_ID),
            b'^' => return self.suffix_id(CARET_ID),
            b'!' => return self.suffix_id(EXCLAMATION_ID),
            b'#' if self.peek(1) == b'-' && self.peek(2) == b'}' => return self.bump(3, RESOURCES_END),
            b'#' => return self.suffix_id(HASH_ID),
            b'@' => return self.at_id(),
            b'{' if self.peek(1) == b'-' && self.peek(2) == b'#' => return self.bump(3, RESOURCES_START),
            b'-' if self.peek(1) == b'>' => return self.bump(2, ARROW),
            b':' if self.peek(1) == b':' => return self.bump(2, COLON_COLON),
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => return self.bump(3, ELLIPSIS),
            b'(' => L_PAREN,
            b')' => R_PAREN,
            b'{' => L_BRACE,
            b'}' => R_BRACE,
            b'[' => L_BRACKET,
            b']' => R_BRACKET,
            b'<' => L_ANGLE,
            b'>' => R_ANGLE,
            b',' => COMMA,
            b':' => COLON,
            b'=' => EQ,
            b'+' => PLUS,
            b'-' => MINUS,
            b'*' => STAR,
            b'/' => SLASH,
            b'?' => QUESTION,
            b'|' => PIPE,
            b'&' => AMP,
            _ => return self.unexpected(),
        };
        self.bump(1, kind)
    }

    fn bump(&mut self, len: usize, kind: SyntaxKind) -> SyntaxKind {
        self.at += len;
        kind
    }

    /// A whole character, so that tokens end at characters; a byte order mark at the start is a blank.
    fn unexpected(&mut self) -> SyntaxKind {
        let first = self.text[self.at..].chars().next().unwrap_or_default();
        let at_start = self.at == 0;
        self.at += first.len_utf8();
        if at_start && first == '\u{feff}' { WHITESPACE } else { UNEXPECTED }
    }

    fn comment(&mut self) -> SyntaxKind {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let len = rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
        let line = self.text[start..start + len].trim_end_matches('\r');
        if is_file_marker(line) && self.text[..start].chars().next_back().is_none_or(|it| it == '\n') {
            return self.bump(line.trim_end().len(), SPLIT_MARKER);
        }
        match line.trim_end_matches([' ', '\t', '\r']).strip_suffix(MARKER) {
            None if symbol_text::is_text(self.text, start) => self.slashes(),
            Some("") => self.bump(MARKER.len(), SPLIT_MARKER),
            // MLIR's tools look for markers before they read anything else, so also in a comment.
            Some(comment) if comment.starts_with("//") => {
                self.bump(comment.trim_end_matches('\r').len(), COMMENT)
            }
            _ => self.bump(line.len(), COMMENT),
        }
    }

    /// Slashes that do not begin a comment, with the text up to them, so that a line is not scanned again for each.
    fn slashes(&mut self) -> SyntaxKind {
        self.skip(|it| it == b'/' || is_bare_continue(it));
        SLASH
    }

    fn number(&mut self) -> SyntaxKind {
        if self.peek(0) == b'0' && self.peek(1) == b'x' && self.peek(2).is_ascii_hexdigit() {
            self.at += 2;
            self.skip(|it| it.is_ascii_hexdigit());
            return INTEGER;
        }
        self.skip(|it| it.is_ascii_digit());
        if self.peek(0) != b'.' {
            return INTEGER;
        }
        self.at += 1;
        self.skip(|it| it.is_ascii_digit());
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.skip(|it| it.is_ascii_digit());
            }
        }
        FLOAT
    }

    /// A string without its closing quote ends with the line.
    fn string(&mut self) -> SyntaxKind {
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    break;
                }
                b'\n' | b'\r' => break,
                b'\\' if matches!(self.peek(1), b'"' | b'\\') => self.at += 2,
                _ => self.at += 1,
            }
        }
        STRING
    }

    fn suffix_id(&mut self, kind: SyntaxKind) -> SyntaxKind {
        match self.peek(1) {
            b'0'..=b'9' => {
                self.at += 1;
                self.skip(|it| it.is_ascii_digit());
                kind
            }
            first if is_bare_continue(first) || first == b'-' => {
                self.at += 1;
                self.skip(|it| is_bare_continue(it) || it == b'-');
                kind
            }
            _ => self.bump(1, UNEXPECTED),
        }
    }

    fn at_id(&mut self) -> SyntaxKind {
        match self.peek(1) {
            b'"' => {
                self.at += 1;
                self.string();
                AT_ID
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.at += 1;
                self.skip(is_bare_continue);
                AT_ID
            }
            _ => self.bump(1, UNEXPECTED),
        }
    }
}

/// Whether a comment that begins its line is `//--- name.mlir`.
fn is_file_marker(comment: &str) -> bool {
    let name = comment.trim_end().strip_prefix(FILE_MARKER);
    name.is_some_and(|it| {
        it.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && !extension.is_empty())
            && !it.contains(char::is_whitespace)
    })
}

fn is_bare_continue(byte: u8) -> bool {
    const CONTINUES: [bool; 256] = {
        let mut continues = [false; 256];
        let mut byte = 0;
        while byte < 128 {
            let it = byte as u8;
            continues[byte] = it.is_ascii_alphanumeric() || matches!(it, b'_' | b'$' | b'.');
            byte += 1;
        }
        continues
    };
    CONTINUES[usize::from(byte)]
}

/// Whether a `STRING` or a quoted `AT_ID` has its closing quote and only escapes that MLIR knows.
pub(crate) fn is_well_formed_string(text: &str) -> bool {
    let text = text.strip_prefix('@').unwrap_or(text);
    let Some(inner) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) else { return false };
    let mut bytes = inner.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            continue;
        }
        match bytes.next() {
            Some(b'"' | b'\\' | b'n' | b't') => {}
            Some(first) if first.is_ascii_hexdigit() => {
                if !bytes.next().is_some_and(|it| it.is_ascii_hexdigit()) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(SyntaxKind, &str)]) {
        let found: Vec<_> = Lexer::new(text).filter(|it| it.0 != WHITESPACE).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names() {
        check(
            "%i-1 %1a %0#1 ^bb-0 #a.b !t @f @\"a b\" d0-1",
            &[
                (PERCENT_ID, "%i-1"),
                (PERCENT_ID, "%1"),
                (BARE_ID, "a"),
                (PERCENT_ID, "%0"),
                (HASH_ID, "#1"),
                (CARET_ID, "^bb-0"),
                (HASH_ID, "#a.b"),
                (EXCLAMATION_ID, "!t"),
                (AT_ID, "@f"),
                (AT_ID, "@\"a b\""),
                (BARE_ID, "d0"),
                (MINUS, "-"),
                (INTEGER, "1"),
            ],
        );
    }

    #[test]
    fn numbers() {
        check(
            "0x1F 0xg 1.5e-3 1.e 7",
            &[
                (INTEGER, "0x1F"),
                (INTEGER, "0"),
                (BARE_ID, "xg"),
                (FLOAT, "1.5e-3"),
                (FLOAT, "1."),
                (BARE_ID, "e"),
                (INTEGER, "7"),
            ],
        );
    }

    #[test]
    fn dimensions() {
        check(
            "vector<0x[4]x?xxf8> 0x4",
            &[
                (BARE_ID, "vector"),
                (L_ANGLE, "<"),
                (INTEGER, "0"),
                (DIMENSION_X, "x"),
                (L_BRACKET, "["),
                (INTEGER, "4"),
                (R_BRACKET, "]"),
                (DIMENSION_X, "x"),
                (QUESTION, "?"),
                (DIMENSION_X, "x"),
                (BARE_ID, "xf8"),
                (R_ANGLE, ">"),
                (INTEGER, "0x4"),
            ],
        );
    }

    #[test]
    fn punctuation() {
        check(
            "{-# #-} -> >= :: ... / ; %",
            &[
                (RESOURCES_START, "{-#"),
                (RESOURCES_END, "#-}"),
                (ARROW, "->"),
                (R_ANGLE, ">"),
                (EQ, "="),
                (COLON_COLON, "::"),
                (ELLIPSIS, "..."),
                (SLASH, "/"),
                (UNEXPECTED, ";"),
                (UNEXPECTED, "%"),
            ],
        );
    }

    #[test]
    fn split_markers() {
        check("// -----", &[(SPLIT_MARKER, "// -----")]);
        check("a\n// -----  \r\nb", &[(BARE_ID, "a"), (SPLIT_MARKER, "// -----"), (BARE_ID, "b")]);
        check("  \t// -----\t", &[(SPLIT_MARKER, "// -----")]);
        check("a // -----", &[(BARE_ID, "a"), (SPLIT_MARKER, "// -----")]);
        check("// // -----", &[(COMMENT, "// "), (SPLIT_MARKER, "// -----")]);
        check("//--- a.mlir", &[(SPLIT_MARKER, "//--- a.mlir")]);
        check("a\n//--- b/c.mlir \nb", &[(BARE_ID, "a"), (SPLIT_MARKER, "//--- b/c.mlir"), (BARE_ID, "b")]);
        check("a //--- b.mlir", &[(BARE_ID, "a"), (COMMENT, "//--- b.mlir")]);
        check("//--- The end. ---", &[(COMMENT, "//--- The end. ---")]);
        check("//---", &[(COMMENT, "//---")]);
        check("// a\r// -----", &[(COMMENT, "// a"), (SPLIT_MARKER, "// -----")]);
        check("//// -----", &[(COMMENT, "//"), (SPLIT_MARKER, "// -----")]);
        for comment in [
            "/// -----",
            "// ----",
            "// ------",
            "// ----- a",
            "// -----a",
            "//-----",
            "//  -----",
            "// -----\x0b",
        ] {
            check(comment, &[(COMMENT, comment)]);
        }
    }

    #[test]
    fn strings() {
        check("\"a\\\"b\" \"open\nx", &[(STRING, "\"a\\\"b\""), (STRING, "\"open"), (BARE_ID, "x")]);
        assert!(is_well_formed_string(r#""\0A\n\"""#));
        assert!(!is_well_formed_string("\"open"));
        assert!(!is_well_formed_string(r#""\q""#));
    }
}
