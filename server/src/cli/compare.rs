//! `compare`: whether the functions of two files compute the same.

use std::ops::ControlFlow;
use std::path::PathBuf;

use analysis::{Effort, FunctionComparison, Verdict};
use anyhow::bail;

use super::configured::Configured;
use super::input::{Input, is_standard_input};
use super::progress::Progress;
use super::{FAILURE, Output, UNKNOWN};
use crate::report::annotations::Annotations;
use crate::report::junit::Meaning;
use crate::report::{FindingsReport, human, json, junit, sarif, verdicts};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The file before a change, or `-`.
    before: PathBuf,
    /// The file after it, or `-`.
    after: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Only the function with this symbol, or path of symbols as in `outer::@f`.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// What functions mean of which nothing is known: a status that is not 0, or a line alone.
    #[arg(long, value_enum, default_value = "fail")]
    unknown: Unknown,
    /// Whether sums and products of floats may be rounded otherwise.
    #[arg(long, value_enum, default_value = "allow")]
    rounding: Rounding,
    /// How to compare; both ways are tried where none is named.
    #[arg(long, value_enum)]
    method: Option<Method>,
    #[command(flatten)]
    configured: Configured,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Human,
    Json,
    Sarif,
    /// A test case for each function.
    Junit,
    /// Annotations of a run of GitHub Actions.
    Github,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Unknown {
    Fail,
    Warn,
    Allow,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Rounding {
    Allow,
    Fail,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Method {
    /// By relations between iterations, for every size.
    Relations,
    /// By running both on terms.
    Terms,
}

impl Method {
    fn effort(self) -> Effort {
        match self {
            Method::Relations => Effort { steps: 0, ..Effort::default() },
            Method::Terms => Effort { relations: 0, ..Effort::default() },
        }
    }
}

impl Arguments {
    fn meaning(&self, verdict: &Verdict) -> Meaning {
        match verdict {
            Verdict::Different(_) => Meaning::Failed,
            Verdict::Equal { reassociates: true } if self.rounding == Rounding::Fail => Meaning::Failed,
            Verdict::Unknown(_) if self.unknown == Unknown::Fail => Meaning::Failed,
            Verdict::Unknown(_) => Meaning::Skipped,
            Verdict::Equal { .. } => Meaning::Passed,
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    if is_standard_input(&arguments.before) && is_standard_input(&arguments.after) {
        bail!("standard input holds one file");
    }
    let before = Input::read(&arguments.before)?;
    let after = Input::read(&arguments.after)?;
    let setup = arguments.configured.setup(&arguments.before)?;
    let progress = Progress::of("functions");
    let goes_on = |done: usize, all: usize| {
        progress.at(done, all);
        ControlFlow::Continue(())
    };
    let effort = Effort {
        lists_matches: matches!(arguments.format, Format::Json),
        ..arguments.method.map_or_else(Effort::default, Method::effort)
    };
    let mut functions = before.analyse_both(&after, setup, |analysis, first, second| {
        analysis.compare(first, second, effort, &goes_on)
    })?;
    drop(progress);
    if let Some(name) = &arguments.function {
        let name = name.trim_start_matches('@');
        functions.retain(|it| it.name == name || it.name.ends_with(&format!("::@{name}")));
        if functions.is_empty() {
            bail!("neither file has a function `@{name}`");
        }
    }
    let (first, second) = (&before.source, &after.source);
    match arguments.format {
        Format::Human => human::comparison(out, first, second, &functions)?,
        Format::Json => json::print(out, &json::comparison(first, second, &functions))?,
        Format::Sarif => {
            sarif::Findings::default().whole(out, &verdicts::findings(first, second, &functions)?)?
        }
        Format::Junit => junit::comparison(out, first, second, &functions, |it| arguments.meaning(it))?,
        Format::Github => Annotations.whole(out, &verdicts::findings(first, second, &functions)?)?,
    }
    if arguments.unknown == Unknown::Warn {
        for it in functions.iter().filter(|it| matches!(it.verdict, Verdict::Unknown(_))) {
            tracing::warn!("nothing is known of `@{}`", it.name);
        }
    }
    Ok(code(&functions, arguments))
}

fn code(functions: &[FunctionComparison], arguments: &Arguments) -> u8 {
    let has = |is: fn(&Verdict) -> bool| functions.iter().any(|it| is(&it.verdict));
    let is_rounded = || has(|it| matches!(it, Verdict::Equal { reassociates: true }));
    if has(|it| matches!(it, Verdict::Different(_))) || arguments.rounding == Rounding::Fail && is_rounded() {
        FAILURE
    } else if arguments.unknown == Unknown::Fail && has(|it| matches!(it, Verdict::Unknown(_))) {
        UNKNOWN
    } else {
        0
    }
}
