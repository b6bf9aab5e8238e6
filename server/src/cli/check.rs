//! `check`: the diagnostics of files and folders.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use analysis::{Diagnostic, Severity, TextRange};
use clap::ValueEnum;
use passes::did_you_mean;
use rayon::prelude::*;

use super::configured::{Cached, Configured, Setup};
use super::files::files_of;
use super::input::Input;
use super::progress::Progress;
use super::{FAILURE, Output, TROUBLE, complain};
use crate::report::{Checked, annotations, human, json, sarif};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files, folders, or `-` for standard input.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[arg(long, value_enum, default_value = "human")]
    format: CheckFormat,
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
    /// Whether human output has colours: `auto` on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(flatten)]
    configured: Configured,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    fn is_wanted(self) -> bool {
        let is_set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        let is_dumb = || std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        match self {
            Color::Auto => std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb(),
            Color::Always => true,
            Color::Never => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    Human,
    Json,
    Sarif,
    /// Annotations of a run of GitHub Actions.
    Github,
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
    let progress = Progress::of("files");
    let checked = files.par_iter().map(|file| {
        let checked = check(file, &setups, arguments);
        progress.one_more(files.len());
        checked
    });
    let checked: Vec<_> = checked.collect();
    drop(progress);
    let mut readable = Vec::new();
    for result in checked {
        match result {
            Ok(checked) => readable.push(checked),
            Err(error) => refuse(error),
        }
    }
    match arguments.format {
        CheckFormat::Human => human::check(out, &readable, arguments.color.is_wanted())?,
        CheckFormat::Json => json::check(out, &readable)?,
        CheckFormat::Sarif => sarif::check(out, &readable)?,
        CheckFormat::Github => annotations::check(out, &readable)?,
    }
    out.flush()?;
    let mut found = readable.iter().flat_map(|checked| &checked.diagnostics);
    Ok(match found.any(|it| it.severity == Severity::Error) {
        _ if unreadable => TROUBLE,
        true => FAILURE,
        false => 0,
    })
}

/// The code of what MLIR's lexer does not know.
const UNEXPECTED: &str = "unexpected-character";

fn check(path: &Path, setups: &Cached<'_>, arguments: &Arguments) -> anyhow::Result<Checked> {
    let input = Input::read(path)?;
    let mut setup = Setup::clone(&*setups.setup(path)?);
    // Findings that would not be shown are not computed.
    for code in analysis::codes_weaker_than(arguments.severity.severity()) {
        setup.settings.severities.entry(code).or_insert(None);
    }
    setup.settings.severities.extend(arguments.severities());
    let asks_for_mark = setup.settings.severities.get(UNEXPECTED).is_none_or(Option::is_some);
    let mut diagnostics =
        input.analyse_with(setup, |analysis, file| analysis.diagnostics_with_fixes(file))?;
    if input.has_mark && asks_for_mark {
        let range = TextRange::empty(0.into());
        diagnostics
            .insert(0, Diagnostic::new(UNEXPECTED, Severity::Error, range, "MLIR reads no byte order mark"));
    }
    diagnostics.retain(|it| it.severity <= arguments.severity.severity());
    Ok(Checked { source: input.source, diagnostics })
}
