//! Where the first of several linear forms that is not zero is, and what values all of them take there.
//!
//! For the distances between two iterations these are the dependences at every depth and in both directions, all from one reduced
//! system. Variables that share no row and no form are independent: every group of forms has a small system of its own, and what one
//! group is restricted to leaves the others as they are.

mod group;

use crate::attempt::words_first;
use crate::elimination::eliminate_exactly;
use crate::feasibility::sample_tightened;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, row_of};
use crate::number::Number;
use crate::reduced::Reduced;
use crate::word::Word;
use crate::{Integer, IntegerRelation};
use group::{Group, few};

/// The answer of [`IntegerRelation::leading_forms`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct LeadingForms {
    /// One per form: the points where all forms before it are zero and it is not.
    pub levels: Vec<Level>,
    /// Whether there is a point where all forms are zero.
    pub all_zero: bool,
}

/// The points where one form is the first that is not zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Level {
    /// `None` if the form is positive at no such point.
    pub positive: Option<FormValues>,
    pub negative: Option<FormValues>,
}

/// The values that forms take over a set of points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct FormValues {
    /// The least and the greatest value of each form, both attained; `None` where there is none.
    pub bounds: Vec<(Option<Integer>, Option<Integer>)>,
    /// All vectors of values in ascending lexicographic order, if there are as few as asked for.
    pub vectors: Option<Vec<Vec<Integer>>>,
}

impl FormValues {
    /// The values of the negated forms.
    pub fn negated(&self) -> FormValues {
        let negative = |value: &Option<Integer>| value.as_ref().map(|it| -it);
        let bounds = self.bounds.iter().map(|(lower, upper)| (negative(upper), negative(lower))).collect();
        let vectors = self.vectors.as_ref().map(|vectors| {
            vectors.iter().rev().map(|vector| vector.iter().map(|it| -it).collect()).collect()
        });
        FormValues { bounds, vectors }
    }

    fn join(&mut self, other: FormValues, at_most: usize) {
        for (mine, theirs) in self.bounds.iter_mut().zip(other.bounds) {
            mine.0 = mine.0.take().zip(theirs.0).map(|(a, b)| a.min(b));
            mine.1 = mine.1.take().zip(theirs.1).map(|(a, b)| a.max(b));
        }
        self.vectors = self.vectors.take().zip(other.vectors).and_then(|(mut mine, theirs)| {
            mine.extend(theirs);
            mine.sort_unstable();
            mine.dedup();
            (mine.len() <= at_most).then_some(mine)
        });
    }
}

impl LeadingForms {
    /// Makes it hold for the union of two sets of points, over the same forms and with the same `at_most`.
    pub fn join(&mut self, other: LeadingForms, at_most: usize) {
        self.all_zero |= other.all_zero;
        let join = |mine: &mut Option<FormValues>, theirs: Option<FormValues>| match (mine.as_mut(), theirs) {
            (Some(mine), Some(theirs)) => mine.join(theirs, at_most),
            (None, theirs) => *mine = theirs,
            (Some(_), None) => {}
        };
        for (mine, theirs) in self.levels.iter_mut().zip(other.levels) {
            join(&mut mine.positive, theirs.positive);
            join(&mut mine.negative, theirs.negative);
        }
    }
}

impl IntegerRelation {
    /// Splits the points by the first of `forms` that is not zero and by its sign, and gives the values of all forms in each part; vectors
    /// where there are at most `at_most`. Forms are rows over the columns of the relation with their constant.
    ///
    /// Exact over the integers for every input.
    ///
    /// ```
    /// use presburger::{Budget, IntegerRelation};
    ///
    /// let pairs = IntegerRelation::parse("{ [i] -> [k] : 0 <= i, k < 8 and 2i = k + 3 }").unwrap();
    /// let distance = vec![[-1, 1, 0].map(Into::into).to_vec()];
    /// let found = pairs.leading_forms(&distance, 16, &Budget::unlimited()).unwrap();
    /// let later = found.levels[0].positive.as_ref().unwrap();
    /// assert_eq!(later.vectors, Some(vec![vec![1.into()], vec![2.into()]]));
    /// assert!(found.all_zero);
    /// ```
    pub fn leading_forms(
        self,
        forms: &[Vec<Integer>],
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<LeadingForms, GaveUp> {
        words_first(
            budget,
            || leading_forms::<Word>(&self, forms, at_most, budget),
            || leading_forms::<Integer>(&self, forms, at_most, budget),
        )
    }
}

/// [`IntegerRelation::leading_forms`] on numbers of one kind.
fn leading_forms<N: Number>(
    relation: &IntegerRelation,
    forms: &[Vec<Integer>],
    at_most: usize,
    budget: &Budget<'_>,
) -> Result<LeadingForms, GaveUp> {
    let nothing = LeadingForms { levels: vec![Level::default(); forms.len()], all_zero: false };
    let mut lift = Matrix::<N>::new(relation.space.columns());
    forms.iter().for_each(|form| lift.push(&row_of(form)));
    let system = Reduced { inequalities: Matrix::of(&relation.inequalities), lift };
    let Some(system) = system.eliminate(Matrix::of(&relation.equalities), budget)? else {
        return Ok(nothing);
    };
    let Some(mut parts) = Parts::of(system, at_most, budget)? else { return Ok(nothing) };
    let mut found = nothing;
    for index in 0..forms.len() {
        let (level, goes_on) = parts.level(index, budget)?;
        if let Some(place) = found.levels.get_mut(index) {
            *place = level;
        }
        if !goes_on {
            return Ok(found);
        }
    }
    found.all_zero = true;
    Ok(found)
}

/// Where the values of a form come from.
enum Origin<N> {
    Constant(N),
    /// A form of a group.
    Group(usize, usize),
}

/// Independent groups, each with points.
struct Parts<N> {
    origins: Vec<Origin<N>>,
    groups: Vec<Group<N>>,
    at_most: usize,
}

impl<N: Number> Parts<N> {
    /// `None` if the system has no point.
    fn of(system: Reduced<N>, at_most: usize, budget: &Budget<'_>) -> Result<Option<Parts<N>>, GaveUp> {
        let Reduced { mut inequalities, lift } = system;
        let constant = inequalities.columns() - 1;
        let in_form = |column: usize| lift.iter().any(|form| !form[column].is_zero());
        if eliminate_exactly(&mut inequalities, |column| !in_form(column), budget)?.is_err() {
            return Ok(None);
        }
        let mut classes = Classes::new(constant);
        inequalities.iter().chain(lift.iter()).for_each(|row| classes.join(&row[..constant]));
        let mut parts = Parts { origins: Vec::with_capacity(lift.rows()), groups: Vec::new(), at_most };
        let mut group_of_class: Vec<Option<usize>> = vec![None; constant];
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (index, form) in lift.iter().enumerate() {
            let Some(class) = classes.of_row(&form[..constant]) else {
                parts.origins.push(Origin::Constant(form[constant].clone()));
                continue;
            };
            let group = *group_of_class[class].get_or_insert_with(|| {
                members.push(Vec::new());
                members.len() - 1
            });
            parts.origins.push(Origin::Group(group, members[group].len()));
            members[group].push(index);
        }
        // Rows by class; a class without forms only has to have a point.
        let mut rows_of_class: Vec<Vec<usize>> = vec![Vec::new(); constant];
        for (index, row) in inequalities.iter().enumerate() {
            if let Some(class) = classes.of_row(&row[..constant]) {
                rows_of_class[class].push(index);
            }
        }
        let mut groups: Vec<Option<Group<N>>> = Vec::new();
        groups.resize_with(members.len(), || None);
        for class in 0..constant {
            if classes.find(class) != class {
                continue;
            }
            let rows = &rows_of_class[class];
            let columns: Vec<usize> = (0..constant).filter(|&column| classes.find(column) == class).collect();
            let restrict = |matrix: &Matrix<N>, rows: &[usize]| {
                let mut part = Matrix::new(columns.len() + 1);
                for &row in rows {
                    let row = matrix.row(row);
                    part.push_entries(columns.iter().chain([&constant]).map(|&column| row[column].clone()));
                }
                part
            };
            match group_of_class[class] {
                Some(index) => {
                    let lift = restrict(&lift, &members[index]);
                    let group = Group::new(Reduced { inequalities: restrict(&inequalities, rows), lift });
                    groups[index] = Some(group);
                }
                // Rows of one variable do not contradict each other: that has been seen.
                None if columns.len() == 1 => {}
                None => {
                    if sample_tightened(restrict(&inequalities, rows), 0, budget)?.is_none() {
                        return Ok(None);
                    }
                }
            }
        }
        parts.groups = groups.into_iter().flatten().collect();
        for group in &mut parts.groups {
            if group.extent(0, budget)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(parts))
    }

    /// The points where this form is not zero, and whether there are points where it is; those are what is left.
    fn level(&mut self, index: usize, budget: &Budget<'_>) -> Result<(Level, bool), GaveUp> {
        let mut level = Level::default();
        match &self.origins[index] {
            Origin::Constant(value) => {
                let sign = value.signum();
                match sign {
                    0 => return Ok((level, true)),
                    1 => level.positive = Some(self.values(None, budget)?),
                    _ => level.negative = Some(self.values(None, budget)?),
                }
                Ok((level, false))
            }
            &Origin::Group(group, form) => {
                let Some(extent) = self.groups[group].extent(form, budget)? else {
                    return Ok((level, false));
                };
                if extent.exceeds(&N::ZERO) {
                    let part = self.groups[group].above_zero(form, &extent, budget)?;
                    level.positive = Some(self.values(Some((group, part)), budget)?);
                }
                if extent.falls_below(&N::ZERO) {
                    let part = self.groups[group].below_zero(form, &extent, budget)?;
                    level.negative = Some(self.values(Some((group, part)), budget)?);
                }
                let goes_on = self.groups[group].set_to_zero(form, &extent, budget)?;
                Ok((level, goes_on))
            }
        }
    }

    /// The values of all forms, with another system for one of the groups.
    fn values(
        &mut self,
        instead: Option<(usize, Option<Group<N>>)>,
        budget: &Budget<'_>,
    ) -> Result<FormValues, GaveUp> {
        let (replaced, mut other) = match instead {
            Some((group, Some(other))) => (group, Some(other)),
            _ => (usize::MAX, None),
        };
        let mut bounds = Vec::with_capacity(self.origins.len());
        for origin in &self.origins {
            bounds.push(match origin {
                Origin::Constant(value) => (Some(value.clone().into()), Some(value.clone().into())),
                &Origin::Group(index, form) => {
                    let group = match &mut other {
                        Some(other) if index == replaced => other,
                        _ => &mut self.groups[index],
                    };
                    match group.extent(form, budget)? {
                        Some(extent) => (extent.lower.map(N::into), extent.upper.map(N::into)),
                        None => (None, None),
                    }
                }
            });
        }
        if self.origins.is_empty() || bounds.iter().any(|it| it.0.is_none() || it.1.is_none()) {
            return Ok(FormValues { bounds, vectors: None });
        }
        let mut vectors = vec![vec![Integer::ZERO; self.origins.len()]];
        for (index, origin) in self.origins.iter().enumerate() {
            if let Origin::Constant(value) = origin {
                vectors[0][index] = value.clone().into();
            }
        }
        for (index, group) in self.groups.iter_mut().enumerate() {
            let group = match &mut other {
                Some(other) if index == replaced => other,
                _ => group,
            };
            let Some(values) = group.vectors(self.at_most, budget)? else {
                return Ok(FormValues { bounds, vectors: None });
            };
            if values.len() * vectors.len() > self.at_most {
                return Ok(FormValues { bounds, vectors: None });
            }
            let mut product = Vec::with_capacity(values.len() * vectors.len());
            for vector in &vectors {
                for value in values {
                    let mut vector = vector.clone();
                    for (origin, entry) in self.origins.iter().zip(&mut vector) {
                        if let &Origin::Group(other, form) = origin
                            && other == index
                        {
                            *entry = value[form].clone().into();
                        }
                    }
                    product.push(vector);
                }
            }
            vectors = product;
        }
        vectors.sort_unstable();
        Ok(FormValues { bounds, vectors: few(vectors, self.at_most) })
    }
}

/// Classes of columns that some row mentions together.
struct Classes {
    parents: Vec<usize>,
}

impl Classes {
    fn new(columns: usize) -> Classes {
        Classes { parents: (0..columns).collect() }
    }

    /// The least column of the class.
    fn find(&self, mut column: usize) -> usize {
        while self.parents[column] != column {
            column = self.parents[column];
        }
        column
    }

    fn of_row<N: Number>(&self, row: &[N]) -> Option<usize> {
        row.iter().position(|entry| !entry.is_zero()).map(|column| self.find(column))
    }

    fn join<N: Number>(&mut self, row: &[N]) {
        let Some(mut class) = self.of_row(row) else { return };
        for column in (0..row.len()).filter(|&column| !row[column].is_zero()) {
            let other = self.find(column);
            let (least, most) = (class.min(other), class.max(other));
            self.parents[most] = least;
            class = least;
        }
    }
}
