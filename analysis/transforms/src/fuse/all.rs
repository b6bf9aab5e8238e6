//! `refactor.rewrite.affine.fuseAll`: every fusion that is recommended, one after the other.
//!
//! Each fusion changes which further ones are legal and worthwhile, so each is found in the text that the one before
//! has left.

use super::merge::{Merge, judged_merge, merge};
use super::nests::facts::nest_facts;
use super::nests::judged::charge;
use super::rewrite::merge::merge_edits;
use super::rewrite::slice::fusion_edits;
use super::slice::choice::choose;
use super::slice::pair::{judged_slice, may_be_chosen, slice_pair};
use crate::loop_offers::{commented_header, generic_op};
use crate::rewrite::Edits;
use crate::rewrite::{difference, keep_comments, rewritten};
use base::at_once::takes_long;
use base::database::RootDatabase;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::{Settings, SettingsInput, SourceFile};
use base::temporary::Temporary;
use ir::starts::{Starts, located};
use ir::{Ir, OpId, OpKind, ir_of};
use presburger::Budget;
use rustc_hash::FxHashMap;
use syntax::{TextEdit, TextRange};

pub const KIND: &str = "refactor.rewrite.affine.fuseAll";

/// The largest number of fusions.
const MAX_FUSIONS: usize = 64;

/// The steps that questions about all pairs may cost, those of the texts in between included; then no more fusions are made.
const STEPS: u64 = 60_000_000;

/// This many pairs of nests are judged before the action is offered, the rest once it is taken.
const MAX_JUDGED: usize = 8;

/// In functions with more nests side by side none is judged before: the facts about all of them take too long.
const MAX_NESTS: usize = 64;

/// The prospect after a look at a few pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prospect {
    Recommended,
    /// More pairs are there than were judged.
    Open,
    None,
}

/// Looks at some pairs of nests that touch the same memory, those at the selection before others.
pub fn prospect(db: &dyn salsa::Database, file: SourceFile, selection: TextRange) -> Prospect {
    let is_here = |(op, starts): &(IsolatedOp<'_>, Starts<'_>)| starts.touch(db, *op, selection);
    let (here, elsewhere): (Vec<_>, Vec<_>) = located(db, file).partition(is_here);
    let mut judged = 0;
    for (op, _) in here.into_iter().chain(elsewhere) {
        match nests_side_by_side(ir_of(db, op)) {
            0 | 1 => continue,
            nests if nests > MAX_NESTS => return Prospect::Open,
            _ => {}
        }
        let facts = nest_facts(db, op);
        for (first, second) in facts.all_pairs().filter(|it| facts.touch_the_same(*it)) {
            if judged == MAX_JUDGED {
                return Prospect::Open;
            }
            if is_recommended(db, op, first, second) {
                return Prospect::Recommended;
            }
            judged += 1;
        }
    }
    Prospect::None
}

/// The largest number of loops in one block.
fn nests_side_by_side(ir: &Ir) -> usize {
    let is_for = |it: &&OpId| matches!(ir.ops[**it].kind, OpKind::For(_));
    let loops = ir.blocks.iter().map(|(_, block)| block.ops.iter().filter(is_for).count());
    loops.max().unwrap_or_default()
}

/// Whether some fusion of two nests is recommended.
#[salsa::tracked(returns(copy))]
fn is_recommended<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, first: OpId, second: OpId) -> bool {
    takes_long(db);
    if [first, second].into_iter().any(|it| is_unwritable(db, op, it)) {
        return false;
    }
    let settings = SettingsInput::get(db).settings(db);
    let chosen = || choose(slice_pair(db, op, first, second).as_ref()?, settings);
    let by_slice = may_be_chosen(db, op, (first, second), settings).is_ok() && chosen().is_some();
    by_slice || sibling(db, op, (first, second)).is_some()
}

/// The edit that makes all of them; none where none is recommended.
pub fn edits(db: &RootDatabase, file: SourceFile) -> Option<Vec<TextEdit>> {
    let settings = SettingsInput::get(db).settings(db);
    let mut copy = Temporary::with_copy(db, file);
    let budget = Budget::new(STEPS);
    for _ in 0..MAX_FUSIONS {
        let Some(edits) = next(&copy.db, copy.file, settings, &budget) else { break };
        copy.set_parse(copy.file.parse(&copy.db).reparse_all(&edits));
    }
    let (before, after) = (file.parse(db).text(), copy.file.parse(&copy.db).text());
    Some(difference(&before, &after).into_iter().collect())
}

/// The first fusion that is recommended; `None` also where the budget is spent.
fn next(
    db: &dyn salsa::Database,
    file: SourceFile,
    settings: &Settings,
    budget: &Budget<'_>,
) -> Option<Vec<TextEdit>> {
    located(db, file).find_map(|(op, starts)| {
        let edits = first_of(db, op, settings, budget)?;
        let place = |(place, insert)| TextEdit { range: starts.range(place), insert };
        let mut edits: Vec<TextEdit> = edits.into_iter().map(place).collect();
        keep_comments(&mut edits, &FileText::of(db, file));
        Some(edits)
    })
}

fn first_of(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    settings: &Settings,
    budget: &Budget<'_>,
) -> Option<Edits> {
    let mut unwritable: FxHashMap<OpId, bool> = FxHashMap::default();
    let mut is_unwritable =
        |nest: OpId| *unwritable.entry(nest).or_insert_with(|| is_unwritable(db, op, nest));
    let pairs = nest_facts(db, op).all_pairs();
    let pairs: Vec<(OpId, OpId)> = pairs.filter(|it| !is_unwritable(it.0) && !is_unwritable(it.1)).collect();
    let is_left = |_: &&(OpId, OpId)| !budget.is_spent();
    let by_slice = pairs.iter().take_while(is_left).find_map(|&(producer, consumer)| {
        let judged = judged_slice(db, op, producer, consumer);
        charge(budget, judged.steps);
        let pair = judged.found.as_ref()?;
        let choice = choose(pair, settings)?;
        let depth = pair.depths.iter().find(|it| it.depth() == choice.depth)?;
        rewritten(db, op, |op| fusion_edits(db, op, pair, depth, depth.moving.is_some()))
    });
    by_slice.or_else(|| {
        let mut siblings = pairs.iter().take_while(is_left).filter_map(|it| {
            charge(budget, judged_merge(db, op, it.0, it.1).steps);
            sibling(db, op, *it)
        });
        siblings.find_map(|(merge, depth)| rewritten(db, op, |op| merge_edits(db, op, merge, depth)))
    })
}

/// Whether a nest is in the generic form, or has a comment in a header, which would be written anew.
fn is_unwritable(db: &dyn salsa::Database, op: IsolatedOp<'_>, nest: OpId) -> bool {
    let (ir, roots) = (ir_of(db, op), op.roots(db));
    generic_op(ir, nest).is_some()
        || commented_header(ir, nest, |header| Some(roots.get(header.root)?.text_in(header.range))).is_some()
}

/// Two nests that touch less memory iteration by iteration, with the deepest legal depth.
fn sibling<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    (first, second): (OpId, OpId),
) -> Option<(&'db Merge, usize)> {
    let merge = merge(db, op, first, second).as_ref()?;
    let depth = merge.depths.iter().find(|it| it.refused.is_none())?.depth;
    merge.storage_reduction().filter(|it| *it > 0.0).map(|_| (merge, depth))
}
