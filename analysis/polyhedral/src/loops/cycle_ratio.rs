//! The cycle of a graph with the greatest latency over its distance.
//!
//! As Lawler, *Combinatorial Optimization* (1976), section 3.13: a cycle with a greater ratio is a positive cycle of the graph
//! whose latencies are lessened by the ratio known so far, for each iteration that an edge spans. Longest paths (Bellman and
//! Ford) find it, or that there is none.

#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) latency: u64,
    /// Iterations between the two; the edges without any make no cycle.
    pub(super) distance: u64,
}

#[derive(Debug)]
pub(super) struct Cycle {
    pub(super) latency: u64,
    /// Positive.
    pub(super) distance: u64,
    /// In order.
    pub(super) edges: Vec<usize>,
}

/// `Some(None)` where no cycle takes any time; `None` where numbers do not fit.
pub(super) fn greatest_cycle_ratio(nodes: usize, edges: &[Edge]) -> Option<Option<Cycle>> {
    let mut greatest: Option<Cycle> = None;
    loop {
        let known = greatest.as_ref().map_or((0, 1), |it| (it.latency, it.distance));
        let Some(cycle) = cycle_above(nodes, edges, known)? else { return Some(greatest) };
        let sum = |of: fn(&Edge) -> u64| {
            cycle.iter().filter_map(|it| edges.get(*it)).try_fold(0_u64, |sum, it| sum.checked_add(of(it)))
        };
        let (latency, distance) = (sum(|it| it.latency)?, sum(|it| it.distance)?);
        greatest = Some(Cycle { latency, distance: (distance > 0).then_some(distance)?, edges: cycle });
    }
}

/// The edges of a cycle with a greater ratio than `latency / distance`.
fn cycle_above(nodes: usize, edges: &[Edge], (latency, distance): (u64, u64)) -> Option<Option<Vec<usize>>> {
    let weight = |it: &Edge| {
        let own = i128::from(it.latency).checked_mul(i128::from(distance))?;
        own.checked_sub(i128::from(it.distance).checked_mul(i128::from(latency))?)
    };
    let weights: Vec<i128> = edges.iter().map(weight).collect::<Option<_>>()?;
    let (mut longest, mut last) = (vec![0_i128; nodes], vec![None; nodes]);
    for round in 0..=nodes {
        let mut changed = None;
        for (index, (edge, weight)) in edges.iter().zip(&weights).enumerate() {
            let length = longest[edge.from].checked_add(*weight)?;
            if length > longest[edge.to] {
                (longest[edge.to], last[edge.to]) = (length, Some(index));
                changed = Some(edge.to);
            }
        }
        match changed {
            None => return Some(None),
            Some(node) if round == nodes => return cycle_before(node, edges, &last).map(Some),
            Some(_) => {}
        }
    }
    Some(None)
}

/// The cycle that the last edges of longest paths run into, back from a node.
fn cycle_before(mut node: usize, edges: &[Edge], last: &[Option<usize>]) -> Option<Vec<usize>> {
    for _ in 0..last.len() {
        node = edges[last[node]?].from;
    }
    let (start, mut cycle) = (node, Vec::new());
    loop {
        let edge = last[node]?;
        cycle.push(edge);
        node = edges[edge].from;
        if node == start {
            cycle.reverse();
            return Some(cycle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, greatest_cycle_ratio};
    use proptest::prelude::*;

    const NODES: usize = 5;

    /// The sums of all simple cycles from a node on, through greater ones.
    fn cycles(
        edges: &[Edge],
        start: usize,
        at: usize,
        (sum, seen): ((u64, u64), u32),
        found: &mut Vec<(u64, u64)>,
    ) {
        for edge in edges.iter().filter(|it| it.from == at && it.to >= start) {
            let sum = (sum.0 + edge.latency, sum.1 + edge.distance);
            if edge.to == start {
                found.push(sum);
            } else if seen >> edge.to & 1 == 0 {
                cycles(edges, start, edge.to, (sum, seen | 1 << edge.to), found);
            }
        }
    }

    proptest! {
        #[test]
        fn the_greatest_of_all_cycles(
            drawn in prop::collection::vec((0..NODES, 0..NODES, 0..20_u64, 0..4_u64), 0..12),
        ) {
            let edges: Vec<Edge> = drawn
                .into_iter()
                // Within one iteration only forwards.
                .map(|(from, to, latency, distance)| {
                    let distance = if from < to { distance } else { distance.max(1) };
                    Edge { from, to, latency, distance }
                })
                .collect();
            let mut all = Vec::new();
            (0..NODES).for_each(|it| cycles(&edges, it, it, ((0, 0), 0), &mut all));
            let greatest = all.into_iter().filter(|it| it.0 > 0).max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
            let found = greatest_cycle_ratio(NODES, &edges).unwrap();
            prop_assert_eq!(found.is_some(), greatest.is_some());
            if let (Some(found), Some(greatest)) = (found, greatest) {
                prop_assert_eq!(found.latency * greatest.1, greatest.0 * found.distance);
                for pair in found.edges.windows(2) {
                    prop_assert_eq!(edges[pair[0]].to, edges[pair[1]].from);
                }
            }
        }
    }
}
