//! For people: findings with the source beside them, dependences as lists, fusion as tables.

use std::io::{self, Write};

use analysis::{Access, AccessKind, Action, Dependence, FunctionDependences, NotComputed, vector_text};

mod comparison;
mod excerpt;
mod findings;
mod fusion;
mod loops;
mod passes;
mod proposals;

pub(crate) use comparison::comparison;
pub(crate) use findings::Findings;
pub(crate) use fusion::fusion;
pub(crate) use loops::loops;
pub(crate) use passes::passes;
pub(crate) use proposals::{costs, no_proposal, predicted, proposals, summary};

use super::Source;
use crate::applied::Applied;

/// The accesses of each function with their ids, then its dependences.
pub(crate) fn dependences(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionDependences],
) -> io::Result<()> {
    for function in functions {
        writeln!(out, "{}", heading(&function.name))?;
        for (id, access) in function.accesses.iter().enumerate() {
            let kind = match access.kind {
                AccessKind::Read => "read ",
                AccessKind::Write => "write",
            };
            let place = source.place(access.range.start());
            let subscripts = subscripts(&source.text, access);
            write!(out, "  #{id:<3} {kind}  {place:<8}  {} {}{subscripts}", access.op, access.memref)?;
            if !access.loops.is_empty() {
                write!(out, "  in {}", access.loops.join(", "))?;
            }
            if access.live_in == Some(true) {
                write!(out, "  reads values from before")?;
            }
            if access.dead == Some(true) {
                write!(out, "  its values are never read")?;
            }
            writeln!(out)?;
        }
        if function.dependences.is_empty() && function.unanalysed.is_empty() {
            writeln!(out, "  no dependences")?;
        }
        for dependence in &function.dependences {
            writeln!(out, "  {}", dependence_line(function, dependence))?;
        }
        if let Some(reason) = &function.flow_unknown {
            writeln!(out, "  which of them carry values is not known: {reason}")?;
        }
        for group in &function.not_computed {
            let NotComputed { memrefs, apart, pairs, reason, .. } = group;
            let memrefs = memrefs.join(", ");
            write!(out, "  may depend on each other: {pairs} pairs of accesses of {memrefs}")?;
            writeln!(out, " that stand {apart} or more places apart: {reason}; `--pairs all` computes them")?;
        }
        for other in &function.unanalysed {
            let ids: Vec<_> = other.accesses.iter().map(|id| format!("#{id}")).collect();
            let more = match other.accesses_left_out {
                0 => String::new(),
                more => format!(" and {more} more accesses, which `--pairs all` lists"),
            };
            let (place, ids) = (source.place(other.range.start()), ids.join(", ") + &more);
            writeln!(out, "  may depend on {ids}: {} at {place}: {}", other.op, other.reason)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The subscripts as they are written, with their brackets; empty in the generic form.
fn subscripts(text: &str, access: &Access) -> String {
    // Types follow the first colon.
    let operands = text.get(usize::from(access.range.end())..).and_then(|it| it.split(':').next());
    let operands = operands.unwrap_or_default();
    let mut behind = operands.match_indices(&access.memref).filter_map(|(at, name)| {
        let list = operands.get(at + name.len()..)?.trim_start().strip_prefix('[')?;
        Some(list.split_once(']')?.0)
    });
    let list = behind.next().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    list.map(|it| format!("[{it}]")).unwrap_or_default()
}

/// `RAW #0 → #1  distance (2, 0) · carried by %i (depth 1)`
fn dependence_line(function: &FunctionDependences, dependence: &Dependence) -> String {
    let mut line = format!("{} #{} → #{}", dependence.kind.as_str(), dependence.source, dependence.sink);
    if !dependence.components.is_empty() {
        line.push_str(&format!("  distance {}", vector_text(&*dependence.components)));
    }
    let loops = function.accesses.get(dependence.source).map(|it| it.loops.as_slice()).unwrap_or_default();
    let common = loops.get(..dependence.components.len()).unwrap_or(loops);
    match dependence.depth.checked_sub(1).and_then(|index| common.get(index)) {
        Some(carrier) => line.push_str(&format!(" · carried by {carrier} (depth {})", dependence.depth)),
        None => line.push_str(" · within one iteration"),
    }
    if dependence.flow == Some(false) {
        line.push_str(" · carries no value: written again before it is read");
    }
    if let Some(reason) = &dependence.unknown {
        line.push_str(&format!(" · may not exist: {reason}"));
    }
    line
}

/// Columns aligned to the right; a remark after its row.
fn table(out: &mut impl Write, header: &[String], rows: &[(Vec<String>, Option<String>)]) -> io::Result<()> {
    let width = |column: usize, title: &String| {
        let cells = rows.iter().filter_map(|(cells, _)| cells.get(column));
        cells.chain([title]).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = header.iter().enumerate().map(|(column, title)| width(column, title)).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    writeln!(out, "    {}", line(header))?;
    for (cells, remark) in rows {
        match remark {
            Some(remark) => writeln!(out, "    {}  {remark}", line(cells))?,
            None => writeln!(out, "    {}", line(cells))?,
        }
    }
    Ok(())
}

/// One line per action, with its id; a refused one with the reason.
pub(crate) fn actions(
    out: &mut impl Write,
    source: &Source,
    actions: &[(Action, Option<Applied>)],
) -> io::Result<()> {
    if actions.is_empty() {
        writeln!(out, "no actions")?;
    }
    for (action, known) in actions {
        let place = source.place(action.range.start());
        match &action.disabled {
            Some(reason) => writeln!(out, "{place}  {} — not possible: {reason}", action.title)?,
            None if action.preferred => writeln!(out, "{place}  {} (preferred)", action.title)?,
            None => writeln!(out, "{place}  {}", action.title)?,
        }
        writeln!(out, "    {}", action.request)?;
        if let Some(known) = known {
            writeln!(out, "    {known}")?;
        }
        for (range, reason) in &action.left {
            writeln!(out, "    stays: {}  {reason}", source.place(range.start()))?;
        }
    }
    Ok(())
}

fn heading(name: &str) -> String {
    if name.is_empty() { "outside any function".to_owned() } else { format!("@{name}") }
}

fn count(count: Option<u128>) -> String {
    count.map_or("?".to_owned(), |it| it.to_string())
}

/// `54.0` is `5400 %`, `0.588235` is `58.82 %`.
fn percent(fraction: f64) -> String {
    format!("{} %", rounded(fraction * 100.0))
}

/// At most two decimals, and none that are zero.
fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples::{self, written};
    use expect_test::expect;

    #[test]
    fn percentages() {
        for (fraction, text) in
            [(54.0, "5400 %"), (0.588235, "58.82 %"), (0.0, "0 %"), (-0.00001, "0 %"), (0.1, "10 %")]
        {
            assert_eq!(percent(fraction), text);
        }
    }

    #[test]
    fn dependences_as_a_list() {
        expect![[r#"
            @kernel
              #0   write  3:3       affine.store %m[%i + 2]  in %i
              #1   read   4:8       affine.load %m[%i]  in %i  reads values from before
              RAW #0 → #1  distance (2) · carried by %i (depth 1)
              WAR #1 → #0  distance ([*, 4], [123456789012345678901234567890, *]) · within one iteration · may not exist: a call may write `%m`
              may depend on each other: 7 pairs of accesses of %m, %n that stand 1 or more places apart: there are too many; `--pairs all` computes them
              may depend on #0, #1 and 3 more accesses, which `--pairs all` lists: func.call at 2:1: `func.call` of `@g` may touch any memory

        "#]]
            .assert_eq(&written(|out| dependences(out, &samples::source(), &samples::dependences())));
    }

    #[test]
    fn fusion_as_a_table() {
        expect![[r#"
            outside any function
              2:1 → 4:8  producer-consumer through %m
                source: cost 50, 100 bytes, 100 written; destination: cost 340282366920938463463374607431768211455, ? bytes
                depth  additional compute  fused cost  slice bytes  storage reduction
                    4              5400 %        5500           40               2.5×
                    2                   ?           ?           40                  ?  not legal: the slice would write too late
                best: depth 2, 58.82 % less storage: deepest without redundant computation

        "#]].assert_eq(&written(|out| fusion(out, &samples::source(), &samples::fusion())));
    }

    #[test]
    fn actions_with_reasons() {
        expect![[r#"
            2:1  Tile `%i` by 32 (preferred)
                refactor.rewrite.affine.tile:9:size=32
            2:1  Tile `%i` by 32 — not possible: `%m` carries RAW (2)
                refactor.rewrite.affine.tile:9:size=7
        "#]]
        .assert_eq(&written(|out| actions(out, &samples::source(), &samples::actions())));
    }
}
