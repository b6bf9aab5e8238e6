//! `optimize`: the proposals for each function, step by step, and what the model says of them.

use std::fmt::Write as _;
use std::io::{self, Write};

use analysis::{Cost, FunctionProposals, Proposal};
use textwrap::{Options, fill};

use super::super::Source;

pub(crate) fn proposals(
    out: &mut impl Write,
    source: &Source,
    functions: &[FunctionProposals],
) -> io::Result<()> {
    for function in functions {
        let place = function.nest.unwrap_or(function.range).start();
        writeln!(out, "@{} ({})", function.name, source.place(place))?;
        write!(out, "{}", costs(function))?;
    }
    Ok(())
}

/// Columns of a panel beside an editor.
const WIDTH: usize = 72;
const STEP: &str = "     ";

/// The proposals for a function with a table of the predicted costs before and after.
pub(crate) fn costs(function: &FunctionProposals) -> String {
    let mut out = String::new();
    if function.proposals.is_empty() {
        push(&mut out, ("  ", "  "), no_proposal(function));
    }
    for (number, it) in function.proposals.iter().enumerate() {
        let number = format!("  {}. ", number + 1);
        push(&mut out, (&number, STEP), &summary(it));
        push(&mut out, (STEP, STEP), &format!("by the model {:.2} times, step by step:", it.speedup()));
        for step in &it.steps {
            let factor = format!("{STEP}  × {:<7.2}", step.factor);
            let inside = " ".repeat(factor.chars().count());
            push(&mut out, (&factor, &inside), &format!("{}: {}", step.title, step.why));
        }
        // Writing to a string never fails.
        _ = writeln!(out, "{STEP}  {:28}{:>16}{:>16}", "", "before", "after");
        for (what, before, after) in rows(it) {
            _ = writeln!(out, "{STEP}  {what:28}{before:>16}{after:>16}");
        }
    }
    out
}

/// Why nothing is proposed for a function.
pub(crate) fn no_proposal(function: &FunctionProposals) -> &'static str {
    match function.is_cut_short {
        true => {
            "not looked at to the end, since what is looked at in one file is bounded: name the function, or give more with `looks`"
        }
        false => "nothing better is known",
    }
}

/// Writes a text in lines that fit, with what stands before the first of them and before the others.
fn push(out: &mut String, (first, others): (&str, &str), text: &str) {
    let options = Options::new(WIDTH).initial_indent(first).subsequent_indent(others).break_words(false);
    out.push_str(&fill(text, options));
    out.push('\n');
}

/// `predicted 2.4 to 8.1 times as fast, bound by loads; computes the same: proven`
pub(crate) fn summary(proposal: &Proposal) -> String {
    let evidence = proposal.evidence.map(|it| format!("; computes the same: {}", it.words()));
    format!("{}{}", predicted(proposal), evidence.unwrap_or_default())
}

/// `predicted 2.4 to 8.1 times as fast, bound by loads`
pub(crate) fn predicted(proposal: &Proposal) -> String {
    let (least, greatest) = proposal.predicted().into_inner();
    let digits = |it: f64| if it < 10.0 { format!("{it:.1}") } else { format!("{it:.0}") };
    let bound = proposal.bound.words();
    format!("predicted {} to {} times as fast, bound by {bound}", digits(least), digits(greatest))
}

fn rows(proposal: &Proposal) -> Vec<(String, String, String)> {
    let row = |what: &str, of: &dyn Fn(&Cost) -> f64| {
        (what.to_owned(), count(of(&proposal.before)), count(of(&proposal.after)))
    };
    let mut rows = vec![
        row("cycles", &Cost::cycles),
        row("  of computation", &|it| it.compute),
        row("lanes", &|it| it.lanes),
        row("arithmetic", &|it| it.work.arithmetic),
        row("loads", &|it| it.work.loads),
        row("stores", &|it| it.work.stores),
    ];
    for (level, cache) in proposal.caches.iter().enumerate() {
        rows.push(row(&format!("lines into {cache}"), &|it| it.lines.get(level).copied().unwrap_or(0.0)));
    }
    rows
}

/// Three digits: `51.6 thousand`.
fn count(number: f64) -> String {
    const WORDS: [(f64, &str); 4] =
        [(1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    // A number that would be rounded up to the next word is written with that.
    let word = WORDS.iter().find(|it| number >= 0.9995 * it.0);
    match word.map(|it| (number / it.0, it.1)) {
        None => format!("{number:.0}"),
        Some((it, word)) if it < 9.995 => format!("{it:.2} {word}"),
        Some((it, word)) if it < 99.95 => format!("{it:.1} {word}"),
        Some((it, word)) => format!("{it:.0} {word}"),
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn counts_have_three_digits_and_a_word() {
        for (number, text) in [
            (0.0, "0"),
            (999.4, "999"),
            (999.6, "1.00 thousand"),
            (9_996.0, "10.0 thousand"),
            (51_570.0, "51.6 thousand"),
            (999_499.0, "999 thousand"),
            (999_900.0, "1.00 million"),
            (3.2e9, "3.20 billion"),
            (4.56e14, "456 trillion"),
        ] {
            assert_eq!(count(number), text);
        }
    }
}
