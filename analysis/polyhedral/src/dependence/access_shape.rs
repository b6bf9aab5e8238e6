//! What two access relations have to share to give the same answers: no positions, no names, no place in memory.
//!
//! Comes from [`AccessRelation`]; problems of pairs are stated in shapes, so that accesses that differ in the constants of
//! their subscripts, in different functions or before and after an edit, are one problem.

use super::access_relation::AccessRelation;
use super::linear::{Linear, Variable};
use super::piece::{Piece, Quotient};
use ir::ValueId;
use presburger::Integer;
use rustc_hash::FxHashMap;

/// An access relation over numbered variables, moved so that the first piece's subscripts have no constants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct AccessShape {
    pub(super) symbols: usize,
    pub(super) pieces: Vec<ShapePiece>,
}

impl AccessShape {
    /// How many entries its rows have.
    pub(super) fn numbers(&self) -> usize {
        let rows = |it: &ShapePiece| {
            it.equalities.len()
                + it.inequalities.len()
                + it.loops.len()
                + it.subscripts.len()
                + 2 * it.quotients.len()
        };
        self.pieces.iter().map(|it| rows(it) * (it.variables + self.symbols + 1)).sum()
    }
}

/// One conjunction. Columns: its variables, the symbols of the shape, the constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ShapePiece {
    pub(super) variables: usize,
    /// Each is zero.
    pub(super) equalities: Vec<Vec<Integer>>,
    /// Each is not negative.
    pub(super) inequalities: Vec<Vec<Integer>>,
    /// The value of each induction variable, outermost first.
    pub(super) loops: Vec<Vec<Integer>>,
    pub(super) subscripts: Vec<Vec<Integer>>,
    /// Each value is a dividend divided by a positive divisor, rounded down: the value's row, the dividend's, the divisor.
    pub(super) quotients: Vec<(Vec<Integer>, Vec<Integer>, Integer)>,
}

/// A shape with what makes it one access.
#[derive(Debug)]
pub(super) struct PlacedShape {
    pub(super) shape: AccessShape,
    /// Which value each symbol is.
    pub(super) symbols: Vec<ValueId>,
    /// What is to be added to the subscripts.
    pub(super) offset: Vec<Integer>,
}

impl PlacedShape {
    pub(super) fn of(relation: &AccessRelation) -> Self {
        let pieces: Vec<_> = relation.pieces.iter().map(|it| Solved::of(it, relation.loops.len())).collect();
        let mut symbols = Vec::new();
        let mut numbers = FxHashMap::default();
        for form in pieces.iter().flat_map(Solved::forms) {
            for (variable, _) in &form.terms {
                if let Variable::Symbol(value) = variable {
                    numbers.entry(*value).or_insert_with(|| {
                        symbols.push(*value);
                        symbols.len() - 1
                    });
                }
            }
        }
        let mut offset: Vec<Integer> = Vec::new();
        if let Some(first) = pieces.first() {
            offset.extend(first.subscripts.iter().map(|it| it.constant.clone()));
        }
        let pieces = pieces.into_iter().map(|it| it.numbered(&numbers, &offset)).collect();
        Self { shape: AccessShape { symbols: symbols.len(), pieces }, symbols, offset }
    }
}

/// A piece whose equalities with a unit coefficient are solved for that variable.
struct Solved {
    equalities: Vec<Linear>,
    inequalities: Vec<Linear>,
    loops: Vec<Linear>,
    subscripts: Vec<Linear>,
    quotients: Vec<Quotient>,
}

impl Solved {
    fn of(piece: &Piece, loops: usize) -> Self {
        let mut solved = Self {
            equalities: piece.equalities.clone(),
            inequalities: piece.inequalities.clone(),
            loops: (0..loops).map(|it| Linear::variable(Variable::Loop(it))).collect(),
            subscripts: piece.subscripts.clone(),
            quotients: piece.quotients.clone(),
        };
        while let Some((index, variable, is_positive)) = solved.solvable() {
            let row = solved.equalities.swap_remove(index);
            let own = Linear::variable(variable);
            // `row` is ±variable + rest = 0.
            let value = if is_positive { own.minus(&row) } else { own.plus(&row) };
            for form in solved.forms_mut() {
                form.substitute(variable, &value);
            }
        }
        solved.inequalities.retain(|it| it.as_constant().is_none_or(Integer::is_negative));
        solved
    }

    /// An equality, a variable of it with a unit coefficient that is no symbol, and whether that is positive.
    fn solvable(&self) -> Option<(usize, Variable, bool)> {
        self.equalities.iter().enumerate().find_map(|(index, row)| {
            let (variable, coefficient) = row
                .terms
                .iter()
                .find(|(variable, it)| it.is_unit() && !matches!(variable, Variable::Symbol(_)))?;
            Some((index, *variable, coefficient.is_positive()))
        })
    }

    fn forms(&self) -> impl Iterator<Item = &Linear> {
        let quotients = self.quotients.iter().flat_map(|it| [&it.value, &it.dividend]);
        self.equalities
            .iter()
            .chain(&self.inequalities)
            .chain(&self.loops)
            .chain(&self.subscripts)
            .chain(quotients)
    }

    fn forms_mut(&mut self) -> impl Iterator<Item = &mut Linear> {
        self.equalities
            .iter_mut()
            .chain(&mut self.inequalities)
            .chain(&mut self.loops)
            .chain(&mut self.subscripts)
            .chain(self.quotients.iter_mut().flat_map(|it| [&mut it.value, &mut it.dividend]))
    }

    fn numbered(&self, symbols: &FxHashMap<ValueId, usize>, offset: &[Integer]) -> ShapePiece {
        let mut variables: Vec<Variable> = self
            .forms()
            .flat_map(|it| &it.terms)
            .map(|it| it.0)
            .filter(|it| !matches!(it, Variable::Symbol(_)))
            .collect();
        variables.sort_unstable();
        variables.dedup();
        let columns = variables.len() + symbols.len() + 1;
        let row = |form: &Linear| {
            let mut row = vec![Integer::ZERO; columns];
            for (variable, coefficient) in &form.terms {
                let column = match variable {
                    Variable::Symbol(value) => symbols.get(value).map(|it| variables.len() + it),
                    other => variables.binary_search(other).ok(),
                };
                if let Some(entry) = column.and_then(|it| row.get_mut(it)) {
                    entry.clone_from(coefficient);
                }
            }
            row[columns - 1].clone_from(&form.constant);
            row
        };
        let rows = |forms: &[Linear]| forms.iter().map(row).collect::<Vec<_>>();
        let mut subscripts = rows(&self.subscripts);
        for (row, offset) in subscripts.iter_mut().zip(offset) {
            row[columns - 1] -= offset;
        }
        ShapePiece {
            variables: variables.len(),
            equalities: rows(&self.equalities),
            inequalities: rows(&self.inequalities),
            loops: rows(&self.loops),
            subscripts,
            quotients: self
                .quotients
                .iter()
                .map(|it| (row(&it.value), row(&it.dividend), it.divisor.clone()))
                .collect(),
        }
    }
}
