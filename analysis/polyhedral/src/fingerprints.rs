//! Fingerprints of operations by all that an answer about them can depend on, so that an answer found in one text still
//! holds in the next where the fingerprint is the same.
//!
//! The fingerprint of an operation is that of its text, with everything inside it, and of each value from outside that it
//! names: what defines the value, in the same way, and what memory the value may refer to. Nothing is said of operations
//! that a syntax error touches, nor of anything below blocks that other blocks may lead to.

use crate::memory::{Memory, Origin, memory};
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::{BlockId, Definition, Ir, OpId, Pointer, ValueId, ir_of};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use syntax::TextRange;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_128};

/// Equal for equal things; by 128 bits, so that no two others are ever taken for one.
pub type Fingerprint = u128;

/// A mark that is mixed into a fingerprint, so that things of different kinds have different ones.
#[derive(Clone, Copy)]
enum Mark {
    Inside,
    Undefined,
    Outside,
    Argument,
    Carried,
    Result,
    Head,
    Nothing,
}

/// The fingerprints of one isolated op.
#[derive(Default)]
pub struct Fingerprints {
    ops: FxHashMap<OpId, Fingerprint>,
    /// Of all that is around each block.
    surroundings: FxHashMap<BlockId, Fingerprint>,
}

impl Fingerprints {
    /// Of an operation with everything inside, and what it sees.
    pub fn of(&self, op: OpId) -> Option<Fingerprint> {
        self.ops.get(&op).copied()
    }

    /// Of the heads of all operations around a block.
    pub fn surroundings(&self, block: BlockId) -> Option<Fingerprint> {
        self.surroundings.get(&block).copied()
    }
}

/// One fingerprint of several.
pub fn combined(parts: &[Fingerprint]) -> Fingerprint {
    // To hash few bytes at once is quicker than to begin and end a stream of them.
    let bytes: SmallVec<[u8; 128]> = parts.iter().flat_map(|it| it.to_le_bytes()).collect();
    xxh3_128(&bytes)
}

/// Of the operations in the bodies of functions and modules, and in all blocks of counted loops and conditions that hold
/// several loops, somewhere inside.
#[salsa::tracked(returns(ref), no_eq)]
pub fn fingerprints<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Fingerprints {
    takes_long(db);
    let ir = ir_of(db, op);
    // A fingerprint does not say which of two definitions a name means.
    if !ir.redefinitions.is_empty() {
        return Fingerprints::default();
    }
    let mut reader = Reader {
        ir,
        memory: memory(db, op),
        texts: op.roots(db).iter().map(|it| it.text()).collect(),
        errors: op.errors(db),
        wanted: blocks_around_several_loops(ir),
        values: FxHashMap::default(),
        sights: FxHashMap::default(),
        found: Fingerprints::default(),
    };
    for block in &ir.regions[ir.top].blocks {
        reader.block(*block, combined(&[]));
    }
    reader.found
}

/// The blocks with at least two loops, and all around them.
fn blocks_around_several_loops(ir: &Ir) -> FxHashSet<BlockId> {
    let mut found = FxHashSet::default();
    for (block, data) in ir.blocks.iter() {
        let mut loops = data.ops.iter().filter(|it| ir.is_counted_loop(**it));
        if let Some(loop_) = loops.nth(1) {
            let around = ir.ancestors(*loop_).map(|it| ir.ops[it].block);
            // The ancestors of a known block are known too.
            let _ = std::iter::once(block).chain(around).all(|it| found.insert(it));
        }
    }
    found
}

struct Reader<'a> {
    ir: &'a Ir,
    memory: &'a Memory,
    texts: Vec<String>,
    errors: &'a [(usize, TextRange)],
    wanted: FxHashSet<BlockId>,
    /// Of what defines a value.
    values: FxHashMap<ValueId, Fingerprint>,
    /// Of a value from outside, with its memory.
    sights: FxHashMap<ValueId, Option<Fingerprint>>,
    found: Fingerprints,
}

impl Reader<'_> {
    /// The parser bounds the depth.
    fn block(&mut self, block: BlockId, surroundings: Fingerprint) {
        let ir = self.ir;
        self.found.surroundings.insert(block, surroundings);
        for op in &ir.blocks[block].ops {
            if let Some(fingerprint) = self.operation(*op) {
                self.found.ops.insert(*op, fingerprint);
                for (index, result) in ir.ops[*op].results.iter().enumerate() {
                    self.values.insert(*result, marked(Mark::Result, &[fingerprint, index as u128]));
                }
            }
            self.inside(*op, surroundings);
        }
    }

    /// Looks into the regions of an operation whose values there are known by its head.
    fn inside(&mut self, op: OpId, surroundings: Fingerprint) {
        let ir = self.ir;
        let is_frame = ir.ops[op].is_function_or_module();
        let regions = ir.ops[op].regions.iter();
        let mut blocks = regions.flat_map(|it| &ir.regions[*it].blocks);
        let is_wanted = is_frame || blocks.any(|it| self.wanted.contains(it));
        if !is_wanted || !is_frame && !ir.is_counted_loop(op) && ir.guard(op).is_none() {
            return;
        }
        let Some(head) = self.head(op) else { return };
        for (number, region) in ir.ops[op].regions.iter().enumerate() {
            let [block] = &*ir.regions[*region].blocks else { continue };
            let around = marked(Mark::Head, &[surroundings, head, number as u128]);
            for (index, argument) in ir.blocks[*block].arguments.iter().enumerate() {
                let fingerprint = match is_frame || ir.counted_loop_of_variable(*argument).is_some() {
                    true => Some(marked(Mark::Argument, &[around, index as u128])),
                    // What the iteration before hands on.
                    false => self.found.of(op).map(|it| marked(Mark::Carried, &[around, it, index as u128])),
                };
                if let Some(fingerprint) = fingerprint {
                    self.values.insert(*argument, fingerprint);
                }
            }
            self.block(*block, around);
        }
    }

    /// Of an operation with everything inside.
    fn operation(&mut self, op: OpId) -> Option<Fingerprint> {
        let place = self.ir.ops[op].pointer;
        let end = self.end(op);
        self.text(op, end, &[place.range], false)
    }

    /// Of an operation without its regions.
    fn head(&mut self, op: OpId) -> Option<Fingerprint> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let mut pieces = Vec::new();
        let mut start = data.pointer.range.start();
        for region in data.regions.iter().filter_map(|it| ir.regions[*it].pointer) {
            pieces.push(TextRange::new(start, region.range.start().max(start)));
            start = region.range.end().max(start);
        }
        pieces.push(TextRange::new(start, data.pointer.range.end().max(start)));
        let end = self.end(op);
        self.text(op, end, &pieces, true)
    }

    /// Of pieces of an operation's text and the values that are named there.
    fn text(&mut self, op: OpId, end: u32, pieces: &[TextRange], is_head: bool) -> Option<Fingerprint> {
        let ir = self.ir;
        let root = ir.ops[op].pointer.root;
        let is_touched = |place: &TextRange| pieces.iter().any(|it| it.intersect(*place).is_some());
        if self.errors.iter().any(|it| it.0 == root && is_touched(&it.1)) {
            return None;
        }
        let mut hasher = Xxh3Default::new();
        for piece in pieces {
            let text = self.texts.get(root)?.get(usize::from(piece.start())..usize::from(piece.end()))?;
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        let whole = ir.ops[op].pointer.range;
        let key = |it: Pointer| (it.root, it.range.start());
        let first = ir.mentions.partition_point(|it| key(it.pointer) < (root, whole.start()));
        let rest = ir.mentions.get(first..).unwrap_or_default().iter();
        let mentions = rest.take_while(|it| key(it.pointer) < (root, whole.end()));
        for mention in mentions.filter(|it| !is_head || it.op == op) {
            let parts = match mention.value {
                None => marked(Mark::Undefined, &[]),
                Some(value) if self.is_inside(value, op, end) => {
                    marked(Mark::Inside, &[self.memory_of(value, Some((op, end)))?])
                }
                Some(value) => self.sight(value)?,
            };
            hasher.update(&parts.to_le_bytes());
        }
        Some(hasher.digest128())
    }

    /// Of a value from outside.
    fn sight(&mut self, value: ValueId) -> Option<Fingerprint> {
        if let Some(known) = self.sights.get(&value) {
            return *known;
        }
        let found =
            self.values.get(&value).copied().and_then(|definition| {
                Some(marked(Mark::Outside, &[definition, self.memory_of(value, None)?]))
            });
        self.sights.insert(value, found);
        found
    }

    /// Of the memory that a value may refer to; `around` is the operation that is looked at, if the value is inside it.
    fn memory_of(&self, value: ValueId, around: Option<(OpId, u32)>) -> Option<Fingerprint> {
        let (origins, may_overlap) = (self.memory.origins(value), self.memory.may_overlap(value));
        if origins.is_anything() && !may_overlap {
            return Some(marked(Mark::Nothing, &[]));
        }
        let is_private = self.memory.private_users(self.ir, value).is_some();
        let flags = origins.flags().into_iter().chain([may_overlap, is_private]);
        let mut parts: Vec<Fingerprint> = flags.map(u128::from).collect();
        for origin in origins.known() {
            let (kind, definition, index) = match origin {
                Origin::Allocation(it) => (0, self.definition(*it, around)?, 0),
                Origin::Returned(call, index) => (1, self.place(*call, around)?, *index as u128),
                Origin::Argument(it) => (2, self.definition(*it, around)?, 0),
                Origin::Global(it) => (3, self.definition(*it, around)?, 0),
            };
            parts.extend([kind, definition, index]);
        }
        Some(combined(&parts))
    }

    /// Of what defines a value, which is known or inside of an operation that is.
    fn definition(&self, value: ValueId, around: Option<(OpId, u32)>) -> Option<Fingerprint> {
        if let Some(known) = self.values.get(&value) {
            return Some(*known);
        }
        match self.ir.values[value].definition {
            Definition::Result { op, index } => {
                Some(marked(Mark::Result, &[self.place(op, around)?, index as u128]))
            }
            Definition::Argument { block, index } => {
                let region = self.ir.blocks[block].parent;
                let parent = self.ir.regions[region].parent?;
                let of_parent = self.ir.ops[parent].regions.iter().position(|it| *it == region)?;
                let of_region = self.ir.regions[region].blocks.iter().position(|it| *it == block)?;
                let place = self.place(parent, around)?;
                let numbers = [of_parent as u128, of_region as u128, index as u128];
                Some(marked(Mark::Argument, &[place, numbers[0], numbers[1], numbers[2]]))
            }
        }
    }

    /// Of an operation by the one around it that is known, and how many are between their beginnings.
    fn place(&self, op: OpId, around: Option<(OpId, u32)>) -> Option<Fingerprint> {
        let distance = |from: OpId| u128::from(number(op) - number(from));
        if let Some((outer, end)) = around
            && (number(outer)..end).contains(&number(op))
        {
            return Some(marked(Mark::Inside, &[distance(outer)]));
        }
        let mut outer = std::iter::once(op).chain(self.ir.ancestors(op));
        outer.find_map(|it| Some(marked(Mark::Outside, &[self.found.of(it)?, distance(it)])))
    }

    fn is_inside(&self, value: ValueId, op: OpId, end: u32) -> bool {
        let definer = match self.ir.values[value].definition {
            Definition::Result { op, .. } => Some(op),
            Definition::Argument { block, .. } => self.ir.regions[self.ir.blocks[block].parent].parent,
        };
        definer.is_some_and(|it| (number(op)..end).contains(&number(it)))
    }

    /// The number after that of the last operation inside.
    fn end(&self, op: OpId) -> u32 {
        number(self.ir.last_inside(op)) + 1
    }
}

/// Operations have numbers in text order.
fn number(op: OpId) -> u32 {
    op.into_raw().into_u32()
}

fn marked(mark: Mark, parts: &[Fingerprint]) -> Fingerprint {
    let marked: SmallVec<[Fingerprint; 8]> =
        std::iter::once(mark as u128).chain(parts.iter().copied()).collect();
    combined(&marked)
}
