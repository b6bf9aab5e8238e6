//! Vectorization: several consecutive iterations of an `affine.for` run together, operation by operation, each as one
//! lane of vectors.
//!
//! Every operation of the body is vectorized in topological order, those in inner loops too. Where the loop has no
//! loop inside, lanes lie along it and its reductions become partial results and a horizontal reduction; else each
//! lane runs the inner loops as a whole.
//! [`judged`] decides legality once per loop, without positions; the hint and the light bulb read
//! it, and [`rewrite`] writes the text once an offer is taken.

mod access;
mod best;
mod carried;
mod element;
mod judged;
mod lanes;
mod legality;
mod lockstep;
mod masks;
mod offers;
mod plan;
mod promising;
mod rewrite;
#[cfg(test)]
mod tests;
mod trips;

pub use best::best;
pub use judged::vectorization;
pub use offers::{HINT, KIND, PARAMETERS, WIDTH, offers};
pub use plan::{Strategy, Vectorization};
