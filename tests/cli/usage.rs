//! Wrong usage is told on standard error and ends with 2.

use crate::{Folder, KERNEL};

#[test]
fn version_and_help() {
    let run = Folder::new().run(&["--version"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, format!("affine-analyzer {}\n", env!("CARGO_PKG_VERSION")));
    let run = Folder::new().run(&["--help"]);
    assert_eq!(run.code, Some(0));
    for command in ["server", "check", "deps", "fusion", "actions", "apply", "explain", "syntax-tree"] {
        assert!(run.stdout.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn unknown_flags_commands_and_formats() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    for arguments in [
        &["--wrong"][..],
        &["wrong"],
        &["check"],
        &["check", "a.mlir", "--format", "xml"],
        &["deps", "a.mlir", "--format", "sarif"],
        &["fusion", "a.mlir", "b.mlir"],
        &["apply", "a.mlir"],
        &["apply", "a.mlir", "--action", "quickfix", "--at", "0:1"],
        &["apply", "a.mlir", "--action", "quickfix", "--set", "depth"],
        &["apply", "a.mlir", "--action", "quickfix", "--write", "--diff"],
        &["apply", "-", "--action", "quickfix", "--write"],
        &["--stdio", "check", "a.mlir"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}");
    }
}

#[test]
fn explaining_an_unknown_code() {
    let run = Folder::new().run(&["explain", "no-such-code-at-all"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("error: there is no diagnostic `no-such-code-at-all`"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn codes_are_listed() {
    let run = Folder::new().run(&["explain", "--list"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let line = run.stdout.lines().find(|it| it.starts_with("dead-store ")).expect("a line of each code");
    assert!(line.split_whitespace().nth(2).is_some(), "{line}");
    assert!(run.stdout.lines().count() > 200);
}

#[test]
fn shells_and_man_are_told_the_arguments() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = Folder::new().run(&["completions", shell]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("optimize"), "{shell}");
    }
    let run = Folder::new().run(&["man"]);
    assert!(run.stdout.contains(".TH affine-analyzer"), "{}", run.stdout);
}

#[test]
fn colours_are_for_who_wants_them() {
    let folder = Folder::new();
    folder.write("a.mlir", "func.func @f() {\n  return %x : i32\n}\n");
    let run = |when: &str| folder.run(&["check", "a.mlir", "--color", when]).stdout.contains('\u{1b}');
    assert_eq!(["auto", "always", "never"].map(run), [false, true, false]);
}
