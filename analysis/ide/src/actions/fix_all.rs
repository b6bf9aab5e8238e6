//! `source.fixAll.affine-analyzer`: the quick fixes of all errors of the file that can mean nothing else, as one edit.

use super::{FileAction, FileContext, modernize};
use rules::codes;
use rules::diagnostic::{Diagnostic, Fix, Severity};

pub(super) const KIND: &str = "source.fixAll.affine-analyzer";

/// One action for the file, if there is such an error.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    modernize::all(context, KIND, "Fix all errors that can be fixed without a choice", is_safe)
}

fn is_safe(diagnostic: &Diagnostic, fix: &Fix) -> bool {
    let keeps_meaning = || codes::get(diagnostic.code).is_some_and(|it| it.page().fix_keeps_meaning);
    diagnostic.severity == Severity::Error && !fix.guesses && (fix.modernizes || keeps_meaning())
}

#[cfg(test)]
mod tests {
    use super::KIND;
    use crate::host::Host;
    use syntax::{TextRange, TextSize};

    #[test]
    fn all_errors_that_leave_no_choice_are_fixed_at_once() {
        let function = |name: &str, x: &str| {
            format!(
                "func.func @{name}(%x: f32) -> f32 {{\n  %y = addf %x, {x} : f32\n  return %y : f32\n}}\n"
            )
        };
        let text = function("f", "%x") + &function("g", "%z");
        let mut host = Host::new();
        let file = host.add_file(&text);
        // From any place in the file.
        let range = TextRange::empty(TextSize::new(0));
        assert!(host.analysis().actions(file, range).iter().any(|it| it.kind == KIND));
        let edits = host.analysis().resolve_action(file, &KIND.parse().unwrap()).expect("edits");
        let inserted: Vec<_> = edits.iter().map(|it| &*it.insert).collect();
        // `%z` may be anything.
        assert_eq!(inserted, ["arith.addf", "arith.addf"]);
    }
}
