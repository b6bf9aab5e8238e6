//! Unified diffs.

use std::fmt::{Display, Formatter, Result, Write};

use imara_diff::{
    Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter, sources::lines,
};

/// The unified diff of two texts, which `patch` reads; empty where they are equal.
pub(crate) fn unified_diff(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    let input = InternedInput::new(lines(old), lines(new));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let hunks = diff.unified_diff(&Hunks(&input.interner), UnifiedDiffConfig::default(), &input).to_string();
    format!("--- {old_name}\n+++ {new_name}\n{hunks}")
}

/// Lines, each with its ending.
struct Hunks<'a>(&'a Interner<&'a str>);

impl Hunks<'_> {
    fn line(&self, mut out: impl Write, sign: char, line: Token) -> Result {
        let line = self.0[line];
        write!(out, "{sign}{line}")?;
        if !line.ends_with('\n') {
            out.write_str("\n\\ No newline at end of file\n")?;
        }
        Ok(())
    }
}

impl UnifiedDiffPrinter for Hunks<'_> {
    fn display_header(
        &self,
        mut out: impl Write,
        old_start: u32,
        new_start: u32,
        old_len: u32,
        new_len: u32,
    ) -> Result {
        writeln!(out, "@@ -{} +{} @@", Span(old_start, old_len), Span(new_start, new_len))
    }

    fn display_context_token(&self, out: impl Write, line: Token) -> Result {
        self.line(out, ' ', line)
    }

    fn display_hunk(&self, mut out: impl Write, old: &[Token], new: &[Token]) -> Result {
        old.iter().try_for_each(|it| self.line(&mut out, '-', *it))?;
        new.iter().try_for_each(|it| self.line(&mut out, '+', *it))
    }
}

/// The lines of a hunk in one of the texts, from a zero-based one. An empty span is named by the line before it.
struct Span(u32, u32);

impl Display for Span {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            Self(start, 0) => write!(f, "{start},0"),
            Self(start, 1) => write!(f, "{}", start + 1),
            Self(start, len) => write!(f, "{},{len}", start + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn equal_texts_differ_nowhere() {
        assert_eq!(unified_diff("a\nb", "a\nb", "x", "y"), "");
    }

    #[test]
    fn hunks_have_three_lines_of_context() {
        let old: String = (0..20).map(|it| format!("{it}\n")).collect();
        let new = old.replace("3\n", "drei\n").replace("18\n19\n", "19");
        expect![[r"
            --- x
            +++ y
            @@ -1,7 +1,7 @@
             0
             1
             2
            -3
            +drei
             4
             5
             6
            @@ -11,10 +11,9 @@
             10
             11
             12
            -13
            +1drei
             14
             15
             16
             17
            -18
            -19
            +19
            \ No newline at end of file
        "]]
        .assert_eq(&unified_diff(&old, &new, "x", "y"));
    }

    #[test]
    fn an_empty_text_begins_before_the_first_line() {
        expect![[r"
            --- x
            +++ y
            @@ -0,0 +1 @@
            +a
        "]]
        .assert_eq(&unified_diff("", "a\n", "x", "y"));
    }
}
