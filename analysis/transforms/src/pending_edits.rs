//! Pending changes of a text, and the values that it mentions after them.

use crate::rewrite::{Edits, FreshNames, RootText};
use ir::memory_effects::subtree;
use ir::{OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{TextRange, TextSize};

pub(super) struct PendingEdits<'s, 'a> {
    pub(super) source: &'s RootText<'a>,
    written: Vec<(TextRange, String)>,
    /// How often each value is mentioned.
    mentions: FxHashMap<ValueId, usize>,
    /// Where the text that is there mentions each value, if that was asked for.
    places: Option<FxHashMap<ValueId, Vec<TextRange>>>,
    fresh: Option<FreshNames>,
    /// Values that were mentioned more often before.
    forgotten: Vec<ValueId>,
    removed: FxHashSet<OpId>,
    /// Ranges that change places when all is written.
    swapped: Vec<[TextRange; 2]>,
}

impl<'s, 'a> PendingEdits<'s, 'a> {
    pub(super) fn of(source: &'s RootText<'a>) -> Self {
        let mut mentions = FxHashMap::default();
        for value in source.ir.mentions.iter().filter_map(|it| it.value) {
            *mentions.entry(value).or_default() += 1;
        }
        Self {
            source,
            written: Vec::new(),
            mentions,
            places: None,
            fresh: None,
            forgotten: Vec::new(),
            removed: FxHashSet::default(),
            swapped: Vec::new(),
        }
    }

    /// Writes a text in place of a range; it mentions the same values as the range.
    pub(super) fn replace(&mut self, range: TextRange, text: impl Into<String>) {
        self.written.push((range, text.into()));
    }

    /// Names that nothing has, neither in the text nor among those given before.
    pub(super) fn fresh(&mut self) -> &mut FreshNames {
        self.fresh.get_or_insert_with(|| FreshNames::of(self.source.ir))
    }

    /// Writes another name wherever the text that is there mentions a value.
    pub(super) fn rename(&mut self, value: ValueId, name: &str) {
        let places = self.places.get_or_insert_with(|| {
            let mut places: FxHashMap<ValueId, Vec<TextRange>> = FxHashMap::default();
            for mention in &self.source.ir.mentions {
                if let Some(value) = mention.value {
                    places.entry(value).or_default().push(mention.pointer.range);
                }
            }
            places
        });
        let renamed = places.get(&value).into_iter().flatten().map(|it| (*it, name.to_owned()));
        self.written.extend(renamed);
    }

    /// Writes a text at a place, before other insertions there.
    pub(super) fn insert_first(&mut self, at: TextSize, text: impl Into<String>) {
        self.written.insert(0, (TextRange::empty(at), text.into()));
    }

    /// Counts a mention of an operand's value less: the text after the edits lacks it.
    pub(super) fn forget(&mut self, op: OpId, operand: usize) {
        let Some(value) = self.source.ir.ops[op].operands.get(operand).and_then(|it| it.value) else {
            return;
        };
        if let Some(count) = self.mentions.get_mut(&value) {
            *count = count.saturating_sub(1);
            self.forgotten.push(value);
        }
    }

    /// Counts a mention of a value more: the text after the edits has it.
    pub(super) fn mention(&mut self, value: ValueId) {
        *self.mentions.entry(value).or_default() += 1;
    }

    /// Whether the text after the edits mentions a value.
    pub(super) fn mentions(&self, value: ValueId) -> bool {
        self.mentions.get(&value).is_some_and(|it| *it > 0)
    }

    /// Leaves an operation out, with all inside it.
    pub(super) fn remove(&mut self, op: OpId) {
        if !self.removed.insert(op) {
            return;
        }
        self.forget_all(op);
        self.replace(self.source.lines_of(self.source.ir.ops[op].pointer.range), "");
    }

    /// Forgets all operands of an operation and of everything inside it.
    pub(super) fn forget_all(&mut self, op: OpId) {
        let ir = self.source.ir;
        for inner in subtree(ir, op) {
            (0..ir.ops[inner].operands.len()).for_each(|it| self.forget(inner, it));
        }
    }

    /// The next of the values that are mentioned less often.
    pub(super) fn next_forgotten(&mut self) -> Option<ValueId> {
        self.forgotten.pop()
    }

    /// Puts the texts of two ranges in each other's place, with all that is written differently in them.
    pub(super) fn swap(&mut self, ranges: [TextRange; 2]) {
        self.swapped.push(ranges);
    }

    fn write_swapped(&mut self, [first, second]: [TextRange; 2]) -> Option<()> {
        let both = first.cover(second);
        let (inside, outside): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.written).into_iter().partition(|it| both.contains_range(it.0));
        self.written = outside;
        let text = |range: TextRange| {
            self.source
                .written(range, inside.iter().filter(|it| range.contains_range(it.0)).cloned().collect())
        };
        let between = TextRange::new(first.end(), second.start());
        let text = format!("{}{}{}", text(second)?, text(between)?, text(first)?);
        self.replace(both, text);
        Some(())
    }

    /// Edits that are not inside each other.
    pub(super) fn into_edits(mut self) -> Option<Edits> {
        let mut swapped = std::mem::take(&mut self.swapped);
        // Those inside others are shorter.
        swapped.sort_by_key(|it| it[0].cover(it[1]).len());
        for ranges in swapped {
            self.write_swapped(ranges)?;
        }
        // An insertion at a place comes before a replacement that starts there.
        self.written.sort_by_key(|it| (it.0.start(), !it.0.is_empty(), std::cmp::Reverse(it.0.end())));
        let mut end = None;
        let is_outside = |it: &(TextRange, String)| {
            let is_inside = end.is_some_and(|end| it.0.start() < end);
            end = end.max(Some(it.0.end()));
            !is_inside
        };
        self.written.retain(is_outside);
        Some(self.written.into_iter().map(|(range, text)| (self.source.pointer(range), text)).collect())
    }
}
