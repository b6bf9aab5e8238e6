//! The machine that costs are predicted for, in the words of the user.

use std::collections::BTreeMap;

/// The name of the machine that the program runs on.
pub const HOST: &str = "host";

/// The properties of the machine that a user sets; all others are those of the named target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// The name of a target.
    pub target: &'static str,
    properties: BTreeMap<&'static str, u32>,
}

/// The properties of a machine: bits of a vector register, how many of these there are, cycles of an addition or
/// multiplication, kilobytes of the caches; what a size is taken for that is not known; and on how many cores a nest may run.
pub const PROPERTIES: [&str; 8] = ["bits", "registers", "latency", "l1", "l2", "l3", "size", "cores"];

impl Default for Machine {
    fn default() -> Self {
        Self::named(HOST)
    }
}

impl Machine {
    /// The target of that name, as it is.
    pub fn named(target: &'static str) -> Self {
        Self { target, properties: BTreeMap::new() }
    }

    /// Sets one of [`PROPERTIES`] to a number from 1; whether it is one of them.
    pub fn set(&mut self, property: &str, value: u32) -> bool {
        let known = PROPERTIES.iter().find(|it| **it == property);
        known.is_some_and(|it| {
            self.properties.insert(it, value.max(1));
            true
        })
    }

    /// The properties that are set.
    pub fn properties(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        self.properties.iter().map(|(property, value)| (*property, *value))
    }
}
