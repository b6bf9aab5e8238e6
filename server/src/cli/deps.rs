//! `deps`: memory accesses and their dependences.

use std::path::PathBuf;

use analysis::Pairs;
use clap::ValueEnum;

use super::Output;
use super::configured::Configured;
use super::input::Input;
use crate::report::{dot, human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: DepsFormat,
    /// Compute about so many pairs of accesses of one function, or `all`, whatever it takes. By default as many as an
    /// editor can wait for.
    #[arg(long, value_name = "NUMBER", value_parser = pairs)]
    pairs: Option<Pairs>,
    #[command(flatten)]
    configured: Configured,
}

fn pairs(text: &str) -> Result<Pairs, String> {
    match text {
        "all" => Ok(Pairs::All),
        _ => text.parse().map(Pairs::AtMost).map_err(|_| "give a whole number, or `all`".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DepsFormat {
    Human,
    Json,
    Dot,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let mut setup = arguments.configured.setup(&arguments.file)?;
    setup.settings.pairs = arguments.pairs.unwrap_or_default();
    let functions = input.analyse_with(setup, |analysis, file| match arguments.format {
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
