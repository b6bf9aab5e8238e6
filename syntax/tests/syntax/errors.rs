//! One mistake, one error, near it.
