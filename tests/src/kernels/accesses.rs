//! Loads, stores and their subscripts.

use super::Profile;
use super::writer::{Buffer, Variable, Writer};

impl Writer {
    /// A buffer of the usual type.
    pub(super) fn buffer(&mut self) -> Buffer {
        let at = self.random.below(self.buffers.len());
        self.buffers[at].clone()
    }

    /// Subscripts that stay inside the buffer.
    pub(super) fn subscripts(&mut self, buffer: &Buffer) -> String {
        let count = buffer.sizes.len();
        // As a rule the innermost variable is the last subscript.
        let visible = self.variables.len();
        let is_turned = self.one_in(10);
        let subscripts: Vec<String> = (0..count)
            .map(|dim| {
                let from_inside = if is_turned { dim } else { count - 1 - dim };
                let variable = visible.checked_sub(1 + from_inside).map(|it| self.variables[it].clone());
                let variable = match visible {
                    0 => None,
                    _ if self.one_in(12) => Some(self.variables[self.random.below(visible)].clone()),
                    _ => variable,
                };
                self.subscript(variable, buffer.sizes[dim])
            })
            .collect();
        subscripts.join(", ")
    }

    /// An expression over the variable with values below `size`.
    fn subscript(&mut self, variable: Option<Variable>, size: i64) -> String {
        let Some(variable) = variable else { return self.between(0, 2.min(size - 1)).to_string() };
        for _ in 0..4 {
            let term = self.term(&variable);
            let shift = match self.random.below(6) {
                0..4 => 0,
                4 => self.between(-2, 3),
                _ => self.between(-9, 17),
            };
            if let Some(text) = shifted(&term, shift, size) {
                return text;
            }
        }
        format!("{} mod {size}", variable.name)
    }

    /// The innermost variables in order, with offsets of at most so much.
    pub(super) fn near(&mut self, buffer: &Buffer, offset: i64) -> String {
        let Some(first) = self.variables.len().checked_sub(buffer.sizes.len()) else {
            return self.subscripts(buffer);
        };
        let subscripts: Vec<String> = (0..buffer.sizes.len())
            .map(|dim| {
                let variable = self.variables[first + dim].clone();
                let shift = self.between(-offset, offset);
                let term = (variable.name.clone(), variable.least, variable.greatest);
                shifted(&term, shift, buffer.sizes[dim]).unwrap_or_else(|| format!("{} mod 4", term.0))
            })
            .collect();
        subscripts.join(", ")
    }

    /// A term with its least and greatest value.
    fn term(&mut self, variable: &Variable) -> Term {
        let Variable { name, least, greatest } = variable;
        let plain = (name.clone(), *least, *greatest);
        if !variable.is_small() {
            return plain;
        }
        let odds = if self.profile == Profile::Fusion { 30 } else { 22 };
        match self.random.below(odds) {
            0 => (format!("{name} * 2"), 2 * least, 2 * greatest),
            1 => (format!("{name} * 3"), 3 * least, 3 * greatest),
            2 => (format!("-{name}"), -greatest, -least),
            3 => (format!("{name} floordiv 2"), least.div_euclid(2), greatest.div_euclid(2)),
            4 => (format!("{name} mod 4"), 0, 3),
            5 if self.has_symbol => (format!("{name} + symbol(%n)"), *least, greatest + 13),
            6 | 7 => {
                let other = self.variables[self.random.below(self.variables.len())].clone();
                if other.name == *name || !other.is_small() {
                    return plain;
                }
                (format!("{name} + {}", other.name), least + other.least, greatest + other.greatest)
            }
            8 => {
                let other = self.variables[self.random.below(self.variables.len())].clone();
                if other.name == *name || !other.is_small() {
                    return plain;
                }
                (format!("{name} - {}", other.name), least - other.greatest, greatest - other.least)
            }
            _ => plain,
        }
    }

    pub(super) fn load_at(&mut self, buffer: &Buffer, subscripts: &str) -> String {
        let name = self.name("v");
        self.line(&format!("{name} = affine.load {}[{subscripts}] : {}", buffer.name, buffer.ty));
        name
    }

    pub(super) fn load(&mut self) -> String {
        let buffer = self.buffer();
        let subscripts = self.subscripts(&buffer);
        self.load_at(&buffer, &subscripts)
    }

    pub(super) fn store(&mut self, value: &str) {
        let buffer = self.buffer();
        let subscripts = self.subscripts(&buffer);
        self.line(&format!("affine.store {value}, {}[{subscripts}] : {}", buffer.name, buffer.ty));
    }
}

/// An expression with its least and greatest value.
type Term = (String, i64, i64);

/// The term plus the offset that is nearest to the one wanted, so that all values are below `size`.
fn shifted((text, least, greatest): &Term, shift: i64, size: i64) -> Option<String> {
    let (lowest, highest) = (-least, (size - 1).saturating_sub(*greatest));
    if lowest > highest {
        return None;
    }
    Some(match shift.clamp(lowest, highest) {
        0 => text.clone(),
        shift @ 1.. => format!("{text} + {shift}"),
        shift => format!("{text} - {}", -shift),
    })
}
