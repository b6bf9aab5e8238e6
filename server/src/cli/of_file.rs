//! Commands that say something about one file: `loops` and `fusion`.

use std::path::PathBuf;

use analysis::{Analysis, SourceFile};

use super::configured::Configured;
use super::input::Input;
use super::{Format, Output};
use crate::report::{Source, human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
}

/// Trip counts, what loops carry and reduce, and how their accesses move.
pub(super) fn loops(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    arguments.say(out, Analysis::loops, [human::loops, json::loops])
}

/// Pairs of loop nests that could be fused, with the cost of every depth.
pub(super) fn fusion(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    arguments.say(out, Analysis::fusion, [human::fusion, json::fusion])
}

type Report<T> = fn(&mut Output, &Source, &[T]) -> std::io::Result<()>;

impl Arguments {
    fn say<T: Send>(
        &self,
        out: &mut Output,
        ask: fn(&Analysis, SourceFile) -> Vec<T>,
        [human, json]: [Report<T>; 2],
    ) -> anyhow::Result<u8> {
        let input = Input::read(&self.file)?;
        let found = input.analyse_with(self.configured.setup(&self.file)?, ask)?;
        let report = match self.format {
            Format::Human => human,
            Format::Json => json,
        };
        report(out, &input.source, &found)?;
        Ok(0)
    }
}
