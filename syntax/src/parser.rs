//! The parser's cursor over the tokens that are not trivia, and the events it leaves.
//!
//! Three things bound what an error can do. A *limit*: inside a bracket the parser sees the end of input at the
//! bracket's end. A *silence*: after the first error of a statement nothing more is reported until the next one.
//! A *statement start*: no value and no word is taken from a line that starts a new statement.

mod attempts;
mod reporting;
mod statements;

pub(crate) use reporting::MAX_MESSAGE_BYTES;
pub(crate) use statements::is_prefixless_operation;

use std::cell::Cell;

use rowan::{GreenNode, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Expected, SyntaxError, SyntaxErrorCode,
    SyntaxKind::{self, *},
    brackets::{self, End},
    event::{Event, TreeBuilder},
    grammar::symbol_body::Fit,
    lexer::{self, Lexed, Token},
    ods::Registry,
    probe::Watch,
};

/// How deep constructs may nest. Beyond it tokens are consumed without structure.
const MAX_DEPTH: u32 = 256;
/// How often the parser may look without consuming anything before it sees the end of input everywhere: a loop that
/// makes no progress then ends.
const MAX_STEPS: u32 = 1_000_000;

pub(crate) struct Parser<'t> {
    registry: &'t Registry,
    lexed: &'t Lexed<'t>,
    tokens: &'t [Token],
    ends: Vec<End>,
    balanced: bool,
    at: usize,
    limit: usize,
    depth: u32,
    steps: Cell<u32>,
    /// How often the parser has looked, up to the last token that was consumed, and along lists of results.
    work: Cell<u64>,
    /// The last list of results that was looked at.
    results: Cell<statements::Results>,
    silent: bool,
    /// Whether the cursor is in brackets that are closed, where no statement starts.
    in_brackets: bool,
    /// Whether the region around belongs to an operation of unknown form, which may read it by itself.
    in_foreign_region: bool,
    /// Whether regions are passed over, in a trial that leaves nothing.
    is_trial: bool,
    /// The results for bodies of types and attributes, by their first tokens: each is tried once.
    bodies: FxHashMap<usize, Fit>,
    /// The errors in those.
    wrong_bodies: FxHashSet<SyntaxError>,
    /// Where the last region ended that has no closing brace.
    unterminated_at: Option<usize>,
    /// The end of the part that was reported to be inside a region.
    errors_at_end: Option<usize>,
    /// The events that are not in the tree yet.
    events: Vec<Event>,
    tree: TreeBuilder<'t>,
    errors: Vec<SyntaxError>,
}

/// A node that is open.
#[must_use]
pub(crate) struct Marker {
    event: usize,
}

/// A node that is finished, and can still get a parent around it.
#[derive(Clone, Copy)]
pub(crate) struct CompletedMarker {
    event: usize,
}

impl Marker {
    pub(crate) fn complete(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        if let Event::Nothing = p.events[self.event] {
            p.events[self.event] = Event::Start { kind, forward_parent: 0 };
        } else if let Event::Start { kind: slot, .. } = &mut p.events[self.event] {
            *slot = kind;
        }
        p.events.push(Event::Finish);
        CompletedMarker { event: self.event }
    }

    /// Gives the node up; its children go to the node around it.
    #[expect(clippy::unused_self, reason = "an open marker is an event that means nothing already")]
    pub(crate) fn abandon(self, _: &mut Parser<'_>) {}
}

impl CompletedMarker {
    /// Opens a node around this one.
    pub(crate) fn precede(self, p: &mut Parser<'_>) -> Marker {
        let marker = p.start();
        if let Event::Start { forward_parent, .. } = &mut p.events[self.event] {
            *forward_parent = (marker.event - self.event) as u32;
        }
        marker
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn new(lexed: &'t Lexed<'t>, registry: &'t Registry) -> Parser<'t> {
        let (ends, balanced) = brackets::pair(lexed);
        Parser::with_ends(lexed, registry, ends, balanced)
    }

    fn with_ends(lexed: &'t Lexed<'t>, registry: &'t Registry, ends: Vec<End>, balanced: bool) -> Parser<'t> {
        Parser {
            registry,
            limit: lexed.tokens.len(),
            events: Vec::new(),
            tree: TreeBuilder::new(lexed),
            lexed,
            tokens: &lexed.tokens,
            ends,
            balanced,
            at: 0,
            depth: 0,
            steps: Cell::new(0),
            work: Cell::new(0),
            results: Cell::default(),
            silent: false,
            in_brackets: false,
            in_foreign_region: false,
            is_trial: false,
            bodies: FxHashMap::default(),
            wrong_bodies: FxHashSet::default(),
            unterminated_at: None,
            errors_at_end: None,
            errors: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self) -> (GreenNode, Vec<SyntaxError>) {
        self.tree.take(&mut self.events);
        (self.tree.finish(), self.errors)
    }

    /// Shows the piece to who is returned in the end, and makes no tree.
    pub(crate) fn watch(&mut self, piece: TextRange) {
        self.tree = TreeBuilder::watched(self.lexed, Watch::new(piece));
    }

    /// Who was shown a piece.
    pub(crate) fn finish_watch(mut self) -> (Watch, Vec<SyntaxError>) {
        self.tree.take(&mut self.events);
        let watch = self.tree.finish_watch().unwrap_or_else(|| Watch::new(TextRange::default()));
        (watch, self.errors)
    }

    pub(crate) fn registry(&self) -> &'t Registry {
        self.registry
    }

    pub(crate) fn is_balanced(&self) -> bool {
        self.balanced
    }

    /// Prepares to parse a region by itself that is at the given depth; whether the text is one balanced region.
    pub(crate) fn start_region(&mut self, depth: u32) -> bool {
        self.depth = depth;
        self.balanced
            && self
                .ends
                .first()
                .is_some_and(|it| it.has_partner && it.index as usize + 1 == self.tokens.len())
    }

    /// Prepares to parse by itself a statement that is at the given depth and has the first `own` tokens; the
    /// next ones, up to the limit, are only looked at. `None` if a bracket of the statement has no partner in it.
    pub(crate) fn new_statement(
        lexed: &'t Lexed<'t>,
        registry: &'t Registry,
        own: usize,
        limit: usize,
        depth: u32,
    ) -> Option<Parser<'t>> {
        let ends = brackets::pair_statement(lexed, own);
        let parser = Parser { depth, limit, ..Parser::with_ends(lexed, registry, ends, true) };
        parser.are_paired(own).then_some(parser)
    }

    /// Whether every bracket has its partner.
    pub(crate) fn is_paired(&self) -> bool {
        self.are_paired(self.tokens.len())
    }

    fn are_paired(&self, end: usize) -> bool {
        let is_bracket = |kind| matches!(kind, L_PAREN | R_PAREN | L_BRACKET | R_BRACKET | L_BRACE | R_BRACE);
        self.tokens.iter().zip(&self.ends).take(end).all(|(it, end)| !is_bracket(it.kind) || end.has_partner)
    }

    /// How often the parser has looked at a token: what its time depends on.
    pub(crate) fn work(&self) -> u64 {
        self.work.get() + u64::from(self.steps.get())
    }

    // Looking.

    pub(crate) fn current(&self) -> SyntaxKind {
        self.nth(0)
    }

    /// The kind of the token `n` ahead, `EOF` from the limit on.
    pub(crate) fn nth(&self, n: usize) -> SyntaxKind {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if self.at + n >= self.limit || steps > MAX_STEPS {
            return EOF;
        }
        self.tokens[self.at + n].kind
    }

    pub(crate) fn nth_text(&self, n: usize) -> &'t str {
        if self.at + n >= self.limit {
            return "";
        }
        self.lexed.text_of(self.tokens[self.at + n])
    }

    pub(crate) fn current_text(&self) -> &'t str {
        self.nth_text(0)
    }

    /// The kind of the token before the cursor.
    pub(crate) fn previous(&self) -> SyntaxKind {
        self.at.checked_sub(1).map_or(EOF, |it| self.tokens[it].kind)
    }

    /// The text of the token before the cursor.
    pub(crate) fn previous_text(&self) -> &'t str {
        match self.at.checked_sub(1) {
            Some(index) => self.lexed.text_of(self.tokens[index]),
            None => "",
        }
    }

    pub(crate) fn at(&self, kind: SyntaxKind) -> bool {
        self.nth(0) == kind
    }

    pub(crate) fn nth_at(&self, n: usize, kind: SyntaxKind) -> bool {
        self.nth(n) == kind
    }

    pub(crate) fn at_keyword(&self, keyword: &str) -> bool {
        self.nth_keyword(0, keyword)
    }

    pub(crate) fn nth_keyword(&self, n: usize, keyword: &str) -> bool {
        self.nth(n) == BARE_ID && self.nth_text(n) == keyword
    }

    pub(crate) fn at_eof(&self) -> bool {
        self.at(EOF)
    }

    /// Index of the current token.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Whether the token `n` ahead is the first of its line.
    pub(crate) fn nth_at_line_start(&self, n: usize) -> bool {
        self.tokens.get(self.at + n).is_some_and(|it| it.indentation().is_some())
    }

    /// Whether nothing is between the token `n` ahead and the one before it.
    pub(crate) fn nth_is_adjacent(&self, n: usize) -> bool {
        let index = self.at + n;
        index > 0 && index < self.limit && self.tokens[index - 1].end == self.tokens[index].start
    }

    /// Where the content of the opening bracket `n` ahead ends, as a distance from the current token, if the bracket
    /// has a partner before the limit.
    pub(crate) fn nth_partner(&self, n: usize) -> Option<usize> {
        let index = self.at + n;
        let end = self.ends.get(index).filter(|_| index < self.limit)?;
        let partner = end.index as usize;
        (end.has_partner && partner < self.limit && partner > index).then(|| partner - self.at)
    }

    /// Whether a bracket without partner is here.
    pub(crate) fn at_unpaired_bracket(&self) -> bool {
        matches!(self.current(), L_PAREN | L_BRACKET | R_PAREN | R_BRACKET) && !self.ends[self.at].has_partner
    }

    /// Whether the cursor is at the bracket of a label that begins a line: `0) {`, `a) %x`.
    pub(crate) fn at_end_of_label(&self) -> bool {
        let is_label =
            |it: &Token| it.indentation().is_some() && matches!(it.kind, INTEGER | BARE_ID | STRING);
        self.at(R_PAREN) && self.at.checked_sub(1).is_some_and(|it| is_label(&self.tokens[it]))
    }

    /// Whether the cursor is in brackets that are closed.
    pub(crate) fn is_in_brackets(&self) -> bool {
        self.in_brackets
    }

    /// Whether the region around belongs to an operation of unknown form.
    pub(crate) fn is_in_foreign_region(&self) -> bool {
        self.in_foreign_region
    }

    // Consuming.

    /// Consumes the current token, whatever it is.
    pub(crate) fn bump_any(&mut self) {
        let kind = self.current();
        self.bump_as(kind, 1);
    }

    /// Consumes `count` adjacent tokens as one token of the given kind.
    pub(crate) fn bump_as(&mut self, kind: SyntaxKind, count: u8) {
        if self.at + usize::from(count) > self.limit {
            return;
        }
        match self.tokens[self.at].kind {
            UNEXPECTED | AMP => self.error(SyntaxErrorCode::UnexpectedCharacter, ""),
            STRING | AT_ID => {
                let text = self.current_text();
                if text.contains('"') && !lexer::is_well_formed_string(text) {
                    let message = "this string is not closed or has an escape that MLIR does not know";
                    self.error(SyntaxErrorCode::UnexpectedCharacter, message);
                }
            }
            _ => {}
        }
        self.push_tokens(kind, count);
    }

    /// Consumes the current token without judging it.
    pub(crate) fn bump_opaque(&mut self) {
        if self.at < self.limit {
            self.push_tokens(self.tokens[self.at].kind, 1);
        }
    }

    fn push_tokens(&mut self, kind: SyntaxKind, count: u8) {
        self.events.push(Event::Token { kind, count });
        self.at += usize::from(count);
        self.work.set(self.work.get() + u64::from(self.steps.replace(0)));
    }

    pub(crate) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = kind != EOF && self.at(kind);
        if found {
            self.bump_any();
        }
        found
    }

    /// A number without a sign. MLIR reads `true` and `false` where it wants one, as numbers of one bit.
    pub(crate) fn eat_integer(&mut self) -> bool {
        let is_boolean = self.at_keyword("true") || self.at_keyword("false");
        if is_boolean {
            self.bump_as(INTEGER, 1);
        }
        is_boolean || self.eat(INTEGER)
    }

    pub(crate) fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.bump_any();
        }
        found
    }

    pub(crate) fn expect(&mut self, kind: SyntaxKind) -> bool {
        self.expect_or(kind, SyntaxErrorCode::ExpectedToken)
    }

    /// As `expect`, with a code of its own.
    pub(crate) fn expect_or(&mut self, kind: SyntaxKind, code: SyntaxErrorCode) -> bool {
        let found = self.eat(kind);
        if !found {
            self.expected_kind(code, kind);
        }
        found
    }

    pub(crate) fn expect_keyword(&mut self, keyword: &str) -> bool {
        self.expect_keyword_or(keyword, SyntaxErrorCode::ExpectedToken)
    }

    /// As `expect_keyword`, with a code of its own. Another word in its place is taken for a misspelling.
    pub(crate) fn expect_keyword_or(&mut self, keyword: &str, code: SyntaxErrorCode) -> bool {
        let found = self.eat_keyword(keyword);
        if !found {
            self.expected_or(code, Expected::Token(keyword.into()));
            if self.at(BARE_ID) && !self.at_statement_start() && !self.current_text().contains('.') {
                let m = self.start();
                self.bump_any();
                m.complete(self, ERROR);
            }
        }
        found
    }

    // Nodes.

    pub(crate) fn start(&mut self) -> Marker {
        self.events.push(Event::Nothing);
        Marker { event: self.events.len() - 1 }
    }

    /// Opens a node that has this kind, whatever comes. Only inside nodes opened by this.
    pub(crate) fn open(&mut self, kind: SyntaxKind) {
        self.events.push(Event::Start { kind, forward_parent: 0 });
    }

    /// Closes the node opened last by `open`.
    pub(crate) fn close(&mut self) {
        self.events.push(Event::Finish);
    }

    /// Puts what was parsed into the tree: then the events of a long file need not be in memory at one time. Only
    /// where no marker is open.
    pub(crate) fn settle(&mut self) {
        self.tree.take(&mut self.events);
    }

    /// Runs `inside` if nesting is not too deep; else reports it and consumes the rest of the bracket around.
    pub(crate) fn nested(&mut self, inside: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels of nesting");
            self.with_silence(false, |p| p.error(SyntaxErrorCode::NestingTooDeep, message));
            let m = self.start();
            match self.nth_partner(0) {
                Some(partner) => (0..=partner).for_each(|_| self.bump_opaque()),
                None => self.bump_opaque(),
            }
            m.complete(self, ERROR);
            return;
        }
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// Runs `inside` on the content of the opening bracket at the cursor, which sees the end of input at the
    /// bracket's end, and consumes both brackets. What `inside` leaves is an error. Whether the bracket is closed.
    pub(crate) fn bracketed(&mut self, inside: impl FnOnce(&mut Self)) -> bool {
        let Some(end) = self.ends.get(self.at).copied() else { return false };
        let closing = closing(self.current());
        self.bump_any();
        if !end.has_partner || end.index as usize >= self.limit {
            self.nested(inside);
            return self.expect(closing);
        }
        let limit = std::mem::replace(&mut self.limit, end.index as usize);
        let in_brackets = std::mem::replace(&mut self.in_brackets, true);
        self.nested(inside);
        if self.at < self.limit {
            self.expected_kind(SyntaxErrorCode::ExpectedToken, closing);
            crate::grammar::skip_to_limit(self);
        }
        self.limit = limit;
        self.in_brackets = in_brackets;
        self.expect(closing)
    }

    /// As `bracketed` for the braces of a region: without partner, it ends where its content was judged to end.
    /// Gives back whether the region is closed, be it by a mistyped bracket.
    pub(crate) fn braced(&mut self, inside: impl FnOnce(&mut Self)) -> bool {
        let Some(end) = self.ends.get(self.at).copied() else { return false };
        self.bump_any();
        let content_end = (end.index as usize).min(self.limit);
        let limit = std::mem::replace(&mut self.limit, content_end);
        let in_brackets = std::mem::replace(&mut self.in_brackets, false);
        self.nested(inside);
        while self.at < self.limit {
            self.bump_opaque();
        }
        self.limit = limit;
        self.in_brackets = in_brackets;
        if !end.has_partner && matches!(self.current(), R_PAREN | R_BRACKET) {
            self.statement(|p| p.expected("'}'"));
            let m = self.start();
            self.bump_any();
            m.complete(self, ERROR);
            return true;
        }
        end.has_partner && self.eat(R_BRACE)
    }

    /// Runs `inside` in brackets that are closed, where no statement starts, or where it is.
    pub(crate) fn with_brackets(&mut self, are_around: bool, inside: impl FnOnce(&mut Self)) {
        let outer = self.in_brackets;
        self.in_brackets |= are_around;
        inside(self);
        self.in_brackets = outer;
    }

    /// Runs `inside` where the region around belongs to an operation of unknown form, or to a known one.
    pub(crate) fn with_foreign_region(&mut self, is_foreign: bool, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_foreign_region, is_foreign);
        inside(self);
        self.in_foreign_region = outer;
    }

    /// Runs `inside` with the end of input at the given token.
    pub(crate) fn limited(&mut self, end: usize, inside: impl FnOnce(&mut Self)) {
        let limit = self.limit;
        self.limit = end.min(limit);
        inside(self);
        while self.at < self.limit {
            self.bump_opaque();
        }
        self.limit = limit;
    }

    /// Index of the next split marker, or the end.
    pub(crate) fn next_split_marker(&self) -> usize {
        let markers = &self.lexed.split_markers;
        let next = markers.partition_point(|it| *it < self.at);
        markers.get(next).copied().unwrap_or(self.limit)
    }
}

fn closing(kind: SyntaxKind) -> SyntaxKind {
    match kind {
        L_PAREN => R_PAREN,
        L_BRACKET => R_BRACKET,
        _ => R_BRACE,
    }
}
