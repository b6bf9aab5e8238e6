//! The folders of a repository, and its references.

use std::path::{Path, PathBuf};

use super::object::{Id, hexadecimal};
use super::regular_file::text;

/// The commit that is checked out.
pub(crate) const HEAD: &str = "HEAD";

/// A reference may name another one; longer chains are loops.
const MOST_REFERENCES: usize = 8;

pub(super) struct Repository {
    /// With the `HEAD` of one working tree.
    own: PathBuf,
    /// With everything that working trees share.
    pub(super) common: PathBuf,
}

impl Repository {
    /// Of the working tree below a folder.
    pub(super) fn of(root: &Path) -> Option<Self> {
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

    /// What `HEAD` or a name that begins with `refs/` refers to.
    pub(super) fn reference(&self, name: &str) -> Option<Id> {
        let mut name = name.to_owned();
        for _ in 0..MOST_REFERENCES {
            let is_known = name == HEAD || name.starts_with("refs/");
            if !is_known || name.split('/').any(|it| it == "..") {
                return None;
            }
            let of_file = [&self.own, &self.common].into_iter().find_map(|it| text(&it.join(&name)));
            let content = of_file.or_else(|| self.packed(&name))?;
            match content.trim_end().strip_prefix("ref: ") {
                Some(other) => name = other.to_owned(),
                None => return hexadecimal(content.trim_end()),
            }
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
