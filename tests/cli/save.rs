//! Files are written whole or not at all, and stay what they are: links, owners, permissions.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use affine_analyzer_tests::{program, requirement};

use crate::{Folder, KERNEL, Run, names};

const FUNCTIONS: usize = 400;

/// Longer than it is when it is formatted.
fn untidy() -> String {
    (0..FUNCTIONS).map(|it| format!("func.func @f{it}( )   {{\nreturn // Done.\n}}\n\n\n\n\n\n\n")).collect()
}

fn tidy() -> String {
    let functions: Vec<_> =
        (0..FUNCTIONS).map(|it| format!("func.func @f{it}() {{\n  return // Done.\n}}\n")).collect();
    functions.join("\n")
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn formats(folder: &Folder, file: &str) {
    let run = folder.run(&["fmt", file]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(String::from_utf8(folder.read(file)).unwrap(), tidy());
}

#[test]
fn every_writer_leaves_one_file() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    for arguments in [
        ["apply", "a.mlir", "--action", "unroll", "--at", "2:3", "--write"].as_slice(),
        &["optimize", "a.mlir", "--write"],
        &["fmt", "a.mlir"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
        assert_eq!(names(&folder.0), ["a.mlir"], "{arguments:?}");
    }
}

#[test]
fn links_stay_links() {
    let folder = Folder::new();
    folder.write("x/a.mlir", untidy());
    fs::hard_link(folder.0.join("x/a.mlir"), folder.0.join("x/same.mlir")).unwrap();
    symlink("x/a.mlir", folder.0.join("link.mlir")).unwrap();
    symlink("link.mlir", folder.0.join("again.mlir")).unwrap();
    formats(&folder, "again.mlir");
    assert!(folder.0.join("again.mlir").is_symlink() && folder.0.join("link.mlir").is_symlink());
    assert_eq!(folder.read("x/same.mlir"), tidy().as_bytes());
    assert_eq!(fs::metadata(folder.0.join("x/a.mlir")).unwrap().nlink(), 2);
    folder.write("x/alone.mlir", untidy());
    symlink("x/alone.mlir", folder.0.join("only.mlir")).unwrap();
    formats(&folder, "only.mlir");
    assert!(folder.0.join("only.mlir").is_symlink());
    assert_eq!(names(&folder.0.join("x")), ["a.mlir", "alone.mlir", "same.mlir"]);
}

#[test]
fn owner_permissions_and_attributes_stay() {
    let folder = Folder::new();
    let file = folder.0.join("a.mlir");
    for mode in [0o600, 0o755, 0o664] {
        folder.write("a.mlir", untidy());
        fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        if is_root() {
            chown(&file, Some(1234), Some(2345)).unwrap();
        }
        let before = fs::metadata(&file).unwrap();
        formats(&folder, "a.mlir");
        let after = fs::metadata(&file).unwrap();
        assert_eq!((after.mode() & 0o7777, after.uid(), after.gid()), (mode, before.uid(), before.gid()));
    }
    let name = "user.kept";
    folder.write("a.mlir", untidy());
    if rustix::fs::setxattr(&file, name, b"yes", rustix::fs::XattrFlags::empty()).is_ok() {
        formats(&folder, "a.mlir");
        let mut value = [0; 3];
        assert_eq!(rustix::fs::getxattr(&file, name, &mut value[..]), Ok(3));
    }
}

/// The program as somebody to whom permissions mean something.
fn as_nobody(folder: &Folder, arguments: &[&str]) -> Run {
    let mut command = folder.command(arguments);
    if is_root() {
        command.uid(65534).gid(65534);
    }
    command.output().unwrap().into()
}

#[test]
fn where_nothing_can_be_made_the_file_is_overwritten() {
    let folder = Folder::new();
    folder.write("x/a.mlir", untidy());
    let (place, file) = (folder.0.join("x"), folder.0.join("x/a.mlir"));
    if is_root() {
        chown(&file, Some(65534), Some(65534)).unwrap();
    }
    fs::set_permissions(&place, Permissions::from_mode(0o555)).unwrap();
    let run = as_nobody(&folder, &["fmt", "x/a.mlir"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(folder.read("x/a.mlir"), tidy().as_bytes());
    assert_eq!(names(&place), ["a.mlir"]);
    fs::set_permissions(&place, Permissions::from_mode(0o777)).unwrap();
    folder.write("x/a.mlir", untidy());
    fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
    let run = as_nobody(&folder, &["fmt", "x/a.mlir"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("error: cannot write `x/a.mlir`: "), "{}", run.stderr);
    assert_eq!(folder.read("x/a.mlir"), untidy().as_bytes());
    assert_eq!(names(&place), ["a.mlir"]);
}

/// Runs a script in which `$program` is the program and `$disk` a small disk that nobody else sees; gives what it prints.
fn on_small_disk(folder: &Folder, options: &str, script: &str) -> Option<String> {
    let unshare = requirement::program(&["unshare"])?;
    let disk = folder.0.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let mut command = Command::new(unshare);
    command.arg("--mount").args((!is_root()).then_some("--map-root-user"));
    let mount = format!("mount -t tmpfs -o {options} tmpfs \"$disk\" || exit 77\n{script}");
    command.args(["sh", "-c", &mount]).env("disk", &disk).env("program", program::path());
    let output = command.current_dir(&folder.0).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    if output.status.code() == Some(77) {
        requirement::said_missing(None::<()>, &format!("a disk of one's own ({}) is", stderr.trim()));
        return None;
    }
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn on_a_full_disk_the_old_text_stays() {
    let folder = Folder::new();
    folder.write("old.mlir", untidy());
    let size = untidy().len();
    // Room for the file, and for less than half of another; or for no other file at all.
    for options in [format!("size={}", size.next_multiple_of(4096) + 4096), "nr_inodes=2".to_owned()] {
        for link in ["", "ln $disk/a.mlir $disk/b.mlir;"] {
            let link = if options.contains("inodes") { "" } else { link };
            let script = format!(
                "cp old.mlir $disk/a.mlir; {link} $program fmt $disk/a.mlir 2>&1; echo $?; cmp old.mlir $disk/a.mlir && ls -A $disk"
            );
            let Some(said) = on_small_disk(&folder, &options, &script) else { return };
            let lines: Vec<_> = said.lines().collect();
            assert!(
                lines[0].starts_with("error: cannot write `") && lines[0].contains("No space left"),
                "{said}"
            );
            assert_eq!(lines[1], "2", "{said}");
            let left = if link.is_empty() { ["a.mlir"].as_slice() } else { &["a.mlir", "b.mlir"] };
            assert_eq!(lines[2..], *left, "{options}: {said}");
        }
    }
}

/// The calls by which a text comes to be on the disk.
const CALLS: &[&str] =
    &["write", "ftruncate", "fallocate", "lseek", "fsync", "rename", "renameat", "fchmod", "fchown"];

/// Lets each call of a kind fail, or be the last one, one run after the other; as long as there is another.
fn sweep(strace: &Path, has_links: bool, (call, fault): (&str, &str), check: impl Fn(&Folder, Option<i32>)) {
    for number in 1.. {
        let folder = Folder::new();
        folder.write("x/a.mlir", untidy());
        if has_links {
            fs::hard_link(folder.0.join("x/a.mlir"), folder.0.join("same.mlir")).unwrap();
        }
        let log = folder.0.join("calls");
        let mut command = Command::new(strace);
        let fault = fault.replace('#', &number.to_string());
        command.args(["-f", "-qq", "-e", &format!("trace={call}"), "-e", &format!("inject={call}:{fault}")]);
        command.arg("-o").arg(&log).arg(program::path()).args(["fmt", "x/a.mlir"]).current_dir(&folder.0);
        let run = command.env_remove("LD_LIBRARY_PATH").output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(!said.contains("strace:"), "{said}");
        check(&folder, run.status.code());
        let calls = fs::read_to_string(&log).unwrap();
        if !calls.contains("INJECTED") && !calls.contains("SIGKILL") {
            assert_eq!(folder.read("x/a.mlir"), tidy().as_bytes());
            return;
        }
    }
}

#[test]
fn whatever_happens_the_text_is_there() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let (old, new) = (untidy().into_bytes(), tidy().into_bytes());
    for has_links in [false, true] {
        let faults = ["signal=KILL:when=#", "error=ENOSPC:when=#", "error=EIO:when=#+"];
        for (call, fault) in CALLS.iter().flat_map(|call| faults.map(|it| (*call, it))) {
            sweep(&strace, has_links, (call, fault), |folder, code| {
                let text = folder.read("x/a.mlir");
                let is_whole = text == old || text == new;
                let others = names(&folder.0.join("x")).into_iter().filter(|it| it != "a.mlir");
                let others: Vec<_> = others.collect();
                let is_kept = others.iter().any(|it| folder.read(&format!("x/{it}")) == old);
                assert!(if has_links { is_whole || is_kept } else { is_whole }, "{call}:{fault}: {code:?}");
                if !fault.contains("KILL") && is_whole && !fault.ends_with('+') {
                    assert_eq!(others, [""; 0], "{call}:{fault}");
                    assert!(
                        code == Some(0) && text == new || code == Some(2) && text == old,
                        "{call}:{fault}: {code:?}"
                    );
                }
            });
        }
    }
}

#[test]
fn what_changes_meanwhile_is_not_lost() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let folder = Folder::new();
    folder.write("a.mlir", untidy());
    let mut command = Command::new(strace);
    // What has been read is analysed a second later.
    command.args(["-f", "-qq", "-e", "inject=clone3:delay_exit=2000000", "-o"]).arg(folder.0.join("calls"));
    command.arg(program::path()).args(["fmt", "a.mlir"]).current_dir(&folder.0);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !fs::read_to_string(folder.0.join("calls")).unwrap_or_default().contains("clone3") {
        std::thread::sleep(Duration::from_millis(10));
    }
    folder.write("a.mlir", "another text");
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert_eq!(run.stderr, "error: cannot write `a.mlir`: it has changed since it was read\n");
    assert_eq!(folder.read("a.mlir"), b"another text");
}

const LARGE_BYTES: usize = 50 << 20;

/// Kills the program while it formats `x/a.mlir`: once a file beside it has this share of its bytes and so much time has
/// passed, if it is not done by then.
fn killed(folder: &Folder, (share, delay): (f64, Duration)) {
    let mut child = folder.command(&["fmt", "x/a.mlir"]).spawn().unwrap();
    let place = folder.0.join("x");
    let size_beside = || {
        let others = names(&place).into_iter().filter(|it| it != "a.mlir");
        others.filter_map(|it| Some(fs::metadata(place.join(it)).ok()?.len())).max()
    };
    while size_beside().is_none_or(|it| (it as f64) < share * LARGE_BYTES as f64) {
        if child.try_wait().unwrap().is_some() {
            return;
        }
    }
    std::thread::sleep(delay);
    // What `kill -9` sends.
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The calls of the sweep are those of a file that is written at once.
#[test]
fn killed_in_the_middle_of_a_large_file_the_text_is_there() {
    let comment = format!("// {}\n", "x".repeat(4_000));
    let old = (untidy() + &comment.repeat(LARGE_BYTES / comment.len())).into_bytes();
    let folder = Folder::new();
    folder.write("x/a.mlir", &old);
    let run = folder.run(&["fmt", "x/a.mlir"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let new = folder.read("x/a.mlir");
    assert!(new != old && new.len() > LARGE_BYTES / 2);
    let is_whole = |text: &[u8]| text == old || text == new;
    let at = |share: f64, millis: u64| (share, Duration::from_millis(millis));
    for has_links in [false, true] {
        for moment in
            [at(0.0, 0), at(0.1, 0), at(0.5, 0), at(0.9, 0), at(0.99, 3), at(0.99, 10), at(0.99, 40)]
        {
            let folder = Folder::new();
            folder.write("x/a.mlir", &old);
            if has_links {
                fs::hard_link(folder.0.join("x/a.mlir"), folder.0.join("same.mlir")).unwrap();
            }
            killed(&folder, moment);
            let mut left = names(&folder.0.join("x")).into_iter().filter(|it| it != "a.mlir");
            let mut is_kept = || left.any(|it| folder.read(&format!("x/{it}")) == old);
            let text = folder.read("x/a.mlir");
            assert!(is_whole(&text) || has_links && is_kept(), "{moment:?}, {has_links}");
        }
    }
}
