//! The custom forms that are written by hand: what no assembly format describes.

pub(crate) mod affine;
pub(crate) mod builtin;
pub(crate) mod func;
pub mod legacy;

use crate::parser::Parser;

/// What follows the name of an operation of these dialects in its custom form.
pub(crate) fn written_form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    affine::form(name).or_else(|| builtin::form(name)).or_else(|| func::form(name))
}
