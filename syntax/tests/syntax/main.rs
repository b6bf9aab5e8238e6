//! Tests of the whole crate, through its public face.

#[cfg(test)]
mod errors;
#[cfg(test)]
mod half_typed;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod mutation;
#[cfg(test)]
mod pieces;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod reparse;
#[cfg(test)]
mod seeds;
#[cfg(test)]
mod trees;
#[cfg(test)]
mod typing;
