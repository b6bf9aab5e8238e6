//! The result of every rewrite.

/// Replacements for ranges of an isolated op.
pub type Edits = Vec<(ir::Pointer, String)>;
