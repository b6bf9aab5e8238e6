//! Loops: how often they run.

pub(crate) mod bounds;
pub(crate) mod trip_count;
