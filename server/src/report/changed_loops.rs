//! Loops that differ from those of an earlier version, as findings of the later one.

use analysis::{Diagnostic, LoopChange, Severity};

use super::{Checked, Source};

/// A warning for each loop that is less parallel, and an information for each that runs another number of times.
pub(crate) fn findings(source: Source, changes: &[LoopChange]) -> Checked {
    let mut diagnostics = Vec::new();
    for it in changes {
        let function = match &*it.function {
            "" => String::new(),
            name => format!(" of `@{name}`"),
        };
        let loop_ = format!("the loop over {}{function}", it.variables);
        if let Some([before, after]) = &it.parallelism {
            let message = format!("{loop_} was {} and is now {}", before.text(), after.text());
            diagnostics.push(Diagnostic::new("lost-parallelism", Severity::Warning, it.range, message));
        }
        if let Some([before, after]) = &it.trip_count {
            let message = format!("the trip count of {loop_} was {before} and is now {after}");
            let severity = Severity::Information;
            diagnostics.push(Diagnostic::new("trip-count-changed", severity, it.range, message));
        }
    }
    Checked { source, diagnostics }
}
