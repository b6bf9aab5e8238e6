//! Access relations, domains and dependence polyhedra as tables of coefficients, the way MLIR's dumps write them,
//! and in isl's notation.

use super::access_relation::AccessRelation;
use super::linear::{Linear, Variable};
use super::pairs::{Pair, common, pair_of, pairs_at};
use super::system::System;
use super::{Dependence, MemrefAccess};
use crate::report::ConstraintTable;
use ir::value_name;
use ir::{Ir, ValueId};
use presburger::{Budget, Integer, IntegerRelation, Optimum, Space, Union};
use std::fmt::Write;

/// Of a pair with many pieces the first tables are shown.
const MAX_TABLES: usize = 8;

/// The access relation and the domain of one access, under the names `srcRel` and `srcDomain` or `dstRel` and
/// `dstDomain`.
pub fn access_tables(ir: &Ir, access: &MemrefAccess, prefix: &str) -> Result<Vec<ConstraintTable>, String> {
    let relation = access.relation(ir)?;
    let mut tables = Vec::new();
    for (index, piece) in relation.pieces.iter().enumerate().take(MAX_TABLES) {
        let (mut system, subscripts) = System::of(piece, relation.loops.len());
        let loops: Vec<Variable> = (0..relation.loops.len()).map(Variable::Loop).collect();
        let elements = system.new_loops(subscripts.len());
        let rows = subscripts.iter().zip(&elements).map(|(form, it)| form.minus(&Linear::variable(*it)));
        system.equalities.splice(0..0, rows);
        let part = Part { index, of: relation.pieces.len() };
        let table = Table { ir, names: loop_names(ir, &relation), part };
        tables.push(table.relation(&format!("{prefix}Rel"), &system, &loops, &elements));
        tables.push(table.domain(&format!("{prefix}Domain"), &system, &loops));
    }
    Ok(tables)
}

/// The tables of one dependence: the inverse of the sink's relation, the pairs that touch the same element, and the
/// distances at its depth. Where the budget does not suffice, the distances keep their quantifiers.
pub fn dependence_tables(
    ir: &Ir,
    source: &MemrefAccess,
    sink: &MemrefAccess,
    dependence: &Dependence,
    budget: &Budget<'_>,
) -> Result<Vec<ConstraintTable>, String> {
    let (left, right) = (source.relation(ir)?, sink.relation(ir)?);
    let mut tables = access_tables(ir, source, "src")?;
    tables.extend(access_tables(ir, sink, "dst")?);
    for (index, piece) in right.pieces.iter().enumerate().take(MAX_TABLES) {
        let (mut system, subscripts) = System::of(piece, right.loops.len());
        let loops: Vec<Variable> = (0..right.loops.len()).map(Variable::Loop).collect();
        let elements = system.new_loops(subscripts.len());
        let rows = subscripts.iter().zip(&elements).map(|(form, it)| form.minus(&Linear::variable(*it)));
        system.equalities.splice(0..0, rows);
        let part = Part { index, of: right.pieces.len() };
        let table = Table { ir, names: loop_names(ir, &right), part };
        tables.push(table.inverse("dstRel.inverse()", &system, &elements, &loops));
    }
    let pieces = left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b)));
    let of = left.pieces.len() * right.pieces.len();
    for (index, (a, b)) in pieces.enumerate().take(MAX_TABLES) {
        let pair = pair_of(&left, a, &right, b);
        let primed = loop_names(ir, &right).into_iter().map(|it| format!("{it}'"));
        let names = loop_names(ir, &left).into_iter().chain(primed).collect();
        let table = Table { ir, names, part: Part { index, of } };
        tables.push(table.pairs("dstRel.compose(srcRel)", &pair));
    }
    let distances = loop_names(ir, &left).into_iter().map(|it| format!("Δ{it}")).collect();
    tables.extend(distance_tables(&left, &right, dependence, budget, distances));
    Ok(tables)
}

fn loop_names(ir: &Ir, relation: &AccessRelation) -> Vec<String> {
    relation.loops.iter().map(|it| value_name(ir, it.induction_variable)).collect()
}

/// The distances as a union of systems over the common loops alone; symbols take any value.
fn distance_tables(
    left: &AccessRelation,
    right: &AccessRelation,
    dependence: &Dependence,
    budget: &Budget<'_>,
    mut columns: Vec<String>,
) -> Vec<ConstraintTable> {
    let common = common(left, right);
    columns.truncate(common);
    let mut tables = Vec::new();
    for pair in pairs_at(left, right, dependence.depth) {
        let mut system = pair.system.clone();
        let distances = system.new_loops(common);
        for (dim, distance) in distances.iter().enumerate() {
            let (Some(source), Some(sink)) = (pair.source.get(dim), pair.sink.get(dim)) else { continue };
            let difference = Linear::variable(*sink).minus(&Linear::variable(*source));
            system.equalities.push(Linear::variable(*distance).minus(&difference));
        }
        // All symbols are existential here.
        let set = system.set(&distances, &[]);
        if set.is_integer_empty(budget) == Ok(true) {
            continue;
        }
        match set.eliminate_quantifiers(budget).and_then(|it| it.coalesce(budget)) {
            Ok(union) => tables.extend(union.into_parts().into_iter().map(|it| simplified(it, budget))),
            Err(_) => tables.push(set),
        }
    }
    let of = tables.len();
    let parts = tables.into_iter().enumerate().take(MAX_TABLES);
    parts
        .map(|(index, set)| {
            let kinds = vec!["None"; common];
            let title = Part { index, of }.title("Dependence polyhedron");
            table(&title, &set, &kinds, common, &set, columns.clone())
        })
        .collect()
}

/// The same set with every variable that has one value as an equality, and without rows and locals that the others
/// make superfluous.
fn simplified(set: IntegerRelation, budget: &Budget<'_>) -> IntegerRelation {
    let mut fixed = IntegerRelation::universe(set.space().without_locals());
    for column in set.space().range_columns() {
        match set.constant_bounds(column, budget) {
            Ok((Optimum::Value(low), Optimum::Value(high))) if low == high => fixed.fix(column, &low),
            _ => {}
        }
    }
    if fixed.equalities().len() == set.space().range {
        return fixed;
    }
    let mut simpler = match set.eliminate_rationally(&[], budget) {
        Ok(relaxed)
            if Union::from(relaxed.clone()).is_subset(&Union::from(set.clone()), budget) == Ok(true) =>
        {
            relaxed
        }
        _ => set,
    };
    simpler.normalise();
    // Where it gives up, all rows stay.
    let _ = simpler.remove_redundant(budget);
    simpler
}

#[derive(Clone, Copy)]
struct Part {
    index: usize,
    of: usize,
}

impl Part {
    fn title(self, name: &str) -> String {
        match self.of {
            0 | 1 => name.to_owned(),
            of => format!("{name} ({} of {of})", self.index + 1),
        }
    }
}

struct Table<'a> {
    ir: &'a Ir,
    /// Of the loop variables, in the order of their numbers.
    names: Vec<String>,
    part: Part,
}

impl Table<'_> {
    fn relation(
        &self,
        title: &str,
        system: &System,
        loops: &[Variable],
        elements: &[Variable],
    ) -> ConstraintTable {
        let kinds = [vec!["Value"; loops.len()], vec!["None"; elements.len()]].concat();
        self.table(title, system, &[loops, elements].concat(), &kinds, loops.len())
    }

    fn inverse(
        &self,
        title: &str,
        system: &System,
        elements: &[Variable],
        loops: &[Variable],
    ) -> ConstraintTable {
        let kinds = [vec!["None"; elements.len()], vec!["Value"; loops.len()]].concat();
        self.table(title, system, &[elements, loops].concat(), &kinds, elements.len())
    }

    /// The elements become locals, before those of steps and divisions.
    fn domain(&self, title: &str, system: &System, loops: &[Variable]) -> ConstraintTable {
        self.table(title, system, loops, &vec!["Value"; loops.len()], 0)
    }

    fn pairs(&self, title: &str, pair: &Pair) -> ConstraintTable {
        let dims = [&*pair.source, &*pair.sink].concat();
        let mut system = pair.system.clone();
        // Subscripts first, then the domains.
        system.equalities.rotate_right(pair.element.len());
        self.table(title, &system, &dims, &vec!["Value"; dims.len()], pair.source.len())
    }

    fn table(
        &self,
        title: &str,
        system: &System,
        dims: &[Variable],
        kinds: &[&str],
        domain: usize,
    ) -> ConstraintTable {
        let symbols: Vec<ValueId> = system.symbols();
        let mut system = system.clone();
        order_bounds(&mut system.inequalities);
        let set = system.set(dims, &symbols);
        let mut kinds: Vec<&str> = kinds.to_vec();
        kinds.extend(std::iter::repeat_n("Value", symbols.len()));
        let isl = as_relation(&set, domain);
        let symbols = symbols.iter().map(|it| value_name(self.ir, *it));
        let names: Vec<String> = self.names.iter().cloned().chain(symbols).collect();
        let (mut values, mut subscripts) = (names.iter(), 0..);
        let columns = kinds.iter().map(|kind| match *kind {
            "Value" => values.next().cloned().unwrap_or_default(),
            _ => format!("[{}]", subscripts.next().unwrap_or_default()),
        });
        let columns = columns.collect();
        let mut found = table(&self.part.title(title), &set, &kinds, dims.len(), &isl, columns);
        found.names = names;
        found
    }
}

/// Bounds of outer loops first, lower before upper, divisions after them.
fn order_bounds(rows: &mut [Linear]) {
    rows.sort_by_key(|row| {
        let loops = row.terms.iter().filter(|it| matches!(it.0, Variable::Loop(_)));
        let has_local = row.terms.iter().any(|it| matches!(it.0, Variable::Local(_)));
        let last = loops.max_by_key(|it| it.0);
        last.map(|(variable, factor)| (*variable, has_local, factor.is_negative()))
    });
}

/// The set with its first variables as the domain of a relation.
fn as_relation(set: &IntegerRelation, domain: usize) -> IntegerRelation {
    let space = set.space();
    let mut relation =
        IntegerRelation::universe(Space { domain, range: space.range.saturating_sub(domain), ..space });
    set.equalities().for_each(|row| relation.add_equality(row));
    set.inequalities().for_each(|row| relation.add_inequality(row));
    relation
}

fn table(
    title: &str,
    set: &IntegerRelation,
    kinds: &[&str],
    range: usize,
    isl: &IntegerRelation,
    mut columns: Vec<String>,
) -> ConstraintTable {
    let space = set.space();
    let rows = set.equalities().len() + set.inequalities().len();
    let mut text = format!(
        "Domain: 0, Range: {range}, Symbols: {}, Locals: {}\n{rows} constraints\n(",
        space.symbols, space.locals
    );
    for kind in kinds.iter().copied().chain(std::iter::repeat_n("Local", space.locals)) {
        text.push_str(kind);
        text.push(' ');
    }
    text.push_str("const)\n");
    let mut line = |row: &[Integer], relation: &str| {
        for entry in row {
            // Writing to a string does not fail.
            let _ = write!(text, "{entry} ");
        }
        text.push_str(relation);
        text.push('\n');
    };
    set.equalities().for_each(|row| line(row, "= 0"));
    set.inequalities().for_each(|row| line(row, ">= 0"));
    columns.extend((0..space.locals).map(|local| format!("q{local}")));
    ConstraintTable {
        title: title.to_owned(),
        names: Vec::new(),
        columns,
        tableau: text,
        isl: isl.to_string(),
    }
}
