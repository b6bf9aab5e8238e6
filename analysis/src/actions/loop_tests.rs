//! Test support: takes the action of a kind at a cursor.

use crate::{ActionId, Host, TextRange, TextSize};
use expect_test::Expect;

/// The text after the action of the kind at `<|>`, whose id ends with `choice`; or why it is refused.
pub(super) fn taken(kind: &str, choice: &str, fixture: &str) -> String {
    let at = fixture.find("<|>").expect("a cursor");
    let text = fixture.replacen("<|>", "", 1);
    let mut host = Host::new();
    let file = host.add_file(&text);
    let analysis = host.analysis();
    let cursor = TextRange::empty(TextSize::try_from(at).expect("a small fixture"));
    let action =
        analysis.actions(file, cursor).into_iter().find(|it| it.kind == kind && it.id.0.ends_with(choice));
    let Some(action) = action else { return "not here\n".to_owned() };
    if let Some(reason) = action.disabled {
        return format!("refused: {reason}\n");
    }
    let Some(edits) = analysis.resolve_action(file, &ActionId(action.id.0)) else {
        return "no edit\n".to_owned();
    };
    let mut result = text;
    for edit in edits.iter().rev() {
        result = edit.apply(&result);
    }
    format!("// {}\n{result}", action.title)
}

/// Checks the only action of the kind at the cursor.
#[track_caller]
pub(super) fn check_action(kind: &str, fixture: &str, expected: Expect) {
    expected.assert_eq(&taken(kind, "", fixture));
}
