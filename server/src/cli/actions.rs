//! `actions`: what is offered at a place, and why the rest is not.

use std::path::PathBuf;

use analysis::Action;

use super::configured::Configured;
use super::input::{Input, LineColumn};
use super::{Format, Output};
use crate::applied::Applied;
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
    /// Try each transformation, and say whether its result is proven to compute the same.
    #[arg(long)]
    proof: bool,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let range = input.range(arguments.at)?;
    let setup = arguments.configured.setup(&arguments.file)?;
    let actions: Vec<_> = input.analyse_with(setup, |analysis, file| {
        let is_asked = |it: &Action| arguments.proof && it.disabled.is_none();
        let with_known = |it: Action| {
            let known = is_asked(&it).then(|| Applied::tried(analysis, file, &it.request)).flatten();
            (it, known)
        };
        analysis.actions(file, range).into_iter().map(with_known).collect()
    })?;
    match arguments.format {
        Format::Human => human::actions(out, &input.source, &actions)?,
        Format::Json => json::actions(out, &input.source, &actions)?,
    }
    Ok(0)
}
