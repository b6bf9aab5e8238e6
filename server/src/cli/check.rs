//! `check`: the diagnostics of files and folders.

use std::io::Write;
use std::path::{Path, PathBuf};

use analysis::{Analysis, Diagnostic, Severity, TextRange};
use clap::ValueEnum;
use passes::did_you_mean;
use rayon::prelude::*;

use super::baseline::Baseline;
use super::configured::{Cached, Configured, Setup};
use super::files::files_of;
use super::findings::{Color, Format};
use super::input::Input;
use super::progress::Progress;
use super::{FAILURE, Output, TROUBLE, complain};
use crate::report::Checked;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files, folders, or `-` for standard input.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Codes that are not reported; several with commas between them, or the option again.
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    allow: Vec<&'static str>,
    /// Codes that are warnings, unless MLIR makes them errors.
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    warn: Vec<&'static str>,
    /// Codes that are errors.
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    deny: Vec<&'static str>,
    /// The least severe diagnostics that are reported.
    #[arg(long, value_enum, default_value = "hint")]
    severity: Level,
    /// Findings that are not reported: where the file is missing it is written with those of this run.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Whether human output has colours: `auto` on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(flatten)]
    configured: Configured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    Error,
    Warning,
    Information,
    Hint,
}

impl Level {
    fn severity(self) -> Severity {
        match self {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Information => Severity::Information,
            Level::Hint => Severity::Hint,
        }
    }
}

/// A code of the table.
fn code(name: &str) -> Result<&'static str, String> {
    let codes = analysis::codes();
    let found = codes.iter().find(|it| **it == name.trim());
    found.copied().ok_or_else(|| match did_you_mean(name.trim(), codes.iter().copied()) {
        meant if meant.is_empty() => "there is no such code; `explain --list` lists them".to_owned(),
        meant => format!("there is no such code{meant}"),
    })
}

impl Arguments {
    /// The severities that the arguments ask for; of a code that is named several times the strictest.
    fn severities(&self) -> impl Iterator<Item = (&'static str, Option<Severity>)> {
        let asked =
            [(&self.allow, None), (&self.warn, Some(Severity::Warning)), (&self.deny, Some(Severity::Error))];
        asked.into_iter().flat_map(|(codes, severity)| codes.iter().map(move |it| (*it, severity)))
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let mut unreadable = false;
    let mut refuse = |error: anyhow::Error| {
        complain(&format!("{error:#}"));
        unreadable = true;
    };
    let files = files_of(&arguments.paths, &mut refuse);
    let setups = arguments.configured.cached();
    let mut baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    let progress = Progress::of("files");
    let mut report = arguments.format.report(arguments.color);
    let mut has_errors = false;
    for batch in batches(&files) {
        let checked = batch.par_iter().map(|file| {
            let checked = check(file, &setups, arguments, files.len() == 1);
            progress.one_more(files.len());
            checked
        });
        let checked: Vec<_> = checked.collect();
        progress.aside(|| {
            for result in checked {
                match result {
                    Ok(mut checked) => {
                        if let Some(baseline) = &mut baseline {
                            baseline.take_known(&mut checked)?;
                        }
                        has_errors |= checked.diagnostics.iter().any(|it| it.severity == Severity::Error);
                        report.file(out, &checked)?;
                    }
                    Err(error) => refuse(error),
                }
            }
            out.flush()
        })?;
    }
    drop(progress);
    report.end(out)?;
    out.flush()?;
    if let Some(baseline) = baseline {
        baseline.end()?;
    }
    Ok(match has_errors {
        _ if unreadable => TROUBLE,
        true => FAILURE,
        false => 0,
    })
}

/// So much text, and so many files, are looked at before the findings are written and forgotten.
const BATCH_BYTES: u64 = 2 << 20;
const BATCH_FILES: usize = 256;

/// The files in their order, some at a time; of unknown size is what is no file.
fn batches(files: &[PathBuf]) -> impl Iterator<Item = &[PathBuf]> {
    let mut rest = files;
    std::iter::from_fn(move || {
        let mut bytes = 0_u64;
        let is_first_over = |file: &PathBuf| {
            let is_over = bytes >= BATCH_BYTES;
            bytes = bytes.saturating_add(file.metadata().map_or(BATCH_BYTES, |it| it.len()));
            is_over
        };
        let count = rest.iter().take(BATCH_FILES).position(is_first_over);
        let (batch, others) = rest.split_at(count.unwrap_or(rest.len().min(BATCH_FILES)));
        rest = others;
        (!batch.is_empty()).then_some(batch)
    })
}

/// The code of what MLIR's lexer does not know.
const UNEXPECTED: &str = "unexpected-character";

fn check(path: &Path, setups: &Cached<'_>, arguments: &Arguments, is_only: bool) -> anyhow::Result<Checked> {
    let input = Input::read(path)?;
    let mut setup = Setup::clone(&*setups.setup(path)?);
    // Findings that would not be shown are not computed.
    for code in analysis::codes_weaker_than(arguments.severity.severity()) {
        setup.settings.severities.entry(code).or_insert(None);
    }
    setup.settings.severities.extend(arguments.severities());
    let asks_for_mark = setup.settings.severities.get(UNEXPECTED).is_none_or(Option::is_some);
    let ask = |analysis: &Analysis, file| analysis.diagnostics_with_fixes(file);
    let mut diagnostics =
        if is_only { input.analyse_with(setup, ask) } else { input.analyse_among(setup, ask) }?;
    if input.has_mark && asks_for_mark {
        let range = TextRange::empty(0.into());
        diagnostics
            .insert(0, Diagnostic::new(UNEXPECTED, Severity::Error, range, "MLIR reads no byte order mark"));
    }
    diagnostics.retain(|it| it.severity <= arguments.severity.severity());
    Ok(Checked { source: input.source, diagnostics })
}
