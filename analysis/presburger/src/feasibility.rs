//! Integer points of a conjunction: whether there are any, and one of them.
//!
//! The order of work, cheapest first, for what is left after the equalities are gone ([`Reduced`]): variables that can be eliminated
//! exactly; independent components; a vertex of the rational polyhedron that happens to be integral; directions in which the polyhedron
//! is unbounded, with the rows they satisfy in the end; at last the values of a coordinate in which the bounded rest is thin, one by one.
//! Every step leaves fewer rows or variables, so the method ends on every input, and it is exact on every input.

use smallvec::smallvec;

use crate::attempt::words_first;
use crate::interrupt::{Budget, GaveUp};
use crate::intervals::{SmallRange, smallest_range};
use crate::lattice::reduced_basis;
use crate::matrix::{Matrix, Row, evaluate};
use crate::number::Number;
use crate::reduced::{Reduced, column_echelon};
use crate::tableau::{Supremum, Tableau};
use crate::word::Word;
use crate::{Integer, IntegerRelation, Solver, elimination::eliminate_exactly};

/// Beyond this many nested systems the solver gives up instead of endangering the stack.
const MAX_DEPTH: usize = 128;

impl IntegerRelation {
    /// Whether the relation holds no integer point, for any value of its symbols. Exact for every input, bounded or not.
    ///
    /// `{ [i, j] : 2i = 4j + 1 }` is empty, and so is `{ [i, j] : 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 }`.
    pub fn is_integer_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        words_first(
            budget,
            || is_empty(IntegerRelation::<Word>::of(self), budget),
            || is_empty(self.clone(), budget),
        )
    }

    /// An integer point, with one value per variable (domain, range, symbols, locals), or `None` if there is none. Exact for every input.
    pub fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        words_first(
            budget,
            || Ok(point_of(IntegerRelation::of(self), budget)?.map(into_integers)),
            || point_of(self.clone(), budget),
        )
    }
}

/// [`IntegerRelation::is_integer_empty`] on numbers of one kind.
pub(crate) fn is_empty<N: Number>(relation: IntegerRelation<N>, budget: &Budget<'_>) -> Result<bool, GaveUp> {
    // No point is asked for, so the variables need not be recoverable.
    let lift = Matrix::new(relation.space.columns());
    let reduced = Reduced { inequalities: relation.inequalities, lift };
    Ok(match reduced.eliminate(relation.equalities, budget)? {
        Some(reduced) => sample_tightened(reduced.inequalities, 0, budget)?.is_none(),
        None => true,
    })
}

/// [`IntegerRelation::sample`] on numbers of one kind.
pub(crate) fn point_of<N: Number>(
    relation: IntegerRelation<N>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<N>>, GaveUp> {
    match Reduced::new(relation.equalities, relation.inequalities, budget)? {
        Some(reduced) => reduced.point(budget),
        None => Ok(None),
    }
}

impl Solver {
    /// As [`IntegerRelation::is_integer_empty`].
    pub fn is_integer_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let has_point =
            self.ask(budget, |it| Ok(it.sample(budget)?.is_some()), |it| Ok(it.sample(budget)?.is_some()))?;
        Ok(has_point != Some(true))
    }

    /// As [`IntegerRelation::sample`].
    pub fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        let point = self.ask(budget, |it| Ok(it.point(budget)?.map(into_integers)), |it| it.point(budget))?;
        Ok(point.flatten())
    }
}

impl<N: Number> Reduced<N> {
    /// An integer point of the inequalities.
    pub(crate) fn sample(&self, budget: &Budget<'_>) -> Result<Option<Row<N>>, GaveUp> {
        sample_tightened(self.inequalities.clone(), 0, budget)
    }

    /// The values of the original variables at an integer point.
    pub(crate) fn point(&self, budget: &Budget<'_>) -> Result<Option<Vec<N>>, GaveUp> {
        Ok(self.sample(budget)?.map(|point| self.lift_point(&point)))
    }
}

fn into_integers(point: Vec<Word>) -> Vec<Integer> {
    point.into_iter().map(Word::into).collect()
}

/// An integer point of any inequalities.
fn sample<N: Number>(
    inequalities: Matrix<N>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    let equalities = Matrix::new(inequalities.columns());
    let Some(reduced) = Reduced::new(equalities, inequalities, budget)? else { return Ok(None) };
    let Some(point) = sample_tightened(reduced.inequalities.clone(), depth, budget)? else { return Ok(None) };
    Ok(Some(reduced.lift_point(&point).into()))
}

/// An integer point of inequalities that are in lowest terms.
pub(crate) fn sample_tightened<N: Number>(
    mut inequalities: Matrix<N>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    if depth > MAX_DEPTH {
        return Err(GaveUp::OUT_OF_BUDGET);
    }
    let variables = inequalities.columns() - 1;
    let Ok(elimination) = eliminate_exactly(&mut inequalities, |_| true, budget)? else { return Ok(None) };
    let mut point: Row<N> = smallvec![N::ZERO; variables];
    if !inequalities.is_empty() {
        for component in components(&inequalities) {
            let (columns, part) = restricted_to(&inequalities, &component);
            let Some(values) = sample_component(part, depth + 1, budget)? else { return Ok(None) };
            for (column, value) in columns.into_iter().zip(values) {
                point[column] = value;
            }
        }
    }
    elimination.complete(&mut point);
    Ok(Some(point))
}

/// For each component, the rows that belong to it. Rows of different components share no variable.
fn components<N: Number>(inequalities: &Matrix<N>) -> Vec<Vec<usize>> {
    let constant = inequalities.columns() - 1;
    let mut component_of_column: Vec<Option<usize>> = vec![None; constant];
    let mut components: Vec<Vec<usize>> = Vec::new();
    for (index, row) in inequalities.iter().enumerate() {
        let target = components.len();
        components.push(vec![index]);
        for column in (0..constant).filter(|&column| !row[column].is_zero()) {
            match component_of_column[column] {
                Some(other) if other != target => {
                    let mut rows = std::mem::take(&mut components[other]);
                    components[target].append(&mut rows);
                    for entry in &mut component_of_column {
                        if *entry == Some(other) {
                            *entry = Some(target);
                        }
                    }
                }
                _ => component_of_column[column] = Some(target),
            }
        }
    }
    components.retain(|rows| !rows.is_empty());
    components
}

/// The chosen rows, without the variables that they do not mention, and the columns of the variables that they do mention.
fn restricted_to<N: Number>(inequalities: &Matrix<N>, rows: &[usize]) -> (Vec<usize>, Matrix<N>) {
    let constant = inequalities.columns() - 1;
    let mentioned = |&column: &usize| rows.iter().any(|&row| !inequalities.row(row)[column].is_zero());
    let columns: Vec<usize> = (0..constant).filter(mentioned).collect();
    let mut part = Matrix::new(columns.len() + 1);
    for &row in rows {
        let row = inequalities.row(row);
        part.push_entries(columns.iter().chain([&constant]).map(|&column| row[column].clone()));
    }
    (columns, part)
}

/// An integer point of a system that no cheap step simplifies.
fn sample_component<N: Number>(
    inequalities: Matrix<N>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    let Some(mut tableau) = Tableau::feasible(&inequalities, budget)? else { return Ok(None) };
    if let Some(vertex) = tableau.integral_vertex() {
        return Ok(Some(vertex));
    }
    if let Some(range) = smallest_range(&inequalities, FEW_VALUES, budget)? {
        return sample_values(&inequalities, &range, depth, budget);
    }
    let variables = inequalities.columns() - 1;
    let mut vertices = Vertices { points: Vec::new() };
    vertices.add(&tableau);
    // A direction in which no row falls, and every row rises that rises in any such direction.
    let mut ray: Row<N> = smallvec![N::ZERO; variables];
    let mut equalities = Matrix::new(variables + 1);
    for row in inequalities.iter() {
        if rate(row, &ray).is_positive() {
            continue;
        }
        match tableau.maximise(row, budget)? {
            Supremum::Unbounded(direction) => {
                ray.iter_mut().zip(&direction).for_each(|(entry, x)| *entry += x);
            }
            Supremum::Attained(numerator, denominator) => {
                if numerator < denominator {
                    // Over the integers the row is zero.
                    equalities.push(row);
                }
                if let Some(vertex) = tableau.integral_vertex() {
                    return Ok(Some(vertex));
                }
                vertices.add(&tableau);
            }
        }
    }
    if !equalities.is_empty() {
        let Some(reduced) = Reduced::new(equalities, inequalities, budget)? else { return Ok(None) };
        let Some(point) = sample_tightened(reduced.inequalities.clone(), depth, budget)? else {
            return Ok(None);
        };
        return Ok(Some(reduced.lift_point(&point).into()));
    }
    if ray.iter().any(|entry| !entry.is_zero()) || tableau.may_contain_line() {
        return sample_unbounded(inequalities, &ray, depth, budget);
    }
    sample_bounded(&inequalities, tableau, &vertices, depth, budget)
}

/// A variable with at most this many values is tried value by value; that is cheaper than to find a thin direction.
const FEW_VALUES: i64 = 8;

/// Tries the values of one variable, from the middle.
fn sample_values<N: Number>(
    inequalities: &Matrix<N>,
    range: &SmallRange<N>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let keep: Vec<bool> = (0..=variables).map(|column| column != range.column).collect();
    for value in from_the_middle(&range.lower, &range.upper) {
        budget.spend((inequalities.rows() * variables) as u64)?;
        let mut slice = inequalities.clone();
        slice.fix_column(range.column, &value);
        slice.keep_columns(&keep);
        if let Some(mut point) = sample(slice, depth, budget)? {
            point.insert(range.column, value);
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// The integers from `lower` to `upper`, those in the middle first.
fn from_the_middle<N: Number>(lower: &N, upper: &N) -> impl Iterator<Item = N> + use<N> {
    let (lower, upper) = (lower.clone(), upper.clone());
    let mut below = lower.plus(&upper).floor_div(&N::from(2));
    let mut above = below.plus(&N::ONE);
    let mut is_below = false;
    std::iter::from_fn(move || {
        is_below = (!is_below && below >= lower) || above > upper;
        let next = if is_below { below.clone() } else { above.clone() };
        if is_below {
            below -= &N::ONE;
        } else {
            above += &N::ONE;
        }
        (next >= lower && next <= upper).then_some(next)
    })
}

/// Drops the rows that rise along `ray`: far out along it they hold, wherever the others do. What is left is bounded, up to lines.
fn sample_unbounded<N: Number>(
    inequalities: Matrix<N>,
    ray: &[N],
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    let mut bounded = inequalities.clone();
    bounded.retain(|row| !rate(row, ray).is_positive());
    let mut lift = Matrix::identity(ray.len());
    let used = column_echelon(&mut bounded, &mut lift, budget)?;
    let mut columns = used.clone();
    columns.push(true);
    bounded.keep_columns(&columns);
    let point = if bounded.rows() < inequalities.rows() {
        sample(bounded, depth, budget)?
    } else {
        // No row was dropped, so all directions are bounded in the columns that are left.
        let Some(mut tableau) = Tableau::feasible(&bounded, budget)? else { return Ok(None) };
        let mut vertices = Vertices { points: Vec::new() };
        vertices.add(&tableau);
        for row in bounded.iter() {
            tableau.maximise(row, budget)?;
            vertices.add(&tableau);
        }
        sample_bounded(&bounded, tableau, &vertices, depth, budget)?
    };
    let Some(point) = point else { return Ok(None) };
    let mut values = point.into_iter();
    let full: Row<N> =
        used.into_iter().map(|used| if used { values.next().unwrap_or_default() } else { N::ZERO }).collect();
    let mut point: Row<N> = lift.iter().map(|row| evaluate(row, &full)).collect();
    let mut multiple = N::ZERO;
    for row in inequalities.iter() {
        let rate = rate(row, ray);
        if rate.is_positive() {
            multiple = multiple.max((-evaluate(row, &point)).ceil_div(&rate));
        }
    }
    for (entry, direction) in point.iter_mut().zip(ray) {
        entry.add_product(direction, &multiple);
    }
    Ok(Some(point))
}

/// Tries the values of a coordinate in which the polytope is thin, from the middle.
fn sample_bounded<N: Number>(
    inequalities: &Matrix<N>,
    mut tableau: Tableau<N>,
    vertices: &Vertices<N>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row<N>>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let mut scale = Integer::from(ROUGH_SCALE);
    let mut basis = reduced_basis(&vertices.scaled(&scale), variables, budget)?;
    let Some(mut thinnest) = Thinnest::among(&Matrix::of(&basis.forms), &mut tableau, budget)? else {
        return Ok(None);
    };
    let thin = N::from(FEW_VALUES << variables.min(MAX_DEPTH / 4));
    if thinnest.width() > thin {
        // The forms in which the polytope is thin have coefficients as large as minors of its vertices.
        let spread = vertices.spread();
        (1..variables).for_each(|_| scale = &scale * &spread);
        budget.spend(variables as u64 * scale.cost())?;
        let finer = reduced_basis(&vertices.scaled(&scale), variables, budget)?;
        let Some(other) = Thinnest::among(&Matrix::of(&finer.forms), &mut tableau, budget)? else {
            return Ok(None);
        };
        if other.width() < thinnest.width() {
            (basis, thinnest) = (finer, other);
        }
    }
    let Thinnest { coordinate, lower, upper } = thinnest;
    let inverse: Matrix<N> = Matrix::of(&basis.inverse);
    // The inequalities over the new coordinates.
    let mut changed = Matrix::new(variables + 1);
    for row in inequalities.iter() {
        let mut entries: Row<N> = smallvec![N::ZERO; variables];
        for (coefficient, old) in row.iter().zip(inverse.iter()) {
            for (entry, x) in entries.iter_mut().zip(old) {
                entry.add_product(coefficient, x);
            }
        }
        entries.push(row[variables].clone());
        changed.push(&entries);
    }
    let keep: Vec<bool> = (0..=variables).map(|column| column != coordinate).collect();
    for value in from_the_middle(&lower, &upper) {
        budget.spend((changed.rows() * variables) as u64)?;
        let mut slice = changed.clone();
        slice.fix_column(coordinate, &value);
        slice.keep_columns(&keep);
        if let Some(mut point) = sample(slice, depth, budget)? {
            point.insert(coordinate, value);
            return Ok(Some(inverse.iter().map(|row| evaluate(row, &point)).collect()));
        }
    }
    Ok(None)
}

/// How fast a row changes along a direction.
fn rate<N: Number>(row: &[N], direction: &[N]) -> N {
    let mut rate = N::ZERO;
    for (coefficient, x) in row.iter().zip(direction) {
        rate.add_product(coefficient, x);
    }
    rate
}

/// The coordinate of a basis in which a polytope is thinnest.
struct Thinnest<N> {
    coordinate: usize,
    lower: N,
    upper: N,
}

impl<N: Number> Thinnest<N> {
    /// `None` if no integer lies between the ends of one of the forms.
    fn among(
        forms: &Matrix<N>,
        tableau: &mut Tableau<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Thinnest<N>>, GaveUp> {
        let mut thinnest: Option<Thinnest<N>> = None;
        for (coordinate, form) in forms.iter().enumerate() {
            let upper = tableau.maximise(form, budget)?.floor();
            let lower = tableau.maximise(&crate::matrix::negated(form), budget)?.floor();
            // Both ends are there, because the polytope is bounded.
            let (Some(upper), Some(lower)) = (upper, lower) else { return Err(GaveUp::OUT_OF_BUDGET) };
            let found = Thinnest { coordinate, lower: -lower, upper };
            let width = found.width();
            if width.is_negative() {
                return Ok(None);
            }
            if thinnest.as_ref().is_none_or(|it| width < it.width()) {
                thinnest = Some(found);
            }
        }
        Ok(thinnest)
    }

    fn width(&self) -> N {
        self.upper.minus(&self.lower)
    }
}

/// Vertices of a polytope: they only say in which directions it is thin.
struct Vertices<N> {
    /// Numerators and their denominator.
    points: Vec<(Row<N>, N)>,
}

/// The scale of vertices for the first reduction, whose numbers stay within words for small coefficients.
const ROUGH_SCALE: i64 = 1 << 12;

impl<N: Number> Vertices<N> {
    fn add(&mut self, tableau: &Tableau<N>) {
        let (numerators, denominator) = tableau.vertex();
        let point = (numerators, denominator.clone());
        if !self.points.contains(&point) {
            self.points.push(point);
        }
    }

    /// The vertices, scaled and rounded; near ones may coincide.
    fn scaled(&self, scale: &Integer) -> Vec<Row> {
        let mut points: Vec<Row> = Vec::with_capacity(self.points.len());
        for (numerators, denominator) in &self.points {
            let denominator: Integer = denominator.clone().into();
            let scaled = |it: &N| (it.clone().into() * scale).floor_div(&denominator);
            let point = numerators.iter().map(scaled).collect();
            if !points.contains(&point) {
                points.push(point);
            }
        }
        points
    }

    /// More than any two vertices differ in a coordinate.
    fn spread(&self) -> Integer {
        let rounded = self.scaled(&Integer::ONE);
        let variables = rounded.first().map_or(0, |point| point.len());
        let spread = |column: usize| {
            let values = || rounded.iter().map(|point| &point[column]);
            Some(values().max()? - values().min()? + Integer::from(2))
        };
        (0..variables).filter_map(spread).max().unwrap_or(Integer::ONE)
    }
}
