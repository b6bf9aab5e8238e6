//! `loops`: trip counts, what loops carry and reduce, and how their accesses move.

use std::path::PathBuf;

use super::configured::Configured;
use super::input::Input;
use super::{Format, Output};
use crate::report::{human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let setup = arguments.configured.setup(&arguments.file)?;
    let functions = input.analyse_with(setup, |analysis, file| analysis.loops(file))?;
    match arguments.format {
        Format::Human => human::loops(out, &input.source, &functions)?,
        Format::Json => json::loops(out, &input.source, &functions)?,
    }
    Ok(0)
}
