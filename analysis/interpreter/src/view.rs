//! Memrefs: views of buffers.

/// A memref: a strided window onto a buffer. Strides and the offset count elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub(super) buffer: usize,
    pub(super) offset: i64,
    pub(super) sizes: Vec<i64>,
    pub(super) strides: Vec<i64>,
    /// Whether the elements really lie where the offset and the strides say.
    pub(super) is_placed: bool,
    /// The type of an element, where the buffer is one of bytes.
    pub(super) unit: Option<Unit>,
}

/// Several bytes that are one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(super) bytes: u8,
    pub(super) is_float: bool,
}

impl Unit {
    pub(super) const BYTE: Unit = Unit { bytes: 1, is_float: false };
    /// Of a byte that belongs to a number that begins before it.
    pub(super) const REST: Unit = Unit { bytes: 0, is_float: false };
}

impl View {
    /// Of a whole buffer, in row-major order.
    pub(super) fn whole(buffer: usize, sizes: Vec<i64>) -> View {
        let strides = row_major(&sizes);
        View { buffer, offset: 0, sizes, strides, is_placed: true, unit: None }
    }

    /// Whether its elements lie one after the other.
    pub(super) fn is_row_major(&self) -> bool {
        let strides = self.strides.iter().zip(row_major(&self.sizes)).zip(&self.sizes);
        strides.into_iter().all(|((own, expected), size)| *own == expected || *size == 1)
    }

    /// How many elements it shows.
    pub(super) fn elements(&self) -> i64 {
        self.sizes.iter().product()
    }

    /// How far from the buffer's start an element lies, whether it is inside or not.
    pub(super) fn distance(&self, indices: &[i64]) -> i64 {
        let steps = indices.iter().zip(&self.strides).map(|(index, stride)| index.saturating_mul(*stride));
        steps.fold(self.offset, i64::saturating_add)
    }
}

fn row_major(sizes: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim].saturating_mul(sizes[dim].max(1));
    }
    strides
}

/// How many elements memory has that a strided view shows; `None` where that is too much.
pub fn extent(sizes: &[i64], offset: i64, strides: &[i64]) -> Option<i64> {
    if sizes.contains(&0) {
        return Some(0);
    }
    let steps = sizes.iter().zip(strides).map(|(size, stride)| (size - 1).checked_mul(*stride));
    let last = steps.into_iter().try_fold(offset, |sum, step| sum.checked_add(step?))?;
    last.checked_add(1)
}
