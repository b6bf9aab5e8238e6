//! The custom forms of the dialects that are known.

pub(crate) mod affine;
mod arith;
pub(crate) mod builtin;
mod cf;
mod complex;
pub mod format;
pub(crate) mod func;
mod index;
pub mod legacy;
mod math;
mod memref;
mod scf;
mod tensor;
mod ub;
mod vector;

use crate::parser::Parser;

/// What follows the name of an operation in its custom form; `None` if the operation is not known.
pub(crate) fn custom_form(name: &str) -> Option<impl Fn(&mut Parser<'_>) + use<>> {
    let written = affine::form(name).or_else(|| builtin::form(name)).or_else(|| func::form(name));
    let table = format::op_format(name);
    (written.is_some() || table.is_some()).then_some(move |p: &mut Parser<'_>| {
        if let Some(form) = written {
            form(p);
        } else if let Some(format) = table {
            format.parse(p);
        }
    })
}
