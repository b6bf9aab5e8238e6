//! The input of an action of the light bulb, and its offers.

use crate::parameter::{Parameters, RAISED, Value};
use crate::request::{QUICK_FIX, Request};
use crate::rewrite::Edits;
use base::file_text::FileText;
use base::isolated_op::IsolatedOp;
use base::source_file::Settings;
use ir::starts::Starts;
use ir::{Ir, Pointer};
use polyhedral::report::Refusal;
use presburger::Budget;
use syntax::TextRange;

/// Why an offer has no edits.
pub const UNWRITABLE: &str = "the text is written in a way that cannot be rewritten";

/// The end of the titles of actions that lower raised nests again.
pub const LOWERED_AGAIN: &str = ", and lower it back";

/// The input of an action: one isolated op of a file.
pub struct ActionContext<'a> {
    pub db: &'a dyn salsa::Database,
    pub op: IsolatedOp<'a>,
    /// The same op under unique names, over which edits are written; it is judged under its own names.
    pub written: IsolatedOp<'a>,
    pub ir: &'a Ir,
    pub settings: &'a Settings,
    pub starts: &'a Starts<'a>,
    pub text: &'a FileText<'a>,
    /// The selection, from the file's start.
    pub range: TextRange,
    /// The requested parameters in place of the settings' defaults.
    pub parameters: &'a Parameters,
    /// The only offer that is asked for.
    pub wanted: Option<&'a Request>,
    /// The budget for the exact questions of one action in all selected functions.
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

/// The answer of an action at a place.
pub enum Offer<'a> {
    /// It concerns the place, and is not legal.
    Refused { title: String, reason: Refusal },
    /// It is legal; `edit` gives `None` where the text is written in a way that it cannot rewrite.
    Offered { title: String, edit: Box<dyn Fn() -> Option<Edits> + 'a> },
}

/// One offer with its identity.
pub struct Candidate<'a> {
    pub request: Request,
    pub kind: &'static str,
    /// The operation that it would rewrite.
    pub place: Pointer,
    /// The code of the diagnostic that it fixes.
    pub diagnostic: Option<&'static str>,
    pub preferred: bool,
    /// The places that it leaves as they are although it is about them, and why.
    pub left: Vec<(Pointer, String)>,
    pub offer: Offer<'a>,
}

impl<'a> Candidate<'a> {
    /// The preferred fix of a hint at a place; `which` tells it from others there.
    pub(crate) fn fix(
        context: &ActionContext<'_>,
        (code, place): (&'static str, Pointer),
        which: u32,
        offer: Offer<'a>,
    ) -> Self {
        Self {
            request: Request::Fix { code: code.to_owned(), at: context.starts.range(place).start(), which },
            kind: QUICK_FIX,
            place,
            diagnostic: Some(code),
            preferred: true,
            left: Vec::new(),
            offer,
        }
    }
}

impl Candidate<'_> {
    /// Is about nests that are raised first, and left as affine ones or lowered again, or about parallel ones that stay so.
    pub(crate) fn raise_first(&mut self, left_as: &'static str, raises: bool) {
        // The diagnostic that it fixes is about affine loops.
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
    pub fn refuse(&mut self, reason: &Refusal) {
        if let Offer::Offered { title, .. } = &mut self.offer {
            self.offer = Offer::Refused { title: std::mem::take(title), reason: reason.clone() };
        }
    }
}
