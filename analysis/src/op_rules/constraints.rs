//! What operations ask of the types of their operands and results, as data: a table per dialect.

mod arith;
mod control_flow;
mod memref;
mod tensor;
mod vector;

use super::class::TypeClass;

/// What has to hold between types. Names are those of operands and results.
#[derive(Clone, Copy)]
pub(super) enum Relation {
    /// All have one type.
    SameType(&'static [&'static str]),
    /// All have shapes that agree where sizes are known, or none has a shape.
    SameShape(&'static [&'static str]),
    /// All have one element type.
    SameElement(&'static [&'static str]),
    /// All have as many dimensions.
    SameRank(&'static [&'static str]),
    /// Two tensors have the same sizes, unknown ones included.
    SameTensorSizes(&'static str, &'static str),
    /// Vectors and tensors have one shape and are of one kind, and results are such if an operand is.
    Elementwise,
    /// The first has the shape of the second, with `i1` as its elements.
    BoolOf(&'static str, &'static str),
    /// The first is of the element type of the second.
    ElementOf(&'static str, &'static str),
}

/// Operations that ask the same.
pub(super) struct Constraints {
    pub(super) names: &'static [&'static str],
    pub(super) classes: &'static [(&'static str, TypeClass)],
    pub(super) relations: &'static [Relation],
}

const fn ops(
    names: &'static [&'static str],
    classes: &'static [(&'static str, TypeClass)],
    relations: &'static [Relation],
) -> Constraints {
    Constraints { names, classes, relations }
}

const BINARY: &[Relation] = &[Relation::SameType(&["lhs", "rhs", "result"])];

/// Those of all operations.
pub(super) fn constraints() -> impl Iterator<Item = &'static Constraints> {
    [arith::TABLE, control_flow::TABLE, memref::TABLE, tensor::TABLE, vector::TABLE].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::Relation::*;
    use super::*;
    use std::collections::BTreeSet;
    use syntax::ods::Registry;

    /// A name that no form has would silence its constraint.
    #[test]
    fn names_are_those_of_the_forms() {
        let mut seen = BTreeSet::new();
        for constraints in constraints() {
            let formats: Vec<_> =
                constraints.names.iter().map(|it| Registry::builtin().get(it).expect(it)).collect();
            let relations = constraints.relations.iter().flat_map(|it| match it {
                SameType(names) | SameShape(names) | SameElement(names) | SameRank(names) => names.to_vec(),
                SameTensorSizes(a, b) | BoolOf(a, b) | ElementOf(a, b) => vec![*a, *b],
                Elementwise => Vec::new(),
            });
            for name in constraints.classes.iter().map(|it| it.0).chain(relations) {
                let is_known =
                    formats.iter().any(|it| it.operand(name).or_else(|| it.result(name)).is_some());
                assert!(is_known, "{:?} have no {name}", constraints.names);
            }
            for name in constraints.names {
                assert!(seen.insert(name), "{name} stands twice");
            }
        }
    }
}
