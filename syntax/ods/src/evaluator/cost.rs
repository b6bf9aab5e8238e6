//! The cost of evaluation in steps: one for each item and expression, and for every [`VALUES`] that a list or a dag is made
//! of, or [`TEXT`] bytes of a text, whenever one is made or read.
//!
//! So steps bound time and memory, whatever makes them: values share what they are made of, and a few doublings would be
//! as large as any number.

use super::{Evaluated, Evaluator};
use crate::value::Value;

/// This many values in a list or a dag cost a step.
const VALUES: usize = 4;
/// This many bytes of a text cost a step.
const TEXT: usize = 64;
/// To read a pattern.
const PATTERN: usize = 10_000;
/// The greatest size of a compiled pattern, in bytes.
const PATTERN_BYTES: usize = 1 << 16;

impl Evaluator<'_> {
    /// Counts a step; `None` where there were too many.
    pub(super) fn step(&mut self) -> Evaluated<()> {
        self.charge(1)
    }

    pub(super) fn charge(&mut self, steps: usize) -> Evaluated<()> {
        let before = self.steps;
        self.steps = before.saturating_add(steps.try_into().unwrap_or(u64::MAX));
        if before < self.limits.steps && self.steps >= self.limits.steps {
            self.error_here(format!("more than {} steps", self.limits.steps));
        }
        (self.steps < self.limits.steps).then_some(())
    }

    /// Counts the steps of reading a value, or of making it; `None` where it is too large.
    pub(super) fn weigh(&mut self, value: &Value) -> Evaluated<()> {
        let mut values = 0;
        let mut texts = 0;
        let mut rest = vec![(value, 0)];
        while let Some((value, depth)) = rest.pop() {
            values += 1;
            if depth > self.limits.depth {
                return self.too_deep();
            }
            if values + rest.len() > self.limits.elements + 1 {
                _ = self.charge(values / VALUES);
                return self.too_long();
            }
            match value {
                Value::String(text) => texts += text.len() / TEXT,
                Value::Bits(bits) => texts += bits.len() / TEXT,
                Value::List(list) => rest.extend(list.iter().map(|it| (it, depth + 1))),
                Value::Dag(dag) => {
                    rest.push((&dag.operator, depth + 1));
                    rest.extend(dag.arguments.iter().map(|it| (&it.0, depth + 1)));
                }
                Value::Unset | Value::Unknown | Value::Integer(_) | Value::Record(_) => {}
            }
        }
        // A single value is paid for by the expression that it comes from.
        self.charge((values - 1) / VALUES + texts)
    }

    /// Runs `inside` one level deeper.
    pub(super) fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Evaluated<T>) -> Evaluated<T> {
        if self.depth >= self.limits.depth {
            if self.depth == self.limits.depth {
                return self.too_deep();
            }
            return None;
        }
        self.depth += 1;
        let found = inside(self);
        self.depth -= 1;
        found
    }

    fn too_deep<T>(&mut self) -> Evaluated<T> {
        self.error_here(format!("more than {} levels of nesting", self.limits.depth));
        None
    }

    /// Reports a list that is too long, and evaluates to nothing.
    pub(super) fn too_long<T>(&mut self) -> Evaluated<T> {
        self.error_here(format!("a list of more than {} elements", self.limits.elements));
        None
    }

    /// A text that is not too long.
    pub(super) fn string(&mut self, text: String) -> Evaluated<Value> {
        self.room_for(text.len())?;
        Some(Value::string(text))
    }

    /// `None` where a text of this many bytes would be too long.
    pub(super) fn room_for(&mut self, bytes: usize) -> Evaluated<()> {
        if bytes > self.limits.bytes {
            self.error_here(format!("a text of more than {} bytes", self.limits.bytes));
            return None;
        }
        Some(())
    }

    /// Whether a pattern, which is read once, matches somewhere in a text.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Evaluated<bool> {
        self.charge(text.len())?;
        if !self.regexes.contains_key(pattern) {
            self.charge(PATTERN)?;
            let regex = regex::RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).build();
            self.regexes.insert(pattern.into(), regex.ok());
        }
        let regex = self.regexes.get(pattern)?.as_ref()?;
        Some(regex.is_match(text))
    }
}
