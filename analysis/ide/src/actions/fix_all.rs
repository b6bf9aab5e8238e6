//! `source.fixAll.affine-analyzer`: the quick fixes of all errors of the file that leave no choice, as one edit.
//!
//! One fix may move what another would change, as two do that make a symbol of the same map a dimension. So they are taken
//! in rounds: after each the errors are looked for again.

mod composition;

use super::checked::mends;
use super::quick_fix::most_tried;
use super::{FileAction, FileContext};
use crate::diagnostics::{Depth, FindingsCache, MOST_FIXED, diagnostics};
use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use composition::Composition;
use rules::codes;
use rules::diagnostic::{Diagnostic, Fix, Severity};
use rules::quick_fixes::Fixes;
use syntax::{TextEdit, TextRange};
use transforms::rewrite::in_text_order;

pub(super) const KIND: &str = "source.fixAll.affine-analyzer";

/// This many fixes are tried to see whether there is one that can be taken.
const MOST_TRIED: usize = 8;

/// The file is read again so often in one round.
const MOST_TRIALS: usize = 64;

/// The most rounds of fixes.
const MOST_ROUNDS: usize = 16;

/// One action for the file, if there is such an error. The edits are made when it is taken.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let found = context.diagnostics.iter().take(MOST_FIXED);
    let most = MOST_TRIED.min(most_tried(context.len));
    let mut safe = found.filter_map(|it| only_fix(&context.fixes, it, most > 0)).take(most.max(1));
    // An untested fix is tested when it is taken.
    if !safe.any(|it| most == 0 || mends(context.db, context.file, &in_text_order(it.edits), 1)) {
        return Vec::new();
    }
    vec![FileAction::whole(context, KIND, "Fix all errors that can be fixed without a choice", Vec::new())]
}

/// The edits, in text order. Of a file that takes long to read they are not tried.
pub(super) fn edits(db: &RootDatabase, file: SourceFile) -> Option<Vec<TextEdit>> {
    let len = file.parse(db).syntax_node().text_range().len();
    let most_trials = MOST_TRIALS.min(most_tried(len));
    let mut whole = Composition::of(len);
    let mut copy = Temporary::with_copy(db, file);
    for _ in 0..if most_trials == 0 { 1 } else { MOST_ROUNDS } {
        salsa::Database::unwind_if_revision_cancelled(db);
        let round = round(&copy.db, copy.file, most_trials);
        if round.is_empty() {
            break;
        }
        whole.then(&round);
        copy.set_parse(copy.file.parse(&copy.db).reparse_all(&round));
    }
    let edits = whole.edits();
    (!edits.is_empty()).then_some(edits)
}

/// Fixes that can be applied together: those that do not touch each other.
fn round(db: &RootDatabase, file: SourceFile, most_trials: usize) -> Vec<TextEdit> {
    let whole = TextRange::up_to(file.parse(db).syntax_node().text_range().end());
    let found = diagnostics(db, file, &FindingsCache::default(), Depth::FixesAround(whole), None);
    let fixes = Fixes::new(db, file);
    let mut free: Vec<Vec<TextEdit>> = Vec::new();
    for fix in found.iter().filter_map(|it| only_fix(&fixes, it, most_trials > 0)).take(MOST_FIXED) {
        let edits = in_text_order(fix.edits);
        let meets = |a: &TextEdit, b: &TextEdit| a.range.intersect(b.range).is_some();
        let is_free = !edits.iter().any(|it| free.iter().flatten().any(|other| meets(it, other)));
        if is_free {
            free.push(edits);
        }
    }
    match most_trials {
        0 => in_text_order(free.concat()),
        mut left => in_text_order(mending(db, file, &free, &mut left)),
    }
}

/// The edits of those fixes that mend an error each: tried all at once, else by halves.
fn mending(db: &RootDatabase, file: SourceFile, fixes: &[Vec<TextEdit>], left: &mut usize) -> Vec<TextEdit> {
    let Some(rest) = left.checked_sub(1).filter(|_| !fixes.is_empty()) else { return Vec::new() };
    *left = rest;
    let all = in_text_order(fixes.concat());
    if mends(db, file, &all, fixes.len()) {
        return all;
    }
    let (first, second) = fixes.split_at(fixes.len() / 2);
    match first.is_empty() {
        true => Vec::new(),
        false => [mending(db, file, first, left), mending(db, file, second, left)].concat(),
    }
}

/// The fix of an error, if there is one, and it leaves no doubt: without a trial only where it cannot change what the text
/// means.
fn only_fix(fixes: &Fixes<'_>, diagnostic: &Diagnostic, is_tried: bool) -> Option<Fix> {
    if diagnostic.severity != Severity::Error {
        return None;
    }
    let mut all = fixes.of(diagnostic).into_iter();
    let first = all.next().filter(|it| !it.guesses)?;
    let keeps_meaning = || codes::get(diagnostic.code).is_some_and(|it| it.page().fix_keeps_meaning);
    let is_safe = first.modernizes || all.next().is_none() && (is_tried || keeps_meaning());
    is_safe.then_some(first)
}

#[cfg(test)]
mod tests {
    use super::KIND;
    use crate::host::Host;
    use syntax::{TextRange, TextSize};

    /// The text after the action, from a place that nothing is said about.
    fn fixed(text: &str) -> Option<String> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let range = TextRange::empty(TextSize::new(0));
        host.analysis().actions(file, range).iter().find(|it| it.kind == KIND)?;
        let edits = host.analysis().resolve_action(file, &KIND.parse().unwrap()).expect("edits");
        Some(edits.iter().rev().fold(text.to_owned(), |text, it| it.apply(&text)))
    }

    #[test]
    fn all_errors_that_leave_no_choice_are_fixed_at_once() {
        let function = |name: &str, op: &str, x: &str| {
            format!(
                "func.func @{name}(%x: f32) -> f32 {{\n  %y = {op} %x, {x} : f32\n  return %y : f32\n}}\n"
            )
        };
        let text = function("f", "addf", "%x") + &function("g", "addf", "%z");
        // `%z` may be anything.
        let expected = function("f", "arith.addf", "%x") + &function("g", "arith.addf", "%z");
        assert_eq!(fixed(&text), Some(expected));
        assert_eq!(fixed(&function("g", "arith.addf", "%z")), None);
    }

    #[test]
    fn two_fixes_of_one_map_are_taken_one_after_the_other() {
        let text = |first: &str, second: &str| {
            format!(
                "func.func @f(%m: memref<64xf32>, %x: f32) {{
  affine.for %a = 0 to 8 {{
    affine.for %b = 0 to 8 {{
      %0 = affine.apply {first}
      affine.store %x, %m[%0] : memref<64xf32>
      %1 = affine.apply {second}
      affine.store %x, %m[%1] : memref<64xf32>
    }}
  }}
  return
}}
"
            )
        };
        let before = text(
            "affine_map<()[s0, s1] -> (s0 * 8 + s1)>()[%a, %b]",
            "affine_map<(d0)[s0] -> (d0 * 8 + s0)>(%a)[%b]",
        );
        let after = text(
            "affine_map<(d0, d1) -> (d0 * 8 + d1)>(%a, %b)",
            "affine_map<(d0, d1) -> (d0 * 8 + d1)>(%a, %b)",
        );
        assert_eq!(fixed(&before), Some(after));
    }
}
