//! Events of the parser to the green tree.
//!
//! Trivia belongs to no construct: it goes before the node that starts after it and after the node that ended
//! before it, so that a node's range is the text a reader would select. Only a `PART` has trivia at its ends.

use rowan::GreenNode;

use crate::{
    SyntaxKind::{self, *},
    green::GreenBuilder,
    lexer::{Lexed, Lexer},
    probe::Watch,
};

/// A step of the parser.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    /// Opens a node. `forward_parent`, if not 0, is the distance to the event that opens the node around this one.
    Start {
        kind: SyntaxKind,
        forward_parent: u32,
    },
    Finish,
    /// The next `count` tokens of the text that are not trivia, as one token.
    Token {
        kind: SyntaxKind,
        count: u8,
    },
    /// A node that was given up.
    Nothing,
}

/// Where nodes and tokens go, in the order of the text.
#[expect(clippy::large_enum_variant, reason = "a parse has one, and a box would be followed for each token")]
enum Output {
    Tree(GreenBuilder),
    Watch(Watch),
}

impl Output {
    fn token(&mut self, kind: SyntaxKind, text: &str) {
        match self {
            Output::Tree(it) => it.token(kind, text),
            Output::Watch(it) => it.token(kind, text),
        }
    }

    fn start_node(&mut self, kind: SyntaxKind) {
        match self {
            Output::Tree(it) => it.start_node(kind),
            Output::Watch(it) => it.start_node(kind),
        }
    }

    fn finish_node(&mut self) {
        match self {
            Output::Tree(it) => it.finish_node(),
            Output::Watch(it) => it.finish_node(),
        }
    }

    /// Kind of the node that was started last and is not finished.
    fn open_node(&self) -> Option<SyntaxKind> {
        match self {
            Output::Tree(it) => it.open_node(),
            Output::Watch(it) => it.open_node(),
        }
    }
}

/// Makes the tree of the events, which come in pieces: so there are never many.
pub(crate) struct TreeBuilder<'t> {
    lexed: &'t Lexed<'t>,
    /// The next token of `lexed`, and where the text starts that is not in the tree yet.
    next: usize,
    offset: usize,
    output: Output,
    parents: Vec<SyntaxKind>,
}

impl<'t> TreeBuilder<'t> {
    pub(crate) fn new(lexed: &'t Lexed<'t>) -> TreeBuilder<'t> {
        let output = Output::Tree(GreenBuilder::new());
        TreeBuilder { lexed, next: 0, offset: 0, output, parents: Vec::new() }
    }

    /// One that only shows what goes by.
    pub(crate) fn watched(lexed: &'t Lexed<'t>, watch: Watch) -> TreeBuilder<'t> {
        TreeBuilder { output: Output::Watch(watch), ..TreeBuilder::new(lexed) }
    }

    /// Takes the events. None of them is a node that may still get another kind or a parent.
    pub(crate) fn take(&mut self, events: &mut Vec<Event>) {
        for index in 0..events.len() {
            match events[index] {
                Event::Nothing => {}
                Event::Start { kind, forward_parent: 0 } => {
                    self.start(kind, matches!(events.get(index + 1), Some(Event::Finish)));
                }
                Event::Start { kind, mut forward_parent } => {
                    self.parents.push(kind);
                    let mut at = index;
                    while forward_parent != 0 {
                        at += forward_parent as usize;
                        let parent = std::mem::replace(&mut events[at], Event::Nothing);
                        let Event::Start { kind, forward_parent: next } = parent else { break };
                        self.parents.push(kind);
                        forward_parent = next;
                    }
                    while let Some(kind) = self.parents.pop() {
                        self.start(kind, false);
                    }
                }
                Event::Finish => self.finish_node(),
                Event::Token { kind, count } => self.token(kind, count),
            }
        }
        events.clear();
    }

    pub(crate) fn finish(self) -> GreenNode {
        let root = match self.output {
            Output::Tree(it) => it.root(),
            Output::Watch(_) => None,
        };
        root.unwrap_or_else(|| GreenNode::new(SOURCE_FILE.into(), []))
    }

    /// Who has seen it go by.
    pub(crate) fn finish_watch(self) -> Option<Watch> {
        match self.output {
            Output::Tree(_) => None,
            Output::Watch(it) => Some(it),
        }
    }

    /// Blanks and comments before the next token.
    fn trivia(&mut self) {
        let text = self.lexed.text;
        let end = self.lexed.tokens.get(self.next).map_or(text.len(), |it| it.start as usize);
        if self.offset == end {
            return;
        }
        if end == self.offset + 1 {
            self.output.token(WHITESPACE, &text[self.offset..end]);
            self.offset = end;
            return;
        }
        for (kind, token) in Lexer::starting_at(text, self.offset) {
            // A marker in a module is a comment.
            let kind = if kind == SPLIT_MARKER { COMMENT } else { kind };
            self.output.token(kind, token);
            self.offset += token.len();
            if self.offset >= end {
                break;
            }
        }
    }

    fn start(&mut self, kind: SyntaxKind, is_empty: bool) {
        if kind != SOURCE_FILE && kind != PART && !is_empty {
            self.trivia();
        }
        self.output.start_node(kind);
    }

    fn finish_node(&mut self) {
        if matches!(self.output.open_node(), Some(SOURCE_FILE | PART)) {
            self.trivia();
        }
        self.output.finish_node();
    }

    fn token(&mut self, kind: SyntaxKind, count: u8) {
        self.trivia();
        self.next += usize::from(count);
        let end = self.lexed.tokens[self.next - 1].end as usize;
        self.output.token(kind, &self.lexed.text[self.offset..end]);
        self.offset = end;
    }
}
