//! Whether long work is still wanted.

use std::fmt;
use std::sync::Arc;

/// Asked now and then by work that takes long; it unwinds where the work was cancelled.
#[derive(Clone)]
pub struct Poll(Arc<dyn Fn() + Send + Sync>);

/// After this many steps the question is asked again.
const STEPS: u64 = 1024;

impl Poll {
    pub fn new(ask: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// Never cancels.
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
