//! All offers of the actions at a range of a file, and the edits of one that is taken.

use crate::ahead::{Unready, ahead};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::{Parameters, RAISED};

use crate::request::Request;
use crate::rewrite::{Edits, difference, in_text_order, keep_comments, settle, under_unique_names};
use crate::{ACTIONS, LoopAction};
use base::database::stop_if_cancelled;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::{SettingsInput, SourceFile};
use ir::places::{Places, Replacement};
use ir::starts::{Starts, located};
use ir::{Pointer, ir_of};
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
    /// All on nests that are raised, or put in an order, first.
    Raised(&'a Parameters),
    One(&'a Request),
}

impl<'a> Asked<'a> {
    fn one(self) -> Option<&'a Request> {
        match self {
            Asked::One(request) => Some(request),
            Asked::All(_) | Asked::Raised(_) => None,
        }
    }

    /// The form in which nests are left that are rewritten first; `None` if none are.
    fn raised(self) -> Option<&'static str> {
        match self {
            Asked::All(_) => None,
            Asked::Raised(parameters) => Some(parameters.word(RAISED.name).unwrap_or("affine")),
            Asked::One(request) => request.parameters().word(RAISED.name),
        }
    }
}

/// An isolated op with an offer, and the one that its edits apply to: the same, or the one with its nests rewritten.
#[derive(Clone, Copy)]
pub struct Visited<'db> {
    pub own: IsolatedOp<'db>,
    pub edited: IsolatedOp<'db>,
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
) -> Option<(Visited<'db>, T)> {
    let text = FileText::of(db, file);
    let stop = stop_if_cancelled(db);
    let actions = ACTIONS.iter().filter(|it| actions(it));
    let actions: Vec<_> = actions.map(|it| (it, Budget::new(STEPS_PER_ACTION).with_stop(&stop))).collect();
    let round = Round { db, text: &text, range, actions: &actions, asked };
    for (own, starts) in located(db, file) {
        if !starts.touch(db, own, range) {
            continue;
        }
        if asked.raised().is_none()
            && let Some(found) = round.visit(own, &starts, visit)
        {
            return Some((Visited { own, edited: own }, found));
        }
        let Some(left_as) = asked.raised() else { continue };
        let unready = Unready::of(ir_of(db, own), &starts);
        if unready.is_empty() {
            continue;
        }
        // An action that needs more than its own nests as affine ones gets all of them.
        let only = asked.one().and_then(|it| unready.needed(it)).map(Some).into_iter().chain([None]);
        for nests in only {
            let Some(ahead) = ahead(db, own, nests.as_ref()) else { continue };
            let of_ahead = ahead.steps.iter().rev().fold(starts.clone(), |it, places| it.of_places(places));
            let mut of_raised = |context: &ActionContext<'_>, mut candidate: Candidate<'_>| {
                candidate.raise_first(left_as, unready.needed(&candidate.request)?.raises);
                visit(context, candidate)
            };
            if let Some(found) = round.visit(ahead.op, &of_ahead, &mut of_raised) {
                return Some((Visited { own, edited: ahead.op }, found));
            }
        }
    }
    None
}

/// The inputs that all isolated ops share.
struct Round<'a, 'db> {
    db: &'db dyn salsa::Database,
    text: &'a FileText<'a>,
    range: TextRange,
    actions: &'a [(&'static LoopAction, Budget<'a>)],
    asked: Asked<'a>,
}

impl<'db> Round<'_, 'db> {
    fn visit<T>(
        &self,
        own: IsolatedOp<'db>,
        starts: &Starts<'_>,
        visit: &mut dyn FnMut(&ActionContext<'_>, Candidate<'_>) -> Option<T>,
    ) -> Option<T> {
        let Self { db, text, range, asked, .. } = *self;
        let settings = SettingsInput::get(db).settings(db);
        let (parameters, wanted) = match asked {
            Asked::All(parameters) | Asked::Raised(parameters) => (parameters, None),
            Asked::One(request) => (request.parameters(), Some(request)),
        };
        let unique = match wanted {
            None => None,
            Some(_) => {
                let (unique, places) = under_unique_names(db, own)?;
                Some((unique, starts.of_places(places)))
            }
        };
        for (action, budget) in self.actions {
            let written = unique.as_ref().map_or(own, |it| it.0);
            let (op, starts) = match &unique {
                Some((unique, starts)) if !action.judges_once => (*unique, starts),
                _ => (own, starts),
            };
            let ir = ir_of(db, op);
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
                    return Some(found);
                }
            }
        }
        None
    }
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
    let (Visited { own, edited }, edits) = taken.ok_or(Untaken::NotOffered)?;
    let edits = settle(db, edited, edits.ok_or(Untaken::Unwritable)?).map_err(|_| Untaken::Unwritable)?;
    let edits = match own == edited {
        true => edits,
        false => over_own(db, own, edited, edits).ok_or(Untaken::Unwritable)?,
    };
    let (_, starts) = located(db, file).find(|it| it.0 == own).ok_or(Untaken::NotOffered)?;
    let absolute = |(place, insert)| TextEdit { range: starts.range(place), insert };
    let mut edits = in_text_order(edits.into_iter().map(absolute).collect());
    keep_comments(&mut edits, &FileText::of(db, file));
    Ok(edits)
}

/// The edits of a text that is written differently as edits of the isolated op's own.
fn over_own(
    db: &dyn salsa::Database,
    own: IsolatedOp<'_>,
    edited: IsolatedOp<'_>,
    edits: Edits,
) -> Option<Edits> {
    let mut found = Edits::new();
    for (root, (before, between)) in own.roots(db).iter().zip(edited.roots(db)).enumerate() {
        let pieces = edits.iter().filter(|it| it.0.root == root);
        let pieces = pieces.map(|(place, text)| Replacement::new(place.range, text.clone())).collect();
        let after = Places::new(pieces)?.applied(&between.text())?;
        let changed = difference(&before.text(), &after);
        found.extend(changed.map(|it| (Pointer { root, range: it.range }, it.insert)));
    }
    Some(found)
}

/// The range to look at to find an offer again: its place, or the whole file.
pub fn range_of(db: &dyn salsa::Database, file: SourceFile, request: &Request) -> TextRange {
    let whole = file.parse(db).syntax_node().text_range();
    let place = request.place().map(TextRange::empty);
    place.filter(|it| whole.contains_range(*it)).unwrap_or(whole)
}
