//! Random affine programs as trees, which are printed, and run, without any parser of ours.

mod random;
mod run;
mod text;

use std::collections::{BTreeMap, BTreeSet};

/// A function with one symbol `%N`, which a guard bounds, and one array.
pub(crate) struct Program {
    before: Vec<Node>,
    /// What the guard is around.
    guarded: Vec<Node>,
    pub(crate) accesses: Vec<Access>,
}

pub(crate) struct Access {
    pub(crate) is_store: bool,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<usize>,
    /// What around it or in it makes MLIR's answer differ.
    pub(crate) features: BTreeSet<Feature>,
}

/// What MLIR's test treats otherwise than the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// The condition itself is assumed, not its negation: dependences are missed.
    ElseRegion,
    /// A step that does not begin at one constant is ignored.
    StepFromVaryingBound,
    /// The step of `affine.parallel` is ignored.
    ParallelStep,
    /// Only one of several bounds of a parallel dimension is used.
    ParallelBounds,
    /// The value is a free variable.
    AppliedOperandOfIf,
    /// The value is a free variable.
    MinOrMaxValue,
    /// Kept as constraints, but over the rationals.
    Division,
}

/// Where each dependence was seen (source, sink, depth), and its distances.
pub(crate) type Dependences = BTreeMap<(usize, usize, usize), BTreeSet<Vec<i64>>>;

/// The symbol's values inside the guard.
const SYMBOL: std::ops::RangeInclusive<i64> = 0..=3;

const NAME_OF_SYMBOL: usize = 0;

enum Node {
    For {
        variable: usize,
        lower: Vec<Expression>,
        upper: Vec<Expression>,
        step: i64,
        body: Vec<Node>,
    },
    Parallel {
        variable: usize,
        lower: Vec<Expression>,
        upper: Vec<Expression>,
        step: i64,
        body: Vec<Node>,
    },
    If {
        constraints: Vec<(Expression, bool)>,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Apply {
        variable: usize,
        value: Expression,
    },
    /// The least of the values, or the greatest.
    Extreme {
        variable: usize,
        values: [Expression; 2],
        is_least: bool,
    },
    Access {
        access: usize,
        subscripts: [Expression; 2],
    },
}

#[derive(Clone)]
struct Expression {
    terms: Vec<Term>,
    constant: i64,
}

#[derive(Clone)]
struct Term {
    factor: i64,
    variable: usize,
    division: Division,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    None,
    Mod(i64),
    Floor(i64),
    Ceil(i64),
}

impl Node {
    /// The value that it defines for what comes after it.
    fn result(&self) -> Option<usize> {
        match self {
            Node::Apply { variable, .. } | Node::Extreme { variable, .. } => Some(*variable),
            _ => None,
        }
    }
}

impl Expression {
    fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    fn plus(&self, constant: i64) -> Self {
        Self { terms: self.terms.clone(), constant: self.constant + constant }
    }

    fn has_division(&self) -> bool {
        self.terms.iter().any(|it| it.division != Division::None)
    }
}
