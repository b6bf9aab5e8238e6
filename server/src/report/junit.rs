//! JUnit's XML, as servers for continuous integration read it: a test case for each function.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use analysis::{FunctionComparison, Verdict};

use super::{Source, human};

/// The outcome of a test by its verdict.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Passed,
    Failed,
    Skipped,
}

pub(crate) fn comparison(
    out: &mut impl Write,
    before: &Source,
    after: &Source,
    functions: &[FunctionComparison],
    meaning: impl Fn(&Verdict) -> Meaning,
) -> io::Result<()> {
    let count = |wanted| functions.iter().filter(|it| meaning(&it.verdict) == wanted).count();
    let (all, failed, skipped) = (functions.len(), count(Meaning::Failed), count(Meaning::Skipped));
    let path = Escaped(&after.path);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites tests="{all}" failures="{failed}" skipped="{skipped}">"#)?;
    writeln!(
        out,
        r#"  <testsuite name="{path}" tests="{all}" failures="{failed}" errors="0" skipped="{skipped}">"#
    )?;
    for function in functions {
        let mut text = Vec::new();
        human::comparison(&mut text, before, after, std::slice::from_ref(function))?;
        let text = String::from_utf8_lossy(&text);
        let message = Escaped(text.lines().next().unwrap_or_default());
        write!(out, r#"    <testcase name="@{}" classname="{path}""#, Escaped(&function.name))?;
        match meaning(&function.verdict) {
            Meaning::Passed => writeln!(out, "/>")?,
            Meaning::Failed => writeln!(
                out,
                r#"><failure message="{message}">{}</failure></testcase>"#,
                Escaped(text.trim_end())
            )?,
            Meaning::Skipped => writeln!(out, r#"><skipped message="{message}"/></testcase>"#)?,
        }
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

/// Text or the value of an attribute. XML cannot say all characters.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\n' | '\t' => formatter.write_char(character)?,
                '\u{fffe}' | '\u{ffff}' => formatter.write_char(char::REPLACEMENT_CHARACTER)?,
                it if it.is_control() => formatter.write_char(char::REPLACEMENT_CHARACTER)?,
                it => formatter.write_char(it)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(Escaped("<f> & \"g\"\u{1b}\n").to_string(), "&lt;f&gt; &amp; &quot;g&quot;\u{fffd}\n");
    }
}
