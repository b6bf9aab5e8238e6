//! `quickfix`: the fixes that diagnostics give, after a trial where something is wrong.

use super::checked::{mends, new_error};
use super::{FileAction, FileContext};
use crate::diagnostics::MOST_FIXED;
use base::source_file::SettingsInput;
use rules::codes;
use rules::diagnostic::{Diagnostic, Fix, Severity};
use std::cell::Cell;
use syntax::TextSize;
use transforms::request::Request;
use transforms::rewrite::in_text_order;

/// One action for each fix of the diagnostics that the selection touches.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let settings = SettingsInput::get(context.db).settings(context.db);
    let left = Cell::new(most_tried(context.len));
    let touched = context
        .diagnostics
        .iter()
        .filter(|it| it.range.start() <= context.range.end() && context.range.start() <= it.range.end());
    touched
        .take(MOST_FIXED)
        .flat_map(|diagnostic| {
            let fixes = context.fixes.of(diagnostic).into_iter();
            let fixes = fixes.filter(|it| {
                // An untested fix is tested when it is taken.
                let Some(rest) = left.get().checked_sub(1) else { return true };
                left.set(rest);
                is_right(context, diagnostic, it)
            });
            let fixes: Vec<_> = (0..).zip(fixes).collect();
            // A fix of a diagnostic that is not shown is never preferred.
            let is_said = codes::get(diagnostic.code).is_none_or(|it| it.is_wanted(settings));
            fixes.into_iter().map(move |(which, fix)| FileAction {
                request: Request::Fix {
                    code: diagnostic.code.to_owned(),
                    at: diagnostic.range.start(),
                    which,
                },
                title: fix.title,
                diagnostic: Some(diagnostic.code),
                preferred: which == 0 && !fix.guesses && is_said,
                range: diagnostic.range,
                edits: fix.edits,
            })
        })
        .collect()
}

/// A file is read again for each fix that is tried; this many bytes at most for one question.
const MOST_BYTES: usize = 1 << 18;

/// How many fixes of a file of this length are tried.
pub(super) fn most_tried(len: TextSize) -> usize {
    MOST_BYTES / usize::from(len).max(1)
}

/// Whether a fix does what it is offered for. Each looks at its own place only: where something else is wrong than it takes
/// for granted, the text would have as many errors as before.
fn is_right(context: &FileContext<'_>, diagnostic: &Diagnostic, fix: &Fix) -> bool {
    let edits = || in_text_order(fix.edits.clone());
    if diagnostic.severity == Severity::Error {
        return mends(context.db, context.file, &edits(), 1);
    }
    // A fix may fail only because of other text that does not parse.
    let is_clean = context.diagnostics.iter().all(|it| it.severity != Severity::Error);
    is_clean || new_error(context.db, context.file, &edits(), false).is_none()
}

#[cfg(test)]
mod tests {
    use crate::host::Host;
    use base::source_file::Settings;
    use syntax::{TextRange, TextSize};
    use transforms::request::QUICK_FIX;

    #[test]
    fn what_is_found_in_depth_is_looked_for_in_the_function_of_the_place() {
        let function = |name: &str| {
            format!(
                "func.func @{name}(%m: memref<8xf32>, %a: f32) {{
  affine.store %a, %m[0] : memref<8xf32>
  affine.store %a, %m[0] : memref<8xf32>
  return
}}
"
            )
        };
        let (first, second) = (function("first"), function("second"));
        let mut host = Host::new();
        let file = host.add_file(&format!("{first}{second}"));
        let place = first.len() + second.find("affine.store").unwrap();
        let place = TextRange::empty(TextSize::try_from(place).unwrap());
        let found = host.analysis().actions(file, place);
        let fix = found.iter().find(|it| it.diagnostic == Some("dead-store")).unwrap();
        let edits = host.analysis().resolve_action(file, &fix.request).unwrap();
        assert!(edits.iter().all(|it| it.range.contains_range(place)), "{edits:?}");
    }

    /// Whether each quick fix of the text is the preferred one.
    fn preferred(text: &str) -> Vec<bool> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let whole = TextRange::up_to(TextSize::of(text));
        let actions = host.analysis().actions(file, whole);
        actions.into_iter().filter(|it| it.kind == QUICK_FIX).map(|it| it.preferred).collect()
    }

    #[test]
    fn a_fix_that_leaves_as_many_errors_is_not_offered() {
        let offers = |text: &str| preferred(text).len();
        // A brace too many, and one whose function has lost its head.
        assert_eq!(offers("func.func @f() {\n  return\n}\n}\n"), 1);
        assert_eq!(offers("  return\n}\n"), 0);
        // One of two operands is missing, and there is a comma too many.
        assert_eq!(offers("func.func @f(%a: i32) {\n  %0 = arith.addi %a, , %a : i32\n  return\n}\n"), 1);
        assert_eq!(offers("func.func @f(%a: i32) {\n  %0 = arith.addi , , %a %a : i32\n  return\n}\n"), 0);
    }

    #[test]
    fn what_is_not_said_may_still_be_fixed() {
        let text = "func.func @f(%n: index, %m: memref<8xf32, affine_map<(d0) -> (d0)>>) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%n)
  return %0 : index
}
";
        let mut host = Host::new();
        let file = host.add_file(text);
        assert!(host.analysis().diagnostics(file).is_empty());
        assert_eq!(preferred(text), [false, false]);
        host.set_settings(Settings { severities: [("identity-map", None)].into(), ..Settings::default() });
        let whole = TextRange::up_to(TextSize::of(text));
        assert!(!host.analysis().actions(file, whole).iter().any(|it| it.kind == QUICK_FIX));
    }

    #[test]
    fn a_guess_is_not_preferred() {
        let access = |index: &str| {
            format!(
                "func.func @f(%m: memref<8xf32>) {{
  affine.for %iter = 0 to 8 {{
    %x = affine.load %m[{index}] : memref<8xf32>
    \"use.value\"(%x) : (f32) -> ()
  }}
  return
}}
"
            )
        };
        assert_eq!(preferred(&access("%itr")), [true]);
        assert_eq!(preferred(&access("%j")), [false]);
    }

    /// The titles of the quick fixes of one addition in a function, the preferred one with a star.
    fn of_addition(operands: &str, written: &str) -> Vec<String> {
        let text = format!(
            "func.func @f(%a: {operands}) -> {operands} {{
  %x = arith.addf %a, %a : {written}
  return %a : {operands}
}}
"
        );
        let mut host = Host::new();
        let file = host.add_file(&text);
        let actions = host.analysis().actions(file, TextRange::up_to(TextSize::of(&*text)));
        let fixes = actions.into_iter().filter(|it| it.diagnostic == Some("value-type-mismatch"));
        fixes.map(|it| if it.preferred { format!("{}*", it.title) } else { it.title }).collect()
    }

    #[test]
    fn what_loses_digits_is_not_preferred() {
        assert_eq!(of_addition("f64", "f32"), ["write f64*", "insert arith.truncf"]);
        assert_eq!(of_addition("f32", "f64"), ["insert arith.extf*"]);
    }
}
