//! [`IntegerRelation`]: one conjunction of equalities and inequalities.

use std::ops::Range;

use crate::matrix::{Matrix, Row, content, evaluate};
use crate::normalisation::{Contradiction, normalise_equality, tighten};
use crate::number::Number;
use crate::space::{Space, VariableKind};
use crate::{Integer, notation};

/// The integer points `(x, y)` with symbols `s` for which integers `e` exist such that every row holds.
///
/// A row has [`Space::columns`] entries: coefficients of domain `x`, range `y`, symbols `s` and locals `e`, then the constant. An
/// equality says `row · (x, y, s, e, 1) = 0`, an inequality `row · (x, y, s, e, 1) >= 0`. In the notation of isl:
/// `[s] -> { [x] -> [y] : exists (e0 : x = 2e0 and 0 <= y < s) }`.
///
/// The numbers are [`Integer`]s but for questions, which are asked on words first.
///
/// Rows of the wrong length are a bug of the caller: they are cut or filled with zeros before the constant, and debug builds panic.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IntegerRelation<N = Integer> {
    pub(crate) space: Space,
    pub(crate) equalities: Matrix<N>,
    pub(crate) inequalities: Matrix<N>,
}

impl IntegerRelation {
    /// All points of `space`.
    pub fn universe(space: Space) -> IntegerRelation {
        let (equalities, inequalities) = (Matrix::new(space.columns()), Matrix::new(space.columns()));
        IntegerRelation { space, equalities, inequalities }
    }

    /// No point of `space`.
    pub fn empty(space: Space) -> IntegerRelation {
        let mut relation = IntegerRelation::universe(space);
        relation.set_empty();
        relation
    }

    /// Makes room for this many equalities and inequalities more.
    pub fn reserve(&mut self, equalities: usize, inequalities: usize) {
        self.equalities.reserve(equalities);
        self.inequalities.reserve(inequalities);
    }

    /// Adds the equality that has these coefficients in these columns (each is given once) and a constant.
    pub fn add_equality_of<'a>(
        &mut self,
        terms: impl IntoIterator<Item = (usize, &'a Integer)>,
        constant: &Integer,
    ) {
        self.equalities.push_terms(terms, constant);
    }

    /// As [`IntegerRelation::add_equality_of`], an inequality.
    pub fn add_inequality_of<'a>(
        &mut self,
        terms: impl IntoIterator<Item = (usize, &'a Integer)>,
        constant: &Integer,
    ) {
        self.inequalities.push_terms(terms, constant);
    }

    /// Adds `row = 0`, from words.
    pub fn equality(&mut self, row: &[i64]) -> &mut IntegerRelation {
        self.add_equality(&row.iter().copied().map(Integer::from).collect::<Row>());
        self
    }

    /// Adds `row >= 0`, from words.
    pub fn inequality(&mut self, row: &[i64]) -> &mut IntegerRelation {
        self.add_inequality(&row.iter().copied().map(Integer::from).collect::<Row>());
        self
    }

    /// Adds the equality `variable = value`.
    pub fn fix(&mut self, column: usize, value: &Integer) {
        let mut row: Row = std::iter::repeat_n(Integer::ZERO, self.space.columns()).collect();
        let constant = self.space.constant();
        if column < constant {
            row[column] = Integer::ONE;
            row[constant] = -value;
            self.equalities.push(&row);
        }
    }

    /// Substitutes `value` for a variable, which disappears.
    pub fn substitute(&mut self, column: usize, value: &Integer) {
        if column < self.space.constant() {
            self.equalities.fix_column(column, value);
            self.inequalities.fix_column(column, value);
            self.remove_zero_variable(column);
        }
    }

    /// `(y, x)` for every `(x, y)`.
    pub fn inverse(&self) -> IntegerRelation {
        let space = Space { domain: self.space.range, range: self.space.domain, ..self.space };
        let (domain, range) = (self.space.domain_columns(), self.space.range_columns());
        let rest = self.space.dimensions()..self.space.columns();
        let source: Vec<Option<usize>> = range.chain(domain).chain(rest).map(Some).collect();
        self.rearranged(space, &source)
    }

    /// The same points, of whose domain and range variables the first `domain` are the domain.
    pub fn with_domain(mut self, domain: usize) -> IntegerRelation {
        let dimensions = self.space.dimensions();
        debug_assert!(domain <= dimensions);
        self.space.domain = domain.min(dimensions);
        self.space.range = dimensions - self.space.domain;
        self
    }

    /// `{ x -> z }` for all `x -> y` in `self` and `y -> z` in `next`. The intermediate variables become locals: exact.
    pub fn compose(&self, next: &IntegerRelation) -> IntegerRelation {
        debug_assert_eq!((self.space.range, self.space.symbols), (next.space.domain, next.space.symbols));
        let middle = self.space.range;
        let space = Space {
            domain: self.space.domain,
            range: next.space.range,
            symbols: self.space.symbols,
            locals: middle + self.space.locals + next.space.locals,
        };
        let locals = space.local_columns().start;
        let place = |columns: &[(Range<usize>, usize)]| {
            let mut source = vec![None; space.columns()];
            for (from, to) in columns {
                from.clone().zip(*to..).for_each(|(from, to)| source[to] = Some(from));
            }
            source
        };
        let symbols = space.symbol_columns().start;
        let first = place(&[
            (self.space.domain_columns(), 0),
            (self.space.range_columns(), locals),
            (self.space.symbol_columns(), symbols),
            (self.space.local_columns(), locals + middle),
            (self.space.constant()..self.space.columns(), space.constant()),
        ]);
        let second = place(&[
            (next.space.domain_columns(), locals),
            (next.space.range_columns(), space.domain),
            (next.space.symbol_columns(), symbols),
            (next.space.local_columns(), locals + middle + self.space.locals),
            (next.space.constant()..next.space.columns(), space.constant()),
        ]);
        let mut result = self.rearranged(space, &first);
        let next = next.rearranged(space, &second);
        next.equalities.iter().for_each(|row| result.equalities.push(row));
        next.inequalities.iter().for_each(|row| result.inequalities.push(row));
        result
    }

    /// The set of all `x` with some `x -> y`: exact, range variables become locals.
    pub fn domain(&self) -> IntegerRelation {
        let mut set = self.project_out(&self.space.range_columns().collect::<Vec<_>>());
        set.space = Space { domain: 0, range: set.space.domain, ..set.space };
        set
    }

    /// The set of all `y` with some `x -> y`: exact, domain variables become locals.
    pub fn range(&self) -> IntegerRelation {
        self.project_out(&self.space.domain_columns().collect::<Vec<_>>())
    }

    /// Whether a point is in the relation, with one value per variable, locals included.
    pub fn holds_at(&self, point: &[Integer]) -> bool {
        self.equalities.iter().all(|row| evaluate(row, point).is_zero())
            && self.inequalities.iter().all(|row| !evaluate(row, point).is_negative())
    }

    /// Reads a relation with a single disjunct, for tests and tables.
    pub fn parse(text: &str) -> Result<IntegerRelation, notation::ParseError> {
        notation::parse_relation(text)
    }
}

impl<N: Number> IntegerRelation<N> {
    /// The same rows, of other numbers.
    pub(crate) fn of(relation: &IntegerRelation) -> IntegerRelation<N> {
        IntegerRelation {
            space: relation.space,
            equalities: Matrix::of(&relation.equalities),
            inequalities: Matrix::of(&relation.inequalities),
        }
    }

    /// The same rows, of integers.
    pub(crate) fn into_integers(self) -> IntegerRelation {
        IntegerRelation {
            space: self.space,
            equalities: self.equalities.into_integers(),
            inequalities: self.inequalities.into_integers(),
        }
    }

    pub fn space(&self) -> Space {
        self.space
    }

    /// The rows that are zero.
    pub fn equalities(&self) -> impl ExactSizeIterator<Item = &[N]> + Clone {
        self.equalities.iter()
    }

    /// The rows that are at least zero.
    pub fn inequalities(&self) -> impl ExactSizeIterator<Item = &[N]> + Clone {
        self.inequalities.iter()
    }

    /// Adds `row = 0`.
    pub fn add_equality(&mut self, row: &[N]) {
        match row.len() == self.space.columns() {
            true => self.equalities.push(row),
            false => self.equalities.push(&self.fitted(row)),
        }
    }

    /// Adds `row >= 0`.
    pub fn add_inequality(&mut self, row: &[N]) {
        match row.len() == self.space.columns() {
            true => self.inequalities.push(row),
            false => self.inequalities.push(&self.fitted(row)),
        }
    }

    fn fitted(&self, row: &[N]) -> Row<N> {
        let columns = self.space.columns();
        debug_assert_eq!(row.len(), columns, "a row has one entry per column");
        let mut result: Row<N> = row.iter().cloned().collect();
        if result.len() != columns {
            let constant = result.pop().unwrap_or_default();
            result.resize(columns - 1, N::ZERO);
            result.push(constant);
        }
        result
    }

    /// Adds `count` unconstrained variables after those of their kind, and returns the column of the first.
    pub fn append_variables(&mut self, kind: VariableKind, count: usize) -> usize {
        let column = self.space.columns_of(kind).end;
        self.insert_variables(kind, column - self.space.columns_of(kind).start, count);
        column
    }

    /// Adds `count` unconstrained variables before the `position`-th of their kind (at most the number of those), and returns the column
    /// of the first.
    pub fn insert_variables(&mut self, kind: VariableKind, position: usize, count: usize) -> usize {
        let range = self.space.columns_of(kind);
        let column = (range.start + position).min(range.end);
        let columns = self.space.columns();
        let source: Vec<Option<usize>> = (0..column)
            .map(Some)
            .chain(std::iter::repeat_n(None, count))
            .chain((column..columns).map(Some))
            .collect();
        *self.space.count_mut(kind) += count;
        self.recolumn(&source);
        column
    }

    /// Removes a variable and its coefficients from every row: what is left is the slice where the variable is 0.
    pub fn remove_zero_variable(&mut self, column: usize) {
        let Some(kind) = self.space.kind(column) else { return };
        *self.space.count_mut(kind) -= 1;
        let source: Vec<Option<usize>> =
            (0..self.equalities.columns()).filter(|&c| c != column).map(Some).collect();
        self.recolumn(&source);
    }

    fn recolumn(&mut self, source: &[Option<usize>]) {
        self.equalities = self.equalities.with_columns(source);
        self.inequalities = self.inequalities.with_columns(source);
    }

    /// The same rows with their columns at other places: column `k` of the result is column `source[k]`, or zeros.
    pub(crate) fn rearranged(&self, space: Space, source: &[Option<usize>]) -> IntegerRelation<N> {
        debug_assert_eq!(space.columns(), source.len());
        IntegerRelation {
            space,
            equalities: self.equalities.with_columns(source),
            inequalities: self.inequalities.with_columns(source),
        }
    }

    /// The points that are in both. The spaces must agree but for locals; the locals of `other` come after those of `self`.
    pub fn intersect(&self, other: &IntegerRelation<N>) -> IntegerRelation<N> {
        debug_assert_eq!(self.space.without_locals(), other.space.without_locals());
        let mut result = self.clone();
        let first = result.append_variables(VariableKind::Local, other.space.locals);
        let shared = self.space.variables() - self.space.locals;
        let source: Vec<Option<usize>> = (0..result.space.columns())
            .map(|column| {
                if column < shared {
                    Some(column)
                } else if column >= first {
                    Some(column - first + shared)
                } else {
                    None
                }
            })
            .collect();
        let other = other.rearranged(result.space, &source);
        other.equalities.iter().for_each(|row| result.equalities.push(row));
        other.inequalities.iter().for_each(|row| result.inequalities.push(row));
        result
    }

    /// Divides rows by their content, rounds constants of inequalities down, merges parallel rows, and turns opposite inequalities without
    /// slack into equalities. The integer points stay the same. Costs a sort of the rows.
    pub fn normalise(&mut self) {
        if self.try_normalise().is_err() {
            self.set_empty();
        }
    }

    fn try_normalise(&mut self) -> Result<(), Contradiction> {
        tighten(&mut self.inequalities, Some(&mut self.equalities))?;
        let mut contradiction = false;
        let mut kept = Matrix::new(self.equalities.columns());
        for row in self.equalities.iter_mut() {
            match normalise_equality(row) {
                Ok(true) if !kept.iter().any(|other| other == row) => kept.push(row),
                Ok(_) => {}
                Err(Contradiction) => contradiction = true,
            }
        }
        self.equalities = kept;
        if contradiction { Err(Contradiction) } else { Ok(()) }
    }

    fn set_empty(&mut self) {
        self.equalities.clear();
        self.inequalities.clear();
        let constant = self.space.constant();
        let row = (0..=constant).map(|column| if column == constant { -N::ONE } else { N::ZERO });
        self.inequalities.push_entries(row);
    }

    /// Whether one row contradicts itself. `false` says nothing; see [`IntegerRelation::is_integer_empty`].
    pub fn is_obviously_empty(&self) -> bool {
        let contradictory = |row: &[N], equality: bool| {
            let gcd = content(row);
            let constant = &row[row.len() - 1];
            match (gcd.is_zero(), equality) {
                (true, true) => !constant.is_zero(),
                (true, false) => constant.is_negative(),
                (false, true) => !constant.is_multiple_of(&gcd),
                (false, false) => false,
            }
        };
        self.equalities.iter().any(|row| contradictory(row, true))
            || self.inequalities.iter().any(|row| contradictory(row, false))
    }

    /// Whether no row restricts anything.
    pub fn is_obviously_universe(&self) -> bool {
        self.equalities.is_empty() && self.inequalities.is_empty()
    }
}
