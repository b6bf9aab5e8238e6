//! MLIR's textual form as a lossless syntax tree: lexer, error-resilient parser, typed views, incremental
//! reparse and text edits.
//!
//! This crate knows the grammar and nothing of meaning. Parsing cannot fail: every text gives a tree with exactly
//! that text, and a list of errors.

pub mod ast;
mod kind;

pub use kind::{MlirLanguage, SyntaxKind};
pub use rowan::{GreenNode, TextRange, TextSize, TokenAtOffset, WalkEvent};

pub type SyntaxNode = rowan::SyntaxNode<MlirLanguage>;
pub type SyntaxToken = rowan::SyntaxToken<MlirLanguage>;
pub type SyntaxElement = rowan::SyntaxElement<MlirLanguage>;
