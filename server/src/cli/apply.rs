//! `apply`: the file after a code action.

use super::configured::Configured;
use super::input::LineColumn;
use super::rewritten::Rewritten;
use super::{FAILURE, Output, complain, remark};
use crate::applied::Applied;
use crate::choice::{Setting, choose, parameters};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rewritten: Rewritten,
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
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = arguments.rewritten.read()?;
    let range = input.range(arguments.at)?;
    let setup = arguments.configured.setup(&arguments.rewritten.file)?;
    let parameters = parameters(&arguments.action, &arguments.set)?;
    let result = input.analyse_with(setup, |analysis, file| {
        let actions = analysis.actions_with(file, range, &parameters);
        let action = choose(&actions, &arguments.action, &arguments.set)?;
        let edits = analysis.resolve_action(file, &action.request);
        let edits = edits.map_err(|why| format!("\"{}\" gives no edit: {why}", action.title))?;
        let known = Applied::of(analysis, file, &action.request, &edits)
            .map_err(|_| format!("\"{}\": the result would compute something else", action.title))?;
        Ok::<_, String>((edits, known))
    })?;
    let (edits, known) = match result {
        Ok(applied) => applied,
        Err(reason) => {
            complain(&reason);
            return Ok(FAILURE);
        }
    };
    arguments.rewritten.put(&input, edits, out)?;
    if let Some(known) = known {
        remark(&known.to_string());
    }
    Ok(0)
}
