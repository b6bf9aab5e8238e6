//! `affine-analyzer.toml` configures the files in its folder and below.

use crate::Folder;

const TEXT: &str = "func.func @f(%m: memref<8xf32>, %a: f32) {
  ours.go
  affine.store %a, %m[0] : memref<8xf32>
  affine.store %a, %m[0] : memref<8xf32>
  return
}
";

fn codes(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let report = folder.run(&[&["check", "--format", "json"], arguments].concat()).json();
    let files = report["files"].as_array().unwrap().iter();
    files
        .flat_map(|it| it["diagnostics"].as_array().unwrap())
        .map(|it| format!("{} {}", it["severity"].as_str().unwrap(), it["code"].as_str().unwrap()))
        .collect()
}

#[test]
fn the_nearest_one_configures() {
    let folder = Folder::new();
    folder.write("a.mlir", TEXT);
    folder.write("inner/b.mlir", TEXT);
    assert_eq!(codes(&folder, &["a.mlir"]), ["hint unknown-dialect", "warning dead-store"]);
    folder.write(
        "affine-analyzer.toml",
        "[dialects]\nnames = [\"ours\"]\n[diagnostics]\ndead-store = \"hint\"\n",
    );
    assert_eq!(codes(&folder, &["a.mlir"]), ["hint dead-store"]);
    assert_eq!(codes(&folder, &["inner/b.mlir"]), ["hint dead-store"]);
    folder.write("inner/affine-analyzer.toml", "diagnostics.dead-store = \"off\"\n");
    assert_eq!(codes(&folder, &["inner/b.mlir"]), ["hint unknown-dialect"]);
    assert_eq!(codes(&folder, &["a.mlir", "inner"]), ["hint dead-store", "hint unknown-dialect"]);
    assert_eq!(codes(&folder, &["inner/b.mlir", "--config", "affine-analyzer.toml"]), ["hint dead-store"]);
}

#[test]
fn its_mistakes_are_told() {
    let folder = Folder::new();
    folder.write("a.mlir", TEXT);
    folder.write("affine-analyzer.toml", "[dialects]\nname = []\nnames = [\"ours\"]\n");
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("affine-analyzer.toml:2: there is no key `dialects.name`"), "{}", run.stderr);
    assert!(!run.stdout.contains("unknown-dialect"), "{}", run.stdout);
    let missing = folder.run(&["check", "a.mlir", "--config", "nothing.toml"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("nothing.toml"), "{}", missing.stderr);
}

/// What MLIR rejects stays an error unless it is silenced.
#[test]
fn errors_do_not_become_less() {
    let folder = Folder::new();
    folder.write("a.mlir", "func.func @f() {\n  %0 = arith.addf %x, %x : f32\n  return\n}\n");
    folder.write("affine-analyzer.toml", "[diagnostics]\nundefined-value = \"hint\"\n");
    assert!(codes(&folder, &["a.mlir"]).contains(&"error undefined-value".to_owned()));
    folder.write("affine-analyzer.toml", "[diagnostics]\nundefined-value = \"off\"\n");
    assert!(!codes(&folder, &["a.mlir"]).contains(&"error undefined-value".to_owned()));
}

#[test]
fn of_many_mistakes_some_are_told() {
    let folder = Folder::new();
    folder.write("a.mlir", TEXT);
    folder.write("affine-analyzer.toml", "[tile]\n".to_owned() + &"module {\n".repeat(8_000));
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 11, "{}", run.stderr);
    assert!(
        lines[0].contains("affine-analyzer.toml:2: ") && lines[10].starts_with("error: 7990 more in "),
        "{lines:#?}"
    );
}
