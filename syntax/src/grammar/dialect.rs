//! The custom forms that are written by hand: what no assembly format describes.

pub(crate) mod affine;
pub(crate) mod builtin;
pub(crate) mod func;
pub mod legacy;

use crate::parser::Parser;

/// The parser of the text after an operation's name in the custom form of these dialects.
pub(crate) fn written_form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    affine::form(name).or_else(|| builtin::form(name)).or_else(|| func::form(name))
}
