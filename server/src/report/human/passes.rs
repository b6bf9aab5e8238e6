//! `passes run`: each step's verdict and what it changed.

use std::io::{self, Write};

use passes::{Message, Severity, Verdict};

use super::comparison;
use crate::report::PassRun;

pub(crate) fn passes(out: &mut impl Write, run: &PassRun<'_>) -> io::Result<()> {
    let report = run.report;
    if !report.keeps_names {
        writeln!(out, "`{}` does not print names of the source", run.tool.path.display())?;
    }
    for (index, step) in report.steps.iter().enumerate() {
        let on = step.on.as_ref().map(|it| format!(" on {it}")).unwrap_or_default();
        writeln!(out, "{}. {}{on}: {}", index + 1, step.pass, verdict(step.verdict))?;
        let (before, after) = run.texts(index);
        for reason in &step.reasons {
            let (line, _) = after.line_column(reason.range.start());
            writeln!(out, "     line {line}: {}", reason.text)?;
        }
        let is_told = !matches!(step.verdict, Verdict::Unchanged | Verdict::Equal);
        let told: Vec<_> = step.functions.iter().filter(|it| is_told && !is_equal(it)).cloned().collect();
        comparison(out, &before, &after, &told)?;
        write!(out, "{}", run.diff(index))?;
    }
    for unmet in &report.unmet {
        writeln!(out, "{}", unmet.message())?;
    }
    for failure in &report.failures {
        let pass = failure.pass.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        writeln!(out, "{}{pass}", failure.message)?;
        messages(out, &run.source.path, &failure.messages)?;
    }
    messages(out, &run.source.path, &report.messages)?;
    match report.wrong() {
        Some(wrong) => {
            writeln!(out, "step {} is wrong: `{}` changed the result", wrong + 1, report.steps[wrong].pass)
        }
        None => Ok(()),
    }
}

fn is_equal(function: &analysis::FunctionComparison) -> bool {
    matches!(function.verdict, analysis::Verdict::Equal { reassociates: false })
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unchanged => "changed nothing",
        Verdict::Equal => "equal",
        Verdict::Reassociates => "equal, but for the rounding of floats in another order",
        Verdict::NotChecked => "not checked",
        Verdict::Unknown => "unknown",
        Verdict::Different => "CHANGED THE RESULT",
    }
}

fn messages(out: &mut impl Write, path: &str, messages: &[Message]) -> io::Result<()> {
    for Message { severity, text, place } in messages {
        let place = place.map(|(line, column)| format!("{path}:{line}:{column}: ")).unwrap_or_default();
        let severity = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        };
        writeln!(out, "{place}{severity}: {text}")?;
    }
    Ok(())
}
