//! The frame of a page, which follows from the table: its severity below its name, and a link to MLIR's own
//! documentation at its end. `UPDATE_EXPECT=1` writes both, so that a page says all wherever it is read.

use super::all;
use super::reference::reference;
use crate::code::Code;
use crate::diagnostic::{Page, Severity};
use std::path::Path;

const SEE_ALSO: &str = "\n## See also\n";

/// The meaning of a severity, for a reader of the page.
fn meaning(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "MLIR rejects such a program",
        Severity::Warning => "MLIR accepts such a program, but it is probably not what was meant",
        Severity::Information => "MLIR accepts such a program; this is worth knowing",
        Severity::Hint => "the program is right; this could be written better or run faster",
    }
}

/// The page of a code in its frame.
fn framed(code: &Code) -> String {
    let heading = format!("# `{}`\n", code.name);
    let text = code.page().text;
    let body = text.strip_prefix(heading.as_str()).unwrap_or(text).trim_start();
    let body = if body.starts_with(Page::SEVERITY) { body.split_once("\n\n").unwrap().1 } else { body };
    let body = body.split_once(SEE_ALSO).map_or(body, |it| it.0).trim();
    let (severity, meaning) = (code.severity.as_str(), meaning(code.severity));
    let asked = if code.on_demand {
        format!(" It is looked for only where the configuration or `check --warn {}` asks for it.", code.name)
    } else {
        String::new()
    };
    let section = reference(code.name);
    let (before, title, url) = (Page::SEVERITY, section.title(), section.url());
    format!(
        "{heading}\n{before}{severity}** ({meaning}).{asked}\n\n{body}\n{SEE_ALSO}\n[{title}]({url}) in MLIR's documentation.\n"
    )
}

#[test]
fn each_page_has_its_severity_and_a_link() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
    for code in all() {
        let page = folder.join(format!("{}.md", code.name));
        expect_test::expect_file![page].assert_eq(&framed(code));
    }
}

#[test]
fn the_title_is_the_first_sentence() {
    let page = super::explain("unused-alias").unwrap();
    assert_eq!(page.title(), "An alias is never used, not even by an alias that is used");
}
