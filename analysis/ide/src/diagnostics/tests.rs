//! Pages and fixtures are true; what one function does leaves the others alone.

use super::MOST_FIXED;
use crate::host::Host;
use base::database::ExecutionLog;
use fixture::{check, diagnostics, problems};
use rules::codes::{explain, names as codes};
use rules::diagnostic::Severity;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syntax::{TextEdit, TextRange, TextSize};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn stems(path: &str, extension: &str) -> BTreeSet<String> {
    std::fs::read_dir(folder(path))
        .unwrap()
        .filter_map(|it| {
            let path = it.unwrap().path();
            (path.extension()? == extension).then(|| path.file_stem().unwrap().to_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn fixtures() {
    let mut found = Vec::new();
    for code in stems("test_data/rules", "mlir") {
        let text = std::fs::read_to_string(folder(&format!("test_data/rules/{code}.mlir"))).unwrap();
        found.extend(problems(&code, &text));
    }
    assert!(found.is_empty(), "{} problems:\n{}", found.len(), found.join("\n"));
}

#[test]
fn pages_are_true() {
    let mut wrong = Vec::new();
    for code in codes() {
        let page = explain(code).unwrap();
        let [rejected, accepted] = page.headings().map(|it| page.examples(it));
        for block in rejected {
            let found = diagnostics(block);
            let errors: BTreeSet<_> =
                found.iter().filter(|it| it.severity == Severity::Error).map(|it| it.code).collect();
            let expected =
                if page.severity == Severity::Error { BTreeSet::from([code]) } else { BTreeSet::new() };
            if errors != expected || !found.iter().any(|it| it.code == code) {
                wrong.push(format!("{code} rejected: {errors:?}\n{block}"));
            }
        }
        for block in accepted {
            let found = diagnostics(block);
            for it in found.iter().filter(|it| it.severity == Severity::Error || it.code == code) {
                wrong.push(format!("{code} accepted: {}: {}\n{block}", it.code, it.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether the oracle accepts a text; `None` where it is not installed.
fn oracle_accepts(text: &str) -> Option<bool> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut oracle = Command::new("mlir-opt-22")
        .args(["--mlir-print-op-on-diagnostic=false", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // The oracle may end before it has read everything.
    let _ = oracle.stdin.take()?.write_all(text.as_bytes());
    Some(oracle.wait().ok()?.success())
}

#[test]
fn the_oracle_agrees_with_the_pages() {
    if oracle_accepts("").is_none() {
        assert!(std::env::var_os("CI").is_none(), "mlir-opt-22 has to be installed");
        return;
    }
    let mut wrong = Vec::new();
    for code in codes() {
        let page = explain(code).unwrap();
        let is_error = page.severity == Severity::Error;
        let [rejected, accepted] = page.headings().map(|it| page.examples(it));
        for block in rejected {
            if oracle_accepts(block) != Some(!is_error) {
                wrong.push(format!("{code} rejected:\n{block}"));
            }
        }
        for block in accepted {
            if oracle_accepts(block) != Some(true) {
                wrong.push(format!("{code} accepted:\n{block}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_example_of_mistakes_shows_one_error_per_function() {
    let text = std::fs::read_to_string(folder("../examples/mistakes.mlir")).unwrap();
    let errors: Vec<_> = diagnostics(&text).into_iter().filter(|it| it.severity == Severity::Error).collect();
    let functions = text.matches("func.func @").count();
    let codes: BTreeSet<_> = errors.iter().map(|it| it.code).collect();
    assert_eq!(errors.len(), functions, "{errors:#?}");
    assert!(codes.len() >= 12, "{codes:?}");
}

#[test]
fn each_of_many_mistakes_is_one_error() {
    let text = std::fs::read_to_string(folder("test_data/thirty_mistakes.mlir")).unwrap();
    let marked: Vec<_> =
        (1..).zip(text.lines()).filter(|it| it.1.ends_with("// ERROR")).map(|it| it.0).collect();
    assert!(marked.len() >= 30, "{}", marked.len());
    let errors = diagnostics(&text).into_iter().filter(|it| it.severity == Severity::Error);
    let found: Vec<_> =
        errors.map(|it| text.get(..it.range.start().into()).unwrap().matches('\n').count() + 1).collect();
    assert_eq!(found, marked);
}

#[test]
fn a_missing_brace_leaves_the_other_functions_alone() {
    check(
        r#"
func.func @open(%n: index) {
  affine.for %i = 0 to 8 {
                       //^ error unterminated-region
  return
}
func.func @middle(%n: index) {
  affine.for %i = 0 to 8 {
    "do.work"(%i) : (index) -> ()
  return
//^^^^^^ error unterminated-region: this return stands in a region that is never closed
}
func.func @other() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %i { }
                       //^^ error invalid-symbol
  }
  return
}"#,
    );
}

#[test]
fn typing_in_one_function_looks_at_no_other() {
    let text = "func.func @a() {\n  affine.for %i = 0 to 8 { \"a.b\"() : () -> () }\n  return\n}\nfunc.func @b() {\n  affine.for %i = 0 to 9 { \"a.b\"() : () -> () }\n  return\n}\n";
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(text);
    assert_eq!(host.analysis().diagnostics(file), []);
    let count =
        |log: &ExecutionLog| log.lock().unwrap().iter().filter(|it| it.starts_with("findings(")).count();
    assert_eq!(count(&log), 2);
    log.lock().unwrap().clear();
    let at = TextSize::try_from(text.find('8').unwrap()).unwrap();
    host.edit(file, &TextEdit { range: TextRange::at(at, TextSize::new(1)), insert: "16".to_owned() });
    assert_eq!(host.analysis().diagnostics(file), []);
    assert_eq!(count(&log), 1, "{:?}", log.lock().unwrap());
}

#[test]
fn fixes_are_looked_for_where_somebody_may_read_them() {
    let count = 2 * MOST_FIXED;
    let lines = (0..count).map(|it| format!("  %v{it} = arith.constant {it} : index\n"));
    let text = format!("func.func @f() {{\n{}  return\n}}\n", lines.collect::<String>());
    let mut host = Host::new();
    let file = host.add_file(&text);
    let found = host.analysis().diagnostics_with_fixes(file);
    assert_eq!(found.len(), count, "{:?}", found.first());
    assert!(found.iter().enumerate().all(|(index, it)| it.fixes.is_empty() == (index >= MOST_FIXED)));
    let whole = TextRange::up_to(TextSize::of(&text));
    let actions = host.analysis().actions(file, whole);
    let fixes = actions.iter().filter(|it| it.request.kind() == "quickfix");
    assert_eq!(fixes.count(), MOST_FIXED);
}

/// What one side lacks or both have is no error of its own, whichever shape the marks have.
#[test]
fn conflicts_of_a_merge_are_one_error_each() {
    let conflict = |ours: &str, theirs: &str| format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> b\n");
    let head = "func.func @f(%a: memref<8xf32>) {\n";
    let load = "  %x = affine.load %a[0] : memref<8xf32>\n";
    let texts = [
        format!("{head}{}  return\n}}\n", conflict(load, load)),
        format!("{head}  affine.for %i = 0 to 8 {{\n{}  return\n}}\n", conflict("  }\n", "  }\n")),
        format!("{}{load}  return\n}}\n", conflict(head, "func.func @f(%a: index) {\n")),
        format!("{head}{load}  return\n}}\n{}", conflict("", "func.func @g() {\n")),
        format!("{head}<<<<<<< a\r\n||||||| b\r\n=======\r\n>>>>>>> c\r\n  return\n}}\n"),
        format!("{head}  return\n}}\n>>>>>>> b\n"),
        format!("{head}  %c = arith.constant 1 :\n=======\n  return\n}}\n"),
    ];
    for text in texts {
        let mut host = Host::new();
        let file = host.add_file(&text);
        let found = host.analysis().diagnostics(file);
        let codes: Vec<&str> = found.iter().map(|it| it.code).collect();
        assert_eq!(codes, ["merge-conflict"], "{text}");
        let marked = &text[found[0].range];
        assert!(["<<<<<<<", "=======", ">>>>>>>"].iter().any(|it| marked.starts_with(it)), "{marked}");
    }
}
