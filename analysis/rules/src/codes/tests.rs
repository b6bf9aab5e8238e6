//! The table, the pages and the codes of the parser agree.

use super::{all, get};
use crate::diagnostic::Severity;
use std::collections::BTreeSet;
use std::path::Path;
use syntax::SyntaxErrorCode;

#[test]
fn each_code_has_one_row_and_one_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
    let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let pages: BTreeSet<_> = files.map(|it| it.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(all().is_sorted_by(|a, b| a.name < b.name));
    assert_eq!(all().iter().map(|it| it.name.to_owned()).collect::<BTreeSet<_>>(), pages);
    for code in all() {
        assert!(
            code.page().text.starts_with(&format!("# `{}`\n\n", code.name)),
            "{}: its name comes first",
            code.name
        );
        assert_eq!(code.page().text.contains("\nQuick fix: "), code.fix.is_some(), "{}", code.name);
        let mended = format!("\n\n## {}\n", code.page().headings()[1]);
        for part in ["\n\nWhy: ", "\n\nTo fix it: ", &mended] {
            assert_eq!(code.page().text.matches(part).count(), 1, "{}: {part}", code.name);
        }
        // It is a title in lists of codes and in SARIF.
        let title = code.page().title();
        assert!(title.chars().count() <= 160, "{}: a long first sentence: {title}", code.name);
    }
    for code in SyntaxErrorCode::ALL {
        assert!(get(code.as_str()).is_some_and(|it| it.severity == Severity::Error), "{}", code.as_str());
    }
}

#[test]
fn the_summary_of_the_documentation_lists_every_page() {
    let summary = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/SUMMARY.md");
    let text = std::fs::read_to_string(&summary).unwrap();
    let is_page = |line: &str| line.contains("](diagnostics/");
    let others = text.lines().filter(|line| !is_page(line)).map(str::to_owned);
    let pages = all().iter().map(|it| format!("  - [`{0}`](diagnostics/{0}.md)", it.name));
    expect_test::expect_file![summary]
        .assert_eq(&others.chain(pages).map(|line| line + "\n").collect::<String>());
}

#[test]
fn only_errors_hide_each_other() {
    for code in all().iter().filter(|it| !it.hides.is_empty()) {
        for name in code.hides.iter().chain([&code.name]) {
            assert!(get(name).is_some_and(|it| it.severity == Severity::Error), "{name}");
        }
    }
}

/// The names of the functions that are defined or declared in a text.
fn functions(text: &str) -> BTreeSet<&str> {
    let heads = text.split("func.func ").skip(1).filter_map(|it| it.split_once('@'));
    heads.filter_map(|(_, behind)| behind.split('(').next()).collect()
}

/// The first accepted text of a page is its rejected one, mended: most of it is the same, and each function is still there.
#[test]
fn what_is_accepted_repairs_what_is_rejected() {
    let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
    let mut far = Vec::new();
    for code in all() {
        let page = code.page();
        let [rejected, accepted] = page.headings().map(|it| page.examples(it));
        if rejected.is_empty() {
            assert_eq!(code.name, "nesting-too-deep", "a text that deep is no page");
            continue;
        }
        let functions =
            |texts: &[&'static str]| -> BTreeSet<_> { texts.iter().flat_map(|it| functions(it)).collect() };
        let lost: Vec<_> = functions(&rejected).difference(&functions(&accepted)).copied().collect();
        assert_eq!(lost, Vec::<&str>::new(), "{}: rejected and never mended", code.name);
        let (before, after) = (words(rejected[0]), words(accepted[0]));
        let kept = before.iter().filter(|it| after.contains(it)).count();
        if kept * 5 < before.len() * 3 {
            far.push((code.name, kept, before.len()));
        }
    }
    assert!(far.is_empty(), "{far:?}");
}

#[test]
fn what_is_said_on_demand_has_its_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CONTRIBUTING.md");
    let text = std::fs::read_to_string(path).unwrap();
    let table = text.split("| on demand | why |").nth(1).and_then(|it| it.split("\n\n").next()).unwrap();
    let said: Vec<_> = table.lines().filter_map(|it| it.strip_prefix("| `")?.split_once("` | ")).collect();
    let rows: Vec<_> = all().iter().filter(|it| it.on_demand).map(|it| it.name).collect();
    assert!(all().iter().all(|it| !it.on_demand || it.check.is_some()));
    assert_eq!(said.iter().map(|it| it.0).collect::<Vec<_>>(), rows);
    let unasked =
        text.split("Said unasked are the hints ").nth(1).and_then(|it| it.split(": ").next()).unwrap();
    let unasked: Vec<_> = unasked.split('`').skip(1).step_by(2).collect();
    let hints = all().iter().filter(|it| it.severity == Severity::Hint && !it.on_demand);
    assert_eq!(unasked, hints.map(|it| it.name).collect::<Vec<_>>());
}
