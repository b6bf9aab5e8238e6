//! Graphviz: accesses are nodes, dependences are edges.

use std::io::{self, Write};

use analysis::{FunctionDependences, vector_text};

use super::Source;

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
            let label = format!(
                "{} {} depth {}",
                dependence.kind.as_str(),
                vector_text(&*dependence.components),
                dependence.depth
            );
            writeln!(
                out,
                "    f{index}_{} -> f{index}_{} [label={}{style}];",
                dependence.source,
                dependence.sink,
                quoted(&label)
            )?;
        }
        for (group, it) in function.not_computed.iter().enumerate() {
            let label = format!("{} pairs of {} not computed", it.pairs, it.memrefs.join(", "));
            writeln!(out, "    f{index}_n{group} [label={}, shape=note, style=dashed];", quoted(&label))?;
        }
        for (other, it) in function.unanalysed.iter().enumerate() {
            let memref = it.memref.as_deref().unwrap_or("any memory");
            let more = match it.accesses_left_out {
                0 => String::new(),
                more => format!("\nand {more} more accesses"),
            };
            let label = format!("{} {memref}\n{}{more}", it.op, source.place(it.range.start()));
            writeln!(out, "    f{index}_u{other} [label={}, style=dashed];", quoted(&label))?;
            for id in &it.accesses {
                writeln!(out, "    f{index}_u{other} -> f{index}_{id} [dir=both, style=dashed];")?;
            }
        }
        writeln!(out, "  }}")?;
    }
    writeln!(out, "}}")
}

/// A string of the DOT language; its line breaks are centred.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{self, written};
    use expect_test::expect;

    #[test]
    fn accesses_and_dependences() {
        expect![[r#"
            digraph dependences {
              node [shape=box];
              subgraph cluster_0 {
                label="kernel";
                f0_0 [label="affine.store %m\n3:3"];
                f0_1 [label="affine.load %m\n4:8"];
                f0_0 -> f0_1 [label="RAW (2) depth 1"];
                f0_1 -> f0_0 [label="WAR ([*, 4], [123456789012345678901234567890, *]) depth 2", style=dashed];
                f0_n0 [label="7 pairs of %m, %n not computed", shape=note, style=dashed];
                f0_u0 [label="func.call any memory\n2:1\nand 3 more accesses", style=dashed];
                f0_u0 -> f0_0 [dir=both, style=dashed];
                f0_u0 -> f0_1 [dir=both, style=dashed];
              }
            }
        "#]]
            .assert_eq(&written(|out| dependences(out, &samples::source(), &samples::dependences())));
    }
}
