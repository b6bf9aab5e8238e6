//! `optimize`: the proposals for each function, step by step, and what the model says of them.

use std::fmt::Write as _;
use std::io::{self, Write};

use analysis::{Cost, FunctionProposals, Proposal};

use super::super::Source;

pub(crate) fn proposals(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionProposals],
) -> io::Result<()> {
    for function in functions {
        let place = function.nest.unwrap_or(function.range).start();
        writeln!(out, "@{} ({})", function.name, source.place(place))?;
        write!(out, "{}", costs(function))?;
    }
    Ok(())
}

/// The proposals for a function with a table of the predicted costs before and after.
pub(crate) fn costs(function: &FunctionProposals) -> String {
    let mut out = String::new();
    if function.proposals.is_empty() {
        out.push_str("  nothing better is known\n");
    }
    for (number, it) in function.proposals.iter().enumerate() {
        // Writing to a string never fails.
        _ = writeln!(out, "  {}. {}", number + 1, summary(it));
        for step in &it.steps {
            _ = writeln!(out, "       {}: {}", step.title, step.why);
        }
        _ = writeln!(out, "       {:28}{:>12}{:>12}", "", "before", "after");
        for (what, before, after) in rows(it) {
            _ = writeln!(out, "       {what:28}{before:>12}{after:>12}");
        }
    }
    out
}

/// `about 6.5 times as fast, bound by loads; computes the same: proven`
pub(crate) fn summary(proposal: &Proposal) -> String {
    let evidence = proposal.evidence.map(|it| format!("; computes the same: {}", it.words()));
    let (speedup, bound) = (proposal.speedup(), proposal.bound.words());
    format!("about {speedup:.1} times as fast, bound by {bound}{}", evidence.unwrap_or_default())
}

fn rows(proposal: &Proposal) -> Vec<(String, String, String)> {
    let row = |what: &str, of: &dyn Fn(&Cost) -> f64| {
        (what.to_owned(), count(of(&proposal.before)), count(of(&proposal.after)))
    };
    let mut rows = vec![
        row("cycles", &Cost::cycles),
        row("  of computation", &|it| it.compute),
        row("lanes", &|it| it.lanes),
        row("arithmetic", &|it| it.work.arithmetic),
        row("loads", &|it| it.work.loads),
        row("stores", &|it| it.work.stores),
    ];
    for (level, cache) in proposal.caches.iter().enumerate() {
        rows.push(row(&format!("lines into {cache}"), &|it| it.lines.get(level).copied().unwrap_or(0.0)));
    }
    rows
}

/// Three digits and what they are to be taken times.
fn count(number: f64) -> String {
    match number {
        it if it >= 1e9 => format!("{:.2}e9", it / 1e9),
        it if it >= 1e6 => format!("{:.2}e6", it / 1e6),
        it if it >= 1e3 => format!("{:.2}e3", it / 1e3),
        it => format!("{it:.0}"),
    }
}
