//! Projection: exact by existential quantification, approximate by Fourier–Motzkin elimination over the rationals.

use crate::IntegerRelation;
use crate::space::Space;

impl IntegerRelation {
    /// The relation without the variables of `columns`, which become existentially quantified locals: exact over the integers.
    ///
    /// Columns beyond the last variable are ignored. The remaining variables keep their order and kind.
    pub fn project_out(&self, columns: &[usize]) -> IntegerRelation {
        let locals = self.space.local_columns();
        let projected: Vec<usize> = (0..locals.start).filter(|column| columns.contains(column)).collect();
        let kept = |range: std::ops::Range<usize>| range.filter(|column| !projected.contains(column));
        let space = Space {
            domain: kept(self.space.domain_columns()).count(),
            range: kept(self.space.range_columns()).count(),
            symbols: kept(self.space.symbol_columns()).count(),
            locals: self.space.locals + projected.len(),
        };
        let source: Vec<Option<usize>> = kept(0..locals.end)
            .chain(projected.iter().copied())
            .chain([self.space.constant()])
            .map(Some)
            .collect();
        self.rearranged(space, &source)
    }
}
