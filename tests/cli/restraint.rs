//! Commands read what they are given and write what they are told to, and nothing else: `strace` sees it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

use affine_analyzer_tests::requirement;
use affine_analyzer_tests::system_calls::{Named, traced};

use crate::{Folder, KERNEL, Run, names};

/// A folder beside things that look as if they belonged to it, in a home with settings.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("home/.gitconfig", "[core]\n  excludesFile = ~/ignored\n");
    folder.write("home/ignored", "*.mlir\n");
    folder.write(".gitignore", "*.mlir\n");
    folder.write("secret.mlir", "this is no MLIR");
    folder.write("work/.git/HEAD", "ref: refs/heads/main\n");
    folder.write("work/.gitignore", "skipped.mlir\n");
    folder.write("work/a.mlir", KERNEL);
    folder.write("work/b.mlir", format!("{KERNEL}func.func private @g() loc(\"../secret.mlir\":1:1)\n"));
    folder.write("work/skipped.mlir", "nor is this");
    symlink(folder.0.join("secret.mlir"), folder.0.join("work/link.mlir")).unwrap();
    symlink(&folder.0, folder.0.join("work/around")).unwrap();
    folder
}

/// Runs a command below `strace` and fails if it did what it was not told to.
fn check(strace: &Path, folder: &Folder, arguments: &[&str], named: &Named) -> Run {
    let log = folder.0.join("calls");
    let absolute: Vec<String> = arguments
        .iter()
        .map(
            |it| if it.contains("work") { folder.0.join(it).display().to_string() } else { (*it).to_owned() },
        )
        .collect();
    let arguments: Vec<&str> = absolute.iter().map(String::as_str).collect();
    let mut command = traced(strace, &log, &arguments);
    command.current_dir(&folder.0).env("HOME", folder.0.join("home")).stdin(Stdio::null());
    let run: Run = command.output().unwrap().into();
    let offences = named.offences(&fs::read_to_string(&log).unwrap());
    assert!(offences.is_empty(), "{arguments:?}: {offences:#?}");
    run
}

#[test]
fn commands_read_what_they_are_given() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let folder = folder();
    let place = |path: &str| folder.0.join(path);
    let one = Named { read: vec![place("work/a.mlir")], ..Named::default() };
    for command in ["deps", "loops", "fusion", "syntax-tree", "check", "fmt"] {
        let run = check(&strace, &folder, &[command, "work/a.mlir"], &one);
        assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
    }
    let all = Named { read: vec![place("work")], ..Named::default() };
    let run = check(&strace, &folder, &["check", "work", "--format", "json"], &all);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.json();
    let files: Vec<_> =
        report["files"].as_array().unwrap().iter().map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(files, [place("work/a.mlir"), place("work/b.mlir")].map(|it| it.display().to_string()));
}

#[test]
fn what_is_formatted_is_written() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let folder = folder();
    folder.write("work/a.mlir", KERNEL.replace("    ", " "));
    let file = vec![folder.0.join("work/a.mlir")];
    let named = Named { read: file, ..Named::default() };
    let run = check(&strace, &folder, &["fmt", "--check", "work/a.mlir"], &named);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let before = names(&folder.0.join("work"));
    let beside = vec![folder.0.join("work")];
    let run =
        check(&strace, &folder, &["fmt", "work/a.mlir"], &Named { read: beside.clone(), written: beside });
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(names(&folder.0.join("work")), before);
    assert_eq!(folder.read("work/a.mlir"), KERNEL.as_bytes());
}

/// Whoever opens a pipe that nobody writes to waits for ever.
#[test]
fn pipes_in_a_folder_are_left_alone() {
    let Some(mkfifo) = requirement::program(&["mkfifo"]) else { return };
    let folder = Folder::new();
    folder.write("work/a.mlir", KERNEL);
    let made = std::process::Command::new(mkfifo).arg(folder.0.join("work/pipe.mlir")).status().unwrap();
    assert!(made.success());
    let run = folder.run(&["check", "work"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}
