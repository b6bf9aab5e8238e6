//! Maps pairs of iterations of two nodes to pairs of iterations of their operands.

use presburger::{Integer, IntegerRelation, Space, Union, VariableKind};

/// Which iteration of another node an iteration of a node needs.
#[derive(Debug, Clone)]
pub(super) enum Edge {
    /// That with these of its values, in their order.
    Select(Vec<usize>),
    Relation(Union),
}

impl Edge {
    /// `{ z -> y }` for all `x -> y` where this leads from `x` to `z`.
    pub(super) fn follow_first(&self, pairs: &Union) -> Union {
        match self {
            Edge::Select(kept) => select(pairs, kept, 0, pairs.space().domain),
            Edge::Relation(edge) => non_empty(edge.inverse().compose(pairs)),
        }
    }

    /// `{ x -> z }` for all `x -> y` where this leads from `y` to `z`.
    pub(super) fn follow_second(&self, pairs: &Union) -> Union {
        match self {
            Edge::Select(kept) => select(pairs, kept, pairs.space().domain, pairs.space().range),
            Edge::Relation(edge) => non_empty(pairs.compose(edge)),
        }
    }
}

/// Only these of the variables that begin in a column.
fn select(pairs: &Union, kept: &[usize], start: usize, count: usize) -> Union {
    let dropped: Vec<usize> = (0..count).filter(|it| !kept.contains(it)).map(|it| start + it).collect();
    if dropped.is_empty() {
        return pairs.clone();
    }
    let space = IntegerRelation::universe(pairs.space()).project_out(&dropped).space();
    let mut result = Union::empty(space);
    pairs.parts().iter().for_each(|it| result.push(it.project_out(&dropped)));
    result
}

fn non_empty(union: Union) -> Union {
    let mut result = Union::empty(union.space());
    for mut part in union.into_parts() {
        part.normalise();
        if !part.is_obviously_empty() {
            result.push(part);
        }
    }
    result
}

/// The pairs whose first element is in a set.
pub(super) fn first_within(pairs: &Union, set: &Union) -> Union {
    let mut relation = Union::empty(pairs.space());
    for part in set.parts() {
        let mut part = part.clone().with_domain(set.space().dimensions());
        part.append_variables(VariableKind::Range, pairs.space().range);
        relation.push(part);
    }
    pairs.intersect(&relation)
}

/// The pairs whose second element is in a set.
pub(super) fn second_within(pairs: &Union, set: &Union) -> Union {
    let mut relation = Union::empty(pairs.space());
    for part in set.parts() {
        let mut part = part.clone();
        part.append_variables(VariableKind::Domain, pairs.space().domain);
        relation.push(part);
    }
    pairs.intersect(&relation)
}

/// The pairs for symbols in a set.
pub(super) fn for_symbols(pairs: &Union, symbols: &Union) -> Union {
    let mut relation = Union::empty(pairs.space());
    for part in symbols.parts() {
        let mut part = part.clone();
        part.append_variables(VariableKind::Domain, pairs.space().domain);
        part.append_variables(VariableKind::Range, pairs.space().range);
        relation.push(part);
    }
    pairs.intersect(&relation)
}

/// The same iterations, each with all lanes of a vector.
pub(super) fn with_lanes(set: &Union, lanes: &[u64]) -> Union {
    let mut result = Union::empty(Space::set(set.space().dimensions() + lanes.len(), set.space().symbols));
    for part in set.parts() {
        let mut part = part.clone();
        let first = part.append_variables(VariableKind::Range, lanes.len());
        for (lane, size) in lanes.iter().enumerate() {
            let last = i64::try_from(*size).unwrap_or(i64::MAX) - 1;
            bounded(&mut part, first + lane, &[(None, last)]);
        }
        result.push(part);
    }
    result
}

/// `{ (x, l) -> (y, l) }` for all `x -> y` and any `l`.
pub(super) fn lane_by_lane(relation: &Union, lanes: usize) -> Union {
    let space = relation.space();
    let space = Space { domain: space.domain + lanes, range: space.range + lanes, ..space };
    let mut result = Union::empty(space);
    for part in relation.parts() {
        let mut part = part.clone();
        let first = part.append_variables(VariableKind::Domain, lanes);
        let second = part.append_variables(VariableKind::Range, lanes);
        for lane in 0..lanes {
            equal(&mut part, first + lane, second + lane);
        }
        result.push(part);
    }
    result
}

/// Adds that two variables are equal.
pub(super) fn equal(relation: &mut IntegerRelation, first: usize, second: usize) {
    let mut row = vec![Integer::ZERO; relation.space().columns()];
    row[first] = Integer::ONE;
    row[second] = Integer::MINUS_ONE;
    relation.add_equality(&row);
}

/// Adds that the first is less than the second, or, for a negative sign, greater.
pub(super) fn less(relation: &mut IntegerRelation, first: usize, second: usize, sign: &Integer) {
    let mut row = vec![Integer::ZERO; relation.space().columns()];
    row[second] = sign.clone();
    row[first] = -sign;
    row[relation.space().constant()] = Integer::MINUS_ONE;
    relation.add_inequality(&row);
}

/// Adds that a variable is not negative, and at most each of these: a variable, or 0, and a number.
pub(super) fn bounded(relation: &mut IntegerRelation, column: usize, upper: &[(Option<usize>, i64)]) {
    let columns = relation.space().columns();
    let mut row = vec![Integer::ZERO; columns];
    row[column] = Integer::ONE;
    relation.add_inequality(&row);
    for (bound, more) in upper {
        let mut row = vec![Integer::ZERO; columns];
        row[column] = Integer::MINUS_ONE;
        row[columns - 1] = Integer::from(*more);
        if let Some(bound) = bound {
            row[*bound] = Integer::ONE;
        }
        relation.add_inequality(&row);
    }
}

/// `{ x -> y }` where `x` has this many values, `y` that many, and any of them.
pub(super) fn any(first: usize, second: usize, symbols: usize) -> Union {
    Union::universe(Space::relation(first, second, symbols))
}
