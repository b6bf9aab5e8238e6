//! What an action of the light bulb looks at, and what it offers.

use crate::rewrite::Edits;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::starts::Starts;
use ir::{Ir, Pointer};
use presburger::Budget;
use syntax::TextRange;

/// The kind of what fixes a diagnostic.
pub const QUICK_FIX: &str = "quickfix";

/// Why an offer has no edits.
pub const UNWRITABLE: &str = "the text is written in a way that cannot be rewritten";

/// Names one offered action within one state of one file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActionId(pub String);

impl ActionId {
    /// The kind of the action, with which the id begins.
    pub fn kind(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }
}

/// What an action looks at: one isolated op of a file.
pub struct ActionContext<'a> {
    pub db: &'a dyn salsa::Database,
    pub op: IsolatedOp<'a>,
    /// The same under the names that edits are to be written over, for what is judged under its own.
    pub written: IsolatedOp<'a>,
    pub ir: &'a Ir,
    pub settings: &'a Settings,
    pub starts: &'a Starts<'a>,
    pub text: &'a FileText<'a>,
    /// What is selected, from the file's start.
    pub range: TextRange,
    /// The only offer that is asked for.
    pub wanted: Option<&'a ActionId>,
    /// What the exact questions of one action may cost in all functions that are selected.
    pub budget: &'a Budget<'a>,
}

impl ActionContext<'_> {
    /// Whether no offer is asked for but those whose ids have the part.
    pub fn wants(&self, part: &str) -> bool {
        self.wanted.is_none_or(|it| it.0.contains(part))
    }

    /// Whether the selection touches the place.
    pub fn touches(&self, place: Pointer) -> bool {
        let place = self.starts.range(place);
        place.start() <= self.range.end() && self.range.start() <= place.end()
    }
}

/// What an action says about a place.
pub enum Offer<'a> {
    /// It concerns the place, and is not legal.
    Refused { title: String, reason: String },
    /// It is legal; `edit` gives `None` where the text is written in a way that it cannot rewrite.
    Offered { title: String, edit: Box<dyn Fn() -> Option<Edits> + 'a> },
}

/// One offer with what names it.
pub struct Candidate<'a> {
    pub id: String,
    pub kind: &'static str,
    /// What it would rewrite.
    pub place: Pointer,
    /// The code of the diagnostic that it fixes.
    pub diagnostic: Option<&'static str>,
    pub preferred: bool,
    pub offer: Offer<'a>,
}

impl Candidate<'_> {
    /// Takes the offer back, unless it is refused already.
    pub fn refuse(&mut self, reason: &str) {
        if let Offer::Offered { title, .. } = &mut self.offer {
            self.offer = Offer::Refused { title: std::mem::take(title), reason: reason.to_owned() };
        }
    }
}
