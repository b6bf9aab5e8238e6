//! Whether long work is still wanted.

use std::fmt;
use std::sync::Arc;

/// Asked now and then by work that takes long; it unwinds where nobody wants the work any more.
#[derive(Clone)]
pub struct Poll(Arc<dyn Fn() + Send + Sync>);

/// After so many steps the question is asked again.
const STEPS: u64 = 1024;

impl Poll {
    pub fn new(ask: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// Work that nobody ends.
    pub fn never() -> Self {
        Self::new(|| ())
    }

    /// Asks where the count of steps, up or down, passes one of some numbers.
    pub fn between(&self, before: u64, after: u64) {
        if before / STEPS != after / STEPS {
            (self.0)();
        }
    }
}

impl fmt::Debug for Poll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Poll")
    }
}
