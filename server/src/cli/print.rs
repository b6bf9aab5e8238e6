//! `print`: the file as we read it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;

use super::configured::Configured;
use super::input::Input;
use super::{FAILURE, Output, complain};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    /// In MLIR's generic form, which is the only one.
    #[arg(long, required = true)]
    generic: bool,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = Input::read(&arguments.file)?;
    let setup = arguments.configured.setup(&arguments.file)?;
    match input.analyse_with(setup, |analysis, file| analysis.generic_form(file))? {
        Ok(text) => {
            // MLIR writes bytes that are not text as escapes, and the stand-ins would be escaped as other characters.
            ensure!(input.stand_ins.is_none(), "`{}` is not UTF-8", input.source.path);
            write!(out, "{text}")?;
            Ok(0)
        }
        Err(refused) => {
            let source = &input.source;
            for (range, reason) in refused {
                let (line, column) = source.line_column(range.start());
                complain(&format!("{}:{line}:{column}: {reason}", source.path));
            }
            Ok(FAILURE)
        }
    }
}
