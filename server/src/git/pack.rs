//! Packs: many objects in one file, some as their difference from another one of it, and an index of their names.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::bufread::ZlibDecoder;

use super::object::{Id, Kind, MOST_BYTES};
use super::regular_file::open;

/// An index begins so, in the only version that is still written.
const INDEX_MAGIC: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
/// Counts of the names up to each first byte follow.
const COUNTS: u64 = 8;
const NAMES: u64 = COUNTS + 4 * 256;

/// Differences of differences; `git` makes 250 at most.
const MOST_DIFFERENCES: usize = 4_096;

pub(super) struct Pack {
    index: PathBuf,
    counts: Vec<u32>,
}

/// An object as it is kept.
enum Kept {
    Whole(Kind, Vec<u8>),
    /// The instructions that make it of the object at a place.
    Difference(u64, Vec<u8>),
}

impl Pack {
    /// The one with an index.
    pub(super) fn open(index: &Path) -> Option<Self> {
        let mut head = [0; NAMES as usize];
        open(index)?.read_exact(&mut head).ok()?;
        let counts = head.strip_prefix(&INDEX_MAGIC)?.chunks_exact(4).map(number).collect();
        Some(Self { index: index.to_owned(), counts })
    }

    /// The object of a name, if it is in the pack.
    pub(super) fn read(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        let mut at = self.place(id)?;
        let mut pack = BufReader::new(open(&self.index.with_extension("pack"))?);
        let mut differences = Vec::new();
        let (kind, mut content) = loop {
            match self.kept(&mut pack, at)? {
                Kept::Whole(kind, content) => break (kind, content),
                Kept::Difference(base, instructions) if differences.len() < MOST_DIFFERENCES => {
                    differences.push(instructions);
                    at = base;
                }
                Kept::Difference(..) => return None,
            }
        };
        for instructions in differences.iter().rev() {
            content = applied(&content, instructions)?;
        }
        Some((kind, content))
    }

    /// The names that begin with a byte, in order.
    pub(super) fn names(&self, first: u8) -> Option<Vec<Id>> {
        let (start, end) = (self.start(first)?, *self.counts.get(usize::from(first))?);
        let length = 20 * u64::from(end.checked_sub(start)?);
        let names = read_at(&mut open(&self.index)?, NAMES + 20 * u64::from(start), length)?;
        Some(names.as_chunks().0.to_vec())
    }

    /// How many names come before those that begin with a byte.
    fn start(&self, first: u8) -> Option<u32> {
        usize::from(first).checked_sub(1).map_or(Some(0), |it| self.counts.get(it).copied())
    }

    /// Where an object is in the pack.
    fn place(&self, id: &Id) -> Option<u64> {
        let (start, all) = (self.start(id[0])?, u64::from(*self.counts.last()?));
        let number_of_object = u64::from(start) + self.names(id[0])?.binary_search(id).ok()? as u64;
        let mut index = open(&self.index)?;
        // Checksums of four bytes are between the names and the places.
        let places = NAMES + 24 * all;
        let place = number(&read_at(&mut index, places + 4 * number_of_object, 4)?);
        match place & 1 << 31 {
            0 => Some(u64::from(place)),
            _ => {
                let large = places + 4 * all + 8 * u64::from(place & !(1 << 31));
                Some(u64::from_be_bytes(read_at(&mut index, large, 8)?.try_into().ok()?))
            }
        }
    }

    /// The object at a place of the pack.
    fn kept(&self, pack: &mut BufReader<File>, at: u64) -> Option<Kept> {
        pack.seek(SeekFrom::Start(at)).ok()?;
        let first = byte(pack)?;
        let size =
            u64::from(first & 0xf) | if first & 0x80 == 0 { 0 } else { size_of(pack)?.checked_shl(4)? };
        let kind = match first >> 4 & 7 {
            1 => Kind::Commit,
            2 => Kind::Tree,
            3 => Kind::Blob,
            4 => Kind::Tag,
            6 => {
                let base = at.checked_sub(distance(pack)?).filter(|it| *it < at)?;
                return Some(Kept::Difference(base, inflated(pack, size)?));
            }
            7 => {
                let mut base = Id::default();
                pack.read_exact(&mut base).ok()?;
                return Some(Kept::Difference(self.place(&base)?, inflated(pack, size)?));
            }
            _ => return None,
        };
        Some(Kept::Whole(kind, inflated(pack, size)?))
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn read_at(file: &mut File, at: u64, length: u64) -> Option<Vec<u8>> {
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == length).then_some(bytes)
}

fn byte(from: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    from.read_exact(&mut byte).ok()?;
    Some(byte[0])
}

/// A number in groups of seven bits, the least ones first.
fn size_of(from: &mut impl Read) -> Option<u64> {
    let mut size = 0;
    for shift in (0..56).step_by(7) {
        let byte = byte(from)?;
        size |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(size);
        }
    }
    None
}

/// How far before an object the one stands from which it differs: in groups of seven bits, the greatest ones first, where
/// each further group counts from one.
fn distance(from: &mut impl Read) -> Option<u64> {
    let mut distance: u64 = 0;
    for _ in 0..8 {
        let byte = byte(from)?;
        distance = distance << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some(distance);
        }
        distance += 1;
    }
    None
}

fn inflated(from: &mut impl BufRead, size: u64) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    ZlibDecoder::new(from).take(size.min(MOST_BYTES)).read_to_end(&mut content).ok()?;
    (content.len() as u64 == size).then_some(content)
}

/// The object that instructions make of another one: the sizes of both, and then pieces of it and new bytes.
fn applied(base: &[u8], mut instructions: &[u8]) -> Option<Vec<u8>> {
    if size_of(&mut instructions)? != base.len() as u64 {
        return None;
    }
    let size = usize::try_from(size_of(&mut instructions)?.min(MOST_BYTES)).ok()?;
    let mut content = Vec::with_capacity(size);
    while let Some((first, rest)) = instructions.split_first() {
        instructions = rest;
        if *first & 0x80 == 0 {
            let (new, rest) = instructions.split_at_checked(usize::from(*first))?;
            content.extend_from_slice(new);
            instructions = rest;
        } else {
            // Bits say which bytes of the start and of the length are there.
            let mut part = |bits: std::ops::Range<u32>| {
                let (low, mut value) = (bits.start, 0);
                for bit in bits.filter(|it| *first >> it & 1 == 1) {
                    value |= usize::from(byte(&mut instructions)?) << (8 * (bit - low));
                }
                Some(value)
            };
            let (start, length) = (part(0..4)?, part(4..7)?);
            let length = if length == 0 { 1 << 16 } else { length };
            content.extend_from_slice(base.get(start..start.checked_add(length)?)?);
        }
        if content.len() > size {
            return None;
        }
    }
    (content.len() == size).then_some(content)
}
