//! [`Space`]: how many variables of which kind a relation has, and where their columns are.

use std::ops::Range;

/// Counts of variables. Columns are in the order domain, range, symbols, locals, constant.
///
/// A set is a relation without domain variables. Locals are existentially quantified: they are not part of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Space {
    pub domain: usize,
    pub range: usize,
    pub symbols: usize,
    pub locals: usize,
}

impl Space {
    /// The space of sets with `dimensions` variables and `symbols` symbols.
    pub fn set(dimensions: usize, symbols: usize) -> Space {
        Space { domain: 0, range: dimensions, symbols, locals: 0 }
    }

    /// The space of relations from `domain` to `range` variables.
    pub fn relation(domain: usize, range: usize, symbols: usize) -> Space {
        Space { domain, range, symbols, locals: 0 }
    }

    /// The same space without locals.
    pub fn without_locals(self) -> Space {
        Space { locals: 0, ..self }
    }

    /// Domain and range variables.
    pub fn dimensions(&self) -> usize {
        self.domain + self.range
    }

    /// Variables of every kind.
    pub fn variables(&self) -> usize {
        self.domain + self.range + self.symbols + self.locals
    }

    /// Columns of a row: the variables and the constant.
    pub fn columns(&self) -> usize {
        self.variables() + 1
    }

    /// The column of the constant, which is the last.
    pub fn constant(&self) -> usize {
        self.variables()
    }

    pub fn domain_columns(&self) -> Range<usize> {
        0..self.domain
    }

    pub fn range_columns(&self) -> Range<usize> {
        self.domain..self.dimensions()
    }

    pub fn symbol_columns(&self) -> Range<usize> {
        self.dimensions()..self.dimensions() + self.symbols
    }

    pub fn local_columns(&self) -> Range<usize> {
        self.dimensions() + self.symbols..self.variables()
    }

    /// The kind of the variable in `column`, or `None` for the constant and beyond.
    pub fn kind(&self, column: usize) -> Option<VariableKind> {
        if column < self.domain {
            Some(VariableKind::Domain)
        } else if column < self.dimensions() {
            Some(VariableKind::Range)
        } else if column < self.dimensions() + self.symbols {
            Some(VariableKind::Symbol)
        } else if column < self.variables() {
            Some(VariableKind::Local)
        } else {
            None
        }
    }

    /// The columns of one kind.
    pub fn columns_of(&self, kind: VariableKind) -> Range<usize> {
        match kind {
            VariableKind::Domain => self.domain_columns(),
            VariableKind::Range => self.range_columns(),
            VariableKind::Symbol => self.symbol_columns(),
            VariableKind::Local => self.local_columns(),
        }
    }

    pub(crate) fn count_mut(&mut self, kind: VariableKind) -> &mut usize {
        match kind {
            VariableKind::Domain => &mut self.domain,
            VariableKind::Range => &mut self.range,
            VariableKind::Symbol => &mut self.symbols,
            VariableKind::Local => &mut self.locals,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableKind {
    Domain,
    Range,
    Symbol,
    Local,
}
