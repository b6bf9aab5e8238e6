//! `loops`: what is known of the loops of a file, or how they differ from those of an earlier version.

use std::path::{Path, PathBuf};

use analysis::{Analysis, loop_changes};
use anyhow::bail;

use super::configured::{Cached, Configured};
use super::files::files_of;
use super::findings::{Color, Format};
use super::input::Input;
use super::{Output, TROUBLE, complain};
use crate::git::text_in;
use crate::report::{Checked, changed_loops, human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`; with `--against` files and folders.
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Report the loops that are less parallel than in this commit of the git repository, or run another number of times.
    #[arg(long, value_name = "REVISION")]
    against: Option<String>,
    /// `sarif` and `github` go with `--against`.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    match &arguments.against {
        Some(revision) => against(arguments, revision, out),
        None => of_file(arguments, out),
    }
}

fn of_file(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let [path] = &*arguments.paths else { bail!("one file at a time; `--against` takes several") };
    let write = match arguments.format {
        Format::Human => human::loops,
        Format::Json => json::loops,
        Format::Sarif | Format::Github => bail!("findings are there with `--against` alone"),
    };
    let input = Input::read(path)?;
    let loops = input.analyse_with(arguments.configured.setup(path)?, Analysis::loops)?;
    write(out, &input.source, &loops)?;
    Ok(0)
}

fn against(arguments: &Arguments, revision: &str, out: &mut Output) -> anyhow::Result<u8> {
    let mut unreadable = false;
    let mut refuse = |error: anyhow::Error| {
        complain(&format!("{error:#}"));
        unreadable = true;
    };
    let files = files_of(&arguments.paths, &mut refuse);
    let setups = arguments.configured.cached();
    let mut report = arguments.format.report(Color::Auto);
    for file in &files {
        match changed(file, &setups, revision) {
            Ok(Some(changed)) => report.file(out, &changed)?,
            Ok(None) => {}
            Err(error) => refuse(error),
        }
    }
    report.end(out)?;
    Ok(if unreadable { TROUBLE } else { 0 })
}

/// `None` where the file is new or as it was.
fn changed(path: &Path, setups: &Cached<'_>, revision: &str) -> anyhow::Result<Option<Checked>> {
    let earlier = text_in(path, revision)?;
    let input = Input::read(path)?;
    let Some(earlier) = earlier.filter(|it| *it != input.source.text) else { return Ok(None) };
    let earlier = Input::of_text(format!("{} in {revision}", path.display()), &earlier)?;
    let setup = (*setups.setup(path)?).clone();
    let changes = input.analyse_both(&earlier, setup, |analysis, file, earlier| {
        loop_changes(&analysis.loops(earlier), &analysis.loops(file))
    })?;
    Ok(Some(changed_loops::findings(input.source, &changes)))
}
