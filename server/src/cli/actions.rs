//! `actions`: what is offered at a place, and why the rest is not.

use std::path::PathBuf;

use super::configured::Configured;
use super::input::{Input, LineColumn};
use super::{Format, Output};
use crate::report::{human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    /// One-based line and column, in characters; the whole file without it.
    #[arg(long, value_name = "LINE:COL")]
    at: Option<LineColumn>,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let range = input.range(arguments.at)?;
    let setup = arguments.configured.setup(&arguments.file)?;
    let actions = input.analyse_with(setup, |analysis, file| analysis.actions(file, range))?;
    match arguments.format {
        Format::Human => human::actions(out, &input.source, &actions)?,
        Format::Json => json::actions(out, &input.source, &actions)?,
    }
    Ok(0)
}
