//! A file after edits, printed, compared or written.

use std::io::Write;
use std::path::PathBuf;

use analysis::TextEdit;
use anyhow::{Context, bail};

use super::Output;
use super::input::{Input, is_standard_input};
use crate::report::unified_diff;

#[derive(clap::Args)]
pub(super) struct Rewritten {
    /// A file, or `-`.
    pub(super) file: PathBuf,
    /// Write the file instead of printing it.
    #[arg(long, conflicts_with = "diff")]
    write: bool,
    /// Print the change instead of the file.
    #[arg(long)]
    diff: bool,
}

impl Rewritten {
    pub(super) fn read(&self) -> anyhow::Result<Input> {
        if self.write && is_standard_input(&self.file) {
            bail!("standard input cannot be written; leave out `--write`");
        }
        Input::read(&self.file)
    }

    pub(super) fn put(&self, input: &Input, edits: Vec<TextEdit>, out: &mut Output) -> anyhow::Result<()> {
        let (path, old) = (&input.source.path, &input.source.text);
        let new = edited(old, edits)?;
        if self.write {
            input.save(&new)?;
        } else if self.diff {
            let diff = unified_diff(old, &new, &format!("a/{path}"), &format!("b/{path}"));
            out.write_all(&input.without_stand_ins(&diff))?;
        } else {
            out.write_all(&input.bytes(&new))?;
        }
        Ok(())
    }
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
