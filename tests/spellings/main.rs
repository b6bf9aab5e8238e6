//! Dependences of loops however they are spelled: what `deps --format json` says against running random programs.
//!
//! - `cargo test -p affine-analyzer-tests --test spellings random -- --nocapture` judges random programs of
//!   `scf` and `affine`; `PROPTEST_CASES=20000` (as `tests/run --long` says) makes it 10,000.
//!
//! `AFFINE_ANALYZER=PATH` names a program that is built already.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod answer;
mod judge;
mod planted;
mod program;
mod random_programs;
