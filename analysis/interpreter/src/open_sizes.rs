//! Sizes of memory that are terms: numbers only from where it matters which.

use super::fault::Cause;
use super::machine::Machine;
use super::scalar::Scalar;
use super::value::Value;
use super::view::View;

impl Machine<'_> {
    /// From here on the sizes of a memref's buffer may be terms, which are numbers only where that matters.
    pub fn open_sizes(&mut self, memref: &Value, sizes: Vec<Scalar>) {
        if let Ok(view) = memref.view()
            && sizes.iter().any(|it| matches!(it, Scalar::Term(_)))
        {
            self.open_sizes.insert(view.buffer, sizes);
        }
    }

    /// The sizes of a memref are numbers from here on.
    ///
    /// # Errors
    /// Where the domain cannot say which.
    pub fn settle_sizes(&mut self, memref: &Value) -> Result<(), Cause> {
        let view = memref.view()?.clone();
        self.settle(&view)
    }

    /// As [`Machine::settle_sizes`].
    pub(super) fn settle(&mut self, view: &View) -> Result<(), Cause> {
        // They stay terms, so that each program has them in one form.
        for size in self.open_sizes.get(&view.buffer).cloned().unwrap_or_default() {
            self.integer(size)?;
        }
        Ok(())
    }

    /// The size of a dimension, which may be a term.
    pub(super) fn size(&self, view: &View, dim: usize) -> Option<Scalar> {
        let known = view.sizes.get(dim).map(|it| Scalar::Integer(*it))?;
        if self.open_sizes.is_empty() {
            return Some(known);
        }
        let is_whole = self.memory.shape(view.buffer)[..] == view.sizes[..] && view.offset == 0;
        let open = self.open_sizes.get(&view.buffer).filter(|_| is_whole).and_then(|it| it.get(dim));
        Some(open.copied().unwrap_or(known))
    }
}
