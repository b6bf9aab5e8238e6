//! How many consecutive iterations of a loop may run together, operation by operation.
//!
//! Of two conflicting accesses in iterations x < y of one group, the one of x must not come after the one of y in the
//! common body: not in a later iteration of an inner loop, and not later in the text. So a dependence that the loop
//! carries forbids as many lanes as its distance and one, and a forward one none.

use crate::reason::Reason;
use ir::value_name;
use ir::{Ir, OpKind};
use polyhedral::dependence::{Dependence, Dependences, Linear, MemrefAccess, System, relation_of};
use polyhedral::loops::Loop;
use polyhedral::loops::parallelism::common_loops;
use presburger::{Budget, Integer, Optimum};

/// The greatest number of iterations that may run together, and the dependence that forbids more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) iterations: u64,
    pub(super) reason: Reason,
}

/// The limit of a loop; `None` if there is none. `folded` are the accesses that reductions replace.
pub(super) fn limit(
    ir: &Ir,
    found: &Dependences,
    loop_: &Loop,
    folded: &[(usize, usize)],
    budget: &Budget<'_>,
) -> Result<Option<Limit>, Reason> {
    let OpKind::For(header) = &ir.ops[loop_.op].kind else { return Ok(None) };
    let step = Integer::from(header.step.unwrap_or(1));
    let mut least: Option<Limit> = None;
    for dependence in loop_.carried.iter().filter_map(|it| found.dependences.get(*it)) {
        let both_in = |ends: &(usize, usize)| {
            [dependence.source, dependence.sink].iter().all(|it| *it == ends.0 || *it == ends.1)
        };
        if folded.iter().any(both_in) && dependence.unknown.is_none() {
            continue;
        }
        let (Some(source), Some(sink)) =
            (found.accesses.get(dependence.source), found.accesses.get(dependence.sink))
        else {
            continue;
        };
        let ends = Ends { ir, source, sink, dependence };
        if let Some(unknown) = &dependence.unknown {
            return Err(ends.unknown(unknown));
        }
        let common = common_loops(found, dependence);
        let Some(position) = common.iter().position(|it| it.op == loop_.op) else { continue };
        let distance = match ends.violation(position, common.len(), budget) {
            Ok(Some(distance)) => distance,
            Ok(None) => continue,
            Err(unknown) => return Err(ends.unknown(&unknown)),
        };
        let iterations = distance.floor_div(&step);
        let Some(iterations) = iterations.to_i64().and_then(|it| u64::try_from(it).ok()) else { continue };
        if least.as_ref().is_none_or(|it| iterations < it.iterations) {
            least = Some(Limit { iterations, reason: ends.reason(iterations) });
        }
    }
    match least {
        Some(limit) if limit.iterations < 2 => Err(limit.reason),
        least => Ok(least),
    }
}

/// A dependence with its accesses.
struct Ends<'a> {
    ir: &'a Ir,
    source: &'a MemrefAccess,
    sink: &'a MemrefAccess,
    dependence: &'a Dependence,
}

impl Ends<'_> {
    /// The least distance along the loop at `position` at which running together would turn the two around.
    fn violation(
        &self,
        position: usize,
        common: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Integer>, String> {
        let stands_after = self.dependence.source > self.dependence.sink;
        if common == position + 1 && !stands_after {
            return Ok(None);
        }
        let first = relation_of(self.ir, self.source.op)?;
        let second = relation_of(self.ir, self.sink.op)?;
        let mut least: Option<Integer> = None;
        for (a, b) in first.pieces.iter().flat_map(|a| second.pieces.iter().map(move |b| (a, b))) {
            let mut system = System::default();
            let of_source = system.new_loops(first.loops.len());
            let own = system.new_loops(second.loops.len().saturating_sub(position));
            let of_sink: Vec<_> = of_source.iter().take(position).chain(&own).copied().collect();
            let (left, right) = (system.add(a, &of_source), system.add(b, &of_sink));
            system.equalities.extend(left.iter().zip(&right).map(|(left, right)| left.minus(right)));
            let difference = |index: usize| {
                let (from, to) = (of_source.get(index)?, of_sink.get(index)?);
                Some(Linear::variable(*to).minus(&Linear::variable(*from)))
            };
            let Some(distance) = difference(position) else { continue };
            system.inequalities.push(distance.clone().plus_constant(-1));
            let mut turned = Vec::new();
            for inner in position + 1..common {
                let Some(inner) = difference(inner) else { continue };
                turned.push(system.with(inner.times(&Integer::from(-1)).plus_constant(-1)));
                system.equalities.push(inner);
            }
            if stands_after {
                turned.push(system);
            }
            for system in turned {
                let minimum = system.minimum(&distance, budget);
                let minimum = minimum.map_err(|_| "the exact test takes too long".to_owned())?;
                if let Optimum::Value(value) = minimum {
                    least = Some(least.map_or(value.clone(), |it| it.min(value)));
                }
            }
        }
        Ok(least)
    }

    fn named(&self, access: &MemrefAccess) -> String {
        let memref = access.memref.map(|it| value_name(self.ir, it)).unwrap_or_default();
        format!("`{} {memref}`", self.ir.ops[access.op].name)
    }

    fn pair(&self, text: &str) -> Reason {
        let (first, second) =
            (self.ir.ops[self.source.op].name_pointer, self.ir.ops[self.sink.op].name_pointer);
        let kind = self.dependence.kind.as_str();
        Reason::new(format!("{text}{kind} {}", self.named(self.source)))
            .line(first)
            .text(format!(" → {}", self.named(self.sink)))
            .line(second)
            .related(first, format!("source of the {kind} dependence"))
            .related(second, format!("sink of the {kind} dependence"))
    }

    fn reason(&self, iterations: u64) -> Reason {
        let text = match iterations {
            0 | 1 => "an iteration needs the one before: ".to_owned(),
            _ => format!("only {iterations} consecutive iterations may run together: "),
        };
        self.pair(&text).text(match iterations {
            0 | 1 => String::new(),
            _ => format!(", {iterations} iterations apart"),
        })
    }

    fn unknown(&self, reason: &str) -> Reason {
        self.pair("iterations may depend on each other: ").text(format!("; {reason}"))
    }
}
