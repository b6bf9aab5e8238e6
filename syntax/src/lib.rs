//! MLIR's textual form as a lossless syntax tree: lexer, error-resilient parser, typed views, incremental
//! reparse and text edits.
//!
//! This crate knows the grammar and nothing of meaning. Parsing cannot fail: every text gives a tree with exactly
//! that text, and a list of errors.

pub mod ast;
mod brackets;
#[doc(hidden)]
pub mod checks;
mod dialects;
mod edit;
mod equality;
mod event;
mod grammar;
mod green;
mod kind;
mod lexer;
mod located;
pub mod ods;
mod parser;
mod pointer;
mod probe;
mod reparsing;
mod side_by_side;
mod syntax_error;
mod text;

use std::sync::Arc;

use ods::Registry;

pub use edit::{TextEdit, TextEdits};
pub use equality::is_equal;
pub use grammar::dialect::legacy;
pub use kind::{MlirLanguage, SyntaxKind};
pub use located::{Located, LocatedElement, LocatedToken};
pub use pointer::SyntaxPointer;
pub use probe::{Probe, probe};
pub use rowan::{GreenNode, TextRange, TextSize, TokenAtOffset, WalkEvent};
pub use syntax_error::{Expected, SyntaxError, SyntaxErrorCode};
pub use text::{line_breaks_in, text_in, text_of};

pub type SyntaxNode = rowan::SyntaxNode<MlirLanguage>;
pub type SyntaxToken = rowan::SyntaxToken<MlirLanguage>;
pub type SyntaxElement = rowan::SyntaxElement<MlirLanguage>;

/// Of a thread that parses or analyses: parsers and solvers recurse to a bounded depth, for which this is enough in debug
/// builds too.
pub const STACK_BYTES: usize = 32 << 20;

/// The tree of a text and what is wrong with it.
///
/// A value: cheap to clone, equal for equal texts. Comparing looks at pointers first.
#[derive(Debug, Clone)]
pub struct Parse {
    green: GreenNode,
    errors: Arc<[SyntaxError]>,
    /// Whether every brace has its partner, and none stands where a statement should start.
    balanced: bool,
    /// The operations whose custom forms are known.
    registry: Arc<Registry>,
    /// Whether [`ALLOWANCE`] is somewhere in the text, or was before edits.
    has_allowances: bool,
}

/// The beginning of what a comment says that silences diagnostics.
pub const ALLOWANCE: &str = "affine-analyzer: allow(";

fn has_allowances(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), ALLOWANCE.as_bytes()).is_some()
}

/// Parses a text; every text has a tree. A large one is parsed on all cores.
pub fn parse(text: &str) -> Parse {
    parse_with(text, Registry::builtin())
}

/// As [`parse`], with the custom forms of the operations of a registry.
pub fn parse_with(text: &str, registry: &Arc<Registry>) -> Parse {
    let parse = side_by_side::parse(text, registry).unwrap_or_else(|| parse_whole(text, registry));
    Parse { has_allowances: has_allowances(text), ..parse }
}

fn parse_whole(text: &str, registry: &Arc<Registry>) -> Parse {
    let lexed = lexer::lex(text);
    let mut parser = parser::Parser::new(&lexed, registry);
    grammar::source_file(&mut parser);
    let balanced = parser.is_balanced();
    let (green, errors) = parser.finish();
    Parse {
        green,
        errors: sorted(errors).into(),
        balanced,
        registry: Arc::clone(registry),
        has_allowances: false,
    }
}

/// In text order.
fn sorted(mut errors: Vec<SyntaxError>) -> Vec<SyntaxError> {
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    errors
}

impl Parse {
    pub fn green(&self) -> &GreenNode {
        &self.green
    }

    /// The text. Much faster than asking the root for it.
    pub fn text(&self) -> String {
        text_of(&self.green)
    }

    /// The root, a `SOURCE_FILE`.
    pub fn syntax_node(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// The operations whose custom forms were known to the parser.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    pub fn tree(&self) -> ast::SourceFile {
        ast::SourceFile::from_root(self.syntax_node())
    }

    /// In text order; ranges count from the start of the text.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The parse of the text after an edit: equal to parsing it whole, but the green nodes of what the edit does not
    /// touch are shared with this parse.
    pub fn reparse(&self, edit: &TextEdit) -> Parse {
        self.reparse_with_extent(edit).0
    }

    /// As [`reparse`](Self::reparse), after several edits, which are in text order and do not overlap.
    ///
    /// Once everything has to be parsed for one of them, it is parsed once for all that are left.
    pub fn reparse_all(&self, edits: &[TextEdit]) -> Parse {
        let mut parse = self.clone();
        let mut left = edits;
        while let [before @ .., edit] = left {
            let (after, extent) = parse.reparse_with_extent(edit);
            (parse, left) = (after, before);
            if extent == checks::Reparsed::Everything && left.len() > 1 {
                let text = left.iter().rev().fold(parse.text(), |text, edit| edit.apply(&text));
                return parse_with(&text, &self.registry);
            }
        }
        parse
    }

    /// As `reparse`, with how much of the text was parsed again.
    #[doc(hidden)]
    pub fn reparse_with_extent(&self, edit: &TextEdit) -> (Parse, checks::Reparsed) {
        reparsing::reparse(self, edit)
    }

    /// Whether comments may silence diagnostics; if not, none does.
    pub fn may_allow(&self) -> bool {
        self.has_allowances
    }

    /// The parse after an edit that gives a piece of the text anew.
    fn edited(&self, green: GreenNode, errors: Arc<[SyntaxError]>, piece: &str) -> Parse {
        let has_allowances = self.has_allowances || has_allowances(piece);
        Parse { green, errors, has_allowances, ..self.clone() }
    }

    pub(crate) fn is_balanced(&self) -> bool {
        self.balanced
    }
}

impl PartialEq for Parse {
    fn eq(&self, other: &Parse) -> bool {
        is_equal(&self.green, &other.green)
            && self.errors == other.errors
            && Arc::ptr_eq(&self.registry, &other.registry)
    }
}

impl Eq for Parse {}
