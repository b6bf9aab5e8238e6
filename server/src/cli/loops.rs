//! `loops`: trip counts, what loops carry and reduce, and how their accesses move.

use std::path::PathBuf;

use super::input::Input;
use super::{Format, Output};
use crate::report::{human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let functions = input.analyse(|analysis, file| analysis.loops(file))?;
    match arguments.format {
        Format::Human => human::loops(out, &input.source, &functions)?,
        Format::Json => json::loops(out, &input.source, &functions)?,
    }
    Ok(0)
}
