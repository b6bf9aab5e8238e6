//! From unique names in the written text to proper ones: a name stays where it clashes with nothing, and is made
//! fresh where it would.
//!
//! Two definitions clash if the second is written where the first is visible, as MLIR's parser sees it: in text order,
//! a result from the end of its operation on, an argument from its place on, each to the end of the region that holds
//! it. A new definition takes no name either that is defined before it in a region inside, where a reader would look
//! twice. Definitions in text that the edits leave alone keep their names before those that move, and these before new
//! ones. A value that replaces one that is gone takes its name, so that its mentions stay as they are.

use super::fresh::{fresh, is_numeric};
use super::successors::successors;
use super::unique::{UniqueText, unique_text};
use crate::rewrite::edits::Edits;
use base::isolated_op::{Green, IsolatedOp};
use base::outline::operations;
use ir::aliases::DatabaseAliases;
use ir::places::Places;
use ir::{Ir, OpId, Pointer, RegionId, ValueId, ir_of, lowered_roots};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{SyntaxKind, TextRange, TextSize};

/// Why edits over unique names give no text with proper ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsettled {
    /// Two edits change one place.
    Overlap,
    /// The result is not the operations that it was to be.
    NotRead,
    /// A name is mentioned where it is not visible, or defined where it is.
    Scope,
    /// A name would change in text that is not understood.
    Unread,
}

/// Edits of the isolated op itself, from edits of it under unique names.
pub fn settle<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    edits: Edits,
) -> Result<Edits, Unsettled> {
    let unique = unique_text(db, op).as_ref().ok_or(Unsettled::NotRead)?;
    let mut roots = Vec::new();
    for (index, root) in unique.roots.iter().enumerate() {
        let own = edits.iter().filter(|it| it.0.root == index);
        let text = root.text();
        roots.push(Changed::new(&text, &unique.places[index], own.map(|it| (it.0.range, it.1.as_str())))?);
    }
    let texts = roots.iter().map(|it| it.text.as_str());
    let (greens, errors) = operations(texts).ok_or(Unsettled::NotRead)?;
    let after = lowered_roots(db, &DatabaseAliases::new(db, op.file(db), op.part(db)), &greens, &errors);
    let successors = successors(unique, &edits, &after);
    let naming = Naming { unique, before: ir_of(db, op), after: &after, roots: &roots, successors };
    let written = naming.written(&greens)?;
    let mut settled = Edits::new();
    for (index, root) in roots.iter().enumerate() {
        let final_text = |range: TextRange| written.text(&root.text, index, range).ok_or(Unsettled::Overlap);
        let before = op.roots(db).get(index).ok_or(Unsettled::NotRead)?.text();
        let changes = root.changes.iter().map(|it| (root.places.before(it.range), it.after));
        for (place, range) in changes.chain(root.kept.iter().copied()) {
            let text = final_text(range)?;
            if before.get(std::ops::Range::<usize>::from(place)) != Some(text.as_str()) {
                settled.push((Pointer { root: index, range: place }, text));
            }
        }
    }
    settled.sort_by_key(|it| (it.0.root, it.0.range.start(), it.0.range.end()));
    Ok(settled)
}

/// The text of a root after the edits.
struct Changed<'a> {
    places: &'a Places,
    text: String,
    changes: Vec<Change>,
    /// Pieces that no edit touches: their places in the op itself and in the new text.
    kept: Vec<(TextRange, TextRange)>,
}

struct Change {
    /// In the text under unique names; no end is inside a piece.
    range: TextRange,
    text: String,
    /// Of `text` in the new text.
    after: TextRange,
}

impl<'a> Changed<'a> {
    fn new<'e>(
        text: &str,
        places: &'a Places,
        edits: impl Iterator<Item = (TextRange, &'e str)>,
    ) -> Result<Self, Unsettled> {
        let slice =
            |range: TextRange| text.get(std::ops::Range::<usize>::from(range)).ok_or(Unsettled::Overlap);
        let mut edits: Vec<_> = edits.collect();
        edits.sort_by_key(|it| it.0.start());
        let mut changes: Vec<Change> = Vec::new();
        // Where the last edit itself starts and ends; its change may reach further.
        let (mut start, mut end) = (TextSize::new(0), TextSize::new(0));
        for (range, insert) in edits {
            let starts_alike = range.start() == start;
            let is_joined = |it: &Change| range.start() < it.range.end() || starts_alike;
            match changes.last_mut() {
                Some(last) if is_joined(last) => {
                    if range.start() < end && !starts_alike {
                        return Err(Unsettled::Overlap);
                    }
                    let added = last.range.end() - end;
                    last.text.truncate(last.text.len().saturating_sub(usize::from(added)));
                    if range.start() > end {
                        last.text.push_str(slice(TextRange::new(end, range.start()))?);
                    }
                    last.text.push_str(insert);
                    last.range = TextRange::new(last.range.start(), range.end().max(end));
                }
                _ => {
                    let start = places.around(range.start()).map_or(range.start(), |it| it.after.start());
                    let before = slice(TextRange::new(start, range.start()))?;
                    let range = TextRange::new(start, range.end());
                    changes.push(Change { range, text: format!("{before}{insert}"), after: range });
                }
            }
            let Some(last) = changes.last_mut() else { continue };
            (start, end) = (range.start(), last.range.end());
            let whole = places.around(end).map_or(end, |it| it.after.end());
            last.text.push_str(slice(TextRange::new(end, whole))?);
            last.range = TextRange::new(last.range.start(), whole);
        }
        let mut written = String::with_capacity(text.len());
        let mut kept = Vec::new();
        let size = |it: usize| TextSize::try_from(it).map_err(|_| Unsettled::Overlap);
        let mut pieces = places.pieces().iter().peekable();
        let mut at = TextSize::new(0);
        let whole_end = size(text.len())?;
        for change in changes.iter_mut().map(Some).chain([None]) {
            let stretch = TextRange::new(at, change.as_ref().map_or(whole_end, |it| it.range.start()));
            let start = size(written.len())?;
            written.push_str(slice(stretch)?);
            while let Some(piece) = pieces.next_if(|it| it.after.end() <= stretch.end()) {
                if stretch.contains_range(piece.after) {
                    kept.push((piece.range, piece.after - stretch.start() + start));
                }
            }
            if let Some(change) = change {
                let start = size(written.len())?;
                written.push_str(&change.text);
                change.after = TextRange::new(start, size(written.len())?);
                at = change.range.end();
                while pieces.next_if(|it| it.after.end() <= at).is_some() {}
            }
        }
        Ok(Self { places, text: written, changes, kept })
    }
}

/// Who keeps a name before whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is in text that no edit touches.
    Untouched,
    /// It was there before.
    Moved,
    New,
}

struct Definition {
    value: ValueId,
    region: RegionId,
    rank: Rank,
    /// From where on it is visible.
    from: (usize, TextSize),
    /// Some mention comes before that.
    is_forward: bool,
    wish: Box<str>,
    /// It had no name, and needs none.
    is_unnamed: bool,
}

/// The definitions that have one name, so that those of other regions need not be looked at.
#[derive(Default)]
struct Named<'d> {
    of_region: FxHashMap<RegionId, Vec<&'d Definition>>,
    /// Those in regions inside a region.
    below: FxHashMap<RegionId, Vec<&'d Definition>>,
}

impl<'d> Named<'d> {
    /// Adds a definition; the regions are its own and those around it.
    fn push(&mut self, definition: &'d Definition, around: &[RegionId]) {
        self.of_region.entry(definition.region).or_default().push(definition);
        for region in around.iter().skip(1) {
            self.below.entry(*region).or_default().push(definition);
        }
    }

    /// Those in the first of the regions, which are nested in each other, in the others, and inside the first.
    fn near(&self, around: &[RegionId]) -> impl Iterator<Item = &'d Definition> {
        let outside = around.iter().filter_map(|it| self.of_region.get(it));
        outside.chain(around.first().and_then(|it| self.below.get(it))).flatten().copied()
    }
}

struct Naming<'a> {
    unique: &'a UniqueText,
    before: &'a Ir,
    after: &'a Ir,
    roots: &'a [Changed<'a>],
    /// The unique names of values that are gone, by those of their replacements.
    successors: FxHashMap<String, String>,
}

/// The replacements of unique names, by root and place.
struct Written(FxHashMap<usize, Vec<(TextRange, String)>>);

impl Written {
    fn text(&self, text: &str, root: usize, range: TextRange) -> Option<String> {
        let pieces = self.0.get(&root).map_or(&[][..], Vec::as_slice);
        let first = pieces.partition_point(|it| it.0.start() < range.start());
        let mut found = String::new();
        let mut at = range.start();
        for (place, name) in pieces.get(first..)?.iter().take_while(|it| it.0.end() <= range.end()) {
            found.push_str(text.get(usize::from(at)..usize::from(place.start()))?);
            found.push_str(name);
            at = place.end();
        }
        found.push_str(text.get(usize::from(at)..usize::from(range.end()))?);
        Some(found)
    }
}

impl Naming<'_> {
    fn written(&self, greens: &[Green]) -> Result<Written, Unsettled> {
        let after = self.after;
        if self.before.redefinitions.len() < after.redefinitions.len() {
            return Err(Unsettled::Scope);
        }
        let mut forward: FxHashSet<Pointer> = FxHashSet::default();
        let mut mentioned: FxHashSet<Pointer> = FxHashSet::default();
        for mention in &after.mentions {
            let text = self.slice(mention.pointer)?;
            let Some(value) = mention.value else {
                match text.starts_with(&self.unique.prefix) {
                    true => return Err(Unsettled::Scope),
                    false => continue,
                }
            };
            // In one list of subscripts, the second mention of a group means the value of the first one.
            let number = text.split_once('#').map_or(Ok(0), |it| it.1.trim().parse::<u32>());
            let place = after.values[value].pointer.ok_or(Unsettled::NotRead)?;
            if number != Ok(after.values[value].number) && !self.is_untouched(mention.pointer) {
                return Err(Unsettled::Scope);
            }
            mentioned.insert(place);
            if (mention.pointer.root, mention.pointer.range.start()) < self.visible_from(value, place) {
                forward.insert(place);
            }
        }
        let mut definitions = Vec::new();
        for (value, data) in after.values.iter().filter(|it| it.1.number == 0 && !it.1.name.is_empty()) {
            let place = data.pointer.ok_or(Unsettled::NotRead)?;
            let (mut wish, mut is_original) = self.wish(&data.name);
            let replaced = self.successors.get(data.name.as_str()).filter(|_| !self.is_untouched(place));
            if let Some(replaced) = replaced {
                (wish, is_original) = self.wish(replaced);
            }
            definitions.push(Definition {
                value,
                region: after.home(value),
                rank: match is_original {
                    true if self.is_untouched(place) => Rank::Untouched,
                    true => Rank::Moved,
                    false => Rank::New,
                },
                from: self.visible_from(value, place),
                is_forward: forward.contains(&place),
                is_unnamed: wish.is_empty() && !mentioned.contains(&place),
                wish,
            });
        }
        let names = self.names(definitions)?;
        self.places(&names, greens)
    }

    /// Whether the name at a place is in text that no edit touches.
    fn is_untouched(&self, place: Pointer) -> bool {
        let kept = self.roots.get(place.root).map_or(&[][..], |it| it.kept.as_slice());
        kept.binary_search_by_key(&place.range.start(), |it| it.1.start()).is_ok()
    }

    fn slice(&self, pointer: Pointer) -> Result<&str, Unsettled> {
        let text = self.roots.get(pointer.root).map_or("", |it| it.text.as_str());
        text.get(std::ops::Range::<usize>::from(pointer.range)).ok_or(Unsettled::NotRead)
    }

    fn visible_from(&self, value: ValueId, place: Pointer) -> (usize, TextSize) {
        match self.after.defining_op(value) {
            Some(op) => (place.root, self.after.ops[op].pointer.range.end()),
            None => (place.root, place.range.start()),
        }
    }

    /// The proper name for a unique one if nothing clashes, and whether its definition was there before.
    fn wish(&self, name: &str) -> (Box<str>, bool) {
        let Some(rest) = name.strip_prefix(&self.unique.prefix) else { return (name.into(), false) };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, suffix) = rest.split_at(digits);
        let original = number.parse::<usize>().ok().and_then(|it| self.unique.names.get(it));
        let original: &str = original.map_or("", |it| it);
        // Copies are distinguished by a number after a dot.
        let words = |it: &str| it.trim_start_matches(|it: char| it.is_ascii_digit()).to_owned();
        let words: String = match suffix.split_once('.') {
            Some((first, copies)) => {
                [first.to_owned()].into_iter().chain(copies.split('.').map(words)).collect()
            }
            None => suffix.to_owned(),
        };
        let wish = match (words.is_empty(), is_numeric(original)) {
            (true, _) => original.to_owned(),
            // `%0_tile` is not a name.
            (false, true) => format!("%{}", words.trim_start_matches('_')),
            (false, false) => format!("{original}{words}"),
        };
        (wish.into(), suffix.is_empty())
    }

    /// The name of each definition; `None` for those that need none.
    fn names(
        &self,
        mut definitions: Vec<Definition>,
    ) -> Result<FxHashMap<ValueId, Option<String>>, Unsettled> {
        definitions.sort_by_key(|it| (it.rank, it.from));
        let mut taken: FxHashSet<String> = self.unique.names.iter().map(|it| it.to_string()).collect();
        taken.extend(self.unique.unread.iter().cloned());
        let mut named: FxHashMap<String, Named<'_>> = FxHashMap::default();
        let mut found = FxHashMap::default();
        for it in &definitions {
            if it.is_unnamed {
                found.insert(it.value, None);
                continue;
            }
            let mut name = it.wish.to_string();
            let around = self.regions_around(it.region);
            let clashes =
                named.get(&name).is_some_and(|all| all.near(&around).any(|other| self.clashes(it, other)));
            // A text that was wrong before stays as it is.
            let stays = it.rank == Rank::Untouched && !self.before.redefinitions.is_empty();
            if name.is_empty()
                || clashes && !stays
                || it.rank == Rank::New && self.unique.unread.contains(&name)
            {
                if self.unique.unread.contains(&name) && it.rank != Rank::New {
                    return Err(Unsettled::Unread);
                }
                name = fresh(&name, |it| taken.contains(it));
            }
            taken.insert(name.clone());
            named.entry(name.clone()).or_default().push(it, &around);
            found.insert(it.value, Some(name));
        }
        Ok(found)
    }

    fn clashes(&self, one: &Definition, other: &Definition) -> bool {
        let (outside, inside) = (self.holds(one.region, other.region), self.holds(other.region, one.region));
        match (outside, inside) {
            (false, false) => false,
            _ if one.is_forward || other.is_forward => true,
            _ if one.rank == Rank::New || other.rank == Rank::New => true,
            _ => outside && one.from <= other.from || inside && other.from <= one.from,
        }
    }

    /// The region and those around it whose names are visible in it, from the inside.
    fn regions_around(&self, region: RegionId) -> Vec<RegionId> {
        let mut found = vec![region];
        let mut inner = region;
        while let Some(parent) = self.after.regions[inner].parent
            && !self.after.ops[parent].is_isolated_from_above()
        {
            inner = self.after.blocks[self.after.ops[parent].block].parent;
            found.push(inner);
        }
        found
    }

    /// Whether names of the outer region are visible in the inner one, or they are one.
    fn holds(&self, outer: RegionId, mut inner: RegionId) -> bool {
        while outer != inner {
            let Some(parent) = self.after.regions[inner].parent else { return false };
            if self.after.ops[parent].is_isolated_from_above() {
                return false;
            }
            inner = self.after.blocks[self.after.ops[parent].block].parent;
        }
        true
    }

    /// The new text at each unique name.
    fn places(
        &self,
        names: &FxHashMap<ValueId, Option<String>>,
        greens: &[Green],
    ) -> Result<Written, Unsettled> {
        let after = self.after;
        let mut found: FxHashMap<usize, Vec<(TextRange, String)>> = FxHashMap::default();
        let mut covered: FxHashSet<(usize, TextSize)> = FxHashSet::default();
        let mut write = |at: Pointer, value: ValueId, name: &str| {
            let len = TextSize::of(&*after.values[value].name).min(at.range.len());
            covered.insert((at.root, at.range.start()));
            found.entry(at.root).or_default().push((TextRange::at(at.range.start(), len), name.to_owned()));
        };
        let mut of_place: FxHashMap<Pointer, &str> = FxHashMap::default();
        let mut unnamed: FxHashSet<OpId> = FxHashSet::default();
        for (value, name) in names {
            let place = after.values[*value].pointer.ok_or(Unsettled::NotRead)?;
            match name {
                Some(name) => {
                    write(place, *value, name);
                    of_place.insert(place, name);
                }
                None => {
                    let op = after.defining_op(*value).ok_or(Unsettled::NotRead)?;
                    unnamed.insert(op);
                }
            }
        }
        for mention in &after.mentions {
            let Some(value) = mention.value else { continue };
            let place = after.values[value].pointer.ok_or(Unsettled::NotRead)?;
            write(mention.pointer, value, of_place.get(&place).ok_or(Unsettled::NotRead)?);
        }
        for op in unnamed {
            let (whole, name) = (after.ops[op].pointer, after.ops[op].name_pointer);
            covered.insert((whole.root, whole.range.start()));
            let results = TextRange::new(whole.range.start(), name.range.start().max(whole.range.start()));
            found.entry(whole.root).or_default().push((results, String::new()));
        }
        for (index, green) in greens.iter().enumerate() {
            let node = green.syntax_node();
            let mut tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
            let is_left = tokens.any(|it| {
                it.kind() == SyntaxKind::PERCENT_ID
                    && it.text().starts_with(&self.unique.prefix)
                    && !covered.contains(&(index, it.text_range().start()))
            });
            if is_left {
                return Err(Unsettled::NotRead);
            }
        }
        found.values_mut().for_each(|it| it.sort_by_key(|it| it.0.start()));
        Ok(Written(found))
    }
}
