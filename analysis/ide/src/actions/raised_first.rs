//! Actions on loops of other dialects and on parallel ones: these are raised to affine or put in an order for the action,
//! and lowered again where that is asked for, or parallel again.

use super::Action;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use rustc_hash::FxHashMap;
use syntax::{TextEdit, TextRange};
use transforms::lower;
use transforms::offer::LOWERED_AGAIN;
use transforms::parallelize::{self, LoopNames};
use transforms::parameter::{Parameters, RAISED, Value};
use transforms::request::Request;
use transforms::rewrite::difference;

/// Loops in loops that were parallel are parallel again, to this depth.
const MOST_LEVELS: usize = 8;

/// All actions, where some are on nests as they are, and some on nests that are rewritten first: of two that do the same the
/// first one, unless only the second is possible.
pub(super) fn merged(mut plain: Vec<Action>, rewritten: Vec<Action>) -> Vec<Action> {
    let places: FxHashMap<Request, usize> =
        plain.iter().enumerate().map(|(place, it)| (it.request.clone(), place)).collect();
    for action in rewritten {
        let same = places.get(&action.request.without(&RAISED)).and_then(|it| plain.get_mut(*it));
        match same {
            None => plain.push(action),
            Some(same) if same.disabled.is_some() && action.disabled.is_none() => *same = action,
            Some(_) => {}
        }
    }
    plain
}

/// Adds to each action that raises something the one that lowers it again, unless either is asked for.
pub(super) fn also_lowered_again(actions: Vec<Action>, parameters: &Parameters) -> Vec<Action> {
    let is_asked = parameters.word(RAISED.name).is_some();
    let both = actions.into_iter().flat_map(|action| {
        let is_raised = left_as(&action.request) == Some("affine");
        let other = (is_raised && !is_asked && action.disabled.is_none()).then(|| {
            let mut other = action.clone();
            other.request.add(&RAISED, Value::Word("scf"));
            other.title.push_str(LOWERED_AGAIN);
            other
        });
        [Some(action), other]
    });
    both.flatten().collect()
}

/// The form in which raised loops are left after an action.
fn left_as(request: &Request) -> Option<&'static str> {
    request.parameters().word(RAISED.name)
}

/// One edit in place of edits that leave loops of the affine dialect that run in order: what they leave as it is asked for.
pub(super) fn left_as_asked(
    db: &RootDatabase,
    file: SourceFile,
    request: &Request,
    edits: Vec<TextEdit>,
) -> Option<Vec<TextEdit>> {
    let Some(left_as) = left_as(request) else { return Some(edits) };
    let before = file.parse(db).text();
    let changed = edits.iter().map(|it| it.range).reduce(TextRange::cover)?;
    let names = LoopNames::of(db, file, changed);
    if left_as != "scf" && !names.is_any_parallel() {
        return Some(edits);
    }
    let mut copy = Temporary::with_copy(db, file);
    copy.set_parse(copy.file.parse(&copy.db).reparse_all(&edits));
    for _ in 0..MOST_LEVELS {
        let Some(edits) = parallelize::again(&copy.db, copy.file, &before, &names) else { break };
        copy.set_parse(copy.file.parse(&copy.db).reparse_all(&edits));
    }
    if left_as == "scf" {
        lower_new_nests(&mut copy, &before)?;
    }
    Some(difference(&before, &copy.file.parse(&copy.db).text()).into_iter().collect())
}

/// One edit in place of edits that raise loops: it leaves them in `scf`. `None` where that cannot be written.
pub(crate) fn lowered_again(
    db: &RootDatabase,
    file: SourceFile,
    edits: &[TextEdit],
) -> Option<Vec<TextEdit>> {
    let before = file.parse(db).text();
    let mut copy = Temporary::with_copy(db, file);
    copy.set_parse(copy.file.parse(&copy.db).reparse_all(edits));
    lower_new_nests(&mut copy, &before)?;
    Some(difference(&before, &copy.file.parse(&copy.db).text()).into_iter().collect())
}

fn lower_new_nests(copy: &mut Temporary, before: &str) -> Option<()> {
    let lowered = lower::again(&copy.db, copy.file, before)?;
    copy.set_parse(copy.file.parse(&copy.db).reparse_all(&lowered));
    Some(())
}
