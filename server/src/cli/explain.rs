//! `explain`: the page of a diagnostic code, or a list of them.

use std::io::{IsTerminal, Write};

use passes::did_you_mean;
use textwrap::{Options, fill};

use super::{Output, TROUBLE, complain};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The code, as `invalid-symbol`, or `glossary`.
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// All codes, each with its severity, whether it is off until somebody asks for it, and the first line of its page.
    #[arg(long, conflicts_with = "code")]
    list: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut Output) -> anyhow::Result<u8> {
    match &arguments.code {
        Some(code) => page(code, out),
        None => list(out),
    }
}

fn list(out: &mut Output) -> anyhow::Result<u8> {
    let codes = analysis::codes();
    let is_terminal = std::io::stdout().is_terminal();
    let width = codes.iter().map(|it| it.len()).max().unwrap_or(0);
    for code in codes {
        let Some(page) = analysis::explain(code) else { continue };
        let severity = format!("{}{}", page.severity.as_str(), if page.on_demand { ", off" } else { "" });
        let head = format!("{code:width$}  {severity:11}  ");
        if is_terminal {
            let inside = " ".repeat(head.len());
            let options = Options::with_termwidth().initial_indent(&head).subsequent_indent(&inside);
            writeln!(out, "{}", fill(page.title(), options))?;
        } else {
            // A line each, for what reads them.
            writeln!(out, "{head}{}", page.title())?;
        }
    }
    Ok(0)
}

fn page(code: &str, out: &mut Output) -> anyhow::Result<u8> {
    if let Some(text) = analysis::page(code) {
        writeln!(out, "{}", text.trim_end())?;
        return Ok(0);
    }
    complain(&unknown(code, &analysis::codes()));
    Ok(TROUBLE)
}

fn unknown(code: &str, codes: &[&str]) -> String {
    format!("there is no diagnostic `{code}`{}", did_you_mean(code, codes.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses() {
        let codes = ["fusion-opportunity", "invalid-symbol", "undefined-value"];
        assert_eq!(
            unknown("invalid-symbl", &codes),
            "there is no diagnostic `invalid-symbl`; did you mean `invalid-symbol`?"
        );
        assert_eq!(unknown("xyz", &codes), "there is no diagnostic `xyz`");
    }
}
