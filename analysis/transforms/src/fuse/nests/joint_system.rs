//! The joint system of several executions: iterations of the producer, of the consumer, and of the place at which a slice
//! runs, each loop under the execution that it belongs to.

use ir::{OpId, ValueId};
use polyhedral::dependence::{AccessRelation, Linear, LoopDim, Piece, System, Variable};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum};

/// Which execution an induction variable belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Execution {
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
pub(crate) struct Instance {
    pub execution: Execution,
    pub op: OpId,
    pub dim: usize,
}

/// A [`System`] whose loop variables are known by their instances: [`Variable::Loop`] is an index into them.
#[derive(Debug, Clone, Default)]
pub(crate) struct JointSystem {
    instances: Vec<Instance>,
    pub system: System,
}

impl JointSystem {
    /// The variable of a loop in an execution. `outside` loops have one variable for all.
    pub(crate) fn loop_variable(&mut self, execution: Execution, op: OpId, dim: usize) -> Variable {
        let instance = Instance { execution, op, dim };
        let found = self.instances.iter().position(|it| *it == instance).unwrap_or_else(|| {
            self.instances.push(instance);
            self.system.new_loops(1);
            self.instances.len() - 1
        });
        Variable::Loop(found)
    }

    pub(crate) fn instance(&self, variable: Variable) -> Option<Instance> {
        match variable {
            Variable::Loop(index) => self.instances.get(index).copied(),
            _ => None,
        }
    }

    /// Adds an execution, and returns its subscripts. `execution_of` says to which execution each loop belongs.
    pub(crate) fn add(
        &mut self,
        relation: &AccessRelation,
        piece: &Piece,
        execution_of: &dyn Fn(LoopDim) -> Execution,
    ) -> Vec<Linear> {
        let loops: Vec<Variable> =
            relation.loops.iter().map(|it| self.loop_variable(execution_of(*it), it.op, it.dim)).collect();
        self.system.add(piece, &loops)
    }

    /// Adds `left = right` for each pair.
    pub(crate) fn equate(&mut self, left: &[Linear], right: &[Linear]) {
        self.system.equalities.extend(left.iter().zip(right).map(|(left, right)| left.minus(right)));
    }

    /// The same variables without any row.
    pub(crate) fn without_rows(&self) -> JointSystem {
        JointSystem { instances: self.instances.clone(), system: self.system.without_rows() }
    }

    /// The same system with one more row that is not negative.
    pub(crate) fn with(&self, inequality: Linear) -> JointSystem {
        let mut joint = self.clone();
        joint.system.inequalities.push(inequality);
        joint
    }

    /// The ways in which `first` is lexicographically after `second` in the loops of the chain.
    pub(crate) fn later(&self, chain: &[OpId], first: Execution, second: Execution) -> Vec<JointSystem> {
        let mut found = Vec::with_capacity(chain.len());
        let Some((innermost, outer)) = chain.split_last() else { return found };
        let mut equal = self.clone();
        let distance = |joint: &mut JointSystem, op: OpId| {
            let first = Linear::variable(joint.loop_variable(first, op, 0));
            first.minus(&Linear::variable(joint.loop_variable(second, op, 0)))
        };
        for op in outer {
            let distance = distance(&mut equal, *op);
            found.push(equal.with(distance.clone().plus_constant(-1)));
            equal.system.equalities.push(distance);
        }
        let distance = distance(&mut equal, *innermost);
        equal.system.inequalities.push(distance.plus_constant(-1));
        found.push(equal);
        found
    }

    pub(crate) fn is_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        self.system.is_integer_empty(budget)
    }

    /// A point of the system: values of all loop variables.
    pub(crate) fn sample(&self, budget: &Budget<'_>) -> Result<Option<Vec<(Instance, Integer)>>, GaveUp> {
        let dims: Vec<Variable> = (0..self.instances.len()).map(Variable::Loop).collect();
        let sample = self.system.sample(&dims, budget)?;
        Ok(sample.map(|point| self.instances.iter().copied().zip(point).collect()))
    }

    /// The least and the greatest value of a form.
    pub(crate) fn extent(&self, form: &Linear, budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        budget.spend(self.system.size())?;
        self.system.extent(form, budget)
    }

    /// The values of `dims`, in this order, as a set with these symbols.
    pub(crate) fn set(&self, dims: &[Variable], symbols: &[Symbol]) -> IntegerRelation {
        let mut variables = self.without_rows();
        let symbols: Vec<Variable> = symbols
            .iter()
            .map(|it| match it {
                Symbol::Value(value) => Variable::Symbol(*value),
                Symbol::Loop(op, dim) => variables.loop_variable(Execution::Outside, *op, *dim),
            })
            .collect();
        self.system.set_with_symbols(dims, &symbols)
    }

    /// Everything that is fixed while the nests run.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let mut found: Vec<Symbol> = Vec::new();
        for (variable, _) in
            self.system.equalities.iter().chain(&self.system.inequalities).flat_map(|it| &it.terms)
        {
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbol {
    Value(ValueId),
    Loop(OpId, usize),
}
