//! `compare`: a verdict per function, and what a witness shows.

use std::io::{self, Write};

use analysis::{Difference, FunctionComparison, TextRange, Verdict, Witness};

use super::super::{Source, unknown};
use super::heading;

/// The numbers of a witness that are written out.
const MOST_VALUES: usize = 8;

/// A verdict per function.
pub(crate) fn comparison(
    out: &mut impl Write,
    before: &Source,
    after: &Source,
    functions: &[FunctionComparison],
) -> io::Result<()> {
    for function in functions {
        let heading = heading(&function.name);
        match &function.verdict {
            Verdict::Equal { reassociates: false } => writeln!(out, "{heading}: equal")?,
            Verdict::Equal { reassociates: true } => {
                writeln!(out, "{heading}: equal, but for the rounding of floats in another order")?;
            }
            Verdict::Unknown(reason) => {
                writeln!(out, "{heading}: unknown: {}", unknown(reason, before, after))?;
            }
            Verdict::Different(found) => {
                writeln!(out, "{heading}: different")?;
                witness(out, before, after, &function.arguments, found)?;
            }
        }
    }
    Ok(())
}

fn witness(
    out: &mut impl Write,
    before: &Source,
    after: &Source,
    arguments: &[String],
    witness: &Witness,
) -> io::Result<()> {
    let name = |number: usize| arguments.get(number).map_or("an argument", String::as_str);
    let mut inputs: Vec<String> = Vec::new();
    inputs.extend(witness.symbols.iter().map(|(argument, value)| format!("{} = {value}", name(*argument))));
    inputs.extend(
        witness
            .sizes
            .iter()
            .map(|(argument, sizes)| format!("{} of {}", name(*argument), list(sizes, " x "))),
    );
    for (argument, subscripts, value) in witness.inputs.iter().take(MOST_VALUES) {
        inputs.push(format!("{}{} = {value}", name(*argument), element(subscripts)));
    }
    let more = witness.more_inputs + witness.inputs.len().saturating_sub(MOST_VALUES);
    if more > 0 {
        inputs.push(format!("{more} more numbers"));
    }
    inputs.push(format!("all others {}", witness.others));
    writeln!(out, "  with {}", inputs.join(", "))?;
    match &witness.difference {
        Difference::Element {
            is_result,
            number,
            subscripts,
            before: expected,
            after: found,
            before_writer,
            after_writer,
        } => {
            let what = if *is_result { format!("result {number}") } else { name(*number).to_owned() };
            writeln!(out, "  {what}{}", element(subscripts))?;
            writeln!(out, "    before: {expected}{}", statement(before, before_writer))?;
            writeln!(out, "    after:  {found}{}", statement(after, after_writer))
        }
        Difference::Fault { what, place } => {
            writeln!(out, "  the second program is undefined: {what}{}", statement(after, place))
        }
    }
}

fn list(numbers: &[i64], between: &str) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
}

fn element(subscripts: &[i64]) -> String {
    if subscripts.is_empty() { String::new() } else { format!("[{}]", list(subscripts, ", ")) }
}

/// Where the statement is that wrote a number.
fn statement(source: &Source, range: &Option<TextRange>) -> String {
    match range {
        Some(range) => format!("   {}:{}", source.path, source.place(range.start())),
        None => String::new(),
    }
}
