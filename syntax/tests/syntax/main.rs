//! Tests of the whole crate, through its public face.

mod errors;
mod properties;
mod trees;
