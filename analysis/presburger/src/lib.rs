//! Sets and relations of integers described by affine constraints, decided exactly.
//!
//! Every decision is exact over the integers, or [`GaveUp`]: nothing is rounded, and *don't know* is never *no*. The numbers grow as they
//! need to ([`Integer`]), and long operations spend a [`Budget`].
//!
//! A [`IntegerRelation`] is one conjunction, a [`Union`] finitely many. Columns stand in the order domain, range, symbols, locals, constant
//! ([`Space`]). A symbol is a free variable for every question asked here: "empty" means empty for all values of the symbols.
//!
//! ```
//! use presburger::{Budget, IntegerRelation};
//!
//! let set = IntegerRelation::parse("{ [i, j] : 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 }").unwrap();
//! assert_eq!(set.is_integer_empty(&Budget::unlimited()), Ok(true));
//! ```

mod bounds;
mod difference;
mod divisions;
mod elimination;
mod enumeration;
mod feasibility;
mod integer;
mod interrupt;
mod lattice;
mod lexicographic;
mod matrix;
mod normalisation;
mod notation;
mod optimum;
mod projection;
mod reduction;
mod relation;
mod space;
mod tableau;
mod union;

pub use bounds::{Bound, Bounds};
pub use enumeration::Enumeration;
pub use integer::Integer;
pub use interrupt::{Budget, GaveUp, Reason};
pub use lexicographic::Lexmin;
pub use notation::ParseError;
pub use optimum::Optimum;
pub use relation::IntegerRelation;
pub use space::{Space, VariableKind};
pub use union::Union;
