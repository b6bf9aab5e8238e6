//! `explain`: the page of a diagnostic code.

use std::io::Write;

use super::{Output, TROUBLE, complain};

pub(super) fn run(code: &str, out: &mut Output) -> anyhow::Result<u8> {
    if let Some(page) = analysis::explain(code) {
        writeln!(out, "{}", page.text.trim_end())?;
        return Ok(0);
    }
    complain(&unknown(code, &analysis::codes()));
    Ok(TROUBLE)
}

fn unknown(code: &str, codes: &[&str]) -> String {
    let close = similar::get_close_matches(code, codes, 3, 0.75);
    let close: Vec<_> = close.iter().map(|it| format!("`{it}`")).collect();
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
