//! All offers of the actions at a range of a file, and the edits of one that is taken.

use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use crate::request::Request;
use crate::rewrite::{keep_comments, settle, under_unique_names};
use crate::{ACTIONS, LoopAction};
use base::database::stop_if_cancelled;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::{SettingsInput, SourceFile};
use ir::ir_of;
use ir::starts::located;
use presburger::Budget;
use syntax::{TextEdit, TextRange};

/// See [`ActionContext::budget`](ActionContext).
const STEPS_PER_ACTION: u64 = 30_000_000;

/// Why an action cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untaken {
    /// It is not offered on this text.
    NotOffered,
    /// The text is written in a way that cannot be rewritten.
    Unwritable,
}

/// Which offers are asked for.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// All, with these parameters in place of defaults.
    All(&'a Parameters),
    One(&'a Request),
}

/// Calls `visit` for each candidate of the actions until it gives something, and returns that with the isolated op it is
/// of. Where one offer is asked for, candidates are those that may be it, and their edits are over unique names.
pub fn visit<'db, T>(
    db: &'db dyn salsa::Database,
    file: SourceFile,
    range: TextRange,
    actions: impl Fn(&LoopAction) -> bool,
    asked: Asked<'_>,
    visit: &mut dyn FnMut(&ActionContext<'_>, Candidate<'_>) -> Option<T>,
) -> Option<(IsolatedOp<'db>, T)> {
    let text = FileText::of(db, file);
    let settings = SettingsInput::get(db).settings(db);
    let (parameters, wanted) = match asked {
        Asked::All(parameters) => (parameters, None),
        Asked::One(request) => (request.parameters(), Some(request)),
    };
    let stop = stop_if_cancelled(db);
    let actions = ACTIONS.iter().filter(|it| actions(it));
    let actions: Vec<_> = actions.map(|it| (it, Budget::new(STEPS_PER_ACTION).with_stop(&stop))).collect();
    for (own, starts) in located(db, file) {
        if !starts.touch(db, own, range) {
            continue;
        }
        let unique = match wanted {
            None => None,
            Some(_) => {
                let Some((unique, places)) = under_unique_names(db, own) else { continue };
                Some((unique, starts.of_places(places)))
            }
        };
        for (action, budget) in &actions {
            let written = unique.as_ref().map_or(own, |it| it.0);
            let (op, starts) = match &unique {
                Some((unique, starts)) if !action.judges_once => (*unique, starts),
                _ => (own, &starts),
            };
            let (ir, text) = (ir_of(db, op), &text);
            let context = ActionContext {
                db,
                op,
                written,
                ir,
                settings,
                starts,
                text,
                range,
                parameters,
                wanted,
                budget,
            };
            for candidate in (action.find)(&context) {
                if let Some(found) = visit(&context, candidate) {
                    return Some((own, found));
                }
            }
        }
    }
    None
}

/// The edits of an offer, in text order.
pub fn edits(
    db: &dyn salsa::Database,
    file: SourceFile,
    request: &Request,
) -> Result<Vec<TextEdit>, Untaken> {
    let range = range_of(db, file, request);
    let may_give = |it: &LoopAction| it.may_give(request);
    let asked = Asked::One(request);
    let taken = visit(db, file, range, may_give, asked, &mut |_, candidate| match candidate.offer {
        Offer::Offered { edit, .. } if candidate.request == *request => Some(edit()),
        _ => None,
    });
    let (op, edits) = taken.ok_or(Untaken::NotOffered)?;
    let edits = settle(db, op, edits.ok_or(Untaken::Unwritable)?).map_err(|_| Untaken::Unwritable)?;
    let (_, starts) = located(db, file).find(|it| it.0 == op).ok_or(Untaken::NotOffered)?;
    let absolute = |(place, insert)| TextEdit { range: starts.range(place), insert };
    let mut edits = in_text_order(edits.into_iter().map(absolute).collect());
    keep_comments(&mut edits, &FileText::of(db, file));
    Ok(edits)
}

/// What has to be looked at to find an offer again: its place, or the whole file.
pub fn range_of(db: &dyn salsa::Database, file: SourceFile, request: &Request) -> TextRange {
    let whole = file.parse(db).syntax_node().text_range();
    let place = request.place().map(TextRange::empty);
    place.filter(|it| whole.contains_range(*it)).unwrap_or(whole)
}

/// Sorted; edits that start in one place are one, because clients do not agree on what comes first.
pub fn in_text_order(mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
    edits.sort_by_key(|it| it.range.start());
    edits.dedup_by(|next, edit| {
        let is_same = next.range.start() == edit.range.start();
        if is_same {
            edit.range = edit.range.cover(next.range);
            edit.insert.push_str(&next.insert);
        }
        is_same
    });
    edits
}
