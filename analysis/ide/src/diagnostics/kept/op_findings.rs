//! The findings of both passes by their places.

use rules::finding::Finding;
use std::sync::Arc;

/// The findings of one isolated op.
#[derive(Default)]
pub(super) struct OpFindings {
    at_once: Arc<[Finding]>,
    in_depth: Arc<[Finding]>,
    /// Indices of the findings at once and, after these, of those in depth, by their places.
    order: Box<[usize]>,
}

impl OpFindings {
    pub(super) fn new(at_once: Arc<[Finding]>, in_depth: Arc<[Finding]>) -> Self {
        let mut order: Vec<_> = at_once.iter().chain(&*in_depth).enumerate().collect();
        order.sort_by_key(|(_, it)| {
            (it.place.root, it.place.range.start(), it.place.range.end(), it.severity, it.code)
        });
        let order = order.into_iter().map(|it| it.0).collect();
        Self { at_once, in_depth, order }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Finding> {
        let first_in_depth = self.at_once.len();
        self.order.iter().filter_map(move |index| match index.checked_sub(first_in_depth) {
            Some(index) => self.in_depth.get(index),
            None => self.at_once.get(*index),
        })
    }
}
