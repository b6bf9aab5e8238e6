//! Dependences as text: `RAW → line 8 · distance (2, 0) · carried by %i (depth 1) · direction (<, =)`.

use super::markdown::Fact;
use ir::value_name;
use ir::{Ir, OpId, ValueId};
use polyhedral::dependence::flow::{Carries, Flow};
use polyhedral::dependence::{Dependence, Dependences, MemrefAccess, NOT_COMPUTED, Unanalysed};
use polyhedral::loops::parallelism::carrier;
use polyhedral::report::DependenceKind;
use polyhedral::report::{Component, vector_text};
use presburger::Integer;

/// Dependences with what names and places them.
pub(super) struct DependenceText<'a> {
    pub(super) ir: &'a Ir,
    pub(super) found: &'a Dependences,
    pub(super) flow: &'a Flow,
    /// The line of an operation, from 1.
    pub(super) line: &'a dyn Fn(OpId) -> usize,
}

/// The list for an access; dependences are given by their indices.
enum Listed<'a> {
    Leaving((usize, &'a Dependence)),
    Arriving((usize, &'a Dependence)),
    NotAnalysed(&'a Unanalysed),
}

/// The most dependences that are listed; the rest is counted.
const MAX_LISTED: usize = 12;

/// Exact vectors are listed up to this number, beside the intervals.
const MAX_VECTORS: usize = 6;

impl DependenceText<'_> {
    pub(super) fn all(&self) -> &[Dependence] {
        &self.found.dependences
    }

    fn access(&self, index: usize) -> Option<&MemrefAccess> {
        self.found.accesses.get(index)
    }

    fn line_of(&self, index: usize) -> usize {
        self.access(index).map_or(0, |it| (self.line)(it.op))
    }

    /// The dependences of one access, those that leave it first.
    pub(super) fn of_access(&self, op: OpId) -> Vec<Fact> {
        let is_at = |index: usize| self.access(index).is_some_and(|it| it.op == op);
        let all = || self.all().iter().enumerate();
        let leaving = all().filter(|(_, it)| is_at(it.source)).map(Listed::Leaving);
        let arriving = all().filter(|(_, it)| is_at(it.sink) && !is_at(it.source)).map(Listed::Arriving);
        let not_analysed = self.not_analysed(op).map(Listed::NotAnalysed);
        let mut listed = first_of(leaving.chain(arriving).chain(not_analysed), |it| self.text(&it));
        listed.extend(self.not_computed(op));
        listed
    }

    /// A note about accesses that this one may or may not depend on.
    fn not_computed(&self, op: OpId) -> Option<Fact> {
        let concerned = |it: usize| self.found.not_computed.iter().any(|group| group.has_pairs_of(it));
        let is_concerned = self.found.accesses_of(op).any(concerned);
        is_concerned
            .then(|| format!("`perhaps with accesses farther away · not known: {NOT_COMPUTED}`").into())
    }

    /// Operations that may depend on an access in ways that are not known.
    fn not_analysed(&self, op: OpId) -> impl Iterator<Item = &Unanalysed> {
        let accesses: Vec<_> = self.found.accesses.iter().filter(|it| it.op == op).collect();
        self.found.unanalysed.iter().filter(move |it| accesses.iter().any(|a| it.may_conflict(a)))
    }

    /// Leads to the other end.
    fn text(&self, listed: &Listed<'_>) -> Fact {
        match *listed {
            Listed::Leaving((index, it)) => {
                let to_itself = if it.source == it.sink { " · of itself" } else { "" };
                let text = self.arrow(it, self.full(index, it)) + to_itself;
                Fact::code(&text, self.line_of(it.sink)).with_terms(&terms(it))
            }
            Listed::Arriving((index, it)) => {
                let line = self.line_of(it.source);
                let text = format!("from line {line}: {}", self.arrow(it, self.full(index, it)));
                Fact::code(&text, line).with_terms(&terms(it))
            }
            Listed::NotAnalysed(it) => {
                let (line, reason) = ((self.line)(it.op), it.reason(self.ir).replace('`', ""));
                Fact::code(&format!("with line {line} · not known: {reason}"), line)
            }
        }
    }

    /// The flow of its values: from before the function, or never read.
    pub(super) fn facts_of_access(&self, op: OpId) -> Option<&'static str> {
        let index = self.found.accesses.iter().position(|it| it.op == op)?;
        let of = |facts: &[Option<bool>]| facts.get(index).copied().flatten() == Some(true);
        match (of(&self.flow.live_in), of(&self.flow.dead)) {
            // In some iterations at least.
            (true, _) if self.has_sources(index) => {
                Some("reads some elements that nothing here has written before")
            }
            (true, _) => Some("reads elements that nothing here has written before"),
            (_, true) => Some("its values are never read"),
            _ => None,
        }
    }

    /// Whether a read reads, in some iteration, what was written here.
    fn has_sources(&self, index: usize) -> bool {
        let is_raw = |it: &Dependence| it.sink == index && it.kind == DependenceKind::Raw;
        self.found.dependences.iter().any(is_raw)
    }

    fn arrow(&self, dependence: &Dependence, rest: String) -> String {
        format!("{} → line {} · {rest}", dependence.kind.as_str(), self.line_of(dependence.sink))
    }

    /// As a loop lists it.
    pub(super) fn carried(&self, dependence: &Dependence) -> Fact {
        let memref = self.access(dependence.source).and_then(|it| it.memref);
        let memref = memref.map(|it: ValueId| value_name(self.ir, it)).unwrap_or_default();
        let (source, sink) = (self.line_of(dependence.source), self.line_of(dependence.sink));
        let verb = if dependence.unknown.is_some() { "may carry" } else { "carries" };
        let kind = dependence.kind.as_str();
        Fact::code(&format!("{verb} {kind} {memref} line {source}"), source)
            .and_code(&format!("→ line {sink} · {}", distance(dependence)), sink)
            .with_terms(&[kind, "distance"])
    }

    /// Distance, carrying loop and direction.
    fn full(&self, index: usize, dependence: &Dependence) -> String {
        if dependence.unknown.is_some() {
            return distance(dependence);
        }
        let mut pieces = Vec::new();
        if !dependence.components.is_empty() {
            pieces.push(distance(dependence));
        }
        pieces.push(match carrier(self.found, dependence) {
            Some(dim) => {
                let name = value_name(self.ir, dim.induction_variable);
                format!("carried by {name} (depth {})", dependence.depth)
            }
            None => "loop-independent".to_owned(),
        });
        if !dependence.components.is_empty() {
            pieces.push(format!("direction {}", vector_text(dependence.components.iter().map(direction))));
        }
        match self.flow.carries.get(index) {
            Some(Some(Carries::Nothing)) => {
                pieces.push("no value: written again before it is read".to_owned())
            }
            Some(Some(Carries::Value(components))) if **components != *dependence.components => {
                pieces.push(format!("values over {}", vector_text(&**components)));
            }
            _ => {}
        }
        pieces.join(" · ")
    }
}

/// The terms that its text uses.
fn terms(dependence: &Dependence) -> Vec<&'static str> {
    let kind = std::iter::once(dependence.kind.as_str());
    match (&dependence.unknown, dependence.components.is_empty()) {
        (Some(_), _) => kind.collect(),
        (None, true) => kind.chain(["loop-independent"]).collect(),
        (None, false) => kind.chain(["distance", "depth", "direction"]).collect(),
    }
}

/// `distance (2, 0)`; `distance ([1, 7], [-1, *])`, and the vectors where they are few.
fn distance(dependence: &Dependence) -> String {
    if let Some(reason) = &dependence.unknown {
        return format!("not known: {}", reason.replace('`', ""));
    }
    let mut text = format!("distance {}", vector_text(&*dependence.components));
    if let Some(vectors) = &dependence.distances
        && (2..=MAX_VECTORS).contains(&vectors.len())
    {
        let vectors: Vec<_> = vectors.iter().map(vector_text).collect();
        text.push_str(&format!(", exactly {}", vectors.join(", ")));
    }
    text
}

/// How the iteration of the sink compares: `<` where the source's is smaller.
fn direction(component: &Component) -> String {
    let zero = Integer::from(0);
    let lower = component.lower.as_ref().map(|it| it.cmp(&zero));
    let upper = component.upper.as_ref().map(|it| it.cmp(&zero));
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (lower, upper) {
        (Some(Equal), Some(Equal)) => "=",
        (Some(Greater), _) => "<",
        (_, Some(Less)) => ">",
        (Some(Equal), _) => "<=",
        (_, Some(Equal)) => ">=",
        _ => "*",
    }
    .to_owned()
}

/// The texts of the first ones, and how many more there are. Those get no text: a loop may carry a hundred thousand
/// dependences, and each text asks for lines.
pub(super) fn first_of<T>(mut items: impl Iterator<Item = T>, text: impl Fn(T) -> Fact) -> Vec<Fact> {
    let mut texts: Vec<Fact> = items.by_ref().take(MAX_LISTED).map(text).collect();
    match items.count() {
        0 => {}
        more => texts.push(format!("… and {more} more").into()),
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyhedral::report::DependenceKind;
    use std::cell::Cell;

    fn dependence(components: &[(Option<i64>, Option<i64>)], distances: Option<Vec<Vec<i64>>>) -> Dependence {
        let integer = |it: &i64| Integer::from(*it);
        Dependence {
            source: 0,
            sink: 0,
            kind: DependenceKind::Raw,
            depth: 1,
            components: components
                .iter()
                .map(|(lower, upper)| Component {
                    lower: lower.as_ref().map(integer),
                    upper: upper.as_ref().map(integer),
                })
                .collect(),
            distances: distances.map(|it| it.iter().map(|it| it.iter().map(integer).collect()).collect()),
            unknown: None,
        }
    }

    #[test]
    fn distances_are_vectors_or_intervals() {
        let text = |components, distances| distance(&dependence(components, distances));
        assert_eq!(text(&[(Some(2), Some(2)), (Some(0), Some(0))], None), "distance (2, 0)");
        assert_eq!(text(&[(Some(1), Some(7)), (Some(-1), Some(3))], None), "distance ([1, 7], [-1, 3])");
        assert_eq!(text(&[(Some(1), None), (None, None)], None), "distance ([1, *], [*, *])");
        assert_eq!(
            text(&[(Some(1), Some(2))], Some(vec![vec![1], vec![2]])),
            "distance ([1, 2]), exactly (1), (2)"
        );
    }

    #[test]
    fn directions_tell_what_is_certain() {
        let text = |lower, upper| direction(&dependence(&[(lower, upper)], None).components[0]);
        assert_eq!(text(Some(2), Some(2)), "<");
        assert_eq!(text(Some(0), Some(0)), "=");
        assert_eq!(text(Some(-3), Some(-1)), ">");
        assert_eq!(text(Some(0), None), "<=");
        assert_eq!(text(None, Some(0)), ">=");
        assert_eq!(text(Some(-1), Some(3)), "*");
    }

    #[test]
    fn long_lists_are_cut() {
        let made = Cell::new(0);
        let text = |it: usize| {
            made.set(made.get() + 1);
            it.to_string().into()
        };
        let texts = first_of(0..20, text);
        assert_eq!(texts.len(), MAX_LISTED + 1);
        assert!(texts.last().is_some_and(|it| *it == "… and 8 more".into()));
        assert_eq!(made.get(), MAX_LISTED);
        assert_eq!(first_of(0..MAX_LISTED, text).len(), MAX_LISTED);
    }
}
