//! Normal forms: terms that are equal by the laws of their arithmetic have one.
//!
//! Integers form a ring modulo a power of two, so that sums and products become polynomials with sorted monomials.
//! `and`, `or`, `xor`, minima and maxima become sets. Of floats only what is exact is used: operands that commute,
//! signs that leave products, subtraction as addition of the negative, minima and maxima as sets. With
//! [`Mode::Reassociated`] sums and products of floats are taken for multisets too: equal but for rounding.

mod floats;
mod integers;

use rustc_hash::FxHashMap;
use std::rc::Rc;
use syntax::ods::semantics::{Float, Integer};
use syntax::ods::{Combining, Semantics};

use crate::budget::Budget;
use crate::terms::{Node, Signature, Term, Terms};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Exact,
    /// Sums and products of floats in any order.
    Reassociated,
}

pub(crate) type Number = u32;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Leaf(Term),
    Apply {
        key: u32,
        result: u32,
        lane: u32,
        operands: Box<[Number]>,
    },
    Select([Number; 3]),
    /// Of integers with this many bits: factors of monomials, and a constant.
    Sum {
        width: u32,
        constant: i64,
        parts: Box<[(Number, i64)]>,
    },
    /// A monomial: factors with their powers, at least two in all.
    Product {
        width: u32,
        parts: Box<[(Number, u32)]>,
    },
    /// Operands in any order, each once.
    Set {
        key: u32,
        operands: Box<[Number]>,
    },
    Negated(Number),
    /// A sum or product of floats in no order, with how often each operand is there, and how often negated.
    Multiset {
        key: u32,
        parts: Box<[(Number, u64, u64)]>,
    },
}

pub(crate) struct Normal {
    mode: Mode,
    forms: Vec<Form>,
    numbers: FxHashMap<Form, Number>,
    keys: FxHashMap<String, u32>,
    done: FxHashMap<Term, Number>,
    /// How many terms may still be looked at.
    work: usize,
    budget: Budget,
}

impl Normal {
    pub(crate) fn new(mode: Mode, work: usize, budget: &Budget) -> Self {
        Self {
            mode,
            forms: Vec::new(),
            numbers: FxHashMap::default(),
            keys: FxHashMap::default(),
            done: FxHashMap::default(),
            work,
            budget: budget.clone(),
        }
    }

    fn intern(&mut self, form: Form) -> Number {
        if let Some(number) = self.numbers.get(&form) {
            return *number;
        }
        let number = Number::try_from(self.forms.len()).unwrap_or(Number::MAX);
        self.forms.push(form.clone());
        self.numbers.insert(form, number);
        number
    }

    fn key(&mut self, name: String) -> u32 {
        let next = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        *self.keys.entry(name).or_insert(next)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.work = self.work.checked_sub(steps)?;
        self.budget.spend(steps)
    }

    /// The number of a term's normal form; `None` where that would take too long.
    pub(crate) fn of(&mut self, terms: &Terms, root: Term) -> Option<Number> {
        let mut pending = vec![(root, false)];
        while let Some((term, is_ready)) = pending.pop() {
            if self.done.contains_key(&term) {
                continue;
            }
            let shape = self.shape(terms, term)?;
            if is_ready {
                let number = self.build(terms, term, shape)?;
                self.done.insert(term, number);
                continue;
            }
            pending.push((term, true));
            self.spend(shape.size())?;
            let open = shape.needs().filter(|it| !self.done.contains_key(it));
            pending.extend(open.map(|it| (it, false)).collect::<Vec<_>>());
        }
        self.done.get(&root).copied()
    }

    /// The terms that need a normal form before this one.
    fn shape(&mut self, terms: &Terms, term: Term) -> Option<Shape> {
        self.spend(1)?;
        Some(match terms.node(term) {
            Node::Input { .. }
            | Node::Constant { .. }
            | Node::Affine(_)
            | Node::Guarded { .. }
            | Node::Unwritten => Shape::Leaf,
            Node::Select(operands) => Shape::Operands(operands.to_vec()),
            Node::Reduce { signature, operands } => match self.mode {
                Mode::Reassociated => self.float_leaves(terms, term, *signature)?,
                Mode::Exact => Shape::Operands(operands.to_vec()),
            },
            Node::Apply { signature, operands, .. } => {
                let known = Rc::clone(&terms.signatures[*signature as usize]);
                if integers::is_linear(&known) {
                    self.linear_leaves(terms, term)?
                } else if self.mode == Mode::Reassociated && floats::is_associative(&known) {
                    self.float_leaves(terms, term, *signature)?
                } else if is_set(&known) {
                    self.set_leaves(terms, term, *signature)?
                } else {
                    Shape::Operands(operands.to_vec())
                }
            }
        })
    }

    fn build(&mut self, terms: &Terms, term: Term, shape: Shape) -> Option<Number> {
        match (shape, terms.node(term)) {
            (Shape::Leaf, Node::Constant { .. }) => Some(self.constant(terms, term)),
            (Shape::Leaf, _) => Some(self.intern(Form::Leaf(term))),
            (Shape::Linear { width, constant, leaves }, _) => self.sum(width, constant, &leaves),
            (Shape::Multiset { signature, leaves }, _) => self.multiset(terms, signature, &leaves),
            (Shape::Set { signature, leaves }, _) => {
                let known = Rc::clone(&terms.signatures[signature as usize]);
                let mut operands: Vec<Number> = leaves.iter().map(|it| self.done[it]).collect();
                operands.sort_unstable();
                if known.integer() == Some(Integer::Xor) {
                    // Two of a kind cancel.
                    let mut kept: Vec<Number> = Vec::new();
                    for operand in operands {
                        if kept.last() == Some(&operand) { _ = kept.pop() } else { kept.push(operand) }
                    }
                    operands = kept;
                } else {
                    operands.dedup();
                }
                if let [single] = operands[..] {
                    return Some(single);
                }
                let key = self.key(full_name(&known));
                Some(self.intern(Form::Set { key, operands: operands.into() }))
            }
            (Shape::Operands(operands), node) => {
                let operands: Vec<Number> = operands.iter().map(|it| self.done[it]).collect();
                self.apply(terms, node, operands)
            }
        }
    }

    fn apply(&mut self, terms: &Terms, node: &Node, mut operands: Vec<Number>) -> Option<Number> {
        let (signature, result, lane) = match node {
            Node::Select(_) => {
                let operands = <[Number; 3]>::try_from(operands).ok()?;
                let [_, then, otherwise] = operands;
                return Some(if then == otherwise { then } else { self.intern(Form::Select(operands)) });
            }
            Node::Reduce { signature, .. } => {
                operands.sort_unstable();
                let key = self.key(format!("reduce {}", full_name(&terms.signatures[*signature as usize])));
                return Some(self.intern(Form::Apply { key, result: 0, lane: 0, operands: operands.into() }));
            }
            Node::Apply { signature, result, lane, .. } => (*signature, *result, *lane),
            _ => return None,
        };
        let known = Rc::clone(&terms.signatures[signature as usize]);
        if known.is_plain
            && let Some(number) = self.exact_law(&known, &operands)
        {
            return Some(number);
        }
        let mut name = full_name(&known);
        if let Some((word, swaps)) = comparison(&known) {
            name = word;
            if swaps {
                operands.reverse();
            }
        }
        if known.semantics.is_some_and(Semantics::commutes) || name.ends_with("symmetric") {
            operands.sort_unstable();
        }
        let key = self.key(name);
        Some(self.intern(Form::Apply { key, result, lane, operands: operands.into() }))
    }

    /// The operands of nested operations of one kind.
    fn set_leaves(&mut self, terms: &Terms, root: Term, signature: u32) -> Option<Shape> {
        let mut leaves = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let cancels = terms.signatures[signature as usize].integer() == Some(Integer::Xor);
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            self.spend(1)?;
            match terms.node(term) {
                Node::Apply { signature: own, operands, .. } if *own == signature => {
                    pending.extend(operands.iter().filter(|it| cancels || seen.insert(**it)));
                }
                _ => leaves.push(term),
            }
        }
        Some(Shape::Set { signature, leaves })
    }
}

/// The terms of a list that are copied, sorted or hashed in one step.
const TERMS_OF_A_STEP: usize = 8;

/// How a term is made of others.
enum Shape {
    Leaf,
    Operands(Vec<Term>),
    Linear { width: u32, constant: i64, leaves: Vec<(Term, i64)> },
    Multiset { signature: u32, leaves: Vec<(Term, u64, u64)> },
    Set { signature: u32, leaves: Vec<Term> },
}

impl Shape {
    /// How many terms it is made of, several in a step.
    fn size(&self) -> usize {
        let count = match self {
            Shape::Leaf => 0,
            Shape::Operands(operands) => operands.len(),
            Shape::Linear { leaves, .. } => leaves.len(),
            Shape::Multiset { leaves, .. } => leaves.len(),
            Shape::Set { leaves, .. } => leaves.len(),
        };
        count / TERMS_OF_A_STEP
    }

    fn needs(&self) -> Box<dyn Iterator<Item = Term> + '_> {
        match self {
            Shape::Leaf => Box::new(std::iter::empty()),
            Shape::Operands(operands) => Box::new(operands.iter().copied()),
            Shape::Linear { leaves, .. } => Box::new(leaves.iter().map(|it| it.0)),
            Shape::Multiset { leaves, .. } => Box::new(leaves.iter().map(|it| it.0)),
            Shape::Set { leaves, .. } => Box::new(leaves.iter().copied()),
        }
    }
}

/// Whether an operation may take any of its operands more than once.
fn is_set(known: &Signature) -> bool {
    let is_set = |it: &Combining| match it.semantics {
        Semantics::Integer(operation) => !matches!(operation, Integer::Add | Integer::Mul),
        operation => matches!(operation, Semantics::Float(Float::Maximum | Float::Minimum)),
    };
    known.is_plain && known.semantics.and_then(Combining::of).is_some_and(is_set)
}

/// The name with everything that distinguishes the operation from others.
fn full_name(known: &Signature) -> String {
    format!("{} {{{}}} {:?} {:?}", known.name, known.attributes, known.operand_element, known.element)
}

/// A comparison as one of a few, and whether its operands change places.
fn comparison(known: &Signature) -> Option<(String, bool)> {
    // The least of a predicate and its mirror image stands for both.
    let pairs: &[(i64, i64)] = match known.semantics? {
        Semantics::CompareIntegers => &[(2, 4), (3, 5), (6, 8), (7, 9)],
        Semantics::CompareFloats if !known.attributes.contains("fastmath") => {
            &[(2, 4), (3, 5), (9, 11), (10, 12)]
        }
        _ => return None,
    };
    let predicate = known.operation.predicate()?;
    let swaps = pairs.iter().find(|it| it.1 == predicate);
    let predicate = swaps.map_or(predicate, |it| it.0);
    let is_directed = pairs.iter().any(|it| it.0 == predicate);
    let symmetric = if is_directed { "" } else { " symmetric" };
    Some((format!("{} {predicate} {:?}{symmetric}", known.name, known.operand_element), swaps.is_some()))
}
