//! Shared parts of the actions on one `affine.for`: the loops at which they are offered, and the names of their offers.

use super::facts::Facts;
use super::rounding::{Rounding, forbidden_reassociation};
use crate::for_loop::{for_loop, variable_name};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use crate::reason::Reason;
use crate::request::Request;
use crate::rewrite::Edits;
use crate::rewrite::RootText;
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId, OpKind, Pointer};
use std::cell::OnceCell;
use syntax::{TextRange, TextSize};

/// The offers of one action.
pub(super) struct LoopOffers<'a> {
    pub(super) context: &'a ActionContext<'a>,
    kind: &'static str,
    /// Where the last line ends that the selection touches.
    last_line_end: TextSize,
    facts: OnceCell<Facts<'a>>,
}

impl<'a> LoopOffers<'a> {
    pub(super) fn new(context: &'a ActionContext<'a>, kind: &'static str) -> Self {
        let last_line_end = context.text.line_end(context.range.end());
        Self { context, kind, last_line_end, facts: OnceCell::new() }
    }

    /// The facts for legality, computed once there is a loop to ask about.
    pub(super) fn facts(&self) -> &Facts<'a> {
        self.facts.get_or_init(|| Facts::of(self.context))
    }

    /// The loops whose line, up to the brace, the selection touches. Those in generic form and with broken text are
    /// left out.
    pub(super) fn loops(&self) -> Vec<OpId> {
        self.ops(|it| for_loop(self.context.ir, it).is_some())
    }

    /// The same for other operations with a region.
    pub(super) fn ops(&self, is_wanted: impl Fn(OpId) -> bool) -> Vec<OpId> {
        let ops = self.context.ir.walk().into_iter();
        ops.filter(|it| is_wanted(*it) && self.touches(*it)).collect()
    }

    fn touches(&self, op: OpId) -> bool {
        let ActionContext { ir, starts, range, text, .. } = self.context;
        let data = &ir.ops[op];
        let Some(body) = data.regions.first().and_then(|it| ir.regions[*it].pointer) else { return false };
        let header = TextRange::new(data.pointer.range.start(), body.range.start());
        let header = starts.range(Pointer { root: data.pointer.root, range: header });
        // Of a header that is written in place of another one not all has a place in the text.
        let end = if starts.is_of_other_text() { text.line_end(header.end()) } else { header.end() };
        let start = header.start();
        start <= self.last_line_end
            && range.start() <= end
            && data.form == Form::Custom
            && subtree(ir, op).into_iter().all(|it| !ir.ops[it].broken && hands_on_all(ir, it))
    }

    /// An offer at a loop, with the edits of the decision; the parameters tell several offers of one loop apart.
    pub(super) fn offer<T: 'a>(
        &self,
        op: OpId,
        parameters: Parameters,
        title: String,
        decided: Result<T, Reason>,
        edits: impl Fn(&RootText<'a>, &T) -> Option<Edits> + 'a,
    ) -> Candidate<'a> {
        let context = self.context;
        let ActionContext { ir, starts, text, .. } = context;
        let decided = decided.and_then(|it| comment_in_header(context, op).map_or(Ok(it), Err));
        let at = vec![starts.range(ir.ops[op].pointer).start()];
        Candidate {
            request: Request::Transform { kind: self.kind, at, parameters },
            kind: self.kind,
            place: ir.ops[op].name_pointer,
            diagnostic: None,
            preferred: false,
            left: Vec::new(),
            offer: match decided {
                // The text around is read when the offer is taken: for each loop of a long function it would be far
                // too much.
                Ok(decided) => Offer::Offered {
                    title,
                    edit: Box::new(move || {
                        edits(&RootText::around(context.db, context.op, context.ir, op)?, &decided)
                    }),
                },
                Err(reason) => Offer::Refused { title, reason: reason.render(starts, text) },
            },
        }
    }

    /// The title, which says so if floating-point numbers would be folded in another order; refused where the settings
    /// forbid that.
    pub(super) fn reassociating(&self, title: String, rounding: Rounding) -> (String, Result<(), Reason>) {
        match rounding {
            Rounding::Same => (title, Ok(())),
            Rounding::Other => {
                let allowed = self.context.settings.reassociate;
                let allowed = if allowed { Ok(()) } else { Err(forbidden_reassociation()) };
                (format!("{title} (reassociates floating-point)"), allowed)
            }
        }
    }
}

/// Headers are written anew: a comment between their pieces would be lost, or swallow the text after it.
pub(super) fn comment_in_header(context: &ActionContext<'_>, op: OpId) -> Option<Reason> {
    let ActionContext { ir, starts, text, .. } = context;
    let found = commented_header(ir, op, |header| Some(text.slice(starts.range(header))))?;
    let place = ir.ops[found].name_pointer;
    let text = format!("a comment stands inside the header of {}", variable_name(ir, found));
    Some(Reason::new(text).line(place).text(", which would be written anew").related(place, "this loop"))
}

/// The affine operations of a nest are written anew from their custom form.
pub(super) fn generic_form_in(ir: &Ir, nest: OpId) -> Option<Reason> {
    let place = ir.ops[generic_op(ir, nest)?].name_pointer;
    Some(Reason::new("the nest is written in the generic form").line(place).related(place, "this operation"))
}

/// The first affine operation among an operation and all inside it that is written in the generic form.
pub(super) fn generic_op(ir: &Ir, op: OpId) -> Option<OpId> {
    let is_generic = |it: &OpId| {
        let data = &ir.ops[*it];
        data.form == Form::Generic && matches!(data.kind, OpKind::For(_) | OpKind::If(_) | OpKind::Access(_))
    };
    subtree(ir, op).into_iter().find(is_generic)
}

/// The first loop among an operation and all inside it that has a comment before its brace.
pub(super) fn commented_header<T: AsRef<str>>(
    ir: &Ir,
    op: OpId,
    text: impl Fn(Pointer) -> Option<T>,
) -> Option<OpId> {
    let header = |op: OpId| {
        let data = &ir.ops[op];
        let body = data.regions.first().and_then(|it| ir.regions[*it].pointer)?;
        let Pointer { root, range } = data.pointer;
        Some(Pointer { root, range: TextRange::new(range.start(), body.range.start().max(range.start())) })
    };
    let is_loop = |it: &OpId| matches!(ir.ops[*it].kind, OpKind::For(_) | OpKind::Parallel(_));
    let mut loops = subtree(ir, op).into_iter().filter(is_loop);
    loops.find(|it| header(*it).and_then(&text).is_some_and(|it| it.as_ref().contains("//")))
}

/// Whether a loop ends each iteration with as many values as it carries.
fn hands_on_all(ir: &Ir, op: OpId) -> bool {
    let OpKind::For(header) = &ir.ops[op].kind else { return true };
    let last = ir.body(op).and_then(|it| ir.blocks[it].ops.last()).map(|it| &ir.ops[*it]);
    let yielded = last.filter(|it| matches!(it.kind, OpKind::Yield)).map_or(0, |it| it.operands.len());
    yielded == header.inits.len()
}
