//! The proof that nodes of two systems hold the same values for related iterations.
//!
//! An obligation is a pair of nodes and a relation between their iterations. What was asked of a pair is taken for granted when
//! it is asked again: each step leads to an earlier execution in one of the functions and to no later one in the other, so a
//! pair that differs would lead to an earlier one that does. A pair that comes again while it is being proven is asked for the affine hull
//! of all that was asked of it (Verdoolaege, Janssens and Bruynooghe, *Equivalence checking of static affine programs using widening to handle recurrences*,
//! TOPLAS 2012), and only where that fails for what was asked itself.

use std::cmp::Ordering;

use polyhedral::dependence::last_write::simplified;
use presburger::{Budget, GaveUp, Integer, Union};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ods::{Combining, Semantics};

use super::edges::{Edge, any, first_within, for_symbols, lane_by_lane, less, second_within};
use super::profile::Profiles;
use super::reduction::{Matching, Unfolding, bijection};
use super::system::{CopySource, Equation, NodeId, System, combining_of};

/// How deep obligations may nest: each takes room on the stack.
const MOST_DEPTH: usize = 400;

/// How many obligations a proof may have.
const MOST_OBLIGATIONS: usize = 4_000;

/// How often a pair may come again, while it is being proven, with what no widening covers.
const MOST_RETURNS: usize = 4;

/// How often a proof in order may fail and try another way, where another order is left to try.
const MOST_FAILURES: usize = 8;

/// The parts of what was asked of a pair that are left as they come.
const MOST_PARTS: usize = 40;

type Pair = (NodeId, NodeId);

/// An obligation that could not be proven.
#[derive(Debug, Clone)]
pub(super) struct Open {
    pub(super) pair: Pair,
    pub(super) why: String,
    /// The pairs of iterations for which it was not shown.
    pub(super) pairs: Union,
}

pub(super) struct Proof<'a, 'b> {
    systems: [&'a System; 2],
    /// The symbols for which it holds.
    context: Union,
    budget: &'a Budget<'b>,
    profiles: Profiles<'a>,
    /// The pairs that are proven or assumed.
    asked: FxHashMap<Pair, Union>,
    /// How many parts [`Proof::asked`] had of a pair when they were last brought together.
    coalesced: FxHashMap<Pair, usize>,
    /// The undo log of [`Proof::asked`], the latest change last.
    trail: Vec<(Pair, Option<Union>)>,
    /// How often each pair is being proven now.
    open: FxHashMap<Pair, usize>,
    /// Pairs whose widening has failed.
    narrow: FxHashSet<Pair>,
    /// Operations whose operands are being proven in order: where that fails, all that they combine is looked at.
    in_order: Vec<Semantics>,
    reassociates: bool,
    failures: usize,
    /// With this many failures the proof in order is given up.
    patience: usize,
    obligations: usize,
    depth: usize,
    /// The deepest obligation that failed.
    failure: Option<(usize, Open)>,
}

impl<'a, 'b> Proof<'a, 'b> {
    pub(super) fn new(systems: [&'a System; 2], context: Union, budget: &'a Budget<'b>) -> Self {
        Self {
            systems,
            context,
            budget,
            profiles: Profiles::new(systems),
            asked: FxHashMap::default(),
            coalesced: FxHashMap::default(),
            trail: Vec::new(),
            open: FxHashMap::default(),
            narrow: FxHashSet::default(),
            in_order: Vec::new(),
            reassociates: false,
            failures: 0,
            patience: usize::MAX,
            obligations: 0,
            depth: 0,
            failure: None,
        }
    }

    /// Where the proof got stuck.
    pub(super) fn failure(self) -> Option<Open> {
        self.failure.map(|it| it.1)
    }

    /// Whether floats are combined in another order.
    pub(super) fn reassociates(&self) -> bool {
        self.reassociates
    }

    /// The symbols for which it holds.
    pub(super) fn context(&self) -> &Union {
        &self.context
    }

    /// The pairs of nodes that were asked for, and for which iterations they are proven.
    pub(super) fn proven(&self) -> impl Iterator<Item = (Pair, &Union)> {
        self.asked.iter().map(|(pair, pairs)| (*pair, pairs))
    }

    /// The proven relations of the second node to any node of the first function.
    pub(super) fn proven_of(&self, second: NodeId) -> impl Iterator<Item = &Union> {
        self.asked.iter().filter(move |it| it.0.1 == second).map(|it| it.1)
    }

    /// Whether two nodes hold the same for all pairs of iterations.
    pub(super) fn prove(&mut self, pair: Pair, pairs: &Union) -> Result<bool, GaveUp> {
        let pairs = simplified(&for_symbols(pairs, &self.context), self.budget)?;
        self.obligation(pair, pairs)
    }

    fn obligation(&mut self, pair: Pair, pairs: Union) -> Result<bool, GaveUp> {
        if pairs.parts().is_empty() {
            return Ok(true);
        }
        self.obligations += 1;
        if self.failures >= self.patience {
            return Ok(false);
        }
        if self.obligations > MOST_OBLIGATIONS || self.depth >= MOST_DEPTH {
            return Ok(self.fails(pair, "there are too many steps", &pairs));
        }
        // Obligations that are decided at sight are not recorded.
        let [first, second] = self.systems;
        if first.nodes[pair.0].equation.is_leaf() && second.nodes[pair.1].equation.is_leaf() {
            return self.step(pair, &pairs);
        }
        let rest = match self.asked.get(&pair) {
            Some(known) => simplified(&pairs.subtract(known, self.budget)?, self.budget)?,
            None => pairs.clone(),
        };
        if rest.parts().is_empty() {
            return Ok(true);
        }
        let times = self.open.get(&pair).copied().unwrap_or(0);
        if times > MOST_RETURNS {
            return Ok(self.fails(pair, "no relation between the iterations covers all of them", &rest));
        }
        if times > 0 && !self.narrow.contains(&pair) {
            if let Some((wide, rest)) = self.widened(pair, &rest)?
                && self.assumed(pair, wide, rest)?
            {
                return Ok(true);
            }
            self.narrow.insert(pair);
        }
        self.assumed(pair, pairs, rest)
    }

    /// The affine hull of all that was asked of a pair, and that without what was asked already.
    fn widened(&self, pair: Pair, pairs: &Union) -> Result<Option<(Union, Union)>, GaveUp> {
        let Some(known) = self.asked.get(&pair) else { return Ok(None) };
        let hull = Union::from(known.union(pairs).affine_hull(self.budget)?);
        let [first, second] = [0, 1].map(|it| &self.systems[it].nodes[[pair.0, pair.1][it]].domain);
        let within = second_within(&first_within(&hull, first), second);
        let within = simplified(&for_symbols(&within, &self.context), self.budget)?;
        let rest = simplified(&within.subtract(known, self.budget)?, self.budget)?;
        Ok(Some((within, rest)))
    }

    /// Proves pairs with themselves taken for granted, as far as they are not already: the rest. Where that fails, nothing is taken
    /// for granted that was not before.
    fn assumed(&mut self, pair: Pair, pairs: Union, rest: Union) -> Result<bool, GaveUp> {
        let mark = self.trail.len();
        let before = self.asked.get(&pair).cloned();
        let now = match &before {
            Some(known) => self.brought_together(pair, known, &pairs, &rest)?,
            None => pairs,
        };
        self.trail.push((pair, before));
        self.asked.insert(pair, now);
        *self.open.entry(pair).or_insert(0) += 1;
        self.depth += 1;
        let holds = self.step(pair, &rest);
        self.depth -= 1;
        if let Some(times) = self.open.get_mut(&pair) {
            *times -= 1;
        }
        let holds = holds?;
        if !holds {
            self.undo(mark);
        }
        Ok(holds)
    }

    /// What is known of a pair with more pairs, in few parts: these as they come, or what is new of them.
    fn brought_together(
        &mut self,
        pair: Pair,
        known: &Union,
        pairs: &Union,
        rest: &Union,
    ) -> Result<Union, GaveUp> {
        if pairs.parts().len() < known.parts().len() && known.is_subset(pairs, self.budget)? {
            return Ok(pairs.clone());
        }
        let both = known.union(if pairs.parts().len() < rest.parts().len() { pairs } else { rest });
        // What was brought together from before is not looked at until there is twice as much.
        let most = self.coalesced.get(&pair).map_or(MOST_PARTS, |it| 2 * it.max(&MOST_PARTS));
        if both.parts().len() <= most {
            return Ok(both);
        }
        let both = both.coalesce(self.budget)?;
        self.coalesced.insert(pair, both.parts().len());
        Ok(both)
    }

    fn undo(&mut self, mark: usize) {
        for (pair, before) in self.trail.drain(mark..).rev() {
            match before {
                Some(known) => _ = self.asked.insert(pair, known),
                None => _ = self.asked.remove(&pair),
            }
        }
    }

    fn step(&mut self, pair: Pair, pairs: &Union) -> Result<bool, GaveUp> {
        let [first, second] = self.systems;
        let (own, other) = (&first.nodes[pair.0], &second.nodes[pair.1]);
        if own.element.as_ref().zip(other.element.as_ref()).is_some_and(|(a, b)| a != b) {
            return Ok(self.fails(pair, "they are of different types", pairs));
        }
        if let Some(pieces) = first.pieces(pair.0, self.budget)? {
            return self.copied(pieces, pairs, true, pair.1);
        }
        if let Some(pieces) = second.pieces(pair.1, self.budget)? {
            return self.copied(pieces, pairs, false, pair.0);
        }
        match (&own.equation, &other.equation) {
            (Equation::LiveIn(a), Equation::LiveIn(b)) if a == b => match self.are_identical(pairs)? {
                true => Ok(true),
                false => Ok(self.fails(pair, "they are different elements of the same argument", pairs)),
            },
            (Equation::Integer(a), Equation::Integer(b)) => {
                let values =
                    a.inverse().compose_within(pairs, self.budget)?.compose_within(b, self.budget)?;
                match self.are_identical(&values)? {
                    true => Ok(true),
                    false => Ok(self.fails(pair, "the two numbers differ", pairs)),
                }
            }
            (
                Equation::Operation { kind, operands },
                Equation::Operation { kind: other, operands: others },
            ) if kind == other && operands.len() == others.len() => {
                let Some(combining) = kind.combining else {
                    return self.operands(pairs, kind.commutes, operands, others);
                };
                let mark = self.trail.len();
                let patience = self.patience;
                let failure = self.failure.clone();
                self.patience = patience.min(self.failures + MOST_FAILURES);
                self.in_order.push(combining);
                let holds = self.operands(pairs, kind.commutes, operands, others);
                self.in_order.pop();
                self.patience = patience;
                if holds? {
                    return Ok(true);
                }
                self.undo(mark);
                self.failure = failure;
                self.reduced(pair, pairs, combining)
            }
            (
                Equation::Element { indices, contents },
                Equation::Element { indices: others, contents: other },
            ) if indices.len() == others.len() => {
                let order: Vec<(usize, usize)> = (0..indices.len()).map(|it| (it, it)).collect();
                if !self.in_order(pairs, &order, indices, others)? {
                    return Ok(false);
                }
                self.contents_are_equal((*contents, *other), pairs, indices.len())
            }
            (Equation::Unknown(why), _) | (_, Equation::Unknown(why)) => Ok(self.fails(pair, why, pairs)),
            (own, other) => match combining_of(own).or_else(|| combining_of(other)) {
                Some(combining) => self.reduced(pair, pairs, combining),
                None => Ok(self.fails(pair, "they are computed in different ways", pairs)),
            },
        }
    }

    /// One obligation for each piece of what a node of either function copies.
    fn copied(
        &mut self,
        pieces: &[CopySource],
        pairs: &Union,
        is_first: bool,
        other: NodeId,
    ) -> Result<bool, GaveUp> {
        for piece in pieces {
            let pairs = match &piece.within {
                Some(within) if is_first => first_within(pairs, within),
                Some(within) => second_within(pairs, within),
                None => pairs.clone(),
            };
            let (pair, pairs) = match is_first {
                true => ((piece.node, other), piece.edge.follow_first(&pairs)),
                false => ((other, piece.node), piece.edge.follow_second(&pairs)),
            };
            let pairs = simplified(&pairs, self.budget)?;
            if !self.obligation(pair, pairs)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn operands(
        &mut self,
        pairs: &Union,
        commutes: bool,
        own: &[(Edge, NodeId)],
        others: &[(Edge, NodeId)],
    ) -> Result<bool, GaveUp> {
        let straight: Vec<(usize, usize)> = (0..own.len()).map(|it| (it, it)).collect();
        if !commutes || own.len() != 2 {
            return self.in_order(pairs, &straight, own, others);
        }
        let crossed = vec![(0, 1), (1, 0)];
        let likeness = |order: &[(usize, usize)]| {
            let are_alike = |it: &&(usize, usize)| self.profiles.are_alike(own[it.0].1, others[it.1].1);
            order.iter().filter(are_alike).count()
        };
        let orders = match likeness(&straight).cmp(&likeness(&crossed)) {
            Ordering::Greater => vec![straight],
            Ordering::Less => vec![crossed],
            Ordering::Equal => vec![straight, crossed],
        };
        for order in orders {
            let mark = self.trail.len();
            if self.in_order(pairs, &order, own, others)? {
                return Ok(true);
            }
            self.undo(mark);
        }
        Ok(false)
    }

    fn in_order(
        &mut self,
        pairs: &Union,
        order: &[(usize, usize)],
        own: &[(Edge, NodeId)],
        others: &[(Edge, NodeId)],
    ) -> Result<bool, GaveUp> {
        for (first, second) in order {
            let ((edge, node), (other_edge, other)) = (&own[*first], &others[*second]);
            let pairs = other_edge.follow_second(&edge.follow_first(pairs));
            let pairs = simplified(&pairs, self.budget)?;
            if !self.obligation((*node, *other), pairs)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether memory holds the same at all indices of the first function's, where any of them may be the one that counts.
    fn contents_are_equal(&mut self, pair: Pair, pairs: &Union, rank: usize) -> Result<bool, GaveUp> {
        let [first, second] = [0, 1].map(|it| &self.systems[it].nodes[[pair.0, pair.1][it]].domain);
        let whole = first_within(&lane_by_lane(pairs, rank), first);
        let both = second_within(&whole, second);
        let outside = simplified(&whole.subtract(&both, self.budget)?, self.budget)?;
        if !outside.parts().is_empty() {
            return Ok(self.fails(pair, "the memory is of another size", &outside));
        }
        let both = simplified(&both, self.budget)?;
        self.obligation(pair, both)
    }

    /// Whether two values combine the same numbers in any order.
    fn reduced(&mut self, pair: Pair, pairs: &Union, combining: Semantics) -> Result<bool, GaveUp> {
        if self.in_order.contains(&combining) {
            return Ok(self.fails(pair, "they combine other numbers", pairs));
        }
        let mut unfoldings = Vec::new();
        for (side, node) in [(0, pair.0), (1, pair.1)] {
            let roots = if side == 0 { pairs.domain() } else { pairs.range() };
            let roots = simplified(&roots, self.budget)?;
            let system = self.systems[side];
            let own = combining_of(&system.nodes[node].equation) == Some(combining);
            let found = match own {
                true => Unfolding::of(system, node, &roots, combining, self.budget)?,
                false => Some(Unfolding::single(system, node, &roots)),
            };
            match found {
                Some(found) => unfoldings.push(found),
                None => return Ok(self.fails(pair, "what is combined has no closed form", pairs)),
            }
        }
        let [first, second] = unfoldings.as_slice() else { return Ok(false) };
        let matching = Matching { profiles: &self.profiles };
        let found = bijection(self.systems, [first, second], pairs, &matching, self.budget)?;
        let Some(matched) = found else {
            return Ok(self.fails(pair, "no order makes the numbers that are combined the same", pairs));
        };
        // Reductions inside a term may be in another order again.
        let in_order = std::mem::take(&mut self.in_order);
        let mut holds = true;
        for it in matched {
            holds = holds && self.obligation((it.first, it.second), it.pairs)?;
        }
        self.in_order = in_order;
        let has_order = !(first.has_no_order && second.has_no_order);
        self.reassociates |= holds && has_order && Combining::of(combining).is_some_and(Combining::rounds);
        Ok(holds)
    }

    /// Whether the two of each pair are the same point.
    fn are_identical(&self, pairs: &Union) -> Result<bool, GaveUp> {
        let dims = pairs.space().domain;
        if dims != pairs.space().range {
            return Ok(false);
        }
        for part in pairs.parts() {
            for dim in 0..dims {
                for sign in [Integer::ONE, Integer::MINUS_ONE] {
                    let mut apart = part.clone();
                    less(&mut apart, dim, dims + dim, &sign);
                    if !apart.is_integer_empty(self.budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn fails(&mut self, pair: Pair, why: &str, pairs: &Union) -> bool {
        self.failures += 1;
        if self.failure.as_ref().is_none_or(|it| it.0 < self.depth) {
            let open = Open { pair, why: why.to_owned(), pairs: pairs.clone() };
            self.failure = Some((self.depth, open));
        }
        false
    }
}

/// All pairs of iterations of two nodes of no dimension.
pub(super) fn the_only_pair(symbols: usize, dims: usize) -> Union {
    match dims {
        0 => any(0, 0, symbols),
        _ => {
            let mut relation = presburger::IntegerRelation::universe(any(dims, dims, symbols).space());
            for dim in 0..dims {
                super::edges::equal(&mut relation, dim, dims + dim);
            }
            Union::from(relation)
        }
    }
}
