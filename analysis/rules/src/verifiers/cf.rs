//! `cf`: the weights of branches.

use super::problem::{Verified, problem};
use super::view::OpView;
use crate::map_operands::counted;

const WEIGHTS: &str = "branch_weights";

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    let Some(weights) = view.integers(WEIGHTS).filter(|it| !it.is_empty()) else { return Ok(()) };
    let successors = view.op.successors.len();
    let message = if weights.len() != successors {
        format!("{} for {}", counted(weights.len(), "weight"), counted(successors, "block"))
    } else if weights.iter().all(|it| *it == 0) {
        "not all weights can be zero".to_owned()
    } else {
        return Ok(());
    };
    problem("branch-weights", view.attribute_place(WEIGHTS), message)
}
