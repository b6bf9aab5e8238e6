//! Dialects of the user's own, from their TableGen files.

use std::fs;

use serde_json::json;

use crate::Folder;

/// The pieces of MLIR's own definitions that the dialect is made of: the tests need no installed MLIR.
const BASE: &str = include_str!("definitions/base.td");
const MINE: &str = include_str!("definitions/mine.td");

const TEXT: &str = "\
func.func @f(%a: f32, %n: index) -> f32 {
  %0 = mine.scale %a by %n times 2 : f32
  mine.region {
    mine.done
  }
  mine.cpp %a, what nobody knows <(>
  return %0 : f32
}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("include/mlir/IR/OpBase.td", BASE);
    folder.write("include/Mine/MineOps.td", MINE);
    folder.write("affine-analyzer.toml", "[dialects]\nods = [\"include/Mine/*.td\"]\n");
    folder
}

fn found(folder: &Folder, text: &str) -> Vec<String> {
    folder.write("a.mlir", text);
    let run = folder.run(&["check", "a.mlir", "--format", "json"]);
    assert_eq!(run.stderr, "");
    let report = run.json();
    let found = report["files"][0]["diagnostics"].as_array().unwrap().iter();
    found.map(|it| format!("{}: {}", it["code"].as_str().unwrap(), it["message"].as_str().unwrap())).collect()
}

#[test]
fn operations_are_known() {
    let folder = folder();
    assert_eq!(found(&folder, &TEXT.replace(" <(>", "")), Vec::<String>::new());
    let wrong = TEXT.replace("mine.scale %a by %n times 2 : f32", "mine.scale %n by %n : index");
    let wrong = found(&folder, &wrong.replace(" <(>", "").replace("return %0", "return %a"));
    assert_eq!(wrong, ["operand-type-class: mine.scale takes f32, but %n has type index"]);
    let generic = "func.func @f(%a: f32) {\n  %0 = \"mine.scale\"() : () -> f32\n  return\n}\n";
    assert!(found(&folder, generic)[0].contains("mine.scale"), "{:?}", found(&folder, generic));
}

#[test]
fn operations_that_no_definition_has() {
    let folder = folder();
    let found = found(&folder, "func.func @f() {\n  mine.scal\n  mine.far.off\n  return\n}\n");
    assert_eq!(found, ["unknown-operation: the definitions that are read have no operation mine.scal"]);
}

#[test]
fn types_and_attributes_have_formats() {
    let folder = folder();
    let of = |ty: &str| {
        let text = "func.func @f(%a: f32) {\n  %0 = \"mine.pack\"(%a) : (f32) -> TYPE\n  return\n}\n";
        found(&folder, &text.replace("TYPE", ty))
    };
    let right = [
        "!mine.box<i32 : 3>",
        "!mine.box<memref<4xf32> : 3, 4 by #mine.how<speed = slow>>",
        "!mine.box<i32 : 3 by <times = 2, speed = fast>>",
        "!mine<box<i32 : 3>>",
    ];
    right.iter().for_each(|it| assert_eq!(of(it), Vec::<String>::new(), "{it}"));
    let wrong = [
        ("!mine.box", "expected '<', found the end of the line"),
        ("!mine.box<i32>", "expected ':', found '>'"),
        ("!mine.box<i32 : 3, x>", "expected an integer, found 'x'"),
        ("!mine.box<i32 : 3 by #mine.how<speed = quick>>", "expected fast or slow, found 'quick'"),
        (
            "!mine.box<memref<4f32> : 3>",
            "expected 'x' between dimensions and before the element type, found 'f32'",
        ),
    ];
    wrong
        .iter()
        .for_each(|it| assert_eq!(of(it.0).last().map(|it| it.split_once(": ").unwrap().1), Some(it.1)));
}

#[test]
fn a_form_may_be_given() {
    let folder = folder();
    folder.write(
        "affine-analyzer.toml",
        "[dialects]\nods = [\"include/Mine/*.td\"]\n[[dialects.form]]\noperations = \"mine.c*\"\nformat = \"$value `to` type($value) attr-dict\"\n",
    );
    let text = "func.func @f(%a: f32) {\n  mine.cpp %a to i32\n  return\n}\n";
    assert_eq!(found(&folder, text), ["value-type-mismatch: %a has type f32, but mine.cpp needs i32"]);
}

/// Definitions are read once, until a file that was read is another, wherever it is found now.
#[test]
#[cfg(target_os = "linux")]
fn definitions_are_kept() {
    let folder = folder();
    let text =
        "func.func @f(%n: index, %a: f32) -> f32 {\n  %0 = mine.scale %a by %n : f32\n  return %0 : f32\n}\n";
    let kept = folder.0.join("cache/affine-analyzer/definitions");
    let entries = || fs::read_dir(&kept).map_or(0, Iterator::count);
    assert_eq!((entries(), found(&folder, text)), (0, Vec::new()));
    assert_eq!((entries(), found(&folder, text)), (1, Vec::new()));
    // What is kept is what is read: nothing else knows a form for it.
    let path = fs::read_dir(&kept).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&path).unwrap();
    let at = bytes.windows(8).position(|it| it == b"`by` $by").unwrap();
    let mut other = bytes.clone();
    other[at..at + 4].copy_from_slice(b"`as`");
    fs::write(&path, other).unwrap();
    assert_eq!(found(&folder, &text.replace(" by ", " as ")), Vec::<String>::new());
    // An entry that is damaged is none.
    fs::write(&path, &bytes[..at]).unwrap();
    assert_eq!(found(&folder, text), Vec::<String>::new());
    folder.write("include/Mine/MineOps.td", MINE.replace("`by`", "`per`"));
    assert_eq!(found(&folder, &text.replace(" by ", " per ")), Vec::<String>::new());
    folder.write("include/Mine/mlir/IR/OpBase.td", BASE.replace("def Index ", "def Size "));
    let run = folder.run(&["check", "a.mlir"]);
    assert!(run.stderr.contains("Index is not defined"), "{}", run.stderr);
}

/// What is kept holds without a look through folders that are what they were, and no longer than they are.
#[test]
#[cfg(target_os = "linux")]
fn files_that_come_and_go_are_seen() {
    let folder = folder();
    let more = "def MoreOp : MineOp<\"more\">;\n";
    let folders = ["", "include", "include/Mine", "include/mlir", "include/mlir/IR"];
    let age = |path: &str, seconds: u64| {
        let folder = fs::File::open(folder.0.join(path)).unwrap();
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
        folder.set_times(fs::FileTimes::new().set_modified(then)).unwrap();
    };
    let is_known = || found(&folder, "func.func @f() {\n  mine.more\n  return\n}\n").is_empty();
    folder.write("a.mlir", "");
    folders.into_iter().for_each(|it| age(it, 3600));
    assert!(!is_known() && !is_known());
    folder.write("include/Mine/More.td", more);
    assert!(is_known() && is_known());
    fs::remove_file(folder.0.join("include/Mine/More.td")).unwrap();
    assert!(!is_known());
    folder.write("include/Mine/More.td", more);
    assert!(is_known());
    folder.write("include/Mine/.gitignore", "More.td\n");
    assert!(!is_known());
}

/// Where nothing can be written nothing is kept.
#[test]
fn nothing_has_to_be_kept() {
    let folder = folder();
    folder.write("cache", "this is no folder");
    assert_eq!(found(&folder, &TEXT.replace(" <(>", "")), Vec::<String>::new());
}

#[test]
fn dialects_are_listed() {
    let folder = folder();
    let run = folder.run(&["dialects", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.json();
    let dialect = &report["dialects"][0];
    assert_eq!((&report["version"], &dialect["name"]), (&json!(1), &json!("mine")));
    let scale =
        dialect["operations"].as_array().unwrap().iter().find(|it| it["name"] == "mine.scale").unwrap();
    assert_eq!(
        scale["arguments"],
        json!([
            { "name": "value", "constraint": "F32", "kind": "operand" },
            { "name": "by", "constraint": null, "kind": "operand" },
            { "name": "times", "constraint": null, "kind": "attribute" },
        ])
    );
    assert_eq!(scale["traits"], json!(["Pure"]));
    let named = folder.run(&["dialects", "--td", "include/Mine/MineOps.td", "-I", "include"]);
    assert!(
        named.stdout.contains("mine (5 operations)\n") && named.stdout.contains("  mine.scale\n"),
        "{}",
        named.stdout
    );
}

#[test]
fn mistakes_in_definitions_are_told() {
    let folder = folder();
    folder.write("include/Mine/MineOps.td", format!("{MINE}\ndef Wrong : Nothing;\n"));
    folder.write("a.mlir", "func.func @f() {\n  return\n}\n");
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("MineOps.td:56:13: there is no class Nothing"), "{}", run.stderr);
}

/// What `check` says of definitions beside a project, whose configuration and definitions are these.
fn said_of(folder: &Folder, ods: &str, include: &str, definitions: &str) -> String {
    let list = |it: &str| if it.is_empty() { String::new() } else { format!("\"{it}\"") };
    let text = format!("[dialects]\nods = [{}]\ninclude = [{}]\n", list(ods), list(include));
    folder.write("work/affine-analyzer.toml", text);
    folder.write("work/own.td", definitions);
    folder.write("work/a.mlir", "");
    let run = folder.run(&["check", "work/a.mlir"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stderr
}

/// A project names definitions below its own folder, whose names say that they are some.
#[test]
fn a_project_reaches_no_further_than_its_folder() {
    let folder = Folder::new();
    folder.write("secret.td", "password: hunter2\n");
    folder.write("secret.txt", "password: hunter2\n");
    folder.write("around/secret.td", "password: hunter2\n");
    folder.write("work/notes.txt", "password: hunter2\n");
    #[cfg(unix)]
    for (to, name) in [("secret.td", "link.td"), ("around", "linked")] {
        fs::create_dir_all(folder.0.join("work")).unwrap();
        std::os::unix::fs::symlink(folder.0.join(to), folder.0.join("work").join(name)).unwrap();
    }
    let absolute = folder.0.join("secret.td").display().to_string();
    let outside = "is outside of the project's folder";
    for ods in
        ["/**", "/**/*.td", "../**", "../../**", "../*.td", "../secret.td", &absolute, "sub/../../*.td"]
    {
        folder.write("work/sub/x.td", "def x;\n");
        let said = said_of(&folder, ods, "", "");
        assert!(said.contains(outside) && said.contains(ods), "{ods}: {said}");
    }
    for (ods, why) in
        [("link.td", outside), ("linked/*.td", outside), ("notes.txt", "neither `.td` nor `.td.inc`")]
    {
        let said = said_of(&folder, ods, "", "");
        assert!(
            said.contains(why) && !said.contains("hunter2") && !said.contains("password"),
            "{ods}: {said}"
        );
    }
    // A glob passes by what is no definition, or a link.
    let said = said_of(&folder, "**", "", "def own;\n");
    assert_eq!(said, "");
    for included in ["../secret.td", &absolute, "/etc/passwd", "notes.txt", "link.td", "linked/secret.td"] {
        let said = said_of(&folder, "own.td", "", &format!("def a;\ninclude \"{included}\"\n"));
        assert!(said.contains(&format!("own.td:2:1: {included} cannot be read")), "{included}: {said}");
        // In the file, and at the line of the configuration that names it.
        assert_eq!(said.lines().count(), 2, "{said}");
    }
    let said = said_of(&folder, "own.td", "..", "include \"secret.td\"\n");
    assert!(
        said.contains(&format!("`..` is not read: it {outside}")) && !said.contains("password"),
        "{said}"
    );
    // The user's own command line reaches everything.
    folder.write("mine.toml", "[dialects]\nods = [\"around/*.td\"]\ninclude = [\"..\"]\n");
    folder.write("work/sub/mine.toml", "[dialects]\nods = [\"../../around/*.td\"]\n");
    for config in ["mine.toml", "work/sub/mine.toml"] {
        let run = folder.run(&["check", "work/a.mlir", "--config", config]);
        assert!(run.stderr.contains("around/secret.td"), "{config}: {}", run.stderr);
        assert!(!run.stderr.contains(outside), "{config}: {}", run.stderr);
    }
    let run = folder.run(&["dialects", "--td", "around/secret.td"]);
    assert!(run.stderr.contains("around/secret.td"), "{}", run.stderr);
}

#[test]
fn what_is_too_much_is_said() {
    let folder = Folder::new();
    for number in 0..2_010 {
        folder.write(&format!("work/many/{number:04}.td"), "");
    }
    let said = said_of(&folder, "many/*.td", "", "");
    assert!(
        said.contains("`many/*.td`: more than 2000 files of definitions; the rest is left out"),
        "{said}"
    );
    folder.write("work/large.td", " ".repeat((16 << 20) + 1));
    let said = said_of(&folder, "large.td", "", "");
    assert!(said.contains("large.td` is too large"), "{said}");
    let said = said_of(&folder, "own.td", "", "def a;\nforeach i = 0-99999999 in {\n  def b#i;\n}\n");
    assert!(said.contains("own.td:2:9: a list of more than 100000 elements"), "{said}");
}

/// Whoever opens a pipe that nobody writes to waits for ever.
#[cfg(unix)]
#[test]
fn pipes_are_no_definitions() {
    let Some(mkfifo) = affine_analyzer_tests::requirement::program(&["mkfifo"]) else { return };
    let folder = Folder::new();
    folder.write("work/own.td", "");
    assert!(
        std::process::Command::new(mkfifo).arg(folder.0.join("work/pipe.td")).status().unwrap().success()
    );
    assert_eq!(said_of(&folder, "*.td", "", "def a;\n"), "");
    assert!(said_of(&folder, "own.td", "", "include \"pipe.td\"\n").contains("pipe.td cannot be read"));
}

/// What is missing is told where it is and where the file is named, and what depends on it is unknown.
#[test]
fn what_is_missing_is_told_and_unknown() {
    let folder = folder();
    let more = "include \"mlir/IR/OpBase.td\"\ninclude \"nowhere/Base.td\"\n\
        def Ours : Dialect { let name = \"ours\"; }\n\
        def TurnOp : Op<Ours, \"turn\"> {\n  let arguments = (ins TheirTensor:$x, I64Attr:$n);\n  let results = (outs TheirTensor:$y);\n}\n\
        def EndOp : Op<Ours, \"end\", [NoSideEffect, Terminator]>;\n\
        def BlockOp : Op<Ours, \"block\"> { let regions = (region AnyRegion:$body); }\n";
    folder.write("include/Mine/Ours.td", more);
    let text = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  \
        %0 = \"ours.turn\"(%a) <{n = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>\n  \
        \"ours.block\"() ({\n    \"ours.end\"() : () -> ()\n  }) : () -> ()\n  return %0 : tensor<4xf32>\n}\n";
    folder.write("a.mlir", text);
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    let path = folder.0.join("include/Mine/Ours.td");
    for place in [
        "2:1: nowhere/Base.td cannot be read",
        "5:24: TheirTensor is not defined",
        "6:23: TheirTensor is not defined",
        "8:30: NoSideEffect is not defined",
    ] {
        let told = format!("{}:{place}", path.display());
        assert!(run.stderr.contains(&told), "{told}\n{}", run.stderr);
    }
    let at_the_glob = "affine-analyzer.toml:2: `include/Mine/*.td`: ";
    assert!(run.stderr.contains(at_the_glob) && run.stderr.contains("(and 3 more)"), "{}", run.stderr);
    // What does not depend on it is checked.
    folder.write("a.mlir", text.replace("<{n = 1 : i64}> ", ""));
    let run = folder.run(&["check", "a.mlir"]);
    assert!(run.stdout.contains("ours.turn needs the attribute n"), "{}", run.stdout);
}

/// Of what could not be matched a panic ended the program.
#[test]
fn hostile_globs_are_problems() {
    let folder = Folder::new();
    folder.write("a.mlir", "func.func @f() {\n  return\n}\n");
    let braces = "{".repeat(20_000) + &"}".repeat(20_000);
    for pattern in [
        format!("**/{}.td", &braces[19_980..20_020]),
        braces,
        "*?".repeat(4_000) + ".td",
        "{*,?}".repeat(1_600),
    ] {
        let config = format!(
            "[dialects]\nods = [\"{pattern}\"]\n[[dialects.form]]\noperations = \"{pattern}\"\nformat = \"\"\n"
        );
        folder.write("affine-analyzer.toml", config);
        let run = folder.run(&["check", "a.mlir"]);
        assert!(run.code.is_some() && run.stderr.contains("affine-analyzer.toml:2: "), "{}", run.stderr);
    }
}
