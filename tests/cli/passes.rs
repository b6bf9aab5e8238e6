//! `passes run`: the steps of `mlir-opt`, their verdicts, and tools that do what they should not.

use affine_analyzer_tests::requirement;
use affine_analyzer_tests::system_calls::traced;
use expect_test::expect;
use serde_json::json;
use std::fs;
use std::path::Path;

use crate::{Folder, Run, names};

const SOURCE: &str = "\
// RUN: mlir-opt %s

// Adds up.
func.func @sum(%A: memref<10xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32 // the start
  %0, %last = \"test.two\"() : () -> (f32, i32)
  // Outer.
  %total = affine.for %i = 0 to 10 iter_args(%acc = %zero) -> f32 {
    %v = affine.load %A[%i] : memref<10xf32> loc(\"own\")
    %s = arith.addf %acc, %v : f32
    affine.yield %s : f32
    // The end of the body.
  }
  affine.for %i = 0 to 4 {
    affine.store %0, %A[%i] : memref<10xf32>
  } // stored
  \"test.use\"(%last) : (i32) -> ()
  return %total : f32
}
// Nothing more.
";

/// Runs a pipeline of the `mlir-opt` that is installed.
fn run(source: &str, arguments: &[&str]) -> Option<(Folder, Run)> {
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"])?;
    let folder = Folder::new();
    folder.write("a.mlir", source);
    // As on a shell's command line.
    let tool = tool.file_name().unwrap().to_str().unwrap();
    let run = folder.run(&[&["passes", "run", "a.mlir", "--tool", tool], arguments].concat());
    Some((folder, run))
}

#[test]
fn names_and_comments_come_back() {
    let pipeline = "builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))";
    let Some((_folder, run)) = run(SOURCE, &["--pipeline", pipeline, "--format", "json"]) else { return };
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.json();
    assert_eq!(
        (&report["names"], &report["wrong"], &report["failures"]),
        (&json!("kept"), &json!(null), &json!([]))
    );
    let step = &report["steps"][0];
    assert_eq!((&step["pass"], &step["on"]), (&json!("affine-loop-unroll"), &json!("func.func @sum")));
    expect![[r##"
        // RUN: mlir-opt %s

        #map = affine_map<(d0) -> (d0 + 1)>
        // Adds up.
        func.func @sum(%A: memref<10xf32>, %n: index) -> f32 {
          %zero = arith.constant 0.000000e+00 : f32 // the start
          %0, %last = "test.two"() : () -> (f32, i32)
          // Outer.
          %total = affine.for %i = 0 to 10 step 2 iter_args(%acc = %zero) -> (f32) {
            %v = affine.load %A[%i] : memref<10xf32>
            %s = arith.addf %acc, %v : f32
            %total_0 = affine.apply #map(%i)
            %v_0 = affine.load %A[%total_0] : memref<10xf32>
            %s_0 = arith.addf %s, %v_0 : f32
            affine.yield %s_0 : f32
            // The end of the body.
          }
          affine.for %i = 0 to 4 step 2 {
            affine.store %0, %A[%i] : memref<10xf32>
            %i_0 = affine.apply #map(%i)
            affine.store %0, %A[%i_0] : memref<10xf32>
          } // stored
          "test.use"(%last) : (i32) -> ()
          return %total : f32
        }
        // Nothing more.
    "##]]
    .assert_eq(step["text"].as_str().unwrap());
}

/// The loop of what is left over begins below zero where there is nothing to do.
const REST: &str = "\
func.func @fill(%A: memref<8xi32>, %n: index) {
  %c = arith.constant 7 : i32
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<8xi32>
  }
  return
}
";

#[test]
fn the_first_wrong_step_is_marked() {
    let pipeline = "cse,affine-loop-unroll{unroll-factor=2},cse";
    let Some((folder, human)) = run(REST, &["--pipeline", pipeline]) else { return };
    assert_eq!(human.code, Some(1), "{}", human.stderr);
    assert!(human.stdout.contains("cse on builtin.module: changed nothing"), "{}", human.stdout);
    assert!(human.stdout.contains("%n = -1"), "{}", human.stdout);
    assert!(
        human.stdout.contains("step 2 is wrong: `affine-loop-unroll` changed the result"),
        "{}",
        human.stdout
    );
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"]).unwrap();
    let tool = tool.to_str().unwrap();
    let arguments = ["passes", "run", "a.mlir", "--tool", tool, "--pipeline", pipeline, "--format", "json"];
    let report = folder.run(&arguments).json();
    assert_eq!(report["wrong"], 2);
    let verdicts: Vec<_> = report["steps"].as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts, ["unchanged", "different", "unchanged"]);
    assert_eq!(report["steps"][1]["functions"][0]["witness"]["symbols"], json!({ "%n": -1 }));
}

#[test]
fn parts_run_each_for_itself() {
    let source = format!("{REST}// -----\nfunc.func @broken() {{\n  oops\n}}\n// -----\n{REST}");
    let Some((_folder, run)) = run(&source, &["--pipeline", "cse", "--format", "json"]) else { return };
    assert_eq!(run.code, Some(1));
    let report = run.json();
    let parts: Vec<_> = report["steps"].as_array().unwrap().iter().map(|it| it["part"].clone()).collect();
    assert_eq!(parts, [json!(0), json!(2)]);
    let failure = &report["failures"][0];
    assert_eq!(failure["part"], 1);
    let place = &failure["diagnostics"][0]["range"]["start"];
    assert_eq!(*place, json!({ "line": 9, "character": 2 }), "{failure}");
    let text = report["steps"][1]["text"].as_str().unwrap();
    assert_eq!(text.matches("// -----").count(), 2, "{text}");
    assert!(text.contains("  oops\n"), "{text}");
}

#[test]
fn wrong_pipelines_are_told() {
    for pipeline in ["no-such-pass", "cse(", "-o x"] {
        let Some((_folder, run)) = run(REST, &["--pipeline", pipeline]) else { return };
        assert_eq!(run.code, Some(2), "{pipeline}: {}", run.stderr);
        assert!(!run.stderr.is_empty());
    }
    let Some((_folder, run)) = run(REST, &["--pipeline", "builtin.module(no-such-pass)"]) else { return };
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("no-such-pass"), "{}", run.stdout);
}

#[test]
fn names_that_may_have_been_meant() {
    for (pipeline, said) in [
        ("affine-lop-tile", "did you mean `affine-loop-tile`?"),
        ("-affine-lop-tile", "did you mean `affine-loop-tile`?"),
        ("builtin.module(func.func(affine-lop-tile))", "did you mean `affine-loop-tile`?"),
        ("affine-loop-unroll{unrol-factor=2}", "no such option unrol-factor; did you mean `unroll-factor`?"),
        ("affine-loop-fusion{mode=gredy}", "did you mean `greedy`?"),
        ("affine-loop-unroll{unroll-factor=x}", "'x' value invalid for"),
    ] {
        let Some((_folder, run)) = run(REST, &["--pipeline", pipeline]) else { return };
        assert!(run.code > Some(0), "{pipeline}");
        let told = run.stdout + &run.stderr;
        assert!(told.contains(said), "{pipeline}: {told}");
    }
}

#[test]
fn what_runs_on_nothing_is_told() {
    let pipeline = "cse,gpu.module(func.func(affine-loop-unroll),canonicalize)";
    let Some((folder, run)) = run(REST, &["--pipeline", pipeline]) else { return };
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    expect![[r"
        1. cse on builtin.module: changed nothing
        `affine-loop-unroll` ran on nothing: the pipeline meets no `func.func` in a `gpu.module`
        `canonicalize` ran on nothing: the pipeline meets no `gpu.module`
    "]]
    .assert_eq(&run.stdout);
    folder.write("a.mlir", "module {\n}\n");
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"]).unwrap();
    let tool = tool.to_str().unwrap();
    let options = ["passes", "run", "a.mlir", "--tool", tool, "--format", "json", "--pipeline"];
    let report = folder.run(&[&options[..], &["affine-loop-tile"]].concat()).json();
    let unmet = json!([{
        "pass": "affine-loop-tile", "anchors": ["func.func"],
        "message": "`affine-loop-tile` ran on nothing: the pipeline meets no `func.func`",
    }]);
    assert_eq!(report["unmet"], unmet);
}

/// Each iteration reads what the one before has written.
const CARRIED: &str = "\
func.func @f(%a: memref<16xf32>) {
  affine.for %i = 1 to 8 {
    %v = affine.load %a[%i - 1] : memref<16xf32>
    affine.store %v, %a[%i] : memref<16xf32>
  }
  return
}
";

#[test]
fn what_a_pass_did_not_do_has_its_reason() {
    let Some((folder, run)) = run(CARRIED, &["--pipeline", "affine-parallelize"]) else { return };
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!(lines[0], "1. affine-parallelize on func.func @f: changed nothing");
    assert!(lines.len() == 2 && lines[1].starts_with("     line 2: "), "{}", run.stdout);
    assert!(lines[1].contains("RAW"), "{}", run.stdout);
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"]).unwrap();
    let arguments = ["passes", "run", "a.mlir", "--tool", tool.to_str().unwrap(), "--format", "json"];
    let report = folder.run(&[&arguments[..], &["--pipeline", "affine-parallelize,cse"]].concat()).json();
    let reasons = |step: usize| report["steps"][step]["reasons"].as_array().unwrap().len();
    assert_eq!((reasons(0), reasons(1)), (1, 0), "{report:#}");
}

#[cfg(unix)]
fn write_program(folder: &Folder, path: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    folder.write(path, script);
    fs::set_permissions(folder.0.join(path), fs::Permissions::from_mode(0o755)).unwrap();
}

/// A tool of shell that has one pass and does what `body` says where it is to run.
#[cfg(unix)]
fn hostile(body: &str, arguments: &[&str]) -> Run {
    let folder = Folder::new();
    folder.write("a.mlir", REST);
    let help =
        "  Compiler passes to run\n    Passes:\n      --cse   -   Once\n  --mlir-use-nameloc-as-prefix - x\n";
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in\n--help*) cat <<'END'\n{help}END\nexit 0;;\n--version|--cse) exit 0;;\nesac\n{body}\n"
    );
    write_program(&folder, "opt", &script);
    folder.run(&[&["passes", "run", "a.mlir", "--tool", "./opt", "--pipeline", "cse"], arguments].concat())
}

#[cfg(unix)]
#[test]
fn hostile_tools_end_and_are_told() {
    let endless = hostile("trap '' TERM INT\nwhile :; do sleep 1; done", &["--time-limit", "1"]);
    assert_eq!(endless.code, Some(1), "{}", endless.stderr);
    assert!(endless.stdout.contains("took too long"), "{}", endless.stdout);
    let dies = hostile("kill -SEGV $$", &[]);
    assert_eq!(dies.code, Some(1), "{}", dies.stderr);
    assert!(dies.stdout.contains("ended by the system"), "{}", dies.stdout);
    let gigabytes = hostile("yes gigabytes", &[]);
    assert_eq!(gigabytes.code, Some(1), "{}", gigabytes.stderr);
    assert!(gigabytes.stdout.contains("printed too much"), "{}", gigabytes.stdout);
    // Whatever it prints, nothing of it is taken for a step.
    let garbage = hostile("head -c 100000 /dev/urandom; head -c 100000 /dev/urandom >&2", &[]);
    assert!(matches!(garbage.code, Some(0 | 1)), "{}", garbage.stderr);
    let garbage =
        hostile("echo '// -----// IR Dump After  //----- //' >&2; printf '%%\\n}}}{{{ loc(' >&2", &[]);
    assert!(matches!(garbage.code, Some(0 | 1)), "{}", garbage.stderr);
}

#[test]
fn a_tool_that_is_none_is_told() {
    let folder = Folder::new();
    folder.write("a.mlir", REST);
    let run = folder.run(&["passes", "run", "a.mlir", "--tool", "/no/such/tool", "--pipeline", "cse"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("/no/such/tool"), "{}", run.stderr);
}

/// Neither the program nor its project starts another one or writes anything beside the tool that the user trusts:
/// `strace` sees it.
#[test]
fn the_tool_alone_is_started() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let folder = Folder::new();
    let tests =
        "// RUN: mlir-opt %s --load-dialect-plugin=%S/evil.so -o %S/x\n// RUN: touch %S/y && cat %s > %S/z\n";
    folder.write("work/a.mlir", format!("{tests}{REST}"));
    folder.write("work/affine-analyzer.toml", format!("[passes]\ntool = {:?}\n", tool.display().to_string()));
    folder.write("work/evil.so", "none");
    folder.write("work/mlir-opt", "#!/bin/sh\ntouch w\n");
    let before = names(&folder.0.join("work"));
    let log = folder.0.join("calls");
    let run = || {
        let mut command =
            traced(&strace, &log, &["passes", "run", "a.mlir", "--pipeline", "builtin.module(cse)"]);
        command.current_dir(folder.0.join("work")).env("XDG_CACHE_HOME", folder.0.join("cache"));
        let run: Run = command.env("XDG_STATE_HOME", folder.0.join("state")).output().unwrap().into();
        (run, fs::read_to_string(&log).unwrap())
    };
    let (refused, calls) = run();
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert_eq!(calls.lines().filter(|it| it.contains("execve(")).count(), 1, "{calls}");
    trust(&folder, "work");
    let (run, calls) = run();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("cse"), "{}", run.stdout);
    assert_eq!(names(&folder.0.join("work")), before);
    let mut started = calls.lines().filter(|it| it.contains("execve(")).skip(1).peekable();
    let quoted = format!("\"{}\"", tool.display());
    assert!(started.peek().is_some(), "{calls}");
    assert!(started.all(|it| it.contains(&quoted)), "{calls}");
    let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "mkdir", "rename", "unlink", "socket("];
    for call in calls.lines().filter(|call| writes.iter().any(|it| call.contains(it))) {
        for path in call.split('"').skip(1).step_by(2).filter(|it| it.starts_with('/')) {
            let is_kept = Path::new(path).starts_with(folder.0.join("cache"));
            let is_own = is_kept || Path::new(path).starts_with(std::env::temp_dir());
            assert!(is_own || path == "/dev/null" || path.starts_with("/proc/"), "{call}");
        }
        assert!(!call.contains("socket("), "{call}");
    }
}

/// As if the user had said so before.
fn trust(folder: &Folder, trusted: &str) {
    let trusted = folder.0.join(trusted).canonicalize().unwrap();
    folder.write("state/affine-analyzer/trusted-folders.json", json!([trusted]).to_string());
}

/// A project whose tool leaves a file where it is started.
#[cfg(unix)]
fn project_with_tool() -> Folder {
    let folder = Folder::new();
    folder.write("work/a.mlir", REST);
    folder.write("work/affine-analyzer.toml", "[passes]\ntool = \"opt\"\n");
    write_program(&folder, "work/opt", "#!/bin/sh\ntouch started\nexit 1\n");
    folder
}

#[cfg(unix)]
#[test]
fn the_tool_of_a_project_waits_for_trust() {
    let folder = project_with_tool();
    let run = |arguments: &[&str]| {
        let arguments = [&["passes", "run", "a.mlir", "--pipeline", "cse"], arguments].concat();
        let mut command = folder.command(&arguments);
        let run: Run = command.current_dir(folder.0.join("work")).output().unwrap().into();
        let is_started = fs::remove_file(folder.0.join("work/started")).is_ok();
        (run, is_started)
    };
    let (refused, is_started) = run(&[]);
    assert_eq!((refused.code, is_started), (Some(2), false), "{}", refused.stderr);
    assert!(refused.stderr.contains("work/opt` is named by the project"), "{}", refused.stderr);
    // What the user names is chosen by the user.
    for named in [&["--tool", "./opt"], &["--config", "affine-analyzer.toml"]] {
        assert!(run(named).1, "{named:?}");
    }
    for (trusted, starts) in [("work", true), ("", true), ("wor", false), ("work/below", false)] {
        fs::create_dir_all(folder.0.join(trusted)).unwrap();
        trust(&folder, trusted);
        assert_eq!(run(&[]).1, starts, "{trusted}");
    }
}

/// `script` gives the program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn the_user_is_asked_once_for_a_project() {
    use affine_analyzer_tests::program;
    use std::io::Write;
    use std::process::{Command, Stdio};
    let Some(script) = requirement::program(&["script"]) else { return };
    let folder = project_with_tool();
    let program = program::command(&[]).get_program().to_owned().into_string().unwrap();
    let answered = |answer: &str| {
        let command = format!("'{program}' passes run a.mlir --pipeline cse");
        let mut command = [script.to_str().unwrap(), "-qec", &command, "/dev/null"].into_iter();
        let mut child = Command::new(command.next().unwrap())
            .args(command)
            .current_dir(folder.0.join("work"))
            .env("XDG_STATE_HOME", folder.0.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let is_started = fs::remove_file(folder.0.join("work/started")).is_ok();
        (String::from_utf8_lossy(&output.stdout).contains("Do you trust it? [y/N]"), is_started)
    };
    for answer in ["n\n", "\n", "yesterday\n"] {
        assert_eq!(answered(answer), (true, false), "{answer}");
    }
    assert_eq!(answered("y\n"), (true, true));
    assert_eq!(answered("n\n"), (false, true));
    assert_eq!(names(&folder.0.join("work")), ["a.mlir", "affine-analyzer.toml", "opt"]);
}
