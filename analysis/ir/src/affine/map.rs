//! Affine maps: (dimensions)[symbols] -> (results).

use super::AffineExpr;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineMap {
    pub dims: usize,
    pub symbols: usize,
    pub results: Box<[AffineExpr]>,
}

impl AffineMap {
    pub fn constant(value: i64) -> Self {
        Self { dims: 0, symbols: 0, results: Box::new([AffineExpr::Constant(value)]) }
    }

    /// `()[s0] -> (s0)`, which a bare value as a loop bound stands for.
    pub fn symbol_identity() -> Self {
        Self { dims: 0, symbols: 1, results: Box::new([AffineExpr::Symbol(0)]) }
    }

    /// The map as MLIR stores it.
    pub fn folded(&self) -> Self {
        let results = self.results.iter().map(|it| it.folded()).collect();
        Self { dims: self.dims, symbols: self.symbols, results }
    }

    /// Whether it gives back its dimensions, whatever its symbols are.
    pub fn is_identity(&self) -> bool {
        let mut results = self.results.iter().enumerate();
        self.results.len() == self.dims && results.all(|(index, it)| it.folded() == AffineExpr::Dim(index))
    }

    /// Whether it gives its last dimensions in order.
    pub fn is_minor_identity(&self) -> bool {
        let Some(first) = self.dims.checked_sub(self.results.len()) else { return false };
        self.results.iter().enumerate().all(|(index, it)| it.folded() == AffineExpr::Dim(first + index))
    }

    /// The dimensions that its results are, if they are such, each once.
    pub fn distinct_dims(&self) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        for result in &self.results {
            match result {
                AffineExpr::Dim(index) if !found.contains(index) => found.push(*index),
                _ => return None,
            }
        }
        Some(found)
    }

    /// Number of dimensions and symbols.
    pub fn inputs(&self) -> usize {
        self.dims.saturating_add(self.symbols)
    }

    /// The constant, of a map with one result that is one.
    pub fn single_constant(&self) -> Option<i64> {
        match &*self.results {
            [result] => result.as_constant(),
            _ => None,
        }
    }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.dims, self.symbols)?;
        f.write_str(" -> (")?;
        for (index, result) in self.results.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{result}")?;
        }
        f.write_str(")")
    }
}

/// `(d0, d1)[s0]`, without brackets if there is no symbol.
pub(super) fn write_inputs(f: &mut fmt::Formatter<'_>, dims: usize, symbols: usize) -> fmt::Result {
    let list = |letter: char, count: usize| {
        (0..count).map(|it| format!("{letter}{it}")).collect::<Vec<_>>().join(", ")
    };
    write!(f, "({})", list('d', dims))?;
    if symbols > 0 {
        write!(f, "[{}]", list('s', symbols))?;
    }
    Ok(())
}
