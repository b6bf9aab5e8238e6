//! Whether edits may be handed out: their result is parsed, and what changed in it has no error that was not there.

use crate::actions::withheld::Withheld;
use base::database::RootDatabase;
use base::isolated_op::{OpText, isolated_op};
use base::source_file::SourceFile;
use base::temporary::Temporary;
use ir::Extent;
use rules::diagnostic::Severity;
use rules::finding::Finding;
use rules::findings::{find_at_once, findings};
use rules::{alias_rules, module_rules, symbol_rules};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Parse, TextEdit};

/// The first error in the file after the edits whose code did not occur before in the text that they change.
///
/// The rewrite of a function that has errors already is not examined: errors follow from errors.
///
/// Edits are in text order and do not overlap. Functions that the edits leave alone are looked at only where what they
/// see of the others has changed.
pub(crate) fn new_error(
    db: &RootDatabase,
    file: SourceFile,
    edits: &[TextEdit],
    is_rewrite: bool,
) -> Option<Withheld> {
    let before = file.parse(db);
    let after = before.reparse_all(edits);
    let found = new_syntax_error(before, &after).or_else(|| {
        let mut copy = Temporary::with_copy(db, file);
        copy.set_parse(after.clone());
        new_finding((db, file), (&copy.db, copy.file), is_rewrite)
    });
    found.map(|(code, message)| Withheld { code, message, text: after.text() })
}

/// Whether edits remove at least this many errors, and add none of a new code.
///
/// Edits are in text order and do not overlap.
pub(crate) fn mends(db: &RootDatabase, file: SourceFile, edits: &[TextEdit], least: usize) -> bool {
    let before = file.parse(db);
    let after = before.reparse_all(edits);
    if new_syntax_error(before, &after).is_some() {
        return false;
    }
    let (in_syntax, still_in_syntax) = (before.errors().len(), after.errors().len());
    let mut copy = Temporary::with_copy(db, file);
    copy.set_parse(after);
    let (old, new) = errors_of_what_changed((db, file), (&copy.db, copy.file));
    still_in_syntax + new.len() + least <= in_syntax + old.len() && first_new(old, new).is_none()
}

type Found = (&'static str, String);

fn new_syntax_error(before: &Parse, after: &Parse) -> Option<Found> {
    let errors = |it: &Parse| it.errors().iter().map(|it| (it.code.as_str(), it.message.clone())).collect();
    first_new(errors(before), errors(after))
}

fn new_finding(
    before: (&RootDatabase, SourceFile),
    after: (&RootDatabase, SourceFile),
    is_rewrite: bool,
) -> Option<Found> {
    let (old_errors, new_errors) = errors_of_what_changed(before, after);
    if is_rewrite && !old_errors.is_empty() {
        return None;
    }
    first_new(old_errors, new_errors)
}

/// The errors of the rules before and after, in the functions that changed, or everywhere where what the functions see of
/// each other did.
fn errors_of_what_changed(
    (db, file): (&RootDatabase, SourceFile),
    (new, copy): (&RootDatabase, SourceFile),
) -> (Vec<Found>, Vec<Found>) {
    let (texts, new_texts) = (file.op_texts(db), copy.op_texts(new));
    let by_name: FxHashMap<&str, OpText> = texts.iter().map(|it| (&*it.identity(db).name, *it)).collect();
    let same = |text: &OpText| by_name.get(&*text.identity(new).name).copied();
    let sees_the_same = texts.len() == new_texts.len()
        && file.aliases(db) == copy.aliases(new)
        && new_texts.iter().all(|it| {
            let now = it.signature(new);
            let before = same(it).map(|it| it.signature(db));
            before.is_some_and(|it| it.heads == now.heads && it.defined_aliases == now.defined_aliases)
        });
    let is_changed = |text: &OpText| {
        same(text).is_none_or(|old| {
            old.roots(db) != text.roots(new) || old.beside_errors(db) != text.beside_errors(new)
        })
    };
    let (mut old_errors, mut new_errors) = (Vec::new(), Vec::new());
    for text in new_texts.iter().filter(|it| !sees_the_same || is_changed(it)) {
        new_errors.extend(errors(&find_at_once(new, isolated_op(new, *text, copy), Extent::Whole)));
    }
    let changed: FxHashSet<OpText> = new_texts.iter().filter(|it| is_changed(it)).filter_map(same).collect();
    for text in texts.iter().filter(|it| !sees_the_same || changed.contains(it)) {
        old_errors.extend(errors(&findings(db, isolated_op(db, *text, file)).errors));
    }
    if !sees_the_same {
        old_errors.extend(of_file(db, file));
        new_errors.extend(of_file(new, copy));
    }
    (old_errors, new_errors)
}

fn errors(found: &[Finding]) -> Vec<Found> {
    let errors = found.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| (it.code, it.facts.to_string())).collect()
}

/// The errors that concern symbols and aliases of the file as a whole.
fn of_file(db: &RootDatabase, file: SourceFile) -> Vec<Found> {
    let found = [
        alias_rules::diagnostics(db, file),
        module_rules::diagnostics(db, file),
        symbol_rules::diagnostics(db, file),
    ];
    let errors = found.into_iter().flatten().filter(|it| it.severity == Severity::Error);
    errors.map(|it| (it.code, it.message.to_string())).collect()
}

/// The first error afterwards whose code did not occur before: a wrong statement may be copied.
fn first_new(before: Vec<Found>, after: Vec<Found>) -> Option<Found> {
    let codes: FxHashSet<&str> = before.iter().map(|it| it.0).collect();
    after.into_iter().find(|it| !codes.contains(it.0))
}

#[cfg(test)]
mod tests {
    use super::new_error;
    use crate::host::Host;
    use syntax::{TextEdit, TextRange, TextSize};

    const TEXT: &str = "func.func private @g(f32)
func.func @f(%x: f32) {
  %y = arith.addf %x, %z : f32
  func.call @g(%y) : (f32) -> ()
  return
}
";

    /// The code of the error that comes of an edit.
    fn code(old: &str, new: &str) -> Option<&'static str> {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let start = TextSize::try_from(TEXT.find(old).expect("a place")).expect("a small text");
        let edit = TextEdit { range: TextRange::at(start, TextSize::of(old)), insert: new.to_owned() };
        new_error(&host.workspace.db, file, &[edit], false).map(|it| it.code)
    }

    #[test]
    fn errors_that_were_there_are_no_reason() {
        assert_eq!(code("%x, %z", "%x, %x"), None);
        assert_eq!(code("%x, %z", "%z, %w"), None);
    }

    #[test]
    fn new_errors_are_found_where_something_changed_and_where_that_is_seen() {
        assert_eq!(code("%y = arith", "%x = arith"), Some("redefined-value"));
        assert_eq!(code("  return\n", ""), Some("missing-terminator"));
        assert_eq!(code("arith.addf %x", "arith.addf"), Some("expected-token"));
        assert_eq!(code("@g(f32)", "@g(i32)"), Some("call-operand-type"));
    }

    #[test]
    fn a_withheld_action_is_not_possible_until_the_text_changes() {
        let mut host = Host::new();
        let text = "affine.for %i = 0 to 8 {\n}\n";
        let file = host.add_file(text);
        let place = TextRange::empty(TextSize::new(0));
        let unroll = |host: &Host| {
            let all = host.analysis().actions(file, place);
            all.into_iter()
                .find(|it| it.request.to_string().ends_with("factor=full"))
                .expect("a loop")
                .disabled
        };
        assert_eq!(unroll(&host), None);
        let id = "refactor.rewrite.affine.unroll:0:factor=full".parse().unwrap();
        host.withheld.insert(file, &id, "for a reason".to_owned());
        assert_eq!(unroll(&host).as_deref(), Some("for a reason"));
        host.set_text(file, &format!("{text}\n"));
        assert_eq!(unroll(&host), None);
    }
}
