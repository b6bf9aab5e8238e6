//! For people: diagnostics with the source beside them, dependences as lists, fusion as tables.

use std::io::{self, Write};

use analysis::{
    AccessKind, Action, Dependence, Diagnostic, FunctionDependences, NotComputed, Severity, TextRange,
};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

mod fusion;
mod loops;

pub(crate) use fusion::fusion;
pub(crate) use loops::loops;

use super::{Checked, Source, distance};

/// Prints every diagnostic and, if there are any, how many of each severity.
pub(crate) fn check(out: &mut impl Write, files: &[Checked], coloured: bool) -> io::Result<()> {
    let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
    for file in files {
        for found in &file.diagnostics {
            writeln!(out, "{}\n", renderer.render(&diagnostic(&file.source, found)))?;
        }
    }
    let counts = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "information", "informations"),
        (Severity::Hint, "hint", "hints"),
    ];
    let all = || files.iter().flat_map(|file| &file.diagnostics);
    let counts = counts.iter().filter_map(|(severity, one, many)| {
        match all().filter(|it| it.severity == *severity).count() {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        }
    });
    let counts: Vec<_> = counts.collect();
    if !counts.is_empty() {
        writeln!(out, "{}", counts.join(", "))?;
    }
    Ok(())
}

fn diagnostic<'a>(source: &'a Source, found: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO.with_name("information"),
        Severity::Hint => Level::HELP.with_name("hint"),
    };
    // Only the lines in question: the renderer reads all that it is given, for each diagnostic again.
    let ranges = || found.related.iter().map(|it| it.range).chain([found.range]);
    let cover = ranges().fold(found.range, TextRange::cover);
    let lines = &source.lines;
    let byte = |offset| usize::from(offset).min(lines.len_bytes());
    let first_line = lines.byte_to_line(byte(cover.start()));
    let after = lines.byte_to_line(byte(cover.end())) + 1;
    let start = lines.line_to_byte(first_line);
    let end = if after < lines.len_lines() { lines.line_to_byte(after) } else { lines.len_bytes() };
    let span = |range: TextRange| byte(range.start()) - start..byte(range.end()) - start;
    let related = found
        .related
        .iter()
        .map(|it| AnnotationKind::Context.span(span(it.range)).label(it.message.as_str()));
    let snippet = Snippet::source(source.text.get(start..end).unwrap_or_default())
        .line_start(first_line + 1)
        .path(source.path.as_str())
        .annotation(AnnotationKind::Primary.span(span(found.range)))
        .annotations(related);
    let mut groups = vec![level.primary_title(found.message.as_str()).id(found.code).element(snippet)];
    groups.extend(
        found.fixes.iter().map(|fix| Group::with_title(Level::HELP.secondary_title(fix.title.as_str()))),
    );
    groups
}

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
            write!(out, "  #{id:<3} {kind}  {place:<8}  {} {}", access.op, access.memref)?;
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

/// `RAW #0 → #1  distance (2, 0) · carried by %i (depth 1)`
fn dependence_line(function: &FunctionDependences, dependence: &Dependence) -> String {
    let mut line = format!("{} #{} → #{}", dependence.kind.as_str(), dependence.source, dependence.sink);
    if !dependence.components.is_empty() {
        line.push_str(&format!("  distance {}", distance(dependence)));
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
pub(crate) fn actions(out: &mut impl Write, source: &Source, actions: &[Action]) -> io::Result<()> {
    if actions.is_empty() {
        writeln!(out, "no actions")?;
    }
    for action in actions {
        let place = source.place(action.range.start());
        match &action.disabled {
            Some(reason) => writeln!(out, "{place}  {} — not possible: {reason}", action.title)?,
            None if action.preferred => writeln!(out, "{place}  {} (preferred)", action.title)?,
            None => writeln!(out, "{place}  {}", action.title)?,
        }
        writeln!(out, "    {}", action.id.0)?;
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
    use analysis::{Fix, Related};
    use expect_test::expect;
    use ropey::Rope;

    #[test]
    fn percentages() {
        for (fraction, text) in
            [(54.0, "5400 %"), (0.588235, "58.82 %"), (0.0, "0 %"), (-0.00001, "0 %"), (0.1, "10 %")]
        {
            assert_eq!(percent(fraction), text);
        }
    }

    #[test]
    fn source_beside_the_message() {
        let text = "// first\r\n%a = affine.load %m[%é]\r\n}\r\n";
        let at = |part: &str| {
            let start = u32::try_from(text.find(part).unwrap()).unwrap();
            TextRange::at(start.into(), u32::try_from(part.len()).unwrap().into())
        };
        let source = Source { path: "a.mlir".to_owned(), text: text.to_owned(), lines: Rope::from_str(text) };
        let diagnostics = vec![
            Diagnostic {
                code: "invalid-dim",
                severity: Severity::Error,
                message: "`%é` is not a valid dim".to_owned(),
                range: at("%é"),
                related: vec![Related { range: at("%m"), message: "of this memref".to_owned() }],
                fixes: vec![Fix {
                    title: "Use `%a`".to_owned(),
                    edits: Vec::new(),
                    modernizes: false,
                    guesses: false,
                }],
            },
            Diagnostic {
                code: "missing-brace",
                severity: Severity::Hint,
                message: "expected `}`".to_owned(),
                range: TextRange::empty(u32::try_from(text.len()).unwrap().into()),
                related: Vec::new(),
                fixes: Vec::new(),
            },
        ];
        let mut out = Vec::new();
        check(&mut out, &[Checked { source, diagnostics }], false).unwrap();
        expect![[r#"
            error[invalid-dim]: `%é` is not a valid dim
             --> a.mlir:2:21
              |
            2 | %a = affine.load %m[%é]
              |                  -- ^^
              |                  |
              |                  of this memref
              |
            help: Use `%a`

            hint[missing-brace]: expected `}`
             --> a.mlir:4:1
              |
            4 |
              | ^

            1 error, 1 hint
        "#]]
        .assert_eq(&String::from_utf8(out).unwrap());
    }

    #[test]
    fn dependences_as_a_list() {
        expect![[r#"
            @kernel
              #0   write  3:3       affine.store %m  in %i
              #1   read   4:8       affine.load %m  in %i  reads values from before
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
                tile:9:size=32
            2:1  Tile `%i` by 32 — not possible: `%m` carries RAW (2)
                tile:9:size=7
        "#]]
        .assert_eq(&written(|out| actions(out, &samples::source(), &samples::actions())));
    }
}
