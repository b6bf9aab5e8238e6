//! `fmt`: files with their white space in order.

use std::io::Write;
use std::path::PathBuf;

use super::configured::{Configured, Setup};
use super::files::files_of;
use super::input::{Input, is_standard_input};
use super::rewritten::edited;
use super::{FAILURE, Output};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Files and folders (`*.mlir`, recursively), which are written where they change; `-` is printed.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write nothing, and name the files that would change.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let mut code = 0;
    let mut refused = None;
    let files = files_of(&arguments.paths, &mut |error| refused = Some(error));
    if let Some(error) = refused {
        return Err(error);
    }
    let setups = arguments.configured.cached();
    for file in &files {
        let input = Input::read(file)?;
        let setup = setups.setup(file)?;
        let edits = input.analyse_with(Setup::clone(&setup), |analysis, file| analysis.formatting(file))?;
        let is_formatted = edits.is_empty();
        if arguments.check {
            if !is_formatted {
                writeln!(out, "{} is not formatted", input.source.path)?;
                code = FAILURE;
            }
            continue;
        }
        let text = edited(&input.source.text, edits)?;
        if is_standard_input(file) {
            out.write_all(&input.bytes(&text))?;
        } else if !is_formatted {
            input.save(&text)?;
        }
    }
    Ok(code)
}
