//! The verdict on a step: the weakest of the verdicts on its functions.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use analysis::ods::Registry;
use analysis::{Effort, FunctionComparison, Host, Inconclusive, Settings, SourceFile, TextRange};
use rustc_hash::FxHashSet;

use crate::reasons::{Reason, reasons};
use crate::restoration::functions_of;

/// Whether a program computes the same after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing was changed.
    Unchanged,
    /// Proven.
    Equal,
    /// Proven but for the rounding of floats, which are added or multiplied in another order.
    Reassociates,
    /// It left what can be compared.
    NotChecked,
    Unknown,
    /// Refuted, with a witness.
    Different,
}

impl Verdict {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Equal => "equal",
            Self::Reassociates => "reassociates",
            Self::NotChecked => "not-checked",
            Self::Unknown => "unknown",
            Self::Different => "different",
        }
    }
}

/// Compares programs, one after the other.
pub(crate) struct Judge {
    host: Host,
    before: SourceFile,
    after: SourceFile,
}

impl Judge {
    pub(crate) fn new(registry: &Arc<Registry>, settings: &Settings) -> Self {
        let mut host = Host::new();
        host.set_registry(registry.clone());
        host.set_settings(settings.clone());
        let (before, after) = (host.add_file(""), host.add_file(""));
        Self { host, before, after }
    }

    /// Why a pass that left a program as it is did not change it.
    pub(crate) fn reasons(&mut self, pass: &str, text: &str) -> Vec<Reason> {
        reasons(&mut self.host, self.before, pass, text)
    }

    /// The verdict on two programs, and on each of their functions.
    pub(crate) fn compare(
        &mut self,
        before: &str,
        after: &str,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> (Verdict, Vec<FunctionComparison>) {
        let (before, after) = only_changes(before, after);
        self.host.set_text(self.before, &before);
        self.host.set_text(self.after, &after);
        let watcher = |_, _| if is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let functions = self.host.analysis().compare(self.before, self.after, Effort::default(), &watcher);
        let weakest = functions.iter().map(of_function).max();
        (weakest.unwrap_or(Verdict::NotChecked), functions)
    }
}

/// Two texts without the functions that are in both, in whose place there are blanks: a step of a large file changes one of
/// many, and the others need not be read.
fn only_changes<'t>(before: &'t str, after: &'t str) -> (Cow<'t, str>, Cow<'t, str>) {
    let (first, second) = (functions(before), functions(after));
    fn texts<'a>(text: &'a str, ranges: &[TextRange]) -> FxHashSet<&'a str> {
        ranges.iter().map(|it| &text[*it]).collect()
    }
    fn aliases(text: &str) -> Vec<&str> {
        text.lines().filter(|it| it.starts_with(['#', '!'])).collect()
    }
    let (own, others) = (texts(before, &first), texts(after, &second));
    let has_same_aliases = aliases(before) == aliases(after);
    // Its own name is the first symbol that it names.
    let stands_alone = |it: &&str| it.matches('@').count() <= 1;
    let changed = own.symmetric_difference(&others);
    if !changed.copied().all(|it| stands_alone(&it)) {
        return (before.into(), after.into());
    }
    let is_same = |it: &&str| stands_alone(it) && (has_same_aliases || !it.contains(['#', '!']));
    let same: FxHashSet<&str> = own.intersection(&others).copied().filter(is_same).collect();
    (blanked(before, &first, &same).into(), blanked(after, &second, &same).into())
}

/// The operations of a text that are not modules.
fn functions(text: &str) -> Vec<TextRange> {
    let root = syntax::parse(text).syntax_node();
    root.children().flat_map(|part| functions_of(&part)).map(|it| it.text_range()).collect()
}

/// The text with blanks in the place of some operations.
fn blanked(text: &str, ranges: &[TextRange], same: &FxHashSet<&str>) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut offset = 0;
    for range in ranges.iter().filter(|it| same.contains(&text[**it])) {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        blanked.push_str(&text[offset..start]);
        blanked.extend(text[start..end].bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }));
        offset = end;
    }
    blanked.push_str(&text[offset..]);
    blanked
}

fn of_function(function: &FunctionComparison) -> Verdict {
    match &function.verdict {
        analysis::Verdict::Equal { reassociates: false } => Verdict::Equal,
        analysis::Verdict::Equal { reassociates: true } => Verdict::Reassociates,
        analysis::Verdict::Different(_) => Verdict::Different,
        // A function that is gone, or is written in operations that cannot be run.
        analysis::Verdict::Unknown(_) if function.before.is_none() || function.after.is_none() => {
            Verdict::NotChecked
        }
        analysis::Verdict::Unknown(analysis::Reason {
            obstacle: Inconclusive::Unreadable { .. }, ..
        }) => Verdict::NotChecked,
        analysis::Verdict::Unknown(_) => Verdict::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_functions_are_blank() {
        let before = "#m = 1\nfunc.func @f() {\n  ä\n}\nfunc.func @g() { a }\nfunc.func @h() { call @f }\n";
        let after = before.replace("{ a }", "{ b }");
        let (old, new) = only_changes(before, &after);
        assert_eq!((old.len(), new.len()), (before.len(), after.len()));
        assert!(!old.contains("@f()") && old.contains("@g() { a }") && old.contains("@h()"), "{old}");
        let calls = before.replace("call @f", "call @g");
        assert_eq!(only_changes(before, &calls), (before.into(), calls.as_str().into()));
    }
}
