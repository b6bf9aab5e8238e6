//! interim
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integer(i64);
