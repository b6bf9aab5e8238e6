//! Hash-consed terms over the inputs of a function: what symbolic execution computes with.
//!
//! Two programs share one table, so that equal terms are equal numbers. Operations are uninterpreted but for what is
//! exact in every arithmetic of theirs: constants are folded, operands that commute are sorted, neutral ones go.
//! Index arithmetic over the symbols is kept as affine forms; comparisons of those are decided at the point where the
//! program runs, and remembered as conditions on the symbols ([`Path`]).

mod execution;
mod folding;
pub(crate) mod regions;

use hashbrown::HashTable;
use interpreter::{Cause, Element, Operation, Scalar};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use std::rc::Rc;
use syntax::ods::semantics::{Float, Integer};
use syntax::ods::{Name, Semantics};

use crate::budget::Budget;
use crate::path::{Form, Path};
use regions::Regions;

pub(crate) type Term = u32;

/// The numbers that are looked at in one step.
const NUMBERS_OF_A_STEP: usize = 8;

/// The steps of an affine form besides those for its factors: it takes memory of its own.
const STEPS_OF_A_FORM: usize = 6;
/// The factors of a form that is made in one step.
const FACTORS_OF_A_STEP: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// An element of an argument; a number has one.
    Input { argument: u32, cell: u32 },
    /// A constant by its bits, which are of the kind.
    Constant { kind: Kind, bits: u64 },
    /// An affine form over the symbols that is not a constant.
    Affine(Form),
    /// A lane of a result of an operation.
    Apply { signature: u32, result: u32, lane: u32, operands: Box<[Term]> },
    /// A sum or product of floats in no order; the operands are sorted.
    Reduce { signature: u32, operands: Box<[Term]> },
    /// The second where the first is not 0, else the third.
    Select([Term; 3]),
    /// One number in a region of the symbols, by its number, another elsewhere.
    Guarded { region: u32, here: Term, elsewhere: Term },
    /// An uninitialized number, among guarded ones and those that unknown functions see.
    Unwritten,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Integer,
    F32,
    F64,
}

/// Everything that distinguishes one operation on numbers from another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    name: Name,
    attributes: String,
    inputs: Vec<Option<Element>>,
    results: Vec<Option<Element>>,
}

pub(crate) struct Signature {
    pub(crate) name: Name,
    pub(crate) semantics: Option<Semantics>,
    pub(crate) element: Option<Element>,
    pub(crate) operand_element: Option<Element>,
    /// Whether it has no attributes that change its result, such as fast-math flags.
    pub(crate) is_plain: bool,
    pub(crate) attributes: String,
    pub(crate) operation: Operation,
}

impl Signature {
    /// The operation on two integers that it is.
    pub(crate) fn integer(&self) -> Option<Integer> {
        match self.semantics? {
            Semantics::Integer(operation) => Some(operation),
            _ => None,
        }
    }

    /// The operation on two floats that it is.
    pub(crate) fn float(&self) -> Option<Float> {
        match self.semantics? {
            Semantics::Float(operation) => Some(operation),
            _ => None,
        }
    }
}

/// An operation whose execution is undefined for some operands, with the conditions under which it runs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Trap {
    signature: u32,
    operands: Box<[Term]>,
    guards: Box<[(Term, bool)]>,
    /// Where it runs, in a run for all sizes.
    region: Option<u32>,
}

pub(crate) struct Terms {
    nodes: Vec<Node>,
    numbers: HashTable<Term>,
    /// The first input of each argument, whose inputs are not entries of the table.
    first_inputs: FxHashMap<u32, Term>,
    pub(crate) signatures: Vec<Rc<Signature>>,
    by_key: FxHashMap<Key, u32>,
    /// By the number of the operation, in the program that runs.
    by_number: FxHashMap<u32, Option<u32>>,
    /// The decisions of the run at a point.
    pub(crate) path: Path,
    pub(crate) traps: FxHashSet<Trap>,
    guards: Vec<(Term, bool)>,
    /// Of runs for all values of the symbols.
    pub(crate) regions: Option<Regions>,
    most_nodes: usize,
    pub(crate) budget: Budget,
}

fn unsupported<T>(what: impl Into<String>) -> Result<T, Cause> {
    Err(Cause::Unsupported(what.into()))
}

/// Factors of symbols that take as much room as a node.
const SYMBOLS_OF_A_NODE: usize = 4;

impl Terms {
    pub(crate) fn at(point: &[i64], most_nodes: usize, budget: &Budget) -> Self {
        Self {
            nodes: Vec::new(),
            numbers: HashTable::new(),
            first_inputs: FxHashMap::default(),
            signatures: Vec::new(),
            by_key: FxHashMap::default(),
            by_number: FxHashMap::default(),
            path: Path::at(point),
            traps: FxHashSet::default(),
            guards: Vec::new(),
            regions: None,
            // A form takes room for each symbol.
            most_nodes: most_nodes / (1 + point.len() / SYMBOLS_OF_A_NODE),
            budget: budget.clone(),
        }
    }

    /// Another program is about to run; what the last one may have trapped at.
    pub(crate) fn next_program(&mut self) -> FxHashSet<Trap> {
        self.by_number.clear();
        self.guards.clear();
        std::mem::take(&mut self.traps)
    }

    pub(crate) fn node(&self, term: Term) -> &Node {
        &self.nodes[term as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there shall be no more terms.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= self.most_nodes || self.budget.is_spent()
    }

    /// Counts this many numbers or factors that are looked at.
    fn spend(&self, numbers: usize) -> Result<(), Cause> {
        self.budget.spend(1 + numbers / NUMBERS_OF_A_STEP).ok_or(Cause::Endless)
    }

    /// Counts an affine form of so many numbers that is made or decided.
    fn spend_form(&self, numbers: usize) -> Result<(), Cause> {
        self.budget.spend(STEPS_OF_A_FORM + numbers / FACTORS_OF_A_STEP).ok_or(Cause::Endless)
    }

    pub(crate) fn intern(&mut self, node: Node) -> Term {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(term) = self.numbers.find(hash, |it| self.nodes[*it as usize] == node) {
            return *term;
        }
        let term = Term::try_from(self.nodes.len()).unwrap_or(Term::MAX);
        self.nodes.push(node);
        self.numbers.insert_unique(hash, term, |it| FxBuildHasher.hash_one(&self.nodes[*it as usize]));
        term
    }

    /// The inputs of an argument with this many elements, which are numbered one after the other; the first.
    pub(crate) fn inputs(&mut self, argument: u32, count: usize) -> Option<Term> {
        if let Some(first) = self.first_inputs.get(&argument) {
            return Some(*first);
        }
        let first = Term::try_from(self.nodes.len()).ok()?;
        self.nodes.extend((0..u32::try_from(count).ok()?).map(|cell| Node::Input { argument, cell }));
        self.first_inputs.insert(argument, first);
        Some(first)
    }

    /// The symbol of that number.
    pub(crate) fn symbol(&mut self, number: usize) -> Scalar {
        let mut form = vec![0; self.path.point.len() + 1];
        form[number] = 1;
        Scalar::Term(self.intern(Node::Affine(form.into())))
    }

    /// A number as a term; `None` for poison.
    pub(crate) fn term(&mut self, scalar: Scalar) -> Option<Term> {
        if let Scalar::Term(term) = scalar {
            return Some(term);
        }
        let node = Self::constant_node(scalar)?;
        Some(self.intern(node))
    }

    fn constant_node(scalar: Scalar) -> Option<Node> {
        let (kind, bits) = match scalar {
            Scalar::Integer(value) => (Kind::Integer, value as u64),
            // All NaNs are one.
            Scalar::F32(value) if value.is_nan() => (Kind::F32, f32::NAN.to_bits().into()),
            Scalar::F32(value) => (Kind::F32, value.to_bits().into()),
            Scalar::F64(value) if value.is_nan() => (Kind::F64, f64::NAN.to_bits()),
            Scalar::F64(value) => (Kind::F64, value.to_bits()),
            Scalar::Poison | Scalar::Term(_) => return None,
        };
        Some(Node::Constant { kind, bits })
    }

    /// As [`Terms::term`], of numbers that are terms or were among them.
    pub(crate) fn known(&self, scalar: Scalar) -> Option<Term> {
        match scalar {
            Scalar::Term(term) => Some(term),
            _ => {
                let node = Self::constant_node(scalar)?;
                let hash = FxBuildHasher.hash_one(&node);
                self.numbers.find(hash, |it| self.nodes[*it as usize] == node).copied()
            }
        }
    }

    /// The number that a constant is.
    pub(crate) fn constant(&self, term: Term) -> Option<Scalar> {
        let Node::Constant { kind, bits } = self.node(term) else { return None };
        Some(match kind {
            Kind::Integer => Scalar::Integer(*bits as i64),
            Kind::F32 => Scalar::F32(f32::from_bits(*bits as u32)),
            Kind::F64 => Scalar::F64(f64::from_bits(*bits)),
        })
    }

    /// The term as the machine has it: constants are numbers.
    pub(crate) fn scalar(&self, term: Term) -> Scalar {
        self.constant(term).unwrap_or(Scalar::Term(term))
    }

    /// The affine form of an index: a number or a term.
    fn form(&self, scalar: Scalar) -> Option<Form> {
        match scalar {
            Scalar::Integer(value) => {
                let mut form = vec![0; self.path.point.len() + 1];
                *form.last_mut()? = value;
                Some(form.into())
            }
            Scalar::Term(term) => match self.node(term) {
                Node::Affine(form) => Some(form.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The index of an affine form.
    fn of_form(&mut self, form: Form) -> Scalar {
        match form.split_last() {
            Some((constant, factors)) if factors.iter().all(|it| *it == 0) => Scalar::Integer(*constant),
            _ => Scalar::Term(self.intern(Node::Affine(form))),
        }
    }
}
