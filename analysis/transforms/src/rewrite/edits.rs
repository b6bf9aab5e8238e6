//! The result of every rewrite.

/// What is written in place of ranges of an isolated op.
pub type Edits = Vec<(ir::Pointer, String)>;
