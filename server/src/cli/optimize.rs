//! `optimize`: the file after the best sequence of transformations.

use std::io::{self, Write};

use analysis::{FunctionProposals, MACHINE_PROPERTIES, Machine, TARGETS, Target, TextEdit, Wanted};
use anyhow::{anyhow, bail};

use super::configured::Configured;
use super::input::{Input, LineColumn};
use super::rewritten::Rewritten;
use super::{Format, Output};
use crate::choice::Setting;
use crate::report::{human, json};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rewritten: Rewritten,
    /// One-based line and column, in characters: the nest or function there.
    #[arg(long, value_name = "LINE:COL")]
    at: Option<LineColumn>,
    /// The function of that name, without `@`.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// The proposals, instead of the file after the best ones.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// `proposal=2` to take the second one; `target=x86-64-v3` for the machine, or `bits=256` of its vector registers, `registers`, `latency` of an addition, `l1`,
    /// `l2`, `l3` in kilobytes (as the target has them, without), `size=1000` for sizes that are not known, `cores=8` to run outermost loops in parallel.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = arguments.rewritten.read()?;
    let range = input.range(arguments.at)?;
    let setup = arguments.configured.setup(&arguments.rewritten.file)?;
    let (target, chosen) = chosen(&arguments.set, setup.settings.machine.clone())?;
    let wanted = Wanted { function: arguments.function.as_deref(), range };
    let functions = input.analyse_with(setup, |analysis, file| analysis.optimized(file, &target, wanted))?;
    if let Some(name) = arguments.function.as_ref().filter(|_| functions.is_empty()) {
        bail!("there is no function @{name} here");
    }
    match arguments.format {
        Some(Format::Human) => human::proposals(out, &input.source, &functions)?,
        Some(Format::Json) => json::print(out, &json::proposals(&input.source, &functions))?,
        None => rewritten(arguments, &input, &functions, chosen, out)?,
    }
    Ok(0)
}

/// Prints or writes the file after one proposal for each function.
fn rewritten(
    arguments: &Arguments,
    input: &Input,
    functions: &[FunctionProposals],
    chosen: usize,
    out: &mut Output,
) -> anyhow::Result<()> {
    let mut edits = Vec::new();
    for function in functions {
        match function.proposals.get(chosen) {
            Some(it) => {
                tell(&format!("@{}: {}", function.name, human::summary(it)));
                edits.push(TextEdit { range: function.range, insert: it.text.to_string() });
            }
            None => tell(&format!("@{}: nothing better is known", function.name)),
        }
    }
    arguments.rewritten.put(input, edits, out)
}

fn tell(line: &str) {
    // Nobody reads standard error if this fails.
    _ = writeln!(io::stderr(), "{line}");
}

/// The target, and which of the proposals is taken, from 0.
fn chosen(set: &[Setting], mut machine: Machine) -> anyhow::Result<(Target, usize)> {
    let mut chosen = 0;
    for Setting { key, value } in set {
        if key == "target" {
            let known = TARGETS.iter().find(|it| it.name == value);
            let names = || TARGETS.iter().map(|it| it.name).collect::<Vec<_>>().join("`, `");
            let known =
                known.ok_or_else(|| anyhow!("there is no target `{value}`; there are `{}`", names()))?;
            machine.target = known.name;
            continue;
        }
        let number = value.parse::<u32>().ok().filter(|it| *it > 0);
        let number = number.ok_or_else(|| anyhow!("`{key}={value}`: give a whole number from 1 on"))?;
        if key == "proposal" {
            chosen = usize::try_from(number).unwrap_or(usize::MAX) - 1;
        } else if !machine.set(key, number) {
            bail!(
                "there is no setting `{key}`; there are `proposal`, `target`, `{}`",
                MACHINE_PROPERTIES.join("`, `")
            );
        }
    }
    Ok((Target::of(&machine), chosen))
}
