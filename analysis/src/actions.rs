//! The table of code actions: what the light bulb offers, refuses and rewrites.
//!
//! An action looks at one isolated op and gives offers; an offer builds its edits only when somebody takes it.
//! Positions become absolute here and nowhere below.

mod assumptions;
mod checked;
mod distribute;
pub(crate) mod fuse;
mod interchange;
mod licm;
mod loop_bounds;
mod loop_header;
mod loop_offers;
#[cfg(test)]
mod loop_tests;
mod magnitude;
#[cfg(test)]
mod memory_tests;
mod modernize;
mod nest_legality;
mod normalize;
mod parallelize;
mod quick_fix;
mod reason;
mod scalar_replace;
mod strips;
mod tile;
mod unroll;
mod unroll_jam;
pub(crate) mod vectorize;
mod withheld;

use crate::database::{RootDatabase, stop_if_cancelled};
use crate::diagnostic::Diagnostic;
use crate::diagnostics::{Depth, KeptFindings, diagnostics};
use crate::file_text::FileText;
use crate::fixes::Fixes;
use crate::function_report::{Starts, located};
use crate::ir::{Ir, Pointer, ir};
use crate::isolated_op::IsolatedOp;
use crate::rewrite::{keep_comments, settle, under_unique_names};
use crate::rules::{fusion_opportunity, vectorization_opportunity};
use crate::source_file::{Settings, SettingsInput, SourceFile};
use crate::{Action, ActionId};
use presburger::Budget;
pub(crate) use reason::Reason;
use syntax::{TextEdit, TextRange, TextSize};

pub(crate) use crate::rewrite::Edits;
pub(crate) use quick_fix::KIND as QUICK_FIX;
pub(crate) use withheld::UNWRITABLE;
pub(crate) use withheld::WithheldActions;
pub use withheld::{NoEdit, Withheld};

/// What an action looks at: one isolated op of a file.
pub(crate) struct ActionContext<'a> {
    pub(crate) db: &'a dyn salsa::Database,
    pub(crate) op: IsolatedOp<'a>,
    /// The same under the names that edits are to be written over, for what is judged under its own.
    pub(crate) written: IsolatedOp<'a>,
    pub(crate) ir: &'a Ir,
    pub(crate) settings: &'a Settings,
    pub(crate) starts: &'a Starts<'a>,
    pub(crate) text: &'a FileText<'a>,
    /// What is selected, from the file's start.
    pub(crate) range: TextRange,
    /// The only offer that is asked for.
    pub(crate) wanted: Option<&'a ActionId>,
    /// What the exact questions of one action may cost in all functions that are selected.
    pub(crate) budget: &'a Budget<'a>,
}

/// See [`ActionContext::budget`].
const STEPS_PER_ACTION: u64 = 30_000_000;

impl ActionContext<'_> {
    /// Whether no offer is asked for but those whose ids have the part.
    pub(crate) fn wants(&self, part: &str) -> bool {
        self.wanted.is_none_or(|it| it.0.contains(part))
    }

    /// Whether the selection touches the place.
    pub(crate) fn touches(&self, place: Pointer) -> bool {
        let place = self.starts.range(place);
        place.start() <= self.range.end() && self.range.start() <= place.end()
    }
}

/// What an action says about a place.
pub(crate) enum Offer<'a> {
    /// It concerns the place, and is not legal.
    Refused { title: String, reason: String },
    /// It is legal; `edit` gives `None` where the text is written in a way that it cannot rewrite.
    Offered { title: String, edit: Box<dyn Fn() -> Option<Edits> + 'a> },
}

/// One offer with what names it.
pub(crate) struct Candidate<'a> {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// What it would rewrite.
    pub(crate) place: Pointer,
    /// The code of the diagnostic that it fixes.
    pub(crate) diagnostic: Option<&'static str>,
    pub(crate) preferred: bool,
    pub(crate) offer: Offer<'a>,
}

impl Candidate<'_> {
    /// Takes the offer back, unless it is refused already.
    fn refuse(&mut self, reason: &str) {
        if let Offer::Offered { title, .. } = &mut self.offer {
            self.offer = Offer::Refused { title: std::mem::take(title), reason: reason.to_owned() };
        }
    }
}

/// An action: all its offers for the selection in one isolated op; none where it does not concern it.
type Find = for<'a> fn(&'a ActionContext<'a>) -> Vec<Candidate<'a>>;

/// An action, its kind, and the hint that it fixes.
struct LoopAction {
    kind: &'static str,
    hint: Option<&'static str>,
    /// Whether its edits are over [`ActionContext::written`], so that nothing is judged again under other names.
    judges_once: bool,
    find: Find,
}

const fn action(kind: &'static str, find: Find) -> LoopAction {
    LoopAction { kind, hint: None, judges_once: false, find }
}

/// Every action.
static ACTIONS: &[LoopAction] = &[
    LoopAction {
        kind: fuse::KIND,
        hint: Some(fusion_opportunity::CODE),
        judges_once: true,
        find: fuse::offers,
    },
    action(parallelize::KIND, parallelize::offers),
    action(interchange::KIND, interchange::offers),
    action(tile::KIND, tile::offers),
    action(unroll::KIND, unroll::offers),
    action(unroll_jam::KIND, unroll_jam::offers),
    action(normalize::KIND, normalize::offers),
    action(distribute::KIND, distribute::offers),
    action(scalar_replace::KIND, scalar_replace::offers),
    action(licm::KIND, licm::offers),
    LoopAction {
        kind: vectorize::KIND,
        hint: Some(vectorization_opportunity::CODE),
        judges_once: false,
        find: vectorize::offers,
    },
];

impl LoopAction {
    /// Whether an offer with the id is one of its.
    fn may_give(&self, id: &ActionId) -> bool {
        let is_fix = || id.kind() == QUICK_FIX && self.hint.is_some() && id.0.split(':').nth(1) == self.hint;
        id.kind() == self.kind || is_fix()
    }
}

/// What an action looks at that concerns the file as a whole.
struct FileContext<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    diagnostics: &'a [Diagnostic],
    fixes: Fixes<'a>,
    /// What is selected.
    range: TextRange,
    /// Of the file.
    len: TextSize,
}

/// An action with absolute places.
struct FileAction {
    id: String,
    title: String,
    diagnostic: Option<&'static str>,
    preferred: bool,
    range: TextRange,
    edits: Vec<TextEdit>,
}

type FindInFile = fn(&FileContext<'_>) -> Vec<FileAction>;

/// Every action that concerns the file as a whole, with its kind.
static FILE_ACTIONS: &[(&str, FindInFile)] =
    &[(QUICK_FIX, quick_fix::find), (modernize::KIND, modernize::find), (fuse::FIX_ALL, fuse::fix_all)];

/// The kinds of all actions.
pub fn action_kinds() -> impl Iterator<Item = &'static str> {
    FILE_ACTIONS.iter().map(|it| it.0).chain(ACTIONS.iter().map(|it| it.kind))
}

fn file_actions(
    db: &RootDatabase,
    file: SourceFile,
    kept: &KeptFindings,
    range: TextRange,
) -> Vec<(&'static str, FileAction)> {
    let len = file.parse(db).syntax_node().text_range().end();
    let diagnostics = diagnostics(db, file, kept, Depth::FixesAround(range), None);
    let fixes = Fixes::new(db, file);
    let context = FileContext { db, file, diagnostics: &diagnostics, fixes, range, len };
    let found = FILE_ACTIONS.iter().map(|(kind, find)| find(&context).into_iter().map(|it| (*kind, it)));
    found.flatten().collect()
}

/// The actions that concern a range.
pub(crate) fn actions(
    db: &RootDatabase,
    file: SourceFile,
    kept: &KeptFindings,
    range: TextRange,
) -> Vec<Action> {
    let mut found: Vec<_> = file_actions(db, file, kept, range)
        .into_iter()
        .map(|(kind, it)| Action {
            id: ActionId(it.id),
            kind,
            title: it.title,
            diagnostic: it.diagnostic,
            preferred: it.preferred,
            disabled: None,
            range: it.range,
        })
        .collect();
    visit(db, file, range, None, &mut |context, candidate| {
        let (title, disabled) = match candidate.offer {
            Offer::Refused { title, reason } => (title, Some(reason)),
            Offer::Offered { title, .. } => (title, None),
        };
        found.push(Action {
            id: ActionId(candidate.id),
            kind: candidate.kind,
            title,
            diagnostic: candidate.diagnostic,
            preferred: candidate.preferred,
            disabled,
            range: context.starts.range(candidate.place),
        });
        None::<()>
    });
    found
}

/// The edits of an offered action, in text order, after a look at what comes of them.
pub(crate) fn resolve(
    db: &RootDatabase,
    file: SourceFile,
    kept: &KeptFindings,
    id: &ActionId,
) -> Result<Vec<TextEdit>, NoEdit> {
    let edits = in_text_order(unchecked_edits(db, file, kept, id)?);
    let is_rewrite = id.kind() == fuse::FIX_ALL || ACTIONS.iter().any(|it| it.may_give(id));
    match checked::new_error(db, file, &edits, is_rewrite) {
        None => Ok(edits),
        Some(withheld) => Err(NoEdit::Withheld(Box::new(withheld))),
    }
}

fn unchecked_edits(
    db: &RootDatabase,
    file: SourceFile,
    kept: &KeptFindings,
    id: &ActionId,
) -> Result<Vec<TextEdit>, NoEdit> {
    if id.0 == fuse::FIX_ALL {
        return fuse::fix_all_edits(db, file).ok_or(NoEdit::NotOffered);
    }
    let whole = file.parse(db).syntax_node().text_range();
    // The id names the place; nothing else has to be looked at then.
    let place = id.0.split(':').find_map(|it| it.parse().ok()).map(TextSize::new).map(TextRange::empty);
    let range = place.filter(|it| whole.contains_range(*it)).unwrap_or(whole);
    if !ACTIONS.iter().any(|it| it.kind == id.kind()) {
        let mut of_file = file_actions(db, file, kept, range).into_iter();
        if let Some((_, action)) = of_file.find(|it| it.1.id == id.0) {
            return Ok(action.edits);
        }
    }
    let taken = visit(db, file, range, Some(id), &mut |_, candidate| match candidate.offer {
        Offer::Offered { edit, .. } if candidate.id == id.0 => Some(edit()),
        _ => None,
    });
    let (op, edits) = taken.ok_or(NoEdit::NotOffered)?;
    let edits = settle(db, op, edits.ok_or(NoEdit::Unwritable)?).map_err(|_| NoEdit::Unwritable)?;
    let (_, starts) = located(db, file).find(|it| it.0 == op).ok_or(NoEdit::NotOffered)?;
    let absolute = |(place, insert)| TextEdit { range: starts.range(place), insert };
    let mut edits = in_text_order(edits.into_iter().map(absolute).collect());
    keep_comments(&mut edits, &FileText::of(db, file));
    Ok(edits)
}

/// Sorted; edits that start in one place are one, because clients do not agree on what comes first.
fn in_text_order(mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
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

/// Calls `visit` for each candidate until it gives something, and tells of which isolated op. Where one offer is
/// wanted, candidates are those that may have its id, and their edits are over unique names.
fn visit<'db, T>(
    db: &'db dyn salsa::Database,
    file: SourceFile,
    range: TextRange,
    wanted: Option<&ActionId>,
    visit: &mut dyn FnMut(&ActionContext<'_>, Candidate<'_>) -> Option<T>,
) -> Option<(IsolatedOp<'db>, T)> {
    let text = FileText::of(db, file);
    let settings = SettingsInput::get(db).settings(db);
    let stop = stop_if_cancelled(db);
    let actions = ACTIONS.iter().filter(|it| wanted.is_none_or(|id| it.may_give(id)));
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
            let (ir, text) = (ir(db, op), &text);
            let context =
                ActionContext { db, op, written, ir, settings, starts, text, range, wanted, budget };
            for candidate in (action.find)(&context) {
                if let Some(found) = visit(&context, candidate) {
                    return Some((own, found));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::action_kinds;
    use crate::{Host, TextRange, TextSize};
    use std::collections::BTreeSet;

    /// Loops for every action, with one old name.
    const TEXT: &str = "\
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %t[%i] : memref<64xf32>
  }
  affine.for %j = 0 to 64 {
    %y = affine.load %t[%j] : memref<64xf32>
    affine.store %y, %b[%j] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i] : memref<64xf32>
      %z = addf %x, %x : f32
      affine.store %x, %b[%i] : memref<64xf32>
      affine.store %z, %t[%j] : memref<64xf32>
    }
  }
  return
}
";

    #[test]
    fn the_table_names_the_kinds_that_are_offered() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let whole = TextRange::up_to(TextSize::of(TEXT));
        let offered: BTreeSet<_> = host.analysis().actions(file, whole).iter().map(|it| it.kind).collect();
        assert_eq!(offered, action_kinds().collect());
    }
}
