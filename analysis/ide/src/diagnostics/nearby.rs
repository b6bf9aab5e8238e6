//! The isolated ops nearest to a place: they are looked at first, and where not everything is shown, alone.

use super::Depth;
use super::batches::bytes;
use base::database::RootDatabase;
use base::isolated_op::isolated_op_starts;
use base::source_file::SourceFile;
use syntax::TextSize;

/// Of this many bytes of text errors are looked for first: what a screen shows.
pub const NEARBY_BYTES: usize = 4 << 10;
/// This many bytes are looked at first for what takes long.
const IN_DEPTH_BYTES: usize = 32 << 10;
/// A file of no more bytes is not looked at in two steps: cores would wait for each other twice.
const ONE_STEP_BYTES: usize = 2 * IN_DEPTH_BYTES;

/// A place and how much text around it is of interest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbourhood {
    pub(super) place: TextSize,
    pub(super) bytes: usize,
}

impl Neighbourhood {
    pub(super) fn of(db: &RootDatabase, file: SourceFile, place: TextSize, depth: Depth) -> Self {
        let bytes = match depth {
            Depth::Nearby => NEARBY_BYTES,
            _ if usize::from(file.parse(db).green().text_len()) <= ONE_STEP_BYTES => ONE_STEP_BYTES,
            _ => IN_DEPTH_BYTES,
        };
        Self { place, bytes }
    }

    pub(super) fn doubled(self) -> Self {
        Self { bytes: self.bytes.saturating_mul(2), ..self }
    }

    /// Whether each isolated op of a file lies in it, in the order of the file, and within which distance of the place
    /// all do; `None` where that is the whole file.
    pub(super) fn ops(self, db: &RootDatabase, file: SourceFile) -> (Vec<bool>, Option<TextSize>) {
        let starts = isolated_op_starts(db, file);
        let mut ops: Vec<_> = (file.op_texts(db).iter().zip(starts.iter()).enumerate())
            .map(|(index, (text, starts))| {
                let roots = text.roots(db).iter().map(|it| it.0.text_len()).zip(starts.iter());
                let distance = roots.map(|(length, start)| self.distance(*start, length)).min();
                (distance.unwrap_or_default(), index, bytes(db, *text))
            })
            .collect();
        ops.sort_unstable();
        let mut is_near = vec![false; ops.len()];
        let mut left = self.bytes;
        for (distance, index, bytes) in ops {
            if left == 0 {
                return (is_near, Some(distance));
            }
            left = left.saturating_sub(bytes);
            if let Some(it) = is_near.get_mut(index) {
                *it = true;
            }
        }
        (is_near, None)
    }

    /// How far a range is from the place.
    fn distance(self, start: TextSize, length: TextSize) -> TextSize {
        let before = start.checked_sub(self.place);
        let behind = self.place.checked_sub(start + length);
        before.or(behind).unwrap_or_default()
    }
}
