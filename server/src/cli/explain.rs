//! `explain`: the page of a diagnostic code, or a list of them.

use std::io::Write;

use super::{Output, TROUBLE, complain};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The code, as `invalid-symbol`.
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
    let width = codes.iter().map(|it| it.len()).max().unwrap_or(0);
    for code in codes {
        let Some(page) = analysis::explain(code) else { continue };
        let severity = format!("{}{}", page.severity.as_str(), if page.on_demand { ", off" } else { "" });
        writeln!(out, "{code:width$}  {severity:11}  {}", page.title())?;
    }
    Ok(0)
}

fn page(code: &str, out: &mut Output) -> anyhow::Result<u8> {
    if let Some(page) = analysis::explain(code) {
        writeln!(out, "{}", page.text.trim_end())?;
        return Ok(0);
    }
    complain(&unknown(code, &analysis::codes()));
    Ok(TROUBLE)
}

/// From how much likeness on a code may have been meant.
const LIKE: f64 = 0.9;

fn unknown(code: &str, codes: &[&str]) -> String {
    let mut close: Vec<_> = codes.iter().map(|it| (strsim::jaro_winkler(code, it), it)).collect();
    close.retain(|(likeness, _)| *likeness > LIKE);
    close.sort_by(|left, right| right.0.total_cmp(&left.0));
    let close: Vec<_> = close.iter().take(3).map(|(_, it)| format!("`{it}`")).collect();
    match close.as_slice() {
        [] => format!("there is no diagnostic `{code}`"),
        close => format!("there is no diagnostic `{code}`; did you mean {}?", close.join(" or ")),
    }
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
