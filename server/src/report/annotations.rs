//! Workflow commands of GitHub Actions, which a run shows as annotations of the lines they name.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use analysis::Severity;

use super::{Checked, FindingsReport};

/// An annotation for each finding.
pub(crate) struct Annotations;

impl FindingsReport for Annotations {
    fn file(&mut self, out: &mut dyn Write, file: &Checked) -> io::Result<()> {
        let source = &file.source;
        for found in &file.diagnostics {
            let level = match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Information | Severity::Hint => "notice",
            };
            let (line, column) = source.line_column(found.range.start());
            let (end_line, end_column) = source.line_column(found.range.end());
            let (path, code) = (Property(&source.path), Property(found.code));
            // The log shows the message alone, so that it repeats the place.
            let message = format!("{}:{line}:{column}: {}", source.path, found.message);
            writeln!(
                out,
                "::{level} file={path},line={line},endLine={end_line},col={column},endColumn={end_column},\
                 title={code}::{}",
                Data(&message),
            )?;
        }
        Ok(())
    }

    fn end(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// A message: what would end its line is escaped.
struct Data<'a>(&'a str);

impl Display for Data<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(formatter, self.0, &['%', '\r', '\n'])
    }
}

/// The value of a property, which ends before `,` or `:`.
struct Property<'a>(&'a str);

impl Display for Property<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(formatter, self.0, &['%', '\r', '\n', ':', ','])
    }
}

fn escape(formatter: &mut fmt::Formatter<'_>, text: &str, special: &[char]) -> fmt::Result {
    for character in text.chars() {
        match special.contains(&character) {
            true => write!(formatter, "%{:02X}", u32::from(character))?,
            false => formatter.write_char(character)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::samples;
    use super::*;

    #[test]
    fn each_finding_is_a_line() {
        expect![[r#"
            ::error file=a b.mlir,line=3,endLine=3,col=16,endColumn=18,title=undefined-value::a b.mlir:3:16: `%25v` is a sample
            ::notice file=a b.mlir,line=2,endLine=2,col=1,endColumn=11,title=fusion-opportunity::a b.mlir:2:1: `affine.for` is a sample
            ::notice file=a b.mlir,line=1,endLine=1,col=5,endColumn=6,title=wide::a b.mlir:1:5: `😀` is a sample
        "#]]
        .assert_eq(&samples::written(|out| Annotations.whole(out, &samples::checked())));
    }

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(Data("`%a`\r\nis 1:2, 3").to_string(), "`%25a`%0D%0Ais 1:2, 3");
        assert_eq!(Property("c:\\50%,a.mlir").to_string(), "c%3A\\50%25%2Ca.mlir");
    }
}
