//! `passes run`: a pass pipeline step by step, with a verdict for each step.

use std::path::{Path, PathBuf};
use std::time::Duration;

use passes::{Limits, Request, Tool};

use super::configured::Configured;
use super::consent;
use super::input::{Input, on_deep_stack};
use super::progress::Progress;
use super::{FAILURE, Format, Output};
use crate::report::{PassRun, human, json};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Run a pipeline on a file: each step's text with the names and comments of the source, and whether it computes the
    /// same as before.
    Run(Arguments),
}

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    /// `builtin.module(func.func(affine-loop-fusion,cse))`, or `affine-loop-fusion,cse`, which the tool nests itself, or
    /// options as on its command line.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pipeline: String,
    /// The tool; without it that of the project's `affine-analyzer.toml`, where you trust the project, or else `mlir-opt`, `mlir-opt-23` or `mlir-opt-22` on `PATH`.
    #[arg(long, value_name = "PATH")]
    tool: Option<PathBuf>,
    /// Seconds that each run of the tool may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time_limit: u64,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(command: &Command, out: &mut Output) -> anyhow::Result<u8> {
    let Command::Run(arguments) = command;
    let source = Input::read(&arguments.file)?.source;
    let setup = arguments.configured.setup(&arguments.file)?;
    let never = || false;
    let chosen = match (&arguments.tool, setup.tool) {
        (Some(tool), _) => Some(program(tool)),
        (None, Some(tool)) => Some(consent::tool(tool)?),
        (None, None) => None,
    };
    let tool = Tool::find(chosen.as_deref(), &never)?;
    let progress = Progress::of("steps checked");
    let request = Request {
        tool: &tool,
        source: &source.text,
        pipeline: &arguments.pipeline,
        registry: &setup.registry,
        settings: &setup.settings,
        limits: Limits { time: Duration::from_secs(arguments.time_limit), ..Limits::default() },
    };
    let said = |done: usize, all: usize| progress.at(done, all);
    let report = on_deep_stack(|| passes::run(&request, &never, &said))??;
    drop(progress);
    let run = PassRun { source: &source, tool: &tool, pipeline: &arguments.pipeline, report: &report };
    match arguments.format {
        Format::Human => human::passes(out, &run)?,
        Format::Json => json::print(out, &json::passes(&run))?,
    }
    Ok(if report.wrong().is_some() || !report.failures.is_empty() { FAILURE } else { 0 })
}

/// A name alone means the program on `PATH`, as in a shell.
fn program(tool: &Path) -> PathBuf {
    let name = tool.to_str().filter(|it| !it.contains(['/', std::path::MAIN_SEPARATOR]));
    name.and_then(|it| passes::on_path(&[it])).unwrap_or_else(|| tool.to_owned())
}
