//! Building edits that keep comments, layout and names.
//!
//! Comes after the transformations of [`crate::actions`], which say what moves where; knows text, not legality.
//! - [`RootText`] finds the pieces of operations in a root's text.
//! - [`TextCopy`] writes a piece again, with other names and with affine expressions in place of values.
//! - [`Leaves`] writes bounds, map uses, subscripts and conditions from affine expressions.
//! - [`keep_comments`] puts back what all of them have lost.
//! - [`Layout`] moves lines to another indentation.
//! - [`names`] is where all names come from: rewrites work on a text in which every name is unique.

mod affine_text;
mod comments;
mod copy;
mod layout;
mod names;
mod root_text;
mod tokens;

pub(crate) use affine_text::{Leaves, Side};
pub(crate) use comments::keep_comments;
pub(crate) use copy::TextCopy;
pub(crate) use layout::{Layout, indentation, line_end, line_start};
pub(crate) use names::{FreshNames, Places, rewritten, settle, under_unique_names, untaken};
pub(crate) use root_text::RootText;
pub(crate) use tokens::{next_token, previous_token, token_after, token_before, token_behind};

/// What is written in place of ranges of an isolated op.
pub(crate) type Edits = Vec<(crate::ir::Pointer, String)>;
