//! Bounds and steps of loops.

use super::Profile;
use super::writer::{Variable, Writer};
use crate::equivalence::GREATEST_SYMBOL;

/// A loop's head from `=` to the step, and the values of its variable.
pub(super) struct Range {
    pub(super) text: String,
    least: i64,
    greatest: i64,
}

impl Range {
    /// The same for another loop.
    pub(super) fn again(&self) -> Range {
        Range { text: self.text.clone(), ..*self }
    }

    pub(super) fn variable(&self, name: &str) -> Variable {
        Variable { name: name.to_owned(), least: self.least, greatest: self.greatest.max(self.least) }
    }
}

impl Writer {
    /// Bounds and a step, from constants or from what is in sight. Few iterations inside other loops.
    pub(super) fn range(&mut self) -> Range {
        if self.one_in(24) {
            return self.far_range();
        }
        let outer = self.variables.last().cloned().filter(|it| it.greatest < 40 && it.is_small());
        match (self.random.below(12), outer, self.has_symbol) {
            (0, Some(outer), _) => self.triangle(&outer),
            (1, Some(outer), _) => self.tile(&outer),
            (2 | 3, _, true) => self.symbolic(),
            (4..7, _, true) if self.profile == Profile::Vectors => self.symbolic(),
            _ => self.constant_range(),
        }
    }

    /// The ranges that several nests have in common, so that they can be fused.
    pub(super) fn common_range(&mut self) -> Range {
        match self.random.below(8) {
            0 => self.range(),
            1 => Range { text: "2 to 10 step 2".to_owned(), least: 2, greatest: 8 },
            2 => Range { text: "3 to 9".to_owned(), least: 3, greatest: 8 },
            3 if self.has_symbol => self.symbolic(),
            _ => Range { text: "2 to 10".to_owned(), least: 2, greatest: 9 },
        }
    }

    pub(super) fn few_iterations(&mut self) -> Range {
        let count = self.between(2, 5);
        Range { text: format!("0 to {count}"), least: 0, greatest: count - 1 }
    }

    fn step(&mut self) -> (i64, String) {
        let step = match self.random.below(8) {
            0 => 2,
            1 => 3,
            _ => 1,
        };
        (step, if step == 1 { String::new() } else { format!(" step {step}") })
    }

    fn constant_range(&mut self) -> Range {
        let (step, step_text) = self.step();
        let least = match self.random.below(4) {
            0 => self.between(1, 5),
            _ => 0,
        };
        let trips = match (self.profile, self.variables.len()) {
            (Profile::Vectors, 0) => {
                let width = [4, 4, 8, 16][self.random.below(4)];
                match self.random.below(4) {
                    0 => width * self.between(1, 3),
                    1 => width + self.between(-1, 1),
                    _ => self.between(0, 3 * width + 1),
                }
            }
            (Profile::Vectors, _) => self.between(0, 13),
            _ => self.between(0, 9),
        };
        let end = least + trips * step;
        // The last iteration need not end where the bound does.
        let slack = if self.one_in(2) { self.between(0, step - 1) } else { 0 };
        let text = format!("{least} to {}{step_text}", (end - slack).max(least));
        Range { text, least, greatest: end - 1 }
    }

    /// A few iterations near the ends of 64 bits, or far from each other. One step behind the last still fits.
    fn far_range(&mut self) -> Range {
        let count = self.between(1, 9);
        let (least, step) = match self.random.below(6) {
            0 => (i64::MAX - 40, 1),
            1 => (i64::MAX - 40, 3),
            2 => (-i64::MAX, 1),
            3 => (-i64::MAX, 2),
            4 => (0, i64::MAX / 11),
            _ => (-i64::MAX, i64::MAX / 9),
        };
        let greatest = least + (count - 1) * step;
        let text = format!(
            "{least} to {}{}",
            greatest + 1,
            if step == 1 { String::new() } else { format!(" step {step}") }
        );
        Range { text, least, greatest }
    }

    fn symbolic(&mut self) -> Range {
        let (_, step) = self.step();
        let (lower, least) = match self.random.below(5) {
            0 => ("2".to_owned(), 2),
            1 => ("affine_map<()[s0] -> (s0 floordiv 2)>()[%n]".to_owned(), 0),
            _ => ("0".to_owned(), 0),
        };
        let (upper, end) = match self.random.below(6) {
            0 => ("affine_map<()[s0] -> (s0 + 3)>()[%n]", GREATEST_SYMBOL + 3),
            1 => ("affine_map<()[s0] -> (s0 * 2 + 1)>()[%n]", 2 * GREATEST_SYMBOL + 1),
            2 => ("min affine_map<()[s0] -> (s0, 7)>()[%n]", 7),
            3 => ("affine_map<()[s0] -> (s0 ceildiv 2)>()[%n]", GREATEST_SYMBOL.div_euclid(2) + 1),
            _ => ("%n", GREATEST_SYMBOL),
        };
        Range { text: format!("{lower} to {upper}{step}"), least, greatest: end - 1 }
    }

    /// A bound that is the variable of the loop around.
    fn triangle(&mut self, outer: &Variable) -> Range {
        let (_, step) = self.step();
        let Variable { name, least, greatest } = outer;
        match self.random.below(4) {
            0 => {
                let end = greatest + self.between(0, 4);
                let text = format!("affine_map<(d0) -> (d0)>({name}) to {end}{step}");
                Range { text, least: *least, greatest: end - 1 }
            }
            1 => {
                let text = format!("0 to affine_map<(d0) -> (d0 + 1)>({name}){step}");
                Range { text, least: 0, greatest: *greatest }
            }
            2 => {
                let text = format!("max affine_map<(d0) -> (d0 - 2, 0)>({name}) to {}{step}", greatest + 1);
                Range { text, least: (least - 2).max(0), greatest: *greatest }
            }
            _ => {
                let text = format!("0 to affine_map<(d0) -> (d0)>({name}){step}");
                Range { text, least: 0, greatest: greatest - 1 }
            }
        }
    }

    /// What tiling leaves: from the variable of the loop around to the least of two ends.
    fn tile(&mut self, outer: &Variable) -> Range {
        let Variable { name, least, greatest } = outer;
        let size = self.between(2, 5);
        let end = greatest + self.between(-1, 2);
        let text = format!(
            "affine_map<(d0) -> (d0)>({name}) to min affine_map<(d0) -> (d0 + {size}, {end})>({name})"
        );
        Range { text, least: *least, greatest: (greatest + size - 1).min(end - 1) }
    }
}
