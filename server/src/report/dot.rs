//! Graphviz: accesses are nodes, dependences are edges.

use std::io::{self, Write};

use analysis::FunctionDependences;

use super::{Source, distance};

pub(crate) fn dependences(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionDependences],
) -> io::Result<()> {
    writeln!(out, "digraph dependences {{")?;
    writeln!(out, "  node [shape=box];")?;
    for (index, function) in functions.iter().enumerate() {
        writeln!(out, "  subgraph cluster_{index} {{")?;
        writeln!(out, "    label={};", quoted(&function.name))?;
        for (id, access) in function.accesses.iter().enumerate() {
            let label = format!("{} {}\n{}", access.op, access.memref, source.place(access.range.start()));
            writeln!(out, "    f{index}_{id} [label={}];", quoted(&label))?;
        }
        for dependence in &function.dependences {
            let style = if dependence.unknown.is_some() { ", style=dashed" } else { "" };
            let label =
                format!("{} {} depth {}", dependence.kind.as_str(), distance(dependence), dependence.depth);
            writeln!(
                out,
                "    f{index}_{} -> f{index}_{} [label={}{style}];",
                dependence.source,
                dependence.sink,
                quoted(&label)
            )?;
        }
        writeln!(out, "  }}")?;
    }
    writeln!(out, "}}")
}

/// A string of the DOT language; its line breaks are centred.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
