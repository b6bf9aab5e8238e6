//! What an action of the light bulb looks at, and what it offers.

use crate::parameter::{Parameters, RAISED, Value};
use crate::request::Request;
use crate::rewrite::Edits;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::starts::Starts;
use ir::{Ir, Pointer};
use presburger::Budget;
use syntax::TextRange;

/// Why an offer has no edits.
pub const UNWRITABLE: &str = "the text is written in a way that cannot be rewritten";

/// What titles end with of actions after which raised nests are lowered again.
pub const LOWERED_AGAIN: &str = ", and lower it back";

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
    /// What is asked for in place of the settings' defaults; all that the only offer has that is asked for.
    pub parameters: &'a Parameters,
    /// The only offer that is asked for.
    pub wanted: Option<&'a Request>,
    /// What the exact questions of one action may cost in all functions that are selected.
    pub budget: &'a Budget<'a>,
}

impl ActionContext<'_> {
    /// Whether an offer may be asked for whose parameter of that name is the number.
    pub fn wants(&self, name: &str, number: i64) -> bool {
        self.wanted.is_none_or(|it| it.parameters().number(name) == Some(number))
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
    pub request: Request,
    pub kind: &'static str,
    /// What it would rewrite.
    pub place: Pointer,
    /// The code of the diagnostic that it fixes.
    pub diagnostic: Option<&'static str>,
    pub preferred: bool,
    /// What it leaves as it is though it is about it: where, and why.
    pub left: Vec<(Pointer, String)>,
    pub offer: Offer<'a>,
}

impl Candidate<'_> {
    /// Is about nests that are raised first, and left as affine ones or lowered again, or about parallel ones that stay so.
    pub(crate) fn raise_first(&mut self, left_as: &'static str, raises: bool) {
        // What it is a fix of is said of affine loops.
        (self.diagnostic, self.preferred) = (None, false);
        if !raises {
            self.request.add(&RAISED, Value::Word("parallel"));
            return;
        }
        self.request.add(&RAISED, Value::Word(left_as));
        let (Offer::Refused { title, .. } | Offer::Offered { title, .. }) = &mut self.offer;
        let mut letters = title.chars();
        let first = letters.next().map(|it| it.to_lowercase().to_string()).unwrap_or_default();
        let back = if left_as == "scf" { LOWERED_AGAIN } else { "" };
        *title = format!("Raise to affine and {first}{}{back}", letters.as_str());
    }

    /// Takes the offer back, unless it is refused already.
    pub fn refuse(&mut self, reason: &str) {
        if let Offer::Offered { title, .. } = &mut self.offer {
            self.offer = Offer::Refused { title: std::mem::take(title), reason: reason.to_owned() };
        }
    }
}
