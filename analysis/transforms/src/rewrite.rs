//! Building edits that keep comments, layout and names.
//!
//! The transformations of the light bulb decide where code moves; the modules here know text, not legality.
//! - [`RootText`] finds the pieces of operations in a root's text.
//! - [`TextCopy`] writes a piece again, with other names and with affine expressions in place of values.
//! - [`Leaves`] writes bounds, map uses, subscripts and conditions from affine expressions.
//! - [`keep_comments`] puts back the comments that all of them have lost.
//! - [`Layout`] moves lines to another indentation.
//! - [`names`] is where all names come from: rewrites work on a text in which every name is unique.

mod affine_text;
mod comments;
mod copy;
mod difference;
mod edits;
mod layout;
mod names;
mod root_text;
mod text_order;
mod tokens;

pub(crate) use affine_text::substitute;
pub use affine_text::{Leaves, Side};
pub use comments::keep_comments;
pub use copy::TextCopy;
pub use difference::difference;
pub use edits::Edits;
pub use layout::{Layout, indentation, line_end, line_start};
pub use names::{FreshNames, rewritten, settle, under_unique_names, untaken};
pub use root_text::RootText;
pub use text_order::in_text_order;
pub use tokens::{next_token, previous_token, token_after, token_before, token_behind};
