//! `deps`: memory accesses and their dependences.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Output;
use super::input::Input;
use crate::report::{dot, human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: DepsFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DepsFormat {
    Human,
    Json,
    Dot,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let functions = input.analyse(|analysis, file| match arguments.format {
        DepsFormat::Dot => analysis.memory_dependences(file),
        DepsFormat::Human | DepsFormat::Json => analysis.dependences(file),
    })?;
    match arguments.format {
        DepsFormat::Human => human::dependences(out, &input.source, &functions)?,
        DepsFormat::Json => json::dependences(out, &input.source, &functions)?,
        DepsFormat::Dot => dot::dependences(out, &input.source, &functions)?,
    }
    Ok(0)
}
