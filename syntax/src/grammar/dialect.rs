//! The custom forms of the dialects that are known.

pub(crate) mod affine;
pub(crate) mod builtin;
pub(crate) mod func;

use crate::parser::Parser;

/// What follows the name of an operation in its custom form; `None` if the operation is not known.
pub(crate) fn custom_form(name: &str) -> Option<fn(&mut Parser<'_>)> {
    affine::form(name).or_else(|| builtin::form(name)).or_else(|| func::form(name))
}
