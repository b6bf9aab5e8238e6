//! Building edits that keep comments, layout and names: lines and their indentation, and names that clash nowhere.
//!
//! Comes after the transformations of [`crate::actions`], which say what moves where; knows text, not legality.

mod layout;
mod names;
mod tokens;

pub(crate) use layout::{Layout, indentation, line_end, line_start};
pub(crate) use names::FreshNames;
pub(crate) use tokens::{next_token, previous_token, token_before};
