//! `compare`: whether the functions of two files compute the same.

use std::ops::ControlFlow;
use std::path::PathBuf;

use analysis::{Effort, FunctionComparison, Verdict};
use anyhow::bail;

use super::configured::Configured;
use super::input::{Input, is_standard_input};
use super::progress::Progress;
use super::{FAILURE, Format, Output, UNKNOWN};
use crate::report::{human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The file before a change, or `-`.
    before: PathBuf,
    /// The file after it, or `-`.
    after: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
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
    let functions = before.analyse_both(&after, setup, |analysis, first, second| {
        analysis.compare(first, second, Effort::default(), &goes_on)
    })?;
    drop(progress);
    match arguments.format {
        Format::Human => human::comparison(out, &before.source, &after.source, &functions)?,
        Format::Json => json::print(out, &json::comparison(&before.source, &after.source, &functions))?,
    }
    Ok(code(&functions))
}

fn code(functions: &[FunctionComparison]) -> u8 {
    let has = |is: fn(&Verdict) -> bool| functions.iter().any(|it| is(&it.verdict));
    if has(|it| matches!(it, Verdict::Different(_))) {
        FAILURE
    } else if has(|it| matches!(it, Verdict::Unknown(_))) {
        UNKNOWN
    } else {
        0
    }
}
