//! [`Matrix`]: dense rows of numbers in one allocation.

use smallvec::SmallVec;

use crate::Integer;
use crate::number::Number;

/// A row of its own. Most problems have fewer than twelve variables.
pub(crate) type Row<N = Integer> = SmallVec<[N; 12]>;

/// Rows of equal length. There is always at least one column, that of the constant, which is the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Matrix<N = Integer> {
    columns: usize,
    entries: Vec<N>,
}

impl<N: Number> Matrix<N> {
    pub(crate) fn new(columns: usize) -> Matrix<N> {
        debug_assert!(columns > 0);
        Matrix { columns, entries: Vec::new() }
    }

    /// `n` unit rows and a last column of zeros.
    pub(crate) fn identity(n: usize) -> Matrix<N> {
        let mut matrix = Matrix { columns: n + 1, entries: vec![N::ZERO; n * (n + 1)] };
        for i in 0..n {
            matrix.row_mut(i)[i] = N::ONE;
        }
        matrix
    }

    /// The same rows, of other numbers.
    pub(crate) fn of(matrix: &Matrix) -> Matrix<N> {
        Matrix { columns: matrix.columns, entries: matrix.entries.iter().map(N::of).collect() }
    }

    /// The same rows, of integers.
    pub(crate) fn into_integers(self) -> Matrix {
        Matrix { columns: self.columns, entries: self.entries.into_iter().map(N::into).collect() }
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    pub(crate) fn rows(&self) -> usize {
        self.entries.len() / self.columns
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[N] {
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [N] {
        &mut self.entries[row * self.columns..(row + 1) * self.columns]
    }

    pub(crate) fn iter(&self) -> std::slice::ChunksExact<'_, N> {
        self.entries.chunks_exact(self.columns)
    }

    pub(crate) fn iter_mut(&mut self) -> std::slice::ChunksExactMut<'_, N> {
        self.entries.chunks_exact_mut(self.columns)
    }

    pub(crate) fn push(&mut self, row: &[N]) {
        debug_assert_eq!(row.len(), self.columns);
        self.entries.extend_from_slice(row);
    }

    /// Makes room for this many rows more.
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.entries.reserve(rows * self.columns);
    }

    /// Adds a row of zeros but for these entries and the constant.
    pub(crate) fn push_terms<'a>(&mut self, terms: impl IntoIterator<Item = (usize, &'a N)>, constant: &N) {
        let start = self.entries.len();
        self.entries.resize_with(start + self.columns, || N::ZERO);
        let row = &mut self.entries[start..];
        for (column, entry) in terms {
            row[column].clone_from(entry);
        }
        row[self.columns - 1].clone_from(constant);
    }

    /// Adds a row from an iterator that gives one entry per column.
    pub(crate) fn push_entries(&mut self, entries: impl IntoIterator<Item = N>) {
        self.entries.extend(entries);
        debug_assert!(self.entries.len().is_multiple_of(self.columns));
    }

    pub(crate) fn swap_remove(&mut self, row: usize) {
        let last = self.rows() - 1;
        if row != last {
            let (head, tail) = self.entries.split_at_mut(last * self.columns);
            head[row * self.columns..(row + 1) * self.columns].swap_with_slice(tail);
        }
        self.entries.truncate(last * self.columns);
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.entries.truncate(rows * self.columns);
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Keeps the rows for which `keep` holds, in their order.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&[N]) -> bool) {
        let columns = self.columns;
        let mut kept = 0;
        for row in 0..self.rows() {
            if keep(self.row(row)) {
                if kept != row {
                    let (head, tail) = self.entries.split_at_mut(row * columns);
                    head[kept * columns..(kept + 1) * columns].swap_with_slice(&mut tail[..columns]);
                }
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Takes out the rows for which `is_taken` holds; both keep their order.
    pub(crate) fn take_rows(&mut self, is_taken: impl Fn(&[N]) -> bool) -> Matrix<N> {
        let mut taken = Matrix::new(self.columns);
        taken.reserve(self.iter().filter(|row| is_taken(row)).count());
        self.retain(|row| {
            let is_taken = is_taken(row);
            if is_taken {
                taken.push(row);
            }
            !is_taken
        });
        taken
    }

    /// A matrix whose column `k` is column `source[k]` of this one, or zeros where that is `None`.
    pub(crate) fn with_columns(&self, source: &[Option<usize>]) -> Matrix<N> {
        let mut entries = Vec::with_capacity(self.rows() * source.len());
        for row in self.iter() {
            entries.extend(source.iter().map(|column| column.map_or(N::ZERO, |column| row[column].clone())));
        }
        Matrix { columns: source.len(), entries }
    }

    /// Removes the columns for which `keep` is false. The constant must stay.
    pub(crate) fn keep_columns(&mut self, keep: &[bool]) {
        debug_assert_eq!(keep.len(), self.columns);
        let mut kept: SmallVec<[usize; 24]> = SmallVec::with_capacity(keep.len());
        for (column, _) in keep.iter().enumerate().filter(|(_, keep)| **keep) {
            kept.push(column);
        }
        let kept = kept.as_slice();
        let mut next = 0;
        for first in (0..self.entries.len()).step_by(self.columns) {
            for column in kept {
                self.entries.swap(next, first + column);
                next += 1;
            }
        }
        self.entries.truncate(next);
        self.columns = kept.len();
    }

    pub(crate) fn swap_rows(&mut self, a: usize, b: usize) {
        for column in 0..self.columns {
            self.entries.swap(a * self.columns + column, b * self.columns + column);
        }
    }

    pub(crate) fn swap_columns(&mut self, a: usize, b: usize) {
        for row in self.entries.chunks_exact_mut(self.columns) {
            row.swap(a, b);
        }
    }

    /// Adds `factor` times column `source` to column `target`.
    pub(crate) fn add_column(&mut self, target: usize, source: usize, factor: &N) {
        for row in self.entries.chunks_exact_mut(self.columns) {
            if !row[source].is_zero() {
                let entry = std::mem::take(&mut row[source]);
                row[target].add_product(&entry, factor);
                row[source] = entry;
            }
        }
    }

    /// Adds the multiple of `row` to each row that makes its entry in `column` zero, where that of `row` is 1 or −1.
    pub(crate) fn clear_column(&mut self, column: usize, row: &[N]) {
        let is_positive = row[column].is_positive();
        for target in self.entries.chunks_exact_mut(self.columns) {
            if !target[column].is_zero() {
                let entry = &target[column];
                let factor = if is_positive { entry.negated() } else { entry.clone() };
                for (entry, x) in target.iter_mut().zip(row) {
                    if !x.is_zero() {
                        entry.add_product(x, &factor);
                    }
                }
            }
        }
    }

    /// Sets the variable of `column` to `value`: its multiple goes to the constant, and the column becomes zero.
    pub(crate) fn fix_column(&mut self, column: usize, value: &N) {
        let constant = self.columns - 1;
        for row in self.entries.chunks_exact_mut(self.columns) {
            let entry = std::mem::take(&mut row[column]);
            if !entry.is_zero() {
                row[constant].add_product(&entry, value);
            }
        }
    }
}

/// The same row, of other numbers.
pub(crate) fn row_of<N: Number>(row: &[Integer]) -> Row<N> {
    row.iter().map(N::of).collect()
}

/// The greatest common divisor of all entries but the last: 0 if they are all zero.
pub(crate) fn content<N: Number>(row: &[N]) -> N {
    let mut gcd = N::ZERO;
    for entry in &row[..row.len() - 1] {
        // Most entries are zero, and of the others most are units.
        if !entry.is_zero() {
            if entry.is_unit() {
                return N::ONE;
            }
            gcd = if gcd.is_zero() { entry.abs() } else { gcd.gcd(entry) };
            if gcd.is_one() {
                break;
            }
        }
    }
    gcd
}

/// The value of a row at a point, which has one entry per variable.
pub(crate) fn evaluate<N: Number>(row: &[N], point: &[N]) -> N {
    let mut value = row[row.len() - 1].clone();
    for (coefficient, x) in row.iter().zip(point) {
        if !coefficient.is_zero() {
            value.add_product(coefficient, x);
        }
    }
    value
}

/// The complement of `row >= 0` over the integers: `-row - 1`.
pub(crate) fn complement<N: Number>(row: &[N]) -> Row<N> {
    let mut result: Row<N> = row.iter().map(N::negated).collect();
    if let Some(constant) = result.last_mut() {
        *constant -= &N::ONE;
    }
    result
}

/// `-row`.
pub(crate) fn negated<N: Number>(row: &[N]) -> Row<N> {
    row.iter().map(N::negated).collect()
}
