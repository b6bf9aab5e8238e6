//! All that a reduction combines, as relations from the iteration of its result.

use polyhedral::dependence::last_write::{identity, simplified};
use presburger::{Budget, GaveUp, Integer, Union, VariableKind};
use rustc_hash::FxHashMap;
use syntax::ods::Semantics;

use super::{is_function, same};
use crate::relations::edges::{Edge, any, equal, first_within, second_within};
use crate::relations::neutral::is_neutral;
use crate::relations::system::{Equation, NodeId, System};

/// Copies that are followed from one operation to the next.
const MOST_COPIES: usize = 40;

/// Operations of one reduction, and steps between them.
const MOST_NODES: usize = 16;
const MOST_STEPS: usize = 96;

/// How often what was found is followed once more before a closed form is guessed.
const ROUNDS: usize = 3;

/// How often a closed form is guessed anew from what it leads to.
const WIDENINGS: usize = 6;

/// Terms of a reduction that one operand gives.
pub(in crate::relations) struct Family {
    /// `{ iteration of the result -> index }`: each index is an iteration of the operation that takes the terms, after the
    /// iteration of the result where what it takes is combined for several, as in prefix sums.
    pub(in crate::relations) index: Union,
    /// `{ index -> iteration of node }`: the term itself.
    pub(in crate::relations) term: Edge,
    pub(in crate::relations) node: NodeId,
}

pub(in crate::relations) struct Unfolding {
    pub(in crate::relations) families: Vec<Family>,
    /// Whether it is one reduction that says nothing of an order.
    pub(in crate::relations) has_no_order: bool,
}

/// An edge from an operation to one of the same kind, or to a term.
struct Step {
    from: usize,
    /// `{ iteration of the operation -> iteration of the node }`
    relation: Union,
    node: NodeId,
}

impl Unfolding {
    /// A single term: the value itself.
    pub(in crate::relations) fn single(system: &System, node: NodeId, roots: &Union) -> Self {
        let dims = system.nodes[node].dims;
        Self {
            families: vec![Family { index: identity(roots), term: same(dims), node }],
            has_no_order: false,
        }
    }

    /// The terms that the reduction at `root` combines in the iterations `roots`; `None` if no closed form is found.
    pub(in crate::relations) fn of(
        system: &System,
        root: NodeId,
        roots: &Union,
        combining: Semantics,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, GaveUp> {
        let Some((nodes, inner, outer)) = explored(system, root, combining, budget)? else { return Ok(None) };
        let Some(reached) = closure(system, &nodes, &inner, roots, budget)? else { return Ok(None) };
        let mut is_shared = false;
        for it in &reached {
            is_shared = is_shared || !is_function(&it.inverse(), budget)?;
        }
        let mut families = Vec::new();
        for step in outer {
            let index = second_within(&reached[step.from], &step.relation.domain());
            let index = simplified(&index, budget)?;
            if index.parts().is_empty() || is_neutral(system, step.node, combining, budget)? {
                continue;
            }
            // An operand that is one number per index.
            if !is_function(&step.relation, budget)? {
                return Ok(None);
            }
            let (index, relation) = match is_shared {
                true => (with_result(&index), of_any_result(&step.relation, roots.space().dimensions())),
                false => (index, step.relation),
            };
            families.push(Family { index, term: Edge::Relation(relation), node: step.node });
        }
        // The result, and what it takes in each iteration or lane.
        let is_fold = |it: &NodeId| matches!(system.nodes[*it].equation, Equation::Fold { .. });
        let has_no_order = nodes.len() <= 2 && nodes.iter().all(is_fold);
        Ok(Some(Self { families, has_no_order }))
    }
}

/// `{ x -> (x, y) }` for all `x -> y`.
fn with_result(index: &Union) -> Union {
    let space = index.space();
    let count = space.domain;
    let mut result = Union::empty(any(count, count + space.range, space.symbols).space());
    for part in index.parts() {
        let mut part = part.clone();
        part.insert_variables(VariableKind::Range, 0, count);
        (0..count).for_each(|it| equal(&mut part, it, count + it));
        result.push(part);
    }
    result
}

/// `{ (x, y) -> z }` for all `y -> z` and any `x` of this many values.
fn of_any_result(relation: &Union, count: usize) -> Union {
    let space = relation.space();
    let mut result = Union::empty(any(count + space.domain, space.range, space.symbols).space());
    for part in relation.parts() {
        let mut part = part.clone();
        part.insert_variables(VariableKind::Domain, 0, count);
        result.push(part);
    }
    result
}

/// `{ (x, z) -> y }` for all `x -> y` of one and `y -> z` of the other.
fn sources(reached: &Union, step: &Union) -> Union {
    let (own, between, end) = (reached.space().domain, reached.space().range, step.space().range);
    let mut first = Union::empty(any(own + end, between, reached.space().symbols).space());
    for part in reached.parts() {
        let mut part = part.clone();
        part.insert_variables(VariableKind::Domain, own, end);
        first.push(part);
    }
    first.intersect(&of_any_result(&step.inverse(), own))
}

/// The operations of the kind that a node is made of, the node itself first, with the steps among them and those to terms.
#[expect(clippy::type_complexity, reason = "three lists that are taken apart at once")]
fn explored(
    system: &System,
    root: NodeId,
    combining: Semantics,
    budget: &Budget<'_>,
) -> Result<Option<(Vec<NodeId>, Vec<Step>, Vec<Step>)>, GaveUp> {
    let mut nodes = vec![root];
    let mut numbers: FxHashMap<NodeId, usize> = [(root, 0)].into_iter().collect();
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    let mut next = 0;
    while next < nodes.len() {
        let node = &system.nodes[nodes[next]];
        let Some(operands) = combined(&node.equation, combining) else { return Ok(None) };
        let own = identity(&node.domain);
        let mut pending: Vec<(Union, NodeId, usize)> =
            operands.iter().map(|(edge, to)| (edge.follow_second(&own), *to, 0)).collect();
        while let Some((relation, to, copies)) = pending.pop() {
            let relation = simplified(&relation, budget)?;
            if relation.parts().is_empty() {
                continue;
            }
            if copies > MOST_COPIES || inner.len() + outer.len() + pending.len() > MOST_STEPS {
                return Ok(None);
            }
            if combined(&system.nodes[to].equation, combining).is_some() {
                numbers.entry(to).or_insert_with(|| {
                    nodes.push(to);
                    nodes.len() - 1
                });
                inner.push(Step { from: next, relation, node: to });
            } else if let Some(pieces) = system.pieces(to, budget)? {
                for piece in pieces {
                    let relation = match &piece.within {
                        Some(within) => second_within(&relation, within),
                        None => relation.clone(),
                    };
                    pending.push((piece.edge.follow_second(&relation), piece.node, copies + 1));
                }
            } else {
                outer.push(Step { from: next, relation, node: to });
            }
        }
        if nodes.len() > MOST_NODES {
            return Ok(None);
        }
        next += 1;
    }
    Ok(Some((nodes, inner, outer)))
}

/// The operands of an operation of the kind.
fn combined(equation: &Equation, combining: Semantics) -> Option<&[(Edge, NodeId)]> {
    match equation {
        Equation::Operation { kind, operands } if kind.combining == Some(combining) => Some(operands),
        Equation::Fold { combining: own, operands } if *own == combining => Some(operands),
        _ => None,
    }
}

/// For each operation: from the iterations of the result to those that are combined for it; each is reached in exactly one way.
fn closure(
    system: &System,
    nodes: &[NodeId],
    steps: &[Step],
    roots: &Union,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Union>>, GaveUp> {
    let place = |node: NodeId| nodes.iter().position(|it| *it == node).unwrap_or(0);
    let dims = roots.space().dimensions();
    let start = identity(roots);
    let empty = |to: usize| {
        let space = any(dims, system.nodes[nodes[to]].dims, roots.space().symbols).space();
        Union::empty(space)
    };
    let stepped = |reached: &[Union], to: usize| -> Result<Union, GaveUp> {
        let mut found = if to == 0 { start.clone() } else { empty(to) };
        for step in steps.iter().filter(|it| place(it.node) == to) {
            found = found.union(&reached[step.from].compose_within(&step.relation, budget)?);
        }
        simplified(&found, budget)
    };
    let all = |reached: &[Union]| -> Result<Vec<Union>, GaveUp> {
        (0..nodes.len()).map(|it| stepped(reached, it)).collect()
    };
    let mut reached: Vec<Union> = (0..nodes.len()).map(empty).collect();
    let mut is_closed = false;
    for _ in 0..ROUNDS + nodes.len() {
        let more = all(&reached)?;
        is_closed = true;
        for (more, known) in more.iter().zip(&reached) {
            is_closed = is_closed && more.is_subset(known, budget)?;
        }
        if is_closed {
            break;
        }
        reached = more;
    }
    for _ in 0..WIDENINGS {
        if is_closed {
            break;
        }
        for (known, node) in reached.iter_mut().zip(nodes) {
            *known = guess(known, roots, &system.nodes[*node].domain, budget)?;
        }
        let more = all(&reached)?;
        is_closed = true;
        for (more, known) in more.iter().zip(&mut reached) {
            if !more.is_subset(known, budget)? {
                is_closed = false;
                *known = known.union(more);
            }
        }
        // The steps lead to earlier executions, so that only one solution of the equations exists.
        if is_closed {
            for (more, known) in more.iter().zip(&reached) {
                if !known.is_subset(more, budget)? {
                    return Ok(None);
                }
            }
        }
    }
    if !is_closed {
        return Ok(None);
    }
    for to in 0..reached.len() {
        let mut ways: Vec<Union> = Vec::new();
        if to == 0 {
            ways.push(start.clone());
        }
        for step in steps.iter().filter(|it| place(it.node) == to) {
            let relation = first_within(&step.relation, &reached[step.from].range());
            if !is_function(&relation.inverse(), budget)?
                && !is_function(&sources(&reached[step.from], &step.relation), budget)?
            {
                return Ok(None);
            }
            ways.push(simplified(&reached[step.from].compose_within(&step.relation, budget)?, budget)?);
        }
        let are_apart = |a: &Union, b: &Union| a.intersect_within(b, budget)?.is_empty(budget);
        for (at, way) in ways.iter().enumerate() {
            for other in &ways[at + 1..] {
                if !are_apart(way, other)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(reached))
}

/// All iterations of a node that agree with what was reached in its equalities, and in which of two values is at most, or less than, the other.
fn guess(known: &Union, roots: &Union, domain: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
    if known.parts().is_empty() {
        return Ok(known.clone());
    }
    let mut hull = known.affine_hull(budget)?;
    let space = hull.space();
    let (first, second) = (space.domain, space.range);
    for own in 0..first {
        for other in first..first + second {
            // The least distance that all of them keep.
            let mut distance = Integer::ONE;
            for part in known.parts() {
                let mut same = part.clone();
                equal(&mut same, own, other);
                if !same.is_integer_empty(budget)? {
                    distance = Integer::ZERO;
                }
                let mut beyond = part.clone();
                less_than(&mut beyond, own, other);
                if !beyond.is_integer_empty(budget)? {
                    distance = Integer::MINUS_ONE;
                    break;
                }
            }
            // Where some pair has the value greater, nothing is added.
            if !distance.is_negative() {
                let mut row = vec![Integer::ZERO; space.columns()];
                row[own] = Integer::ONE;
                row[other] = Integer::MINUS_ONE;
                row[space.constant()] = -distance;
                hull.add_inequality(&row);
            }
        }
    }
    let within = second_within(&first_within(&Union::from(hull), roots), domain);
    simplified(&within, budget)
}

fn less_than(relation: &mut presburger::IntegerRelation, first: usize, second: usize) {
    crate::relations::edges::less(relation, first, second, &Integer::ONE);
}
