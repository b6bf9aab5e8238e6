//! Programs by chance.

mod conditions;
mod loops;
mod values;

use std::collections::BTreeSet;

use affine_analyzer_tests::random::Random;

use super::expression::{Division, Expression, Term};
use super::{
    ARGUMENTS, Access, Binary, Condition, Feature, If, MEMREFS, Node, Operation, Predicate, Program,
    Subscripts, Type,
};

/// No statement begins after so many.
const MOST_ACCESSES: usize = 4;

/// Loops inside each other.
const MOST_LOOPS: usize = 3;

pub(super) struct Build {
    random: Random,
    variables: Vec<Variable>,
    /// Those that the place sees.
    visible: Vec<usize>,
    /// The blocks around the place, innermost last.
    blocks: Vec<Vec<Node>>,
    accesses: Vec<Access>,
    /// Of the loops around, outermost first.
    loops: Vec<usize>,
    /// What is around.
    features: BTreeSet<Feature>,
    uses: Vec<bool>,
    /// Whether loops, conditions and accesses are all of the affine dialect.
    is_affine: bool,
}

struct Variable {
    ty: Type,
    /// Whether MLIR takes it for a dimension of affine operations.
    is_dim: bool,
    features: BTreeSet<Feature>,
}

impl Program {
    pub(crate) fn random(seed: u64) -> Self {
        let arguments = ARGUMENTS.iter().map(|it| Variable {
            ty: it.ty,
            is_dim: it.ty == Type::Index,
            features: BTreeSet::new(),
        });
        let mut random = Random::new(seed);
        // The first numbers of seeds side by side are alike.
        for _ in 0..8 {
            random.below(2);
        }
        let mut build = Build {
            is_affine: random.below(6) == 0,
            random,
            variables: arguments.collect(),
            visible: Vec::new(),
            blocks: vec![Vec::new()],
            accesses: Vec::new(),
            loops: Vec::new(),
            features: BTreeSet::new(),
            uses: vec![false; ARGUMENTS.len()],
        };
        if build.one_in(3) {
            build.statements();
        } else {
            build.guarded();
        }
        let body = build.blocks.pop().unwrap();
        let types = build.variables.iter().map(|it| it.ty).collect();
        Program { types, body, accesses: build.accesses, uses: build.uses }
    }
}

impl Build {
    fn between(&mut self, lower: i64, upper: i64) -> i64 {
        lower + self.random.below((upper - lower + 1) as usize) as i64
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn emit(&mut self, node: Node) {
        self.blocks.last_mut().unwrap().push(node);
    }

    fn new_variable(&mut self, ty: Type, is_dim: bool, features: BTreeSet<Feature>) -> usize {
        self.variables.push(Variable { ty, is_dim, features });
        self.variables.len() - 1
    }

    /// The nodes that it makes, in a block of their own.
    fn inside<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (Vec<Node>, T) {
        let (visible, features) = (self.visible.len(), self.features.clone());
        self.blocks.push(Vec::new());
        let made = make(self);
        self.visible.truncate(visible);
        self.features = features;
        (self.blocks.pop().unwrap(), made)
    }

    /// All in a condition that says which values arguments have.
    fn guarded(&mut self) {
        let cast = self.let_variable(Type::Index, Operation::Cast(2), [2]);
        self.visible.extend([0, 1, 2, cast]);
        self.uses.fill(true);
        let of_argument = [0, 1, cast];
        let condition = if self.is_affine || self.one_in(2) {
            let bounds = of_argument.iter().zip(ARGUMENTS).flat_map(|(variable, argument)| {
                let at = |factor, constant| {
                    let term = Term { factor, variable: *variable, division: Division::None };
                    (Expression { terms: vec![term], constant }, false)
                };
                [at(1, -argument.values.start()), at(-1, *argument.values.end())]
            });
            Condition::Set(bounds.collect())
        } else {
            let mut all = None;
            for (variable, argument) in of_argument.iter().zip(ARGUMENTS) {
                let lower = self.constant_like(*variable, *argument.values.start());
                let upper = self.constant_like(*variable, *argument.values.end());
                for (predicate, bound) in [(Predicate::Sge, lower), (Predicate::Sle, upper)] {
                    let holds = self.compare(predicate, *variable, bound);
                    all = Some(all.map_or(holds, |it| self.binary(Binary::And, it, holds)));
                }
            }
            Condition::Value(all.unwrap_or_default())
        };
        if self.one_in(3) {
            let value = self.extreme();
            self.visible.push(value);
        }
        let (then, ()) = self.inside(Self::statements);
        self.emit(Node::If(If { condition, then, otherwise: Vec::new(), value: None }));
    }

    fn statements(&mut self) {
        for _ in 0..1 + self.random.below(2) {
            if self.accesses.len() >= MOST_ACCESSES {
                break;
            }
            match self.random.below(10) {
                0..=4 if self.loops.len() < MOST_LOOPS => self.any_loop(),
                5 => self.conditional(),
                6 => {
                    let value = self.index();
                    self.visible.push(value);
                }
                _ => self.access(),
            }
        }
        self.access();
    }

    fn access(&mut self) {
        let memref = if self.one_in(3) { 0 } else { 1 };
        let dims = MEMREFS[memref].1;
        let is_affine = self.is_affine || self.one_in(3);
        let mut features = self.features.clone();
        let subscripts = if is_affine {
            let them: Vec<_> = (0..dims).map(|_| self.expression()).collect();
            features.extend(them.iter().flat_map(|it| self.features_of(it)));
            Subscripts::Affine(them)
        } else {
            let them: Vec<_> = (0..dims).map(|_| self.index()).collect();
            features.extend(them.iter().flat_map(|it| self.variables[*it].features.clone()));
            Subscripts::Values(them)
        };
        let mask = (!is_affine && self.one_in(6)).then(|| [(); 4].map(|()| self.one_in(2)));
        features.extend(mask.map(|_| Feature::Lanes));
        let access = self.accesses.len();
        let is_store = self.one_in(2);
        self.accesses.push(Access { is_store, loops: self.loops.clone(), features });
        self.emit(Node::Access { access, memref, subscripts, mask });
    }

    fn features_of(&self, expression: &Expression) -> BTreeSet<Feature> {
        expression.variables().flat_map(|it| self.variables[it].features.clone()).collect()
    }

    /// Over dimensions.
    fn expression(&mut self) -> Expression {
        let dims: Vec<usize> = self.visible.iter().copied().filter(|it| self.variables[*it].is_dim).collect();
        let constant = self.between(-2, 2);
        if dims.is_empty() {
            return Expression::constant(constant);
        }
        let terms = 1 + self.random.below(2);
        let terms = (0..terms).map(|_| {
            let variable = dims[self.random.below(dims.len())];
            let by = self.between(2, 4);
            let division = match self.random.below(12) {
                0 => Division::Mod(by),
                1 => Division::Floor(by),
                2 => Division::Ceil(by),
                _ => Division::None,
            };
            let factor = if self.one_in(3) { self.between(-2, 3) } else { 1 };
            Term { factor, variable, division }
        });
        Expression { terms: terms.collect(), constant }
    }
}
