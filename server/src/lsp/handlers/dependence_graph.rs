//! `affine/dependenceGraph`: the accesses of each function as nodes, their dependences as edges.

use analysis::{Dependence, FunctionDependences};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;
use crate::report::json::{AccessJson, DependenceJson, NotComputedJson, Sequence, UnanalysedJson};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct DependenceGraphParams {
    text_document: TextDocumentIdentifier,
    /// The functions that the range touches; all without it.
    range: Option<Range>,
    /// At most this many edges of all functions together.
    limit: Option<usize>,
}

/// The most edges: a user looks at fewer, and a function of a few thousand accesses has a million.
const MOST_EDGES: usize = 20_000;
/// The most numbers: an edge in a nest of hundreds of loops has hundreds.
const MOST_NUMBERS: usize = 400_000;

#[derive(Debug, Default, Serialize)]
pub(in crate::lsp) struct DependenceGraph {
    functions: Vec<FunctionGraph>,
}

/// Written as it is: a tree of JSON values takes many times the work and the memory of the text.
#[derive(Debug)]
struct FunctionGraph {
    /// The dependences are those that are listed.
    function: FunctionDependences,
    edges_left_out: usize,
    nodes: Vec<Range>,
    unanalysed: Vec<Range>,
}

impl Serialize for FunctionGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let function = &self.function;
        let nodes = function.accesses.iter().zip(&self.nodes).enumerate();
        let nodes: Vec<_> =
            nodes.map(|(id, (access, range))| AccessJson { id, access, range: *range }).collect();
        let unanalysed = function.unanalysed.iter().zip(&self.unanalysed);
        let unanalysed: Vec<_> = unanalysed.map(|(it, range)| UnanalysedJson { it, range: *range }).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &function.name)?;
        map.serialize_entry("nodes", &nodes)?;
        map.serialize_entry("unanalysed", &unanalysed)?;
        map.serialize_entry("notComputed", &Sequence(&function.not_computed, NotComputedJson))?;
        map.serialize_entry("edges", &Sequence(&function.dependences, DependenceJson))?;
        map.serialize_entry("edgesLeftOut", &self.edges_left_out)?;
        map.end()
    }
}

pub(in crate::lsp) fn dependence_graph(
    snapshot: &Snapshot,
    params: &DependenceGraphParams,
) -> Result<DependenceGraph> {
    let Some(document) = snapshot.document(&params.text_document.uri) else {
        return Ok(DependenceGraph::default());
    };
    let encoding = snapshot.client.encoding;
    let functions = match params.range {
        Some(range) => {
            snapshot.analysis.dependences_touching(document.file, document.text_range(range, encoding))
        }
        None => snapshot.analysis.dependences(document.file),
    };
    let line = params.range.map_or(0, |it| it.start.line);
    let mut left = params.limit.unwrap_or(MOST_EDGES);
    let functions = functions.into_iter().map(|mut function| {
        let nodes: Vec<Range> =
            function.accesses.iter().map(|it| document.range(it.range, encoding)).collect();
        let unanalysed = function.unanalysed.iter().map(|it| document.range(it.range, encoding)).collect();
        let all = function.dependences.len();
        let most = params.limit.map_or_else(|| few_numbers(&function.dependences), |_| all);
        keep_nearest(&mut function.dependences, &nodes, line, left.min(most));
        let edges_left_out = all - function.dependences.len();
        left -= function.dependences.len();
        FunctionGraph { function, edges_left_out, nodes, unanalysed }
    });
    Ok(DependenceGraph { functions: functions.collect() })
}

/// How many edges with the mean number of components and distances there may be.
fn few_numbers(edges: &[Dependence]) -> usize {
    let distances =
        |it: &Dependence| it.distances.iter().flat_map(|it| it.iter()).map(Vec::len).sum::<usize>();
    let numbers: usize = edges.iter().map(|it| it.components.len() + distances(it)).sum();
    let mean = numbers.div_ceil(edges.len().max(1)).max(1);
    MOST_NUMBERS / mean
}

/// The edges whose farther end is nearest to a line, in their order.
fn keep_nearest(edges: &mut Vec<Dependence>, nodes: &[Range], line: u32, most: usize) {
    if edges.len() <= most {
        return;
    }
    let away = |node: usize| nodes.get(node).map_or(u32::MAX, |it| it.start.line.abs_diff(line));
    let distances: Vec<u32> = edges.iter().map(|it| away(it.source).max(away(it.sink))).collect();
    let mut sorted = distances.clone();
    // The edges at this distance are the first that do not all fit.
    let (_, farthest, _) = sorted.select_nth_unstable(most);
    let farthest = *farthest;
    let mut at_farthest = most - distances.iter().filter(|it| **it < farthest).count();
    let mut distances = distances.into_iter();
    edges.retain(|_| match distances.next() {
        Some(distance) if distance == farthest && at_farthest > 0 => {
            at_farthest -= 1;
            true
        }
        distance => distance.is_some_and(|it| it < farthest),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{DependenceKind, FoundDependence};
    use tower_lsp::ls_types::Position;

    fn edge(source: usize, sink: usize) -> Dependence {
        let found = FoundDependence {
            source,
            sink,
            kind: DependenceKind::Raw,
            depth: 1,
            components: [].into(),
            distances: None,
            unknown: None,
        };
        Dependence { found, flow: None, flow_components: None }
    }

    #[test]
    fn edges_with_many_numbers_are_few() {
        let component = analysis::Component { lower: None, upper: None };
        let mut wide = edge(0, 1);
        wide.found.components = vec![component; 200].into();
        assert_eq!(few_numbers(&[wide.clone(), wide]), MOST_NUMBERS / 200);
        assert!(few_numbers(&[edge(0, 1)]) >= MOST_EDGES);
        assert!(few_numbers(&[]) >= MOST_EDGES);
    }

    #[test]
    fn edges_near_a_line_are_kept_in_their_order() {
        let nodes: Vec<Range> =
            (0..10).map(|line| Range::new(Position::new(line, 0), Position::new(line, 9))).collect();
        let all: Vec<Dependence> =
            (0..9).map(|it| edge(it, it + 1)).chain([edge(0, 9), edge(5, 5)]).collect();
        let kept = |line, most| {
            let mut edges = all.clone();
            keep_nearest(&mut edges, &nodes, line, most);
            edges.iter().map(|it| (it.source, it.sink)).collect::<Vec<_>>()
        };
        assert_eq!(kept(5, 3), [(4, 5), (5, 6), (5, 5)]);
        // Two are equally far away.
        assert_eq!(kept(5, 2), [(4, 5), (5, 5)]);
        assert_eq!(kept(0, 1), [(0, 1)]);
        assert_eq!(kept(5, 0), []);
        assert_eq!(kept(5, 11).len(), 11);
        assert_eq!(kept(5, 10).len(), 10);
    }
}
