//! Actions on loops of other dialects: these are raised to affine for the action, and lowered again where that is asked for.

use super::Action;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use syntax::TextEdit;
use transforms::offer::LOWERED_AGAIN;
use transforms::parameter::{Parameters, RAISED, Value};
use transforms::request::Request;
use transforms::rewrite::difference;
use transforms::{LoopAction, lower, raise};

/// Whether it is worth it to raise something for the action.
pub(super) fn is_offered(action: &LoopAction) -> bool {
    ![raise::KIND, lower::KIND].contains(&action.kind)
}

/// Adds to each action that raises something the one that lowers it again, unless either is asked for.
pub(super) fn also_lowered_again(actions: Vec<Action>, parameters: &Parameters) -> Vec<Action> {
    let is_asked = parameters.word(RAISED.name).is_some();
    let both = actions.into_iter().flat_map(|action| {
        let is_raised = action.request.parameters().word(RAISED.name).is_some();
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

pub(super) fn is_lowered_again(request: &Request) -> bool {
    request.parameters().word(RAISED.name) == Some("scf")
}

/// One edit in place of edits that leave affine nests: what they leave with these nests lowered.
pub(super) fn lowered_again(
    db: &RootDatabase,
    file: SourceFile,
    edits: &[TextEdit],
) -> Option<Vec<TextEdit>> {
    let before = file.parse(db).text();
    let mut copy = Temporary::with_copy(db, file);
    copy.set_parse(copy.file.parse(&copy.db).reparse_all(edits));
    let lowered = lower::again(&copy.db, copy.file, &before)?;
    copy.set_parse(copy.file.parse(&copy.db).reparse_all(&lowered));
    Some(difference(&before, &copy.file.parse(&copy.db).text()).into_iter().collect())
}
