//! Access relations as relations of the integer library, whose columns several of them share.

use super::access_relation::AccessRelation;
use super::linear::{Linear, Variable};
use super::piece::Piece;
use ir::ValueId;
use presburger::{Integer, IntegerRelation, Space, Union};
use rustc_hash::FxHashMap;

/// In which column each symbol stands. Several values may be one symbol.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SymbolColumns {
    pub columns: FxHashMap<ValueId, usize>,
    /// How many symbols there are.
    pub count: usize,
}

impl SymbolColumns {
    /// A column for each value that is none yet.
    pub fn add(&mut self, values: impl IntoIterator<Item = ValueId>) {
        for value in values {
            self.columns.entry(value).or_insert_with(|| {
                self.count += 1;
                self.count - 1
            });
        }
    }
}

impl AccessRelation {
    /// The symbols that its forms are over, each as often as it occurs.
    pub fn symbols(&self) -> impl Iterator<Item = ValueId> {
        let forms = self
            .pieces
            .iter()
            .flat_map(|it| it.equalities.iter().chain(&it.inequalities).chain(&it.subscripts));
        forms.flat_map(|it| &it.terms).filter_map(|it| it.0.as_symbol())
    }

    /// `{ iteration -> subscripts }`, over these symbols; `None` where it mentions another one.
    pub fn map(&self, symbols: &SymbolColumns) -> Option<Union> {
        let subscripts = self.pieces.first().map_or(0, |it| it.subscripts.len());
        let mut map = Union::empty(Space::relation(self.loops.len(), subscripts, symbols.count));
        for piece in &self.pieces {
            map.push(piece_map(piece, self.loops.len(), symbols)?);
        }
        Some(map)
    }
}

fn piece_map(piece: &Piece, loops: usize, symbols: &SymbolColumns) -> Option<IntegerRelation> {
    let space =
        Space { domain: loops, range: piece.subscripts.len(), symbols: symbols.count, locals: piece.locals };
    let mut relation = IntegerRelation::universe(space);
    let row = |form: &Linear| -> Option<Vec<Integer>> {
        let mut row = vec![Integer::ZERO; space.columns()];
        for (variable, factor) in &form.terms {
            let column = match variable {
                Variable::Loop(index) => *index,
                Variable::Symbol(value) => space.symbol_columns().start + symbols.columns.get(value)?,
                Variable::Local(index) => space.local_columns().start + index,
            };
            row[column] = &row[column] + factor;
        }
        row[space.constant()].clone_from(&form.constant);
        Some(row)
    };
    for form in &piece.equalities {
        relation.add_equality(&row(form)?);
    }
    for form in &piece.inequalities {
        relation.add_inequality(&row(form)?);
    }
    for (column, form) in space.range_columns().zip(&piece.subscripts) {
        let mut row = row(form)?;
        row[column] = Integer::MINUS_ONE;
        relation.add_equality(&row);
    }
    Some(relation)
}
