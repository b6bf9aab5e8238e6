//! Whether a tool is started that a project names, and not its user: that may be any program. The user is asked once for
//! each project.

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context, bail};

use super::complain;
use super::configured::ToolOfConfiguration;
use crate::trusted_folders::{are_trusted, trust};

/// The tool, where the user has named its configuration, or trusts the project that names it.
///
/// # Errors
/// Where the user does not, or nobody can be asked.
pub(super) fn tool(ToolOfConfiguration { path, project }: ToolOfConfiguration) -> anyhow::Result<PathBuf> {
    let Some(project) = project.filter(|it| !are_trusted(slice::from_ref(it))) else { return Ok(path) };
    let (tool, folder) = (printable(&path), printable(&project));
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        bail!(
            "`{tool}` is named by the project in `{folder}`, and not started before you trust that: answer the question on a terminal once, or name the tool by `--tool`"
        );
    }
    if !is_yes(&format!("The project in `{folder}` has passes run by `{tool}`. Do you trust it? [y/N] "))? {
        bail!(
            "`{tool}` is not started, since the project in `{folder}` is not trusted; name a tool by `--tool`"
        );
    }
    if let Err(error) = trust(slice::from_ref(&project)) {
        complain(&format!("the answer is not kept: {error}"));
    }
    Ok(path)
}

fn is_yes(question: &str) -> anyhow::Result<bool> {
    let mut terminal = io::stderr();
    let mut answer = String::new();
    let asked = terminal.write_all(question.as_bytes()).and_then(|()| terminal.flush());
    asked.and_then(|()| io::stdin().lock().read_line(&mut answer)).context("cannot ask")?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// A path without what a terminal would take for more than text, so that a project cannot rewrite the question.
fn printable(path: &Path) -> String {
    let mut printed = String::new();
    for character in path.to_string_lossy().chars() {
        match character {
            '\\' | '\'' | '"' => printed.push(character),
            // Nothing fails to be written into a text.
            _ => _ = write!(printed, "{}", character.escape_debug()),
        }
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn a_path_does_not_rewrite_the_question() {
        let path = "build/opt\u{1b}[2K\r\u{202e}é\\x";
        assert_eq!(printable(path.as_ref()), "build/opt\\u{1b}[2K\\r\\u{202e}é\\x");
    }
}
