//! The text of a file in the commit that is checked out, read from the files of its git repository: no process is started.
//!
//! Reads what `git` 2 writes by default: loose objects and packs, with SHA-1. Where anything is different, or broken, there is
//! no text.

mod object;
mod objects;
mod pack;
mod regular_file;

use std::path::{Path, PathBuf};

use object::{Id, Kind, entry, hexadecimal, tree_of};
use objects::Objects;
use regular_file::text;

/// A reference may name another one; longer chains are loops.
const MOST_REFERENCES: usize = 8;

/// The text of a file in `HEAD`; `None` where it is in no repository, or not in that commit.
pub(crate) fn text_in_head(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let root = path.ancestors().skip(1).find(|it| it.join(".git").exists())?;
    let repository = Repository::of(root)?;
    let objects = Objects::of(&repository.common.join("objects"));
    let commit = objects.read(&repository.head()?, Kind::Commit)?;
    let mut id = tree_of(&commit)?;
    let mut names = path.strip_prefix(root).ok()?.iter().peekable();
    while let Some(name) = names.next() {
        id = entry(&objects.read(&id, Kind::Tree)?, name.to_str()?)?;
        if names.peek().is_none() {
            return String::from_utf8(objects.read(&id, Kind::Blob)?).ok();
        }
    }
    None
}

/// The folders of a repository.
struct Repository {
    /// With the `HEAD` of one working tree.
    own: PathBuf,
    /// With everything that working trees share.
    common: PathBuf,
}

impl Repository {
    /// Of the working tree below a folder.
    fn of(root: &Path) -> Option<Self> {
        let named = root.join(".git");
        let own = match named.is_dir() {
            true => named,
            // A file that names the folder, as in submodules and further working trees.
            false => root.join(text(&named)?.trim_end().strip_prefix("gitdir: ")?),
        };
        let shared = text(&own.join("commondir"));
        let common = shared.map_or_else(|| own.clone(), |it| own.join(it.trim_end()));
        Some(Self { own, common })
    }

    /// The commit that is checked out.
    fn head(&self) -> Option<Id> {
        let mut reference = text(&self.own.join("HEAD"))?;
        for _ in 0..MOST_REFERENCES {
            let Some(name) = reference.trim_end().strip_prefix("ref: ") else {
                return hexadecimal(reference.trim_end());
            };
            if !name.starts_with("refs/") || name.split('/').any(|it| it == "..") {
                return None;
            }
            let of_file = [&self.own, &self.common].into_iter().find_map(|it| text(&it.join(name)));
            reference = of_file.or_else(|| self.packed(name))?;
        }
        None
    }

    /// A reference of the file that has many.
    fn packed(&self, name: &str) -> Option<String> {
        let all = text(&self.common.join("packed-refs"))?;
        let (id, _) = all.lines().filter_map(|it| it.split_once(' ')).find(|it| it.1 == name)?;
        Some(id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::text_in_head;

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
