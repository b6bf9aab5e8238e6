//! Tests of the whole crate, through its public face.

#[cfg(test)]
mod errors;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod pieces;
#[cfg(test)]
mod trees;
