//! What a hover says, as its client shows it: with links, or as plain text.

use analysis::Hover;
use tower_lsp::ls_types::{MarkupContent, MarkupKind, Uri};

use crate::lsp::snapshot::Snapshot;

/// A hover on something in a document.
pub(super) fn contents(snapshot: &Snapshot, document: &Uri, hover: Hover) -> MarkupContent {
    if !snapshot.client.markdown_hover {
        return MarkupContent { kind: MarkupKind::PlainText, value: plain(&hover.markdown) };
    }
    let mut value = linked(&hover, document.as_str());
    let link = |term: &&str| {
        let address = snapshot.pages.term(&snapshot.client, &snapshot.config, term)?;
        Some(format!("[{term}]({address})"))
    };
    let terms: Vec<String> = hover.terms.iter().filter_map(link).collect();
    if !terms.is_empty() {
        value.push_str(&format!("\n\n---\n\nGlossary: {}", terms.join(" · ")));
    }
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// The Markdown whose links lead to lines of the document.
fn linked(hover: &Hover, document: &str) -> String {
    let mut text = String::new();
    let mut written = 0;
    for link in &hover.links {
        let (Some(before), Some(part)) =
            (hover.markdown.get(written..link.part.start), hover.markdown.get(link.part.clone()))
        else {
            continue;
        };
        text.push_str(&format!("{before}[{part}]({document}#L{})", link.line));
        written = link.part.end;
    }
    text.push_str(hover.markdown.get(written..).unwrap_or_default());
    text
}

/// Without the marks of code, headings and rules.
fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|it| !it.starts_with("```") && *it != "---");
    lines
        .map(|it| it.replace("**", "").replace('`', ""))
        .collect::<Vec<_>>()
        .join("\n")
        .trim_start()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::{HoverLink, TextRange};

    fn hover() -> Hover {
        let markdown = "```mlir\naffine.for\n```\n\n**Dependences**\n\n- `RAW → line 5`".to_owned();
        let start = markdown.find("`RAW").unwrap();
        let links = vec![HoverLink { part: start..markdown.len(), line: 5 }];
        Hover { range: TextRange::default(), markdown, links, terms: vec!["RAW"] }
    }

    #[test]
    fn lines_are_links() {
        let text = linked(&hover(), "file:///a%20b.mlir");
        assert!(text.ends_with("\n- [`RAW → line 5`](file:///a%20b.mlir#L5)"), "{text}");
        assert!(text.starts_with("```mlir\n"), "{text}");
    }

    #[test]
    fn plain_text_has_no_marks() {
        assert_eq!(plain(&hover().markdown), "affine.for\n\nDependences\n\n- RAW → line 5");
    }
}
