//! Memrefs and affine forms in the text of a copy.

use crate::data_copy::copied::Copied;
use crate::loop_bounds::{named, plus, times};
use crate::rewrite::{Leaves, RootText};
use ir::affine::AffineExpr;
use polyhedral::dependence::{Linear, Variable, enclosing_loops};

/// A memref in a text.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) ty: String,
}

/// A form over the loops around the copied one, and symbols.
pub(super) fn written_form(
    copied: &Copied,
    source: &RootText<'_>,
    form: &Linear,
    leaves: &mut Leaves,
) -> Option<AffineExpr> {
    let ir = source.ir;
    let around = enclosing_loops(ir, copied.op);
    let mut sum = AffineExpr::Constant(form.constant.to_i64()?);
    for (variable, factor) in &form.terms {
        let (value, is_symbol) = match variable {
            Variable::Loop(number) => (around.get(*number)?.induction_variable, false),
            Variable::Symbol(value) => (*value, true),
            Variable::Local(_) => return None,
        };
        sum = plus(&sum, &times(&named(ir, leaves, value, is_symbol), factor.to_i64()?));
    }
    Some(sum)
}
