//! Several executions side by side in one integer relation: iterations of the producer, of the consumer, and the
//! place at which a slice stands.
//!
//! Access relations speak of one execution each; a [`Scene`] renames their variables apart, so that questions about
//! pairs and triples of iterations are questions about one conjunction.

use crate::dependence::{AccessRelation, Linear, LoopDim, Piece, Variable};
use crate::ir::{OpId, ValueId};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Space};

/// Which execution an induction variable belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Execution {
    /// The loops around both nests: one value for all executions.
    Outside,
    /// An iteration of the producer.
    Source,
    /// A further iteration of the producer.
    SecondSource,
    /// An iteration of the consumer.
    Sink,
    /// The consumer's iteration at whose start a slice runs.
    Place,
    /// That of a further slice.
    SecondPlace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) execution: Execution,
    pub(super) op: OpId,
    pub(super) dim: usize,
}

/// A conjunction over instances of loops, symbols and locals.
///
/// In its forms, [`Variable::Loop`] is an index into [`Scene::instances`].
#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    instances: Vec<Instance>,
    locals: usize,
    pub(super) equalities: Vec<Linear>,
    pub(super) inequalities: Vec<Linear>,
}

impl Scene {
    /// The variable of a loop in an execution. `outside` loops have one variable for all.
    pub(super) fn loop_variable(&mut self, execution: Execution, op: OpId, dim: usize) -> Variable {
        let instance = Instance { execution, op, dim };
        let found = self.instances.iter().position(|it| *it == instance).unwrap_or_else(|| {
            self.instances.push(instance);
            self.instances.len() - 1
        });
        Variable::Loop(found)
    }

    pub(super) fn instance(&self, variable: Variable) -> Option<Instance> {
        match variable {
            Variable::Loop(index) => self.instances.get(index).copied(),
            _ => None,
        }
    }

    pub(super) fn local(&mut self) -> Linear {
        self.locals += 1;
        Linear::variable(Variable::Local(self.locals - 1))
    }

    /// Adds an execution, and returns its subscripts. `execution_of` says to which execution each loop belongs.
    pub(super) fn add(
        &mut self,
        relation: &AccessRelation,
        piece: &Piece,
        execution_of: &dyn Fn(LoopDim) -> Execution,
    ) -> Vec<Linear> {
        let loops: Vec<Variable> =
            relation.loops.iter().map(|it| self.loop_variable(execution_of(*it), it.op, it.dim)).collect();
        let first_local = self.locals;
        self.locals += piece.locals;
        let renamed = |form: &Linear| form.renamed(&loops, first_local);
        self.equalities.extend(piece.equalities.iter().map(renamed));
        self.inequalities.extend(piece.inequalities.iter().map(renamed));
        piece.subscripts.iter().map(renamed).collect()
    }

    /// Adds `left = right` for each pair.
    pub(super) fn equate(&mut self, left: &[Linear], right: &[Linear]) {
        self.equalities.extend(left.iter().zip(right).map(|(left, right)| left.minus(right)));
    }

    /// The same scene with one more inequality.
    pub(super) fn with(&self, inequality: Linear) -> Scene {
        let mut scene = self.clone();
        scene.inequalities.push(inequality);
        scene
    }

    /// The ways in which `first` is lexicographically after `second` in the loops of the chain.
    pub(super) fn later(&self, chain: &[OpId], first: Execution, second: Execution) -> Vec<Scene> {
        let mut equal = self.clone();
        let mut found = Vec::with_capacity(chain.len());
        for op in chain {
            let first = Linear::variable(equal.loop_variable(first, *op, 0));
            let second = Linear::variable(equal.loop_variable(second, *op, 0));
            let distance = first.minus(&second);
            found.push(equal.with(distance.clone().plus_constant(-1)));
            equal.equalities.push(distance);
        }
        found
    }

    /// To write down the rows of a relation is part of what a question costs.
    fn spend(&self, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let rows = (self.equalities.len() + self.inequalities.len()) as u64;
        budget.spend(rows.saturating_mul((self.instances.len() + self.locals + 1) as u64))
    }

    pub(super) fn is_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        self.spend(budget)?;
        self.relation(&[]).is_integer_empty(budget)
    }

    /// A point of the scene: values of all loop variables.
    pub(super) fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<(Instance, Integer)>>, GaveUp> {
        self.spend(budget)?;
        let dims: Vec<Variable> = (0..self.instances.len()).map(Variable::Loop).collect();
        let sample = self.relation(&dims).sample(budget)?;
        Ok(sample.map(|point| self.instances.iter().copied().zip(point).collect()))
    }

    /// The least and the greatest value of a form.
    pub(super) fn extent(&self, form: &Linear, budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        self.spend(budget)?;
        let columns = Columns::of(self, &[]);
        self.relation_with(&columns).extent(&columns.row(form), budget)
    }

    /// The values of `dims`, in this order: a set with the scene's other variables as locals, or as symbols where
    /// they are symbols.
    pub(super) fn relation(&self, dims: &[Variable]) -> IntegerRelation {
        self.relation_with(&Columns::of(self, dims))
    }

    /// As [`Scene::relation`], with the symbols and outside loops of `symbols` in this order as symbols.
    pub(super) fn set(&self, dims: &[Variable], symbols: &[Symbol]) -> IntegerRelation {
        let mut scene = self.clone();
        let symbols: Vec<Variable> = symbols
            .iter()
            .map(|it| match it {
                Symbol::Value(value) => Variable::Symbol(*value),
                Symbol::Loop(op, dim) => scene.loop_variable(Execution::Outside, *op, *dim),
            })
            .collect();
        let columns = Columns::with_symbols(&scene, dims, &symbols);
        scene.relation_with(&columns)
    }

    /// Everything that is fixed while the nests run.
    pub(super) fn symbols(&self) -> Vec<Symbol> {
        let mut found: Vec<Symbol> = Vec::new();
        for (variable, _) in self.equalities.iter().chain(&self.inequalities).flat_map(|it| &it.terms) {
            let symbol = match (variable, self.instance(*variable)) {
                (Variable::Symbol(value), _) => Symbol::Value(*value),
                (_, Some(Instance { execution: Execution::Outside, op, dim })) => Symbol::Loop(op, dim),
                _ => continue,
            };
            if !found.contains(&symbol) {
                found.push(symbol);
            }
        }
        found
    }

    fn relation_with(&self, columns: &Columns) -> IntegerRelation {
        let mut relation = IntegerRelation::universe(columns.space);
        for form in &self.equalities {
            relation.add_equality(&columns.row(form));
        }
        for form in &self.inequalities {
            relation.add_inequality(&columns.row(form));
        }
        relation
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Value(ValueId),
    Loop(OpId, usize),
}

/// The place of every variable in the rows of a relation: dimensions, symbols, locals, constant.
struct Columns {
    order: Vec<Variable>,
    space: Space,
}

impl Columns {
    fn of(scene: &Scene, dims: &[Variable]) -> Self {
        Self::with_symbols(scene, dims, &[])
    }

    fn with_symbols(scene: &Scene, dims: &[Variable], symbols: &[Variable]) -> Self {
        let mut order: Vec<Variable> = dims.iter().chain(symbols).copied().collect();
        let mentioned =
            scene.equalities.iter().chain(&scene.inequalities).flat_map(|it| &it.terms).map(|it| it.0);
        let all = (0..scene.instances.len()).map(Variable::Loop).chain(mentioned);
        for variable in all {
            if !order.contains(&variable) {
                order.push(variable);
            }
        }
        let locals = order.len() - dims.len() - symbols.len();
        let space = Space { domain: 0, range: dims.len(), symbols: symbols.len(), locals };
        Self { order, space }
    }

    fn row(&self, form: &Linear) -> Vec<Integer> {
        let mut row = vec![Integer::from(0); self.order.len() + 1];
        for (variable, factor) in &form.terms {
            if let Some(column) = self.order.iter().position(|it| it == variable) {
                row[column] = &row[column] + factor;
            }
        }
        if let Some(last) = row.last_mut() {
            *last = form.constant.clone();
        }
        row
    }
}
