//! A page as it is shown: what is known of its code from the table stands between its name and its text.

use super::reference::reference;
use crate::diagnostic::{Page, Severity};

/// What a severity says, for somebody who reads the page.
fn meaning(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "MLIR rejects such a program",
        Severity::Warning => "MLIR accepts such a program, but it is probably not what was meant",
        Severity::Information => "MLIR accepts such a program; this is worth knowing",
        Severity::Hint => "the program is right; this could be written better or run faster",
    }
}

impl Page {
    /// The page in Markdown with its severity and a link to MLIR's own documentation.
    pub fn markdown(&self) -> String {
        let Self { code, severity, text, .. } = *self;
        let heading = format!("# `{code}`\n");
        let body = text.strip_prefix(heading.as_str()).unwrap_or(text).trim();
        let (meaning, section) = (meaning(severity), reference(code));
        let severity = severity.as_str();
        let (title, url) = (section.title, section.url());
        format!(
            "{heading}\n**Severity: {severity}** ({meaning}).\n\n{body}\n\n## See also\n\n[{title}]({url}) in MLIR's documentation.\n"
        )
    }

    /// The first sentence of the page, without its full stop.
    pub fn title(&self) -> &'static str {
        let text: &'static str = self.text;
        let line = text.lines().map(str::trim).find(|it| !it.is_empty() && !it.starts_with('#'));
        let line = line.unwrap_or_default();
        line.split_once(". ").map_or(line, |it| it.0).trim_end_matches('.')
    }
}

#[cfg(test)]
mod tests {
    use crate::codes::explain;

    #[test]
    fn severity_comes_first_and_the_link_last() {
        let page = explain("unused-alias").unwrap();
        let shown = page.markdown();
        assert!(shown.starts_with("# `unused-alias`\n\n**Severity: hint** ("), "{shown}");
        assert!(
            shown.ends_with(
                "(https://mlir.llvm.org/docs/LangRef/#attribute-value-aliases) in MLIR's documentation.\n"
            ),
            "{shown}"
        );
        assert_eq!(page.title(), "An alias is never used, not even by an alias that is used");
    }
}
