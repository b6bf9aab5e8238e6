//! What is known of a step: the weakest of what is known of its functions.

use std::ops::ControlFlow;
use std::sync::Arc;

use analysis::ods::Registry;
use analysis::{Effort, FunctionComparison, Host, Settings, SourceFile};

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

    /// What is known of two programs, and of each of their functions.
    pub(crate) fn compare(
        &mut self,
        before: &str,
        after: &str,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> (Verdict, Vec<FunctionComparison>) {
        self.host.set_text(self.before, before);
        self.host.set_text(self.after, after);
        let watcher = |_, _| if is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let functions = self.host.analysis().compare(self.before, self.after, Effort::default(), &watcher);
        let weakest = functions.iter().map(of_function).max();
        (weakest.unwrap_or(Verdict::NotChecked), functions)
    }
}

fn of_function(function: &FunctionComparison) -> Verdict {
    match &function.verdict {
        analysis::Verdict::Equal { reassociates: false } => Verdict::Equal,
        analysis::Verdict::Equal { reassociates: true } => Verdict::Reassociates,
        analysis::Verdict::Different(_) => Verdict::Different,
        // What is not there any more, or is not written in what can be run.
        analysis::Verdict::Unknown(_) if function.before.is_none() || function.after.is_none() => {
            Verdict::NotChecked
        }
        analysis::Verdict::Unknown(reason) if reason.contains("program has") => Verdict::NotChecked,
        analysis::Verdict::Unknown(_) => Verdict::Unknown,
    }
}
