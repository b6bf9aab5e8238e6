//! Whether guarded terms are the same number for all values of the symbols in a box: by their structure, and where that
//! does not show it, case by case.

use interpreter::Scalar;
use rustc_hash::FxHashMap;

use crate::boxes::SymbolBox;
use crate::normal::{Mode, Normal};
use crate::symbols::Effort;
use crate::terms::{Node, Term, Terms};

/// How deep terms are followed.
const MOST_DEPTH: usize = 1500;

pub(super) struct Equality<'t> {
    terms: &'t mut Terms,
    boxes: FxHashMap<SymbolBox, u32>,
    known: FxHashMap<(Term, Term, u32), bool>,
    restricted: FxHashMap<(Term, u32), Term>,
    exact: Normal,
    loose: Normal,
    reassociates: bool,
    /// How many pairs of terms may still be looked at.
    work: usize,
}

impl<'t> Equality<'t> {
    pub(super) fn new(terms: &'t mut Terms, effort: Effort) -> Self {
        let budget = terms.budget.clone();
        Self {
            terms,
            boxes: FxHashMap::default(),
            known: FxHashMap::default(),
            restricted: FxHashMap::default(),
            exact: Normal::new(Mode::Exact, effort.nodes, &budget),
            loose: Normal::new(Mode::Reassociated, effort.nodes, &budget),
            reassociates: false,
            work: effort.nodes,
        }
    }

    /// Whether sums or products of floats had to be taken for exact.
    pub(super) fn reassociates(&self) -> bool {
        self.reassociates
    }

    /// `None` where that takes too much.
    pub(super) fn holds(&mut self, left: Scalar, right: Scalar, inside: &SymbolBox) -> Option<bool> {
        let left = self.terms.term_or_unwritten(left);
        let right = self.terms.term_or_unwritten(right);
        self.same(left, right, inside, 0)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.work = self.work.checked_sub(steps)?;
        self.terms.budget.spend(steps)
    }

    fn number(&mut self, inside: &SymbolBox) -> u32 {
        let next = u32::try_from(self.boxes.len()).unwrap_or(u32::MAX);
        *self.boxes.entry(inside.clone()).or_insert(next)
    }

    fn same(&mut self, left: Term, right: Term, inside: &SymbolBox, depth: usize) -> Option<bool> {
        let (left, right) = (self.terms.stripped(left, inside), self.terms.stripped(right, inside));
        let is_unwritten = |it| matches!(self.terms.node(it), Node::Unwritten);
        if is_unwritten(left) || is_unwritten(right) {
            return Some(false);
        }
        if left == right && !matches!(self.terms.node(left), Node::Guarded { .. }) {
            return Some(true);
        }
        self.spend(1)?;
        if depth > MOST_DEPTH {
            return None;
        }
        let key = (left, right, self.number(inside));
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let found = self.compared(left, right, inside, depth)?;
        self.known.insert(key, found);
        Some(found)
    }

    fn compared(&mut self, left: Term, right: Term, inside: &SymbolBox, depth: usize) -> Option<bool> {
        for term in [left, right] {
            if let Node::Guarded { region, .. } = self.terms.node(term) {
                let region = self.terms.regions.as_ref()?.region(*region).clone();
                return self.by_cases(left, right, inside, &region, depth);
            }
        }
        if let Some(pairs) = self.operands(left, right) {
            let mut is_same = true;
            for (left, right) in pairs {
                is_same = is_same && self.same(left, right, inside, depth + 1)?;
            }
            if is_same {
                return Some(true);
            }
        }
        let (left, right) = (self.restricted(left, inside)?, self.restricted(right, inside)?);
        if left == right {
            return Some(true);
        }
        let undecided = match self.undecided(left)? {
            None => self.undecided(right)?,
            found => found,
        };
        if let Some(region) = undecided {
            return self.by_cases(left, right, inside, &region, depth + 1);
        }
        if self.exact.of(self.terms, left)? == self.exact.of(self.terms, right)? {
            return Some(true);
        }
        let is_same = self.loose.of(self.terms, left)? == self.loose.of(self.terms, right)?;
        self.reassociates |= is_same;
        Some(is_same)
    }

    fn by_cases(
        &mut self,
        left: Term,
        right: Term,
        inside: &SymbolBox,
        region: &SymbolBox,
        depth: usize,
    ) -> Option<bool> {
        let Some(shared) = inside.intersection(region) else { return Some(false) };
        let mut parts = inside.without(&shared);
        parts.push(shared);
        for part in parts {
            if !self.same(left, right, &part, depth + 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The operands of two terms that are the same operation, in pairs.
    fn operands(&self, left: Term, right: Term) -> Option<Vec<(Term, Term)>> {
        match (self.terms.node(left), self.terms.node(right)) {
            (
                Node::Apply { signature, result, lane, operands },
                Node::Apply { signature: signature2, result: result2, lane: lane2, operands: operands2 },
            ) if (signature, result, lane) == (signature2, result2, lane2)
                && operands.len() == operands2.len() =>
            {
                Some(operands.iter().copied().zip(operands2.iter().copied()).collect())
            }
            (Node::Select(operands), Node::Select(operands2)) => {
                Some(operands.iter().copied().zip(operands2.iter().copied()).collect())
            }
            _ => None,
        }
    }

    /// The term with all conditions decided that the box decides.
    fn restricted(&mut self, root: Term, inside: &SymbolBox) -> Option<Term> {
        let number = self.number(inside);
        let mut pending = vec![(root, false)];
        while let Some((term, is_ready)) = pending.pop() {
            if self.restricted.contains_key(&(term, number)) {
                continue;
            }
            self.spend(1)?;
            let stripped = self.terms.stripped(term, inside);
            let node = self.terms.node(stripped).clone();
            let operands: Vec<Term> = match &node {
                Node::Apply { operands, .. } | Node::Reduce { operands, .. } => operands.to_vec(),
                Node::Select(operands) => operands.to_vec(),
                Node::Guarded { here, elsewhere, .. } => vec![*here, *elsewhere],
                Node::Input { .. } | Node::Constant { .. } | Node::Affine(_) | Node::Unwritten => Vec::new(),
            };
            if !is_ready && !operands.is_empty() {
                pending.push((term, true));
                pending.extend(operands.into_iter().map(|it| (it, false)));
                continue;
            }
            let changed: Vec<Term> = operands
                .iter()
                .map(|it| self.restricted.get(&(*it, number)).copied())
                .collect::<Option<_>>()?;
            let result = if changed == operands { stripped } else { self.terms.rebuilt(node, changed)? };
            self.restricted.insert((term, number), result);
        }
        self.restricted.get(&(root, number)).copied()
    }

    /// A region by which a term that is restricted differs still; `None` where it takes too long to find one.
    fn undecided(&self, root: Term) -> Option<Option<SymbolBox>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            self.terms.budget.spend(1)?;
            match self.terms.node(term) {
                Node::Guarded { region, .. } => {
                    return Some(Some(self.terms.regions.as_ref()?.region(*region).clone()));
                }
                Node::Apply { operands, .. } | Node::Reduce { operands, .. } => {
                    pending.extend(operands.iter())
                }
                Node::Select(operands) => pending.extend(operands),
                Node::Input { .. } | Node::Constant { .. } | Node::Affine(_) | Node::Unwritten => {}
            }
        }
        Some(None)
    }
}
