//! `apply`: the file after a code action.

use std::io::Write;
use std::path::PathBuf;

use analysis::TextEdit;
use anyhow::{Context, bail};

use super::configured::Configured;
use super::input::{Input, LineColumn, is_standard_input};
use super::{FAILURE, Output, complain};
use crate::choice::{Setting, choose, with_set};
use crate::report::unified_diff;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A file, or `-`.
    file: PathBuf,
    /// The action's kind, as `refactor.rewrite.affine.fuse` or `fuse`, or the beginning of one, or an id that `actions` lists.
    #[arg(long, value_name = "KIND")]
    action: String,
    /// One-based line and column, in characters; the whole file without it.
    #[arg(long, value_name = "LINE:COL")]
    at: Option<LineColumn>,
    /// Chooses among several actions, as `depth=2`, or says what one is to do: `size=16` and `sizes=16,8` of tiles (a band ends
    /// before a loop with size 0),
    /// `factor=8` of unrolling, `width=8` of vectors.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    /// Write the file instead of printing it.
    #[arg(long, conflicts_with = "diff")]
    write: bool,
    /// Print the change instead of the file.
    #[arg(long)]
    diff: bool,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    if arguments.write && is_standard_input(&arguments.file) {
        bail!("standard input cannot be written; leave out `--write`");
    }
    let input = Input::read(&arguments.file)?;
    let range = input.range(arguments.at)?;
    let mut setup = arguments.configured.setup(&arguments.file)?;
    setup.settings = with_set(setup.settings, &arguments.set)?;
    let result = input.analyse_with(setup, |analysis, file| {
        let actions = analysis.actions(file, range);
        let action = choose(&actions, &arguments.action, &arguments.set)?;
        let edits = analysis.resolve_action(file, &action.id);
        edits.map_err(|why| format!("\"{}\" gives no edit: {why}", action.title))
    })?;
    let edits = match result {
        Ok(edits) => edits,
        Err(reason) => {
            complain(&reason);
            return Ok(FAILURE);
        }
    };
    let old = &input.source.text;
    let new = edited(old, edits)?;
    if arguments.write {
        std::fs::write(&arguments.file, input.with_mark(&new))
            .with_context(|| format!("cannot write `{}`", input.source.path))?;
    } else if arguments.diff {
        let path = &input.source.path;
        write!(out, "{}", unified_diff(old, &new, &format!("a/{path}"), &format!("b/{path}")))?;
    } else {
        write!(out, "{}", input.with_mark(&new))?;
    }
    Ok(0)
}

/// The text after disjoint edits.
pub(super) fn edited(text: &str, mut edits: Vec<TextEdit>) -> anyhow::Result<String> {
    edits.sort_by_key(|edit| (edit.range.start(), edit.range.end()));
    let mut new = String::with_capacity(text.len());
    let mut end = 0;
    for edit in edits {
        let (start, next) = (usize::from(edit.range.start()), usize::from(edit.range.end()));
        let kept = text.get(end..start).context("the edits overlap")?;
        new.push_str(kept);
        new.push_str(&edit.insert);
        end = next;
    }
    new.push_str(text.get(end..).context("the edits leave the text")?);
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::TextRange;

    #[test]
    fn edits_apply_together() {
        let edit = |start: u32, end: u32, insert: &str| TextEdit {
            range: TextRange::new(start.into(), end.into()),
            insert: insert.to_owned(),
        };
        assert_eq!(edited("abcdef", vec![edit(4, 6, "X"), edit(0, 1, "")]).unwrap(), "bcdX");
        assert!(edited("abc", vec![edit(0, 2, ""), edit(1, 3, "")]).is_err());
        assert!(edited("abc", vec![edit(3, 9, "")]).is_err());
    }
}
