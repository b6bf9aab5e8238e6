//! Dependences of loops however they are spelled: what `deps --format json` says against running random programs, and
//! against what it says where `mlir-opt` has written a program otherwise.
//!
//! - `cargo test -p affine-analyzer-tests --test spellings random -- --nocapture` judges random programs of
//!   `scf` and `affine`; `PROPTEST_CASES=20000` (as `tests/run --long` says) makes it 10,000.
//! - `cargo test -p affine-analyzer-tests --test spellings lints -- --nocapture` judges what `check` warns of in them.
//! - `cargo test -p affine-analyzer-tests --test spellings twins -- --nocapture` judges lowered twins;
//!   `AFFINE_ANALYZER_TWINS=FOLDER` takes the programs below a folder instead of the repository's.
//! - `cargo test -p affine-analyzer-tests --test spellings raised -- --nocapture` raises both to affine, transforms and
//!   lowers them, and judges what comes of it.
//!
//! `AFFINE_ANALYZER=PATH` names a program that is built already.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod answer;
mod judge;
mod lints;
mod listing;
mod planted;
mod program;
mod raised;
mod random_programs;
mod twins;
