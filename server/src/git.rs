//! The text of a file in a commit, read from the files of its git repository: no process is started.
//!
//! Reads what `git` 2 writes by default: loose objects and packs, with SHA-1. Where anything is different, or broken, there is
//! no text.

mod object;
mod objects;
mod pack;
mod regular_file;
mod repository;
mod revision;

use std::path::Path;

use anyhow::{Context, bail};

use object::{Kind, entry, tree_of};
use objects::Objects;
pub(crate) use repository::HEAD;
use repository::Repository;

/// The text that a file has in a commit, which is named as `git` names it: `HEAD~2`, a branch, a tag, an id or its beginning.
/// `None` where the commit does not have the file.
///
/// # Errors
/// Where the file is in no repository, and where there is no such commit.
pub(crate) fn text_in(path: &Path, revision: &str) -> anyhow::Result<Option<String>> {
    let name = path.display();
    let path = path.canonicalize().with_context(|| format!("cannot read `{name}`"))?;
    let root = path.ancestors().skip(1).find(|it| it.join(".git").exists());
    let Some((root, repository)) = root.and_then(|it| Some((it, Repository::of(it)?))) else {
        bail!("`{name}` is in no git repository");
    };
    let objects = Objects::of(&repository.common.join("objects"));
    let Some(commit) = revision::commit(&repository, &objects, revision) else {
        bail!("the git repository of `{name}` has no commit `{revision}`");
    };
    let text = || {
        let mut id = tree_of(&commit)?;
        let mut names = path.strip_prefix(root).ok()?.iter().peekable();
        while let Some(name) = names.next() {
            id = entry(&objects.read(&id, Kind::Tree)?, name.to_str()?)?;
            if names.peek().is_none() {
                return String::from_utf8(objects.read(&id, Kind::Blob)?).ok();
            }
        }
        None
    };
    Ok(text())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::{HEAD, text_in};

    /// A command of git in a folder, with none of its user's settings.
    fn git(folder: &Path, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]);
        let run = command.args(arguments).current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").output();
        let run = run.expect("git is there");
        assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    }

    /// Texts that differ in little, so that packs keep their differences.
    fn version(number: usize) -> String {
        let line = |it: usize| format!("line {it} of {}\n", if it == 7 { number } else { it * 31 });
        (0..400).map(line).collect()
    }

    /// A repository with a file in a folder, of which there are many versions.
    fn repository() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        for number in 0..6 {
            fs::write(folder.path().join("a/b/c.mlir"), version(number)).unwrap();
            fs::write(folder.path().join(format!("a/b{number}.mlir")), version(100 + number)).unwrap();
            git(folder.path(), &["add", "."]);
            git(folder.path(), &["commit", "--quiet", "--message", "x"]);
        }
        fs::write(folder.path().join("a/b/c.mlir"), "changed\n").unwrap();
        folder
    }

    fn text_in_head(path: &Path) -> Option<String> {
        text_in(path, HEAD).ok().flatten()
    }

    fn check(folder: &Path) {
        assert_eq!(text_in_head(&folder.join("a/b/c.mlir")).as_deref(), Some(&*version(5)));
        for number in 0..6 {
            let text = text_in_head(&folder.join(format!("a/b{number}.mlir")));
            assert_eq!(text.as_deref(), Some(&*version(100 + number)), "{number}");
        }
    }

    #[test]
    fn loose_objects_are_read() {
        let folder = repository();
        check(folder.path());
        fs::write(folder.path().join("new.mlir"), "").unwrap();
        assert_eq!(text_in_head(&folder.path().join("new.mlir")), None);
        assert_eq!(text_in_head(&folder.path().join("nowhere.mlir")), None);
    }

    #[test]
    fn commits_have_many_names() {
        let folder = repository();
        let file = folder.path().join("a/b/c.mlir");
        let id = |revision: &str| {
            let run = Command::new("git").args(["rev-parse", revision]).current_dir(folder.path()).output();
            String::from_utf8(run.unwrap().stdout).unwrap().trim_end().to_owned()
        };
        git(folder.path(), &["tag", "light", "HEAD~1"]);
        git(folder.path(), &["tag", "--annotate", "--message", "x", "heavy", "HEAD~2"]);
        git(folder.path(), &["branch", "side/one", "HEAD~3"]);
        git(folder.path(), &["update-ref", "refs/remotes/origin/main", "HEAD~4"]);
        git(folder.path(), &["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"]);
        let second = id("HEAD~4");
        git(folder.path(), &["checkout", "--quiet", "--force", "-b", "other", "HEAD~2"]);
        git(folder.path(), &["merge", "--quiet", "--strategy", "ours", "main", "--message", "x"]);
        let names = [
            ("HEAD", 3),
            ("@~1", 3),
            ("HEAD^2", 5),
            ("HEAD^2~", 4),
            ("HEAD^^", 2),
            ("main~5", 0),
            ("light", 4),
            ("heavy", 3),
            ("heavy^{commit}~", 2),
            ("heads/side/one", 2),
            ("side/one", 2),
            ("origin/main", 1),
            ("origin", 1),
            ("refs/remotes/origin/main~1", 0),
            (&*second, 1),
            (&second[..7], 1),
        ];
        for packed in [false, true] {
            for (name, number) in names {
                assert_eq!(text_in(&file, name).unwrap().as_deref(), Some(&*version(number)), "{name}");
            }
            for name in [
                "",
                "~1",
                "none",
                "main~6",
                "HEAD^3",
                "HEAD^{tree}",
                "../HEAD",
                "heads/../main",
                &second[..3],
            ] {
                assert!(text_in(&file, name).is_err(), "{name}");
            }
            assert_eq!(text_in(&folder.path().join("a/b3.mlir"), "main~4").unwrap(), None);
            if !packed {
                git(folder.path(), &["gc", "--quiet"]);
            }
        }
    }

    #[test]
    fn packs_are_read() {
        for arguments in [
            &["gc", "--quiet", "--aggressive"][..],
            &["-c", "repack.useDeltaBaseOffset=false", "repack", "-a", "-d", "-f", "--quiet"],
        ] {
            let folder = repository();
            git(folder.path(), arguments);
            check(folder.path());
            git(folder.path(), &["checkout", "--quiet", "--force", "HEAD~1"]);
            assert_eq!(text_in_head(&folder.path().join("a/b/c.mlir")).as_deref(), Some(&*version(4)));
        }
    }

    #[test]
    fn further_working_trees_are_read() {
        let folder = repository();
        let other = tempfile::tempdir().unwrap();
        let tree = other.path().join("tree");
        git(
            folder.path(),
            &["worktree", "add", "--quiet", "-b", "other/one", tree.to_str().unwrap(), "HEAD~2"],
        );
        git(folder.path(), &["pack-refs", "--all"]);
        assert_eq!(text_in_head(&tree.join("a/b/c.mlir")).as_deref(), Some(&*version(3)));
        check(folder.path());
    }

    #[test]
    fn clones_by_reference_are_read() {
        let folder = repository();
        let other = tempfile::tempdir().unwrap();
        let clone = other.path().join("clone");
        let (from, to) = (folder.path().to_str().unwrap(), clone.to_str().unwrap());
        git(folder.path(), &["clone", "--quiet", "--shared", from, to]);
        assert_eq!(text_in_head(&clone.join("a/b/c.mlir")).as_deref(), Some(&*version(5)));
    }

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_left_alone() {
        let folder = repository();
        for name in ["HEAD", "refs/heads/main"] {
            let file = folder.path().join(".git").join(name);
            let whole = fs::read(&file).unwrap();
            fs::remove_file(&file).unwrap();
            std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
            assert_eq!(text_in_head(&folder.path().join("a/b/c.mlir")), None);
            fs::remove_file(&file).unwrap();
            fs::write(&file, whole).unwrap();
        }
        check(folder.path());
    }

    /// Of each file of a repository every byte is changed to something else, or its end is cut off.
    #[test]
    fn broken_repositories_have_no_text() {
        let folder = repository();
        git(folder.path(), &["gc", "--quiet"]);
        let path = folder.path().join("a/b/c.mlir");
        let mut files = vec![folder.path().join(".git/HEAD"), folder.path().join(".git/packed-refs")];
        let packs = fs::read_dir(folder.path().join(".git/objects/pack")).unwrap();
        files.extend(
            packs.map(|it| it.unwrap().path()).filter(|it| it.extension().is_some_and(|it| it != "rev")),
        );
        for file in files {
            let whole = fs::read(&file).unwrap();
            let mut permissions = fs::metadata(&file).unwrap().permissions();
            #[expect(clippy::permissions_set_readonly_false, reason = "packs cannot be written otherwise")]
            permissions.set_readonly(false);
            fs::set_permissions(&file, permissions).unwrap();
            for at in (0..whole.len()).step_by(1 + whole.len() / 300) {
                let mut broken = whole.clone();
                broken[at] ^= 0x55;
                fs::write(&file, &broken).unwrap();
                // No panic and no endless loop; checksums are not looked at.
                _ = text_in_head(&path);
                fs::write(&file, &whole[..at]).unwrap();
                _ = text_in_head(&path);
            }
            fs::write(&file, &whole).unwrap();
        }
        check(folder.path());
    }
}
