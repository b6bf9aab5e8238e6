//! Objects by their names, wherever they are kept.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::ZlibDecoder;

use super::object::{Id, Kind, MOST_BYTES, digits, hexadecimal};
use super::pack::Pack;
use super::regular_file::{open, text};

/// Folders of objects may name others, which may do so again.
const MOST_FOLDERS: usize = 16;

pub(super) struct Objects {
    folders: Vec<PathBuf>,
    packs: Vec<Pack>,
}

impl Objects {
    pub(super) fn of(folder: &Path) -> Self {
        let mut folders = vec![folder.to_owned()];
        let mut next = 0;
        while let Some(folder) = folders.get(next).cloned() {
            let others = text(&folder.join("info/alternates")).unwrap_or_default();
            let others = others.lines().filter(|it| !it.is_empty()).map(|it| folder.join(it));
            folders.extend(others.take(MOST_FOLDERS.saturating_sub(folders.len())));
            next += 1;
        }
        let packs = folders.iter().filter_map(|it| it.join("pack").read_dir().ok()).flatten().flatten();
        let indices = packs.map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "idx"));
        let packs = indices.filter_map(|it| Pack::open(&it)).collect();
        Self { folders, packs }
    }

    /// The content of an object of a kind.
    pub(super) fn read(&self, id: &Id, kind: Kind) -> Option<Vec<u8>> {
        let (found, content) = self.find(id)?;
        (found == kind).then_some(content)
    }

    /// The name that begins with these hexadecimal digits, of which there are at least two.
    pub(super) fn only_one(&self, start: &str) -> Option<Id> {
        let start = start.to_ascii_lowercase();
        let (folder, rest) = start.split_at_checked(2)?;
        let first = u8::from_str_radix(folder, 16).ok()?;
        let files = self.folders.iter().filter_map(|it| it.join(folder).read_dir().ok()).flatten().flatten();
        let names = files.filter_map(|it| it.file_name().into_string().ok());
        let loose =
            names.filter(|it| it.starts_with(rest)).filter_map(|it| hexadecimal(&format!("{folder}{it}")));
        let packed = self.packs.iter().filter_map(|it| it.names(first)).flatten();
        let mut all: Vec<Id> = loose.chain(packed.filter(|it| digits(it).starts_with(&start))).collect();
        all.sort_unstable();
        all.dedup();
        all.pop().filter(|_| all.is_empty())
    }

    fn find(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        self.loose(id).or_else(|| self.packs.iter().find_map(|it| it.read(id)))
    }

    /// An object with a file of its own: a head such as `blob 12`, a zero byte, and the content.
    fn loose(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        let name = digits(id);
        let (folder, name) = name.split_at(2);
        let file = self.folders.iter().find_map(|it| open(&it.join(folder).join(name)))?;
        let mut object = BufReader::new(ZlibDecoder::new(BufReader::new(file)).take(MOST_BYTES + 64));
        let mut head = Vec::new();
        (&mut object).take(64).read_until(0, &mut head).ok()?;
        let (kind, size) = str::from_utf8(head.strip_suffix(&[0])?).ok()?.split_once(' ')?;
        let kind = match kind {
            "commit" => Kind::Commit,
            "tree" => Kind::Tree,
            "blob" => Kind::Blob,
            "tag" => Kind::Tag,
            _ => return None,
        };
        let size: u64 = size.parse().ok().filter(|it| *it <= MOST_BYTES)?;
        let mut content = Vec::new();
        object.take(size).read_to_end(&mut content).ok()?;
        (content.len() as u64 == size).then_some((kind, content))
    }
}
