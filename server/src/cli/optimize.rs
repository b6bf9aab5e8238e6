//! `optimize`: the file after the best sequence of transformations.

use std::io::{self, Write};

use analysis::{
    FunctionProposals, MACHINE_PROPERTIES, Machine, OptimizationScope, RAISED, TARGETS, Target, TextEdit,
};
use anyhow::{Context, anyhow, bail};
use passes::did_you_mean;

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
    /// `l2`, `l3` in kilobytes (as the target has them, without), `size=1000` for sizes that are not known, `cores=8` to run outermost loops in parallel;
    /// `looks=10000` for more texts that are tried for all functions together; `raised=scf` to lower again what is raised.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    #[command(flatten)]
    configured: Configured,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    let input = arguments.rewritten.read()?;
    let range = input.range(arguments.at)?;
    let setup = arguments.configured.setup(&arguments.rewritten.file)?;
    let chosen = Chosen::of(&arguments.set, setup.settings.machine.clone())?;
    let Chosen { target, most_looks, .. } = &chosen;
    let mut wanted =
        OptimizationScope { function: arguments.function.as_deref(), ..OptimizationScope::at(range) };
    wanted.most_looks = most_looks.unwrap_or(wanted.most_looks);
    let functions = input.analyse_with(setup, |analysis, file| analysis.optimized(file, target, wanted))?;
    if let Some(name) = arguments.function.as_ref().filter(|_| functions.is_empty()) {
        let with_loops = input.analyse(|analysis, file| analysis.loops(file))?;
        let names = with_loops.iter().map(|it| it.name.as_str());
        bail!("there is no function @{name} here{}", did_you_mean(name, names));
    }
    match arguments.format {
        Some(Format::Human) => human::proposals(out, &input.source, &functions)?,
        Some(Format::Json) => json::print(out, &json::proposals(&input.source, &functions))?,
        None => rewritten(arguments, &input, &functions, &chosen, out)?,
    }
    Ok(0)
}

/// Prints or writes the file after one proposal for each function.
fn rewritten(
    arguments: &Arguments,
    input: &Input,
    functions: &[FunctionProposals],
    chosen: &Chosen,
    out: &mut Output,
) -> anyhow::Result<()> {
    let mut edits = Vec::new();
    for function in functions {
        match function.proposals.get(chosen.proposal) {
            Some(it) => {
                tell(&format!("@{}: {}", function.name, human::summary(it)));
                let whole = [TextEdit { range: function.range, insert: it.text.to_string() }];
                let of_function = match chosen.is_lowered_again {
                    true => input.analyse(|analysis, file| analysis.lowered_again(file, it, &whole))?,
                    false => Some(whole.to_vec()),
                };
                let cannot = || format!("@{}: some of its loops cannot be lowered again", function.name);
                edits.extend(of_function.with_context(cannot)?);
            }
            None => tell(&format!("@{}: {}", function.name, human::no_proposal(function))),
        }
    }
    arguments.rewritten.put(input, edits, out)
}

fn tell(line: &str) {
    // Standard error may be closed.
    _ = writeln!(io::stderr(), "{line}");
}

/// Suggestions for an unknown name, or else all known names.
fn meant_or_all<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    match did_you_mean(name, known.clone()) {
        meant if meant.is_empty() => format!("; there are `{}`", known.collect::<Vec<_>>().join("`, `")),
        meant => meant,
    }
}

/// What the settings of a call choose.
struct Chosen {
    target: Target,
    /// Which of the proposals is taken, from 0.
    proposal: usize,
    most_looks: Option<usize>,
    /// Whether loops that are raised for it go back to `scf`.
    is_lowered_again: bool,
}

impl Chosen {
    fn of(set: &[Setting], mut machine: Machine) -> anyhow::Result<Self> {
        let (mut proposal, mut most_looks, mut is_lowered_again) = (0, None, false);
        for Setting { key, value } in set {
            if key == RAISED.name {
                is_lowered_again = match &**value {
                    "affine" => false,
                    "scf" => true,
                    _ => bail!("there is no `raised={value}`; there are `affine`, `scf`"),
                };
                continue;
            }
            if key == "target" {
                let names = || TARGETS.iter().map(|it| it.name);
                let known = TARGETS
                    .iter()
                    .find(|it| it.name == value)
                    .ok_or_else(|| anyhow!("there is no target `{value}`{}", meant_or_all(value, names())))?;
                machine.target = known.name;
                continue;
            }
            let number = value.parse::<u32>().ok().filter(|it| *it > 0);
            let number = number.ok_or_else(|| anyhow!("`{key}={value}`: give a whole number from 1 on"))?;
            let count = usize::try_from(number).unwrap_or(usize::MAX);
            match key.as_str() {
                "proposal" => proposal = count - 1,
                "looks" => most_looks = Some(count),
                _ if machine.set(key, number) => {}
                _ => {
                    let own = ["looks", "proposal", RAISED.name, "target"].into_iter();
                    let known = own.chain(MACHINE_PROPERTIES.iter().copied());
                    bail!("there is no setting `{key}`{}", meant_or_all(key, known));
                }
            }
        }
        Ok(Self { target: Target::of(&machine), proposal, most_looks, is_lowered_again })
    }
}
