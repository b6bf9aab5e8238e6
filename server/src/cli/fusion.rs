//! `fusion`: pairs of loop nests that could be fused, with the cost of every depth.

use std::path::PathBuf;

use analysis::Analysis;

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
    let pairs = input.analyse_with(arguments.configured.setup(&arguments.file)?, Analysis::fusion)?;
    match arguments.format {
        Format::Human => human::fusion(out, &input.source, &pairs)?,
        Format::Json => json::fusion(out, &input.source, &pairs)?,
    }
    Ok(0)
}
