//! Integer points of a conjunction: whether there are any, and one of them.
//!
//! The order of work, cheapest first, for what is left after the equalities are gone ([`Reduced`]): variables that can be eliminated
//! exactly; independent components; a vertex of the rational polyhedron that happens to be integral; directions in which the polyhedron
//! is unbounded, with the rows they satisfy in the end; at last the values of a coordinate in which the bounded rest is thin, one by one.
//! Every step leaves fewer rows or variables, so the method ends on every input, and it is exact on every input.

use crate::interrupt::{Budget, GaveUp};
use crate::intervals::{SmallRange, smallest_range};
use crate::lattice::reduced_basis;
use crate::matrix::{Matrix, Row, evaluate};
use crate::reduced::{Reduced, column_echelon};
use crate::tableau::{Supremum, Tableau};
use crate::{Integer, IntegerRelation, Solver, elimination::eliminate_exactly};

/// Beyond this many nested systems the solver gives up instead of endangering the stack.
const MAX_DEPTH: usize = 128;

impl IntegerRelation {
    /// Whether the relation holds no integer point, for any value of its symbols. Exact for every input, bounded or not.
    ///
    /// `{ [i, j] : 2i = 4j + 1 }` is empty, and so is `{ [i, j] : 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 }`.
    pub fn is_integer_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        // No point is asked for, so that nobody needs to know what the variables are.
        let lift = Matrix::new(self.space.columns());
        let reduced = Reduced { inequalities: self.inequalities.clone(), lift };
        Ok(match reduced.eliminate(self.equalities.clone(), budget)? {
            Some(reduced) => sample_tightened(reduced.inequalities, 0, budget)?.is_none(),
            None => true,
        })
    }

    /// An integer point, with one value per variable (domain, range, symbols, locals), or `None` if there is none. Exact for every input.
    pub fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        self.solver(budget)?.sample(budget)
    }
}

impl Solver {
    /// As [`IntegerRelation::is_integer_empty`].
    pub fn is_integer_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        Ok(match &self.reduced {
            Some(reduced) => reduced.sample(budget)?.is_none(),
            None => true,
        })
    }

    /// As [`IntegerRelation::sample`].
    pub fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<Integer>>, GaveUp> {
        let Some(reduced) = &self.reduced else { return Ok(None) };
        Ok(reduced.sample(budget)?.map(|point| reduced.lift_point(&point)))
    }
}

impl Reduced {
    /// An integer point of the inequalities.
    pub(crate) fn sample(&self, budget: &Budget<'_>) -> Result<Option<Row>, GaveUp> {
        sample_tightened(self.inequalities.clone(), 0, budget)
    }
}

/// An integer point of any inequalities.
fn sample(inequalities: Matrix, depth: usize, budget: &Budget<'_>) -> Result<Option<Row>, GaveUp> {
    let equalities = Matrix::new(inequalities.columns());
    let Some(reduced) = Reduced::new(equalities, inequalities, budget)? else { return Ok(None) };
    let Some(point) = sample_tightened(reduced.inequalities.clone(), depth, budget)? else { return Ok(None) };
    Ok(Some(reduced.lift_point(&point).into()))
}

/// An integer point of inequalities that are in lowest terms.
pub(crate) fn sample_tightened(
    mut inequalities: Matrix,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row>, GaveUp> {
    if depth > MAX_DEPTH {
        return Err(GaveUp::OUT_OF_BUDGET);
    }
    let variables = inequalities.columns() - 1;
    let Ok(elimination) = eliminate_exactly(&mut inequalities, |_| true, budget)? else { return Ok(None) };
    let mut point: Row = std::iter::repeat_n(Integer::ZERO, variables).collect();
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
fn components(inequalities: &Matrix) -> Vec<Vec<usize>> {
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

/// The chosen rows, without the variables that they do not mention, and the columns of those that they do.
fn restricted_to(inequalities: &Matrix, rows: &[usize]) -> (Vec<usize>, Matrix) {
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
fn sample_component(inequalities: Matrix, depth: usize, budget: &Budget<'_>) -> Result<Option<Row>, GaveUp> {
    let Some(mut tableau) = Tableau::feasible(&inequalities, budget)? else { return Ok(None) };
    if let Some(vertex) = tableau.integral_vertex() {
        return Ok(Some(vertex));
    }
    if let Some(range) = smallest_range(&inequalities, FEW_VALUES, budget)? {
        return sample_values(&inequalities, &range, depth, budget);
    }
    let variables = inequalities.columns() - 1;
    let mut vertices = Vertices::default();
    vertices.add(&tableau);
    // A direction in which no row falls, and every row rises that rises in any such direction.
    let mut ray: Row = std::iter::repeat_n(Integer::ZERO, variables).collect();
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

/// A variable with at most so many values is tried value by value; that is cheaper than to find a thin direction.
const FEW_VALUES: i64 = 8;

/// Tries the values of one variable, from the middle.
fn sample_values(
    inequalities: &Matrix,
    range: &SmallRange,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row>, GaveUp> {
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
fn from_the_middle(lower: &Integer, upper: &Integer) -> impl Iterator<Item = Integer> + use<> {
    let (lower, upper) = (lower.clone(), upper.clone());
    let mut below = (&lower + &upper).floor_div(&Integer::from(2));
    let mut above = &below + &Integer::ONE;
    let mut is_below = false;
    std::iter::from_fn(move || {
        is_below = (!is_below && below >= lower) || above > upper;
        let next = if is_below { below.clone() } else { above.clone() };
        if is_below {
            below -= &Integer::ONE;
        } else {
            above += &Integer::ONE;
        }
        (next >= lower && next <= upper).then_some(next)
    })
}

/// Drops the rows that rise along `ray`: far out along it they hold, wherever the others do. What is left is bounded, up to lines.
fn sample_unbounded(
    inequalities: Matrix,
    ray: &[Integer],
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row>, GaveUp> {
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
        let mut vertices = Vertices::default();
        vertices.add(&tableau);
        for row in bounded.iter() {
            tableau.maximise(row, budget)?;
            vertices.add(&tableau);
        }
        sample_bounded(&bounded, tableau, &vertices, depth, budget)?
    };
    let Some(point) = point else { return Ok(None) };
    let mut values = point.into_iter();
    let full: Row = used
        .into_iter()
        .map(|used| if used { values.next().unwrap_or_default() } else { Integer::ZERO })
        .collect();
    let mut point: Row = lift.iter().map(|row| evaluate(row, &full)).collect();
    let mut multiple = Integer::ZERO;
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
fn sample_bounded(
    inequalities: &Matrix,
    mut tableau: Tableau,
    vertices: &Vertices,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Option<Row>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let mut scale = Integer::from(ROUGH_SCALE);
    let mut basis = reduced_basis(&vertices.scaled(&scale), variables, budget)?;
    let Some(mut thinnest) = Thinnest::among(&basis.forms, &mut tableau, budget)? else { return Ok(None) };
    let thin = Integer::from(FEW_VALUES << variables.min(MAX_DEPTH / 4));
    if thinnest.width() > thin {
        // The forms in which the polytope is thin have coefficients as large as minors of its vertices.
        let spread = vertices.spread();
        (1..variables).for_each(|_| scale = &scale * &spread);
        budget.spend(variables as u64 * scale.cost())?;
        let finer = reduced_basis(&vertices.scaled(&scale), variables, budget)?;
        let Some(other) = Thinnest::among(&finer.forms, &mut tableau, budget)? else { return Ok(None) };
        if other.width() < thinnest.width() {
            (basis, thinnest) = (finer, other);
        }
    }
    let Thinnest { coordinate, lower, upper } = thinnest;
    // The inequalities over the new coordinates.
    let mut changed = Matrix::new(variables + 1);
    for row in inequalities.iter() {
        let mut entries: Row = std::iter::repeat_n(Integer::ZERO, variables).collect();
        for (coefficient, old) in row.iter().zip(basis.inverse.iter()) {
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
            return Ok(Some(basis.inverse.iter().map(|row| evaluate(row, &point)).collect()));
        }
    }
    Ok(None)
}

/// How fast a row changes along a direction.
fn rate(row: &[Integer], direction: &[Integer]) -> Integer {
    let mut rate = Integer::ZERO;
    for (coefficient, x) in row.iter().zip(direction) {
        rate.add_product(coefficient, x);
    }
    rate
}

/// The coordinate of a basis in which a polytope is thinnest.
struct Thinnest {
    coordinate: usize,
    lower: Integer,
    upper: Integer,
}

impl Thinnest {
    /// `None` if no integer lies between the ends of one of the forms.
    fn among(forms: &Matrix, tableau: &mut Tableau, budget: &Budget<'_>) -> Result<Option<Thinnest>, GaveUp> {
        let mut thinnest: Option<Thinnest> = None;
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

    fn width(&self) -> Integer {
        &self.upper - &self.lower
    }
}

/// Vertices of a polytope: they only say in which directions it is thin.
#[derive(Default)]
struct Vertices {
    /// Numerators and their denominator.
    points: Vec<(Row, Integer)>,
}

/// The scale of vertices for the first reduction, whose numbers stay within words for small coefficients.
const ROUGH_SCALE: i64 = 1 << 12;

impl Vertices {
    fn add(&mut self, tableau: &Tableau) {
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
            let point = numerators.iter().map(|it| (it * scale).floor_div(denominator)).collect();
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
