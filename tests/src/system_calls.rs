//! What a program asks the system for, as `strace` writes it down, and what of that its user did not name.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program;

/// What the dynamic linker and the runtime read before and beside `main`.
const SYSTEM: &[&str] = &["/etc/ld.so.", "/lib", "/proc/", "/sys/", "/usr/lib"];

/// The configuration of a project, which is looked for in the folders above.
const CONFIGURATION: &str = "affine-analyzer.toml";

/// The calls that name files, start processes or reach the network.
const TRACED: &str = "trace=%file,%process,%network";

/// The program under test below `strace`, which writes to `log`.
pub fn traced(strace: &Path, log: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(strace);
    command.args(["-f", "-qq", "-e", TRACED, "-e", "signal=none", "-o"]).arg(log).arg(program::path());
    // Cargo has the linker look for libraries among what it builds.
    command.args(arguments).env_remove("LD_LIBRARY_PATH");
    command
}

/// What the user named, each with all that is below it.
#[derive(Default)]
pub struct Named {
    pub read: Vec<PathBuf>,
    pub written: Vec<PathBuf>,
}

impl Named {
    /// The calls in a log that the user did not ask for.
    pub fn offences(&self, calls: &str) -> Vec<String> {
        let mut lines = calls.lines();
        let first = lines.next().and_then(name_and_arguments);
        assert!(first.is_some_and(|it| it.0 == "execve" && it.1.contains("affine-analyzer")), "{calls}");
        lines.filter(|it| self.is_offence(it)).map(str::to_owned).collect()
    }

    /// Whether a line tells of something that must not be.
    pub fn is_offence(&self, line: &str) -> bool {
        let Some((name, arguments)) = name_and_arguments(line) else { return false };
        let path = arguments.split('"').nth(1).unwrap_or_default();
        let is_among = |named: &[PathBuf]| named.iter().any(|it| Path::new(path).starts_with(it));
        !match name {
            "exit" | "exit_group" | "wait4" | "getcwd" => true,
            // Threads share the process.
            "clone" | "clone3" => arguments.contains("CLONE_THREAD"),
            // Where links on the way lead.
            "readlink" if self.read.iter().any(|it| it.starts_with(path)) => true,
            "open" | "openat" | "access" | "stat" | "statx" | "newfstatat" | "readlink" => {
                let writes = ["O_WRONLY", "O_RDWR", "O_CREAT"].iter().any(|it| arguments.contains(it));
                // `fstat` is written with an empty name.
                let is_system = path.is_empty() || SYSTEM.iter().any(|it| path.starts_with(it));
                let configures = Path::new(path).file_name().is_some_and(|it| it == CONFIGURATION);
                if writes { is_among(&self.written) } else { is_system || configures || is_among(&self.read) }
            }
            "mkdir" | "unlink" => is_among(&self.written),
            "rename" | "renameat" => {
                let to = arguments.split('"').nth(3).unwrap_or_default();
                is_among(&self.written) && self.written.iter().any(|it| Path::new(to).starts_with(it))
            }
            _ => false,
        }
    }
}

/// A call as `strace` writes it, without the thread in front.
fn name_and_arguments(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(|it: char| it.is_ascii_digit()).trim_start();
    let line = line.strip_prefix("<... ").map_or(line, |_| "");
    line.split_once('(')
}

#[cfg(test)]
mod tests {
    use super::Named;

    #[test]
    fn offences_are_seen() {
        let nothing = Named::default();
        for line in [
            r#"12 execve("/bin/sh", ["sh"], 0x7ffd /* 3 vars */) = 0"#,
            r#"12 openat(AT_FDCWD, "/srv/a/secret", O_RDONLY|O_CLOEXEC) = 3"#,
            r#"12 openat(AT_FDCWD, "/usr/lib/x.so", O_RDWR|O_CREAT, 0666) = 3"#,
            r#"12 openat(AT_FDCWD, "open.mlir", O_RDONLY <unfinished ...>"#,
            r#"12 statx(AT_FDCWD, "/srv/a", AT_STATX_SYNC_AS_STAT, STATX_ALL, 0x7f) = 0"#,
            r#"12 unlink("/lib/x") = 0"#,
            r#"12 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3"#,
            r#"12 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 13"#,
            r#"12 vfork() = 13"#,
            r#"12 mkdir("/srv/a", 0777) = 0"#,
        ] {
            assert!(nothing.is_offence(line), "{line}");
        }
        for line in [
            r#"12 openat(AT_FDCWD, "/proc/self/cgroup", O_RDONLY|O_CLOEXEC) = 3"#,
            r#"12 newfstatat(3, "", {st_mode=S_IFREG|0755, st_size=1922136, ...}, AT_EMPTY_PATH) = 0"#,
            r#"12 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD}, 88) = 13"#,
            r#"12 statx(AT_FDCWD, "/srv/affine-analyzer.toml", AT_STATX_SYNC_AS_STAT, STATX_ALL, 0x7f) = -1"#,
            r#"12 <... openat resumed>) = 3"#,
            r#"12 exit_group(0) = ?"#,
        ] {
            assert!(!nothing.is_offence(line), "{line}");
        }
    }

    #[test]
    fn what_is_named_is_none() {
        let named = Named { read: vec!["/srv/a".into()], written: vec!["/srv/a/b".into()] };
        for (line, is_offence) in [
            (r#"12 openat(AT_FDCWD, "/srv/a/c", O_RDONLY|O_CLOEXEC) = 3"#, false),
            (r#"12 openat(AT_FDCWD, "/srv/ab", O_RDONLY|O_CLOEXEC) = 3"#, true),
            (r#"12 openat(AT_FDCWD, "/srv/a/b", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3"#, false),
            (r#"12 openat(AT_FDCWD, "/srv/a/c", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3"#, true),
            (r#"12 mkdir("/srv/a/b/c", 0777) = 0"#, false),
            (r#"12 mkdir("/srv/a/c", 0777) = 0"#, true),
            (r#"12 unlink("/srv/a/b/c") = 0"#, false),
            (r#"12 unlink("/srv/a/c") = 0"#, true),
            (r#"12 rename("/srv/a/b/c", "/srv/a/b/d") = 0"#, false),
            (r#"12 rename("/srv/a/b/c", "/srv/a/d") = 0"#, true),
            (r#"12 renameat(AT_FDCWD, "/srv/a/c", AT_FDCWD, "/srv/a/b/d") = 0"#, true),
            (r#"12 readlink("/srv", 0x7ffc, 1023) = -1 EINVAL"#, false),
            (r#"12 readlink("/srv/b", 0x7ffc, 1023) = -1 EINVAL"#, true),
        ] {
            assert_eq!(named.is_offence(line), is_offence, "{line}");
        }
    }
}
