//! Programs by chance.

use std::collections::BTreeSet;

use affine_analyzer_tests::random::Random;

use super::{Access, Division, Expression, Feature, NAME_OF_SYMBOL, Node, Program, Term};

/// No statement begins after so many.
const MOST_ACCESSES: usize = 4;

impl Program {
    pub(crate) fn random(seed: u64) -> Self {
        let mut build = Build {
            random: Random::new(seed),
            accesses: Vec::new(),
            values: Vec::new(),
            applied: Vec::new(),
            extreme: None,
            names: NAME_OF_SYMBOL + 1,
        };
        let before = vec![build.extreme()];
        let guarded = build.block(&Context::default());
        Program { before, guarded, accesses: build.accesses }
    }
}

/// What is around a place.
#[derive(Clone, Default)]
struct Context {
    loops: Vec<usize>,
    features: BTreeSet<Feature>,
}

struct Build {
    random: Random,
    accesses: Vec<Access>,
    /// What expressions may name.
    values: Vec<usize>,
    /// Those of them that an `affine.apply` computes.
    applied: Vec<usize>,
    /// The minimum or maximum.
    extreme: Option<usize>,
    names: usize,
}

impl Build {
    fn between(&mut self, lower: i64, upper: i64) -> i64 {
        lower + self.random.below((upper - lower + 1) as usize) as i64
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn new_name(&mut self) -> usize {
        self.names += 1;
        self.names - 1
    }

    fn block(&mut self, context: &Context) -> Vec<Node> {
        let (visible, depth) = (self.values.len(), context.loops.len());
        let mut context = context.clone();
        let mut nodes = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            if self.accesses.len() >= MOST_ACCESSES {
                break;
            }
            let node = match self.random.below(9) {
                0..=2 if depth < 3 => self.for_loop(&context),
                3 if depth < 3 => self.parallel(&context),
                4 => self.conditional(&context),
                5 => self.value(&mut context),
                _ => self.access(&context),
            };
            nodes.push(node);
        }
        nodes.push(self.access(&context));
        self.values.truncate(visible);
        nodes
    }

    fn expression(&mut self, features: &mut BTreeSet<Feature>) -> Expression {
        let terms = 1 + self.random.below(2);
        let terms = (0..terms).map(|_| {
            let choice = self.random.below(self.values.len() * 2 + 1);
            let variable = if choice == 0 { NAME_OF_SYMBOL } else { self.values[(choice - 1) / 2] };
            let by = self.between(2, 4);
            let division = match self.random.below(18) {
                0 => Division::Mod(by),
                1 => Division::Floor(by),
                2 => Division::Ceil(by),
                _ => Division::None,
            };
            let factor = if self.one_in(3) { self.between(-2, 3) } else { 1 };
            Term { factor, variable, division }
        });
        let terms = terms.collect();
        let expression = Expression { terms, constant: self.between(-2, 2) };
        if expression.has_division() {
            features.insert(Feature::Division);
        }
        if expression.terms.iter().any(|it| Some(it.variable) == self.extreme) {
            features.insert(Feature::MinOrMaxValue);
        }
        expression
    }

    fn for_loop(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let step = self.between(1, 3);
        let is_constant = self.one_in(2);
        let lower = if is_constant {
            vec![Expression::constant(self.between(-1, 1))]
        } else {
            let mut lower = vec![self.expression(&mut context.features)];
            if self.one_in(2) {
                lower.push(Expression::constant(self.between(-1, 1)));
            }
            lower
        };
        let mut upper = vec![lower[0].plus(self.between(2, 5))];
        if self.one_in(3) {
            upper.push(self.expression(&mut context.features));
        }
        if step > 1 && !is_constant {
            context.features.insert(Feature::StepFromVaryingBound);
        }
        let variable = self.enter(&mut context);
        let body = self.block(&context);
        self.values.pop();
        Node::For { variable, lower, upper, step, body }
    }

    fn parallel(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let step = self.between(1, 3);
        let mut lower = vec![Expression::constant(self.between(-1, 1))];
        let mut upper = vec![lower[0].plus(self.between(2, 5))];
        if self.one_in(2) {
            lower.push(Expression::constant(self.between(-1, 2)));
            upper.push(Expression::constant(self.between(1, 5)));
            context.features.insert(Feature::ParallelBounds);
        }
        if step > 1 {
            context.features.insert(Feature::ParallelStep);
        }
        let variable = self.enter(&mut context);
        let body = self.block(&context);
        self.values.pop();
        Node::Parallel { variable, lower, upper, step, body }
    }

    fn enter(&mut self, context: &mut Context) -> usize {
        let variable = self.new_name();
        context.loops.push(variable);
        self.values.push(variable);
        variable
    }

    fn conditional(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let count = 1 + self.random.below(2);
        let constraints = (0..count).map(|_| (self.expression(&mut context.features), self.one_in(4)));
        let constraints: Vec<_> = constraints.collect();
        let names = constraints.iter().flat_map(|it| &it.0.terms).map(|it| it.variable);
        if names.into_iter().any(|it| self.applied.contains(&it)) {
            context.features.insert(Feature::AppliedOperandOfIf);
        }
        let then = self.block(&context);
        let otherwise = if self.one_in(2) {
            context.features.insert(Feature::ElseRegion);
            self.block(&context)
        } else {
            Vec::new()
        };
        Node::If { constraints, then, otherwise }
    }

    fn value(&mut self, context: &mut Context) -> Node {
        let value = self.expression(&mut context.features);
        let variable = self.new_name();
        self.values.push(variable);
        self.applied.push(variable);
        Node::Apply { variable, value }
    }

    /// At the top of the function, where the result is a symbol.
    fn extreme(&mut self) -> Node {
        let mut features = BTreeSet::new();
        let values = [self.expression(&mut features), self.expression(&mut features)];
        let variable = self.new_name();
        self.values.push(variable);
        self.extreme = Some(variable);
        Node::Extreme { variable, values, is_least: self.one_in(2) }
    }

    fn access(&mut self, context: &Context) -> Node {
        let mut features = context.features.clone();
        let subscripts = [self.expression(&mut features), self.expression(&mut features)];
        let is_store = self.one_in(2);
        self.accesses.push(Access { is_store, loops: context.loops.clone(), features });
        Node::Access { access: self.accesses.len() - 1, subscripts }
    }
}
