//! `source.fixAll.affine.fuse`: every fusion that is recommended, one after the other.
//!
//! Each fusion changes what is legal and worth it next, so each is found in the text that the one before has left.

use super::choice::choose;
use super::facts::nest_facts;
use super::merge::merge;
use super::merge_rewrite::merge_edits;
use super::rewrite::fusion_edits;
use super::{pairs, slice_pair};
use crate::Host;
use crate::actions::{Edits, FileAction, FileContext};
use crate::function_report::located;
use crate::ir::OpId;
use crate::isolated_op::IsolatedOp;
use crate::source_file::{Settings, SettingsInput, SourceFile};
use syntax::{TextEdit, TextRange, TextSize};

pub(crate) const KIND: &str = "source.fixAll.affine.fuse";

/// So many fusions are made at most.
const MAX_FUSIONS: usize = 64;

/// One action for the file, if any fusion is recommended.
pub(in crate::actions) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let settings = SettingsInput::get(context.db).settings(context.db);
    let is_worth_it = |op| {
        pairs(context.db, op).any(|it| choose(it, settings).is_some())
            || siblings(context.db, op).next().is_some()
    };
    if !located(context.db, context.file).any(|(op, _)| is_worth_it(op)) {
        return Vec::new();
    }
    vec![FileAction {
        id: KIND.to_owned(),
        kind: KIND,
        title: "Fuse all nests where it is recommended".to_owned(),
        diagnostic: None,
        preferred: false,
        range: TextRange::up_to(context.len),
        edits: Vec::new(),
    }]
}

/// The edit that makes all of them.
pub(crate) fn edits(db: &dyn salsa::Database, file: SourceFile) -> Option<Vec<TextEdit>> {
    let settings = SettingsInput::get(db).settings(db);
    let before = file.parse(db).text();
    let mut text = before.clone();
    let mut host = Host::new();
    host.set_settings(settings.clone());
    let copy = host.add_file(&text);
    for _ in 0..MAX_FUSIONS {
        db.unwind_if_revision_cancelled();
        let Some(edits) = next(&host.db, copy, settings) else { break };
        for edit in edits.iter().rev() {
            text = edit.apply(&text);
        }
        host.set_text(copy, &text);
    }
    difference(&before, &text).map(|it| vec![it])
}

/// The first fusion that is recommended.
fn next(db: &dyn salsa::Database, file: SourceFile, settings: &Settings) -> Option<Vec<TextEdit>> {
    located(db, file).find_map(|(op, starts)| {
        let edits = first_of(db, op, settings)?;
        let place = |(place, insert)| TextEdit { range: starts.range(place), insert };
        Some(edits.into_iter().map(place).collect())
    })
}

fn first_of(db: &dyn salsa::Database, op: IsolatedOp<'_>, settings: &Settings) -> Option<Edits> {
    let by_slice = nest_facts(db, op).all_pairs().find_map(|(producer, consumer)| {
        let pair = slice_pair(db, op, producer, consumer).as_ref()?;
        let choice = choose(pair, settings)?;
        let depth = pair.depths.iter().find(|it| it.depth() == choice.depth)?;
        fusion_edits(db, op, pair, depth, depth.moving.is_some())
    });
    by_slice.or_else(|| {
        siblings(db, op).find_map(|(first, second, depth)| {
            merge_edits(db, op, merge(db, op, first, second).as_ref()?, depth)
        })
    })
}

/// Nests that touch less memory iteration by iteration, with the deepest legal depth.
fn siblings<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> impl Iterator<Item = (OpId, OpId, usize)> + 'db {
    nest_facts(db, op).all_pairs().filter_map(move |(first, second)| {
        let merge = merge(db, op, first, second).as_ref()?;
        let depth = merge.depths.iter().find(|it| it.refused.is_none())?.depth;
        merge.storage_reduction().filter(|it| *it > 0.0).map(|_| (first, second, depth))
    })
}

/// One edit from the first line that differs to the last.
fn difference(before: &str, after: &str) -> Option<TextEdit> {
    if before == after {
        return None;
    }
    let equal = |a: &mut dyn Iterator<Item = &str>, b: &mut dyn Iterator<Item = &str>| -> usize {
        a.zip(b).take_while(|it| it.0 == it.1).map(|it| it.0.len()).sum()
    };
    let start = equal(&mut before.split_inclusive('\n'), &mut after.split_inclusive('\n'));
    let (rest, new) = (before.get(start..)?, after.get(start..)?);
    let end = equal(&mut rest.split_inclusive('\n').rev(), &mut new.split_inclusive('\n').rev());
    let size = |it: usize| TextSize::try_from(it).ok();
    Some(TextEdit {
        range: TextRange::new(size(start)?, size(before.len() - end)?),
        insert: new.get(..new.len() - end)?.to_owned(),
    })
}
