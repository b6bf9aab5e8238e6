//! How the loops of a program differ from those of an earlier version of it: the content of `loops --against`.

use syntax::TextRange;

use super::report::{FunctionLoops, LoopReport, ParallelismReport};

/// A loop that is less parallel than it was, or that runs another number of times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopChange {
    /// The function's name without `@`; empty for operations outside any function.
    pub function: String,
    pub op: String,
    /// Of the operation's name, in the later version.
    pub range: TextRange,
    /// Its variables, as `%i, %j`.
    pub variables: String,
    /// Before and after, where the later is worse.
    pub parallelism: Option<[ParallelismReport; 2]>,
    /// Before and after, in words, where they differ in more than names of values.
    pub trip_count: Option<[String; 2]>,
}

/// The loops of functions that both versions have, in the order of the later one.
///
/// A loop is known again by its variables among the loops of the same nest; the others of a nest are taken in their order
/// where both versions have as many of them.
pub fn loop_changes(before: &[FunctionLoops], after: &[FunctionLoops]) -> Vec<LoopChange> {
    let mut changes = Vec::new();
    for function in after {
        let Some(earlier) = before.iter().find(|it| it.name == function.name) else { continue };
        let earlier_of = counterparts(&earlier.loops, &function.loops);
        for (loop_, earlier_id) in function.loops.iter().zip(earlier_of) {
            changes.extend(earlier_id.and_then(|it| change(&function.name, &earlier.loops[it], loop_)));
        }
    }
    changes
}

/// The earlier loop of each later one.
fn counterparts(before: &[LoopReport], after: &[LoopReport]) -> Vec<Option<usize>> {
    let mut found = vec![None; after.len()];
    let children = |loops: &[LoopReport], parent: Option<usize>| -> Vec<usize> {
        (0..loops.len()).filter(|it| loops[*it].parent == parent).collect()
    };
    let mut pending = vec![(None, None)];
    while let Some((earlier, later)) = pending.pop() {
        let mut earlier = children(before, earlier);
        let mut others = Vec::new();
        for id in children(after, later) {
            let same = |it: &usize| variables(&before[*it]) == variables(&after[id]);
            match earlier.iter().position(same) {
                Some(at) => found[id] = Some(earlier.remove(at)),
                None => others.push(id),
            }
            pending.extend(found[id].map(|it| (Some(it), Some(id))));
        }
        if others.len() == earlier.len() {
            for (id, it) in others.into_iter().zip(earlier) {
                found[id] = Some(it);
                pending.push((Some(it), Some(id)));
            }
        }
    }
    found
}

fn variables(loop_: &LoopReport) -> String {
    loop_.dims.iter().map(|it| &*it.induction_variable).collect::<Vec<_>>().join(", ")
}

fn change(function: &str, before: &LoopReport, after: &LoopReport) -> Option<LoopChange> {
    let is_worse = is_parallel(&before.parallelism) > is_parallel(&after.parallelism);
    let parallelism = is_worse.then(|| [before.parallelism.clone(), after.parallelism.clone()]);
    let counts = [before, after].map(|it| it.trip_count.text());
    let differ = without_names(&counts[0]) != without_names(&counts[1]);
    let trip_count = differ.then_some(counts);
    (parallelism.is_some() || trip_count.is_some()).then(|| LoopChange {
        function: function.to_owned(),
        op: after.op.clone(),
        range: after.range,
        variables: variables(after),
        parallelism,
        trip_count,
    })
}

/// More is more parallel.
fn is_parallel(parallelism: &ParallelismReport) -> u8 {
    match parallelism {
        ParallelismReport::Parallel => 2,
        ParallelismReport::Reductions => 1,
        ParallelismReport::Serial | ParallelismReport::Unknown(_) => 0,
    }
}

/// A text in which each name of a value is `%` alone.
fn without_names(text: &str) -> String {
    let mut is_name = false;
    let mut is_kept = |it: &char| {
        let continues = is_name && (it.is_alphanumeric() || matches!(it, '_' | '$' | '.' | '-' | '#'));
        is_name = continues || *it == '%';
        !continues
    };
    text.chars().filter(|it| is_kept(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::without_names;

    #[test]
    fn names_of_values_do_not_count() {
        assert_eq!(without_names("%n_0 ceildiv 4 (0 to 5)"), "% ceildiv 4 (0 to 5)");
        assert_eq!(without_names("%a#1 - %b.c + 12"), "% - % + 12");
    }
}
