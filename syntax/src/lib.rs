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
mod overlong;
mod parser;
mod pointer;
pub mod pool;
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
pub use overlong::{MOST_TOKENS_OF_LINE, overlong_line};
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
    /// Whether every brace has its partner, and none is where a statement should start.
    balanced: bool,
    /// The operations whose custom forms are known.
    registry: Arc<Registry>,
    marks: Marks,
}

/// The beginning of what a comment says that silences diagnostics.
pub const ALLOWANCE: &str = "affine-analyzer: allow(";

/// The beginning of an annotation of a test that expects an error or the like.
pub const EXPECTATION: &str = "expected-";

/// The prefix of a command by which a test is run.
pub const RUN_LINE: &str = "RUN:";

/// Which words of comments are somewhere in the text, or were before edits.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    has_allowances: bool,
    has_expectations: bool,
    has_run_lines: bool,
}

impl Marks {
    fn of(text: &str) -> Self {
        let has = |it: &str| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_some();
        Self {
            has_allowances: has(ALLOWANCE),
            has_expectations: has(EXPECTATION),
            has_run_lines: has(RUN_LINE),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            has_allowances: self.has_allowances || other.has_allowances,
            has_expectations: self.has_expectations || other.has_expectations,
            has_run_lines: self.has_run_lines || other.has_run_lines,
        }
    }
}

/// Parses a text; every text has a tree. A large one is parsed on all cores.
pub fn parse(text: &str) -> Parse {
    parse_with(text, Registry::builtin())
}

/// As [`parse`], with the custom forms of the operations of a registry.
pub fn parse_with(text: &str, registry: &Arc<Registry>) -> Parse {
    let parse = side_by_side::parse(text, registry).unwrap_or_else(|| parse_whole(text, registry));
    Parse { marks: Marks::of(text), ..parse }
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
        marks: Marks::default(),
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
    /// Once everything has to be parsed for one of them, it is parsed once for all that are left; and from the start where
    /// that takes less than one edit after the other.
    pub fn reparse_all(&self, edits: &[TextEdit]) -> Parse {
        let mut parse = self.clone();
        let mut left = edits;
        if self.is_cheaper_at_once(edits) {
            return self.parse_anew(edits);
        }
        while let [before @ .., edit] = left {
            let (after, extent) = parse.reparse_with_extent(edit);
            (parse, left) = (after, before);
            if extent == checks::Reparsed::Everything && left.len() > 1 {
                return parse.parse_anew(left);
            }
        }
        parse
    }

    fn parse_anew(&self, edits: &[TextEdit]) -> Parse {
        let text = self.text();
        let text = match TextEdits::new(edits.to_vec()) {
            Some(edits) => edits.apply(&text),
            None => edits.iter().rev().fold(text, |text, edit| edit.apply(&text)),
        };
        parse_with(&text, &self.registry)
    }

    /// Whether edits one by one copy this many children of nodes that to parse everything takes less: an edit has all nodes
    /// around it made anew, which are many in a deep nest. To parse a byte takes as long as to copy some children.
    fn is_cheaper_at_once(&self, edits: &[TextEdit]) -> bool {
        const CHILDREN_PER_BYTE: usize = 4;
        if edits.len() < 2 {
            return false;
        }
        let root = self.syntax_node();
        let all = root.text_range();
        let mut left = CHILDREN_PER_BYTE * usize::from(all.len());
        for edit in edits.iter().filter(|it| all.contains_range(it.range)) {
            let around = root.covering_element(edit.range);
            for node in around.ancestors() {
                let children = node.green().children().len();
                let Some(rest) = left.checked_sub(children) else { return true };
                left = rest;
            }
        }
        false
    }

    /// As `reparse`, with how much of the text was parsed again.
    #[doc(hidden)]
    pub fn reparse_with_extent(&self, edit: &TextEdit) -> (Parse, checks::Reparsed) {
        reparsing::reparse(self, edit)
    }

    /// Whether comments may silence diagnostics; if not, none does.
    pub fn may_allow(&self) -> bool {
        self.marks.has_allowances
    }

    /// Whether annotations may expect diagnostics; if not, none does.
    pub fn may_expect(&self) -> bool {
        self.marks.has_expectations
    }

    /// Whether comments may say how a test is run; if not, none does.
    pub fn may_be_test(&self) -> bool {
        self.marks.has_run_lines
    }

    /// The parse after an edit that gives a piece of the text anew.
    fn edited(&self, green: GreenNode, errors: Arc<[SyntaxError]>, piece: &str) -> Parse {
        Parse { green, errors, marks: self.marks.or(Marks::of(piece)), ..self.clone() }
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

#[cfg(test)]
mod tests {
    use super::{TextEdit, TextSize, parse};

    /// Whether all uses of `%x` are renamed by parsing everything once.
    fn is_renamed_at_once(text: &str) -> bool {
        let places = text.match_indices("%x").map(|it| TextSize::of(&text[..it.0]) + TextSize::of("%x"));
        let edits: Vec<_> = places.map(|it| TextEdit::insert(it, "_0")).collect();
        let parse = parse(text);
        let whole = super::parse(&text.replace("%x", "%x_0"));
        assert!(parse.reparse_all(&edits) == whole);
        parse.is_cheaper_at_once(&edits)
    }

    #[test]
    fn many_edits_in_a_deep_nest_are_made_at_once() {
        let nest = |depth: usize, uses: usize| {
            let (open, close) = ("affine.for %i = 0 to 2 {\n".repeat(depth), "}\n".repeat(depth));
            format!("{open}{}{close}", "\"a.b\"(%x) : (f32) -> ()\n".repeat(uses))
        };
        assert!(is_renamed_at_once(&nest(100, 200)));
        assert!(!is_renamed_at_once(&nest(100, 2)));
        let function = |number| format!("func.func @f{number}(%x: f32) -> f32 {{\n  return %x : f32\n}}\n");
        assert!(!is_renamed_at_once(&(0..20).map(function).collect::<String>()));
    }
}
