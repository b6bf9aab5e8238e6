//! `optimize`: the proposals for each function, step by step.

use std::io::{self, Write};

use analysis::FunctionProposals;

use super::super::Source;

pub(crate) fn proposals(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionProposals],
) -> io::Result<()> {
    for function in functions {
        writeln!(out, "@{} ({})", function.name, source.place(function.range.start()))?;
        if function.proposals.is_empty() {
            writeln!(out, "  nothing better is known")?;
        }
        for (number, it) in function.proposals.iter().enumerate() {
            let proven = if it.is_proven { ", proven to compute the same" } else { "" };
            let (speedup, bound) = (it.speedup(), it.bound.words());
            writeln!(out, "  {}. about {speedup:.1} times as fast, bound by {bound}{proven}", number + 1)?;
            for step in &it.steps {
                writeln!(out, "       {}", step.title)?;
            }
        }
    }
    Ok(())
}
