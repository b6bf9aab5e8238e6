//! `loops --against`: loops that are less parallel than in a commit, or run another number of times.

use std::process::Command;

use expect_test::expect;

use crate::Folder;

const BEFORE: &str = "\
func.func @f(%m: memref<64xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      %v = affine.load %m[%i] : memref<64xf32>
      affine.store %v, %m[%i] : memref<64xf32>
    }
  }
  affine.for %k = 0 to 32 {
    %v = affine.load %m[%k] : memref<64xf32>
    affine.store %v, %m[%k + 32] : memref<64xf32>
  }
  return
}
";

/// A repository with one commit.
fn repository(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    files.iter().for_each(|(path, text)| folder.write(path, text));
    let name = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    for arguments in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "x"]] {
        let mut git = Command::new("git");
        git.args(name).args(arguments).current_dir(&folder.0).env("GIT_CONFIG_NOSYSTEM", "1");
        assert!(git.status().unwrap().success(), "{arguments:?}");
    }
    folder
}

#[test]
fn worse_loops_are_annotated() {
    let folder = repository(&[("x/a.mlir", BEFORE), ("x/b.mlir", BEFORE), ("x/c.mlir", BEFORE)]);
    // Names, lines and comments are no change.
    let renamed = BEFORE.replace("%n", "%size").replace("  affine.for %k", "  // Halves.\n  affine.for %k");
    folder.write("x/b.mlir", &renamed);
    let worse = BEFORE.replace("%i = 0 to 64", "%i = 1 to 64").replace("%v, %m[%i]", "%v, %m[%i - 1]");
    folder.write("x/a.mlir", worse.replace("%k", "%l").replace("0 to 32", "0 to 16"));
    folder.write("x/new.mlir", BEFORE);
    let run = folder.run(&["loops", "x", "--against", "HEAD", "--format", "github"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    expect![[r#"
        ::warning file=x/a.mlir,line=2,endLine=2,col=3,endColumn=13,title=lost-parallelism::x/a.mlir:2:3: the loop over %25i of `@f` was parallel and is now not parallel
        ::notice file=x/a.mlir,line=2,endLine=2,col=3,endColumn=13,title=trip-count-changed::x/a.mlir:2:3: the trip count of the loop over %25i of `@f` was 64 and is now 63
        ::notice file=x/a.mlir,line=8,endLine=8,col=3,endColumn=13,title=trip-count-changed::x/a.mlir:8:3: the trip count of the loop over %25l of `@f` was 32 and is now 16
    "#]].assert_eq(&run.stdout);

    let found = folder.run(&["loops", "x/a.mlir", "--against", "HEAD", "--format", "json"]).json();
    let codes = found["files"][0]["diagnostics"].as_array().unwrap().iter();
    let codes: Vec<_> =
        codes.map(|it| (it["code"].as_str().unwrap(), it["range"]["start"]["line"].as_u64())).collect();
    assert_eq!(codes[0], ("lost-parallelism", Some(1)));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = repository(&[("a.mlir", BEFORE)]);
    let run = folder.run(&["loops", "a.mlir", "--against", "none"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr, "error: the git repository of `a.mlir` has no commit `none`\n");
    for arguments in [&["loops", "a.mlir", "a.mlir"][..], &["loops", "a.mlir", "--format", "github"]] {
        let run = folder.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
    }
}
