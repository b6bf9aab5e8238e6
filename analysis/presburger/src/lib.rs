//! Sets and relations of integers described by affine constraints, decided exactly.
//!
//! Every decision is exact over the integers, or [`GaveUp`]: nothing is rounded, and *don't know* is never *no*. The numbers grow as they
//! need to ([`Integer`]), and long operations spend a [`Budget`].
//!
//! A [`IntegerRelation`] is one conjunction, a [`Union`] finitely many. Columns are in the order domain, range, symbols, locals, constant
//! ([`Space`]). A symbol is a free variable for every question asked here: "empty" means empty for all values of the symbols.
//!
//! | question | answer |
//! |---|---|
//! | [`IntegerRelation::is_integer_empty`], [`IntegerRelation::sample`] | exact for every input, bounded or not |
//! | [`IntegerRelation::minimum`], [`IntegerRelation::maximum`], [`IntegerRelation::constant_bounds`] | exact, attained |
//! | [`IntegerRelation::lexmin`], [`IntegerRelation::enumerate`], [`Union::cardinality`] | exact |
//! | [`IntegerRelation::project_out`], [`IntegerRelation::compose`], [`IntegerRelation::eliminate_quantifiers`] | exact |
//! | [`Union::subtract`], [`Union::is_subset`], [`Union::is_equal`], [`Union::lexmin_of_range`], [`Union::coalesce`] | exact |
//! | [`Union::affine_hull`] | exact |
//! | [`IntegerRelation::eliminate_rationally`] | contains all points, maybe more |
//! | [`IntegerRelation::is_obviously_empty`], [`IntegerRelation::remove_redundant`] | true where it shows at once |
//!
//! An exact answer gives up in three cases: the budget is spent, its callback asks to stop, or a system nests so deeply that the stack would
//! be in danger. Many questions about one relation share a [`Solver`].
//!
//! A question is asked on rows of words; where one overflows, it is asked again from its start on integers of any size (`attempt`). It
//! does not show which it was: answers and steps are the same.
//!
//! The road of a question: equalities are solved over the integers (`reduced`), variables go by exact Fourier–Motzkin elimination
//! (`elimination`), the rest is a rational simplex (`tableau`) and a search in a reduced basis (`lattice`, `feasibility`).
//!
//! ```
//! use presburger::{Budget, IntegerRelation};
//!
//! let set = IntegerRelation::parse("{ [i, j] : 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 }").unwrap();
//! assert_eq!(set.is_integer_empty(&Budget::unlimited()), Ok(true));
//! ```

mod affine_hull;
mod attempt;
mod bounds;
mod coalescing;
mod counting;
mod determined_locals;
mod difference;
mod divisions;
mod elimination;
mod enumeration;
mod extent;
mod feasibility;
mod integer;
mod interrupt;
mod intervals;
mod lattice;
mod leading_forms;
mod lexicographic;
mod matrix;
mod normalisation;
mod notation;
mod number;
mod optimum;
mod projection;
mod reduced;
mod relation;
mod solver;
mod space;
mod tableau;
mod union;
mod word;

pub use counting::Cardinality;
pub use enumeration::Enumeration;
pub use integer::Integer;
pub use interrupt::{Budget, GaveUp, Reason};
pub use leading_forms::{FormValues, LeadingForms, Level};
pub use lexicographic::Lexmin;
pub use notation::ParseError;
pub use optimum::Optimum;
pub use relation::IntegerRelation;
pub use solver::Solver;
pub use space::{Space, VariableKind};
pub use union::Union;
