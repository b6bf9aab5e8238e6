//! The line about a transformation that was applied: whether the functions still compute the same, and how that was found.

use std::fmt;
use std::time::{Duration, Instant};

use analysis::{
    ActionRequest, Analysis, Effort, FunctionComparison, SourceFile, TextEdit, Verdict, Witness, done,
};
use serde_json::{Value, json};

/// The budget of a proof while the user waits for the edit: some 100 ms.
pub(crate) const EFFORT: Effort =
    Effort { steps: 250_000, nodes: 100_000, regions: 100, relations: 3_000_000, lists_matches: false };

/// A transformation and the verdict on its result. It is shown as `Fused · computes the same ✓ (relations, 12 ms)`.
pub(crate) struct Applied {
    done: &'static str,
    /// Of the function of which least is known; `None` where no function was touched.
    comparison: Option<FunctionComparison>,
    took: Duration,
}

impl Applied {
    /// Compares before and after; `None` for an action that may change the result of a program.
    ///
    /// # Errors
    ///
    /// An input on which they differ: a defect, for which the edits must be withheld.
    pub(crate) fn of(
        analysis: &Analysis,
        file: SourceFile,
        request: &ActionRequest,
        edits: &[TextEdit],
    ) -> Result<Option<Self>, Box<Witness>> {
        let Some(done) = done(request) else { return Ok(None) };
        let start = Instant::now();
        let comparison = analysis.compare_edited(file, edits, EFFORT);
        match comparison {
            Some(FunctionComparison { verdict: Verdict::Different(witness), .. }) => Err(witness),
            comparison => Ok(Some(Self { done, comparison, took: start.elapsed() })),
        }
    }

    /// The same of an action that is tried and not kept; `None`, too, where it gives no edits to hand out.
    pub(crate) fn tried(analysis: &Analysis, file: SourceFile, request: &ActionRequest) -> Option<Self> {
        done(request)?;
        let edits = analysis.resolve_action(file, request).ok()?;
        Self::of(analysis, file, request, &edits).ok().flatten()
    }

    /// Whether it is proven, and then whether rounding may differ.
    fn rounds_differently(&self) -> Option<bool> {
        match self.comparison.as_ref()?.verdict {
            Verdict::Equal { reassociates } => Some(reassociates),
            Verdict::Unknown(_) | Verdict::Different(_) => None,
        }
    }

    /// The end of its title.
    pub(crate) fn remark(&self) -> &'static str {
        match self.rounds_differently() {
            Some(false) => " (proven)",
            Some(true) => " (proven but for rounding)",
            None => "",
        }
    }

    fn text(&self) -> String {
        let known = match self.rounds_differently() {
            Some(false) => "computes the same ✓",
            Some(true) => "computes the same but for rounding ✓",
            None => "not proven to compute the same ?",
        };
        format!("{} · {known}", self.done)
    }

    /// By which method it was found, or why it was not, and how long that took.
    fn detail(&self) -> String {
        let found = match &self.comparison {
            None => Some("no function is touched".to_owned()),
            Some(FunctionComparison { verdict: Verdict::Unknown(reason), .. }) => Some(reason.to_string()),
            Some(FunctionComparison { method, .. }) => method.map(|it| it.name().to_owned()),
        };
        let took = format!("{} ms", self.took.as_millis().max(1));
        found.into_iter().chain([took]).collect::<Vec<_>>().join(", ")
    }

    /// For an editor's status line.
    pub(crate) fn json(&self) -> Value {
        let is_proven = self.rounds_differently().is_some();
        json!({ "text": self.text(), "detail": self.detail(), "proven": is_proven })
    }
}

impl fmt::Display for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text(), self.detail())
    }
}
