//! What the actions on one `affine.for` share: at which loops they are offered, and how their offers are named.

use super::nest_legality::{Rounding, forbidden_reassociation};
use super::{ActionContext, Candidate, Edits, Offer, Reason};
use crate::dependence::{Dependences, dependences};
use crate::function_report::value_name;
use crate::ir::{For, Form, Ir, OpId, OpKind, Pointer, ValueId};
use crate::isolated_op::IsolatedOp;
use crate::loops::{Loops, loops};
use crate::memory::{Memory, memory};
use crate::memory_effects::subtree;
use crate::rewrite::RootText;
use syntax::{TextRange, TextSize};

/// The edits of an offer, built when it is taken.
pub(super) type Edit<'a> = Box<dyn Fn() -> Option<Edits> + 'a>;

/// The offers of one action.
pub(super) struct LoopOffers<'a> {
    pub(super) context: &'a ActionContext<'a>,
    kind: &'static str,
    /// Where the last line ends that the selection touches.
    last_line_end: TextSize,
}

impl<'a> LoopOffers<'a> {
    pub(super) fn new(context: &'a ActionContext<'a>, kind: &'static str) -> Self {
        Self { context, kind, last_line_end: context.text.line_end(context.range.end()) }
    }

    /// The loops whose line, up to the brace, the selection touches. Those in generic form and with broken text are
    /// left out.
    pub(super) fn loops(&self) -> Vec<OpId> {
        let ir = self.context.ir;
        ir.walk().into_iter().filter(|it| for_loop(ir, *it).is_some() && self.touches(*it)).collect()
    }

    fn touches(&self, op: OpId) -> bool {
        let ActionContext { ir, starts, range, .. } = self.context;
        let data = &ir.ops[op];
        let Some(body) = data.regions.first().and_then(|it| ir.regions[*it].pointer) else { return false };
        let (start, end) = (starts.range(data.pointer).start(), starts.range(body).start());
        start <= self.last_line_end
            && range.start() <= end
            && data.form == Form::Custom
            && subtree(ir, op).into_iter().all(|it| !ir.ops[it].broken && hands_on_all(ir, it))
    }

    /// An offer at a loop; `choice` tells several of one loop apart, as `factor=4`.
    pub(super) fn offer(
        &self,
        op: OpId,
        choice: &str,
        title: String,
        decided: Result<Edit<'a>, Reason>,
    ) -> Candidate<'a> {
        let ActionContext { ir, starts, text, .. } = self.context;
        let decided = decided.and_then(|it| comment_in_header(self.context, op).map_or(Ok(it), Err));
        let offset = u32::from(starts.range(ir.ops[op].pointer).start());
        let choice = if choice.is_empty() { String::new() } else { format!(":{choice}") };
        Candidate {
            id: format!("{}:{offset}{choice}", self.kind),
            kind: self.kind,
            place: ir.ops[op].name_pointer,
            diagnostic: None,
            preferred: false,
            offer: match decided {
                Ok(edit) => Offer::Offered { title, edit },
                Err(reason) => Offer::Refused { title, reason: reason.render(starts, text).reason },
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

    /// Reads the text of the root around an operation when an offer is taken: for each loop of a long function it would be
    /// far too much.
    pub(super) fn text(&self, op: OpId) -> impl Fn() -> Option<RootText<'a>> + use<'a> {
        let context = self.context;
        move || RootText::around(context.db, context.op, context.ir, op)
    }
}

/// Headers are written anew: a comment between their pieces would be lost, or swallow what comes behind it.
pub(super) fn comment_in_header(context: &ActionContext<'_>, op: OpId) -> Option<Reason> {
    let ActionContext { ir, starts, text, .. } = context;
    let found = commented_header(ir, op, |header| Some(text.slice(starts.range(header))))?;
    let place = ir.ops[found].name_pointer;
    let text = format!("a comment stands inside the header of {}", variable_name(ir, found));
    Some(Reason::new(text).line(place).text(", which would be written anew").related(place, "this loop"))
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
    let is_for = |it: &OpId| matches!(ir.ops[*it].kind, OpKind::For(_));
    let mut loops = subtree(ir, op).into_iter().filter(is_for);
    loops.find(|it| header(*it).and_then(&text).is_some_and(|it| it.as_ref().contains("//")))
}

/// Whether a loop ends each iteration with as many values as it carries.
fn hands_on_all(ir: &Ir, op: OpId) -> bool {
    let OpKind::For(header) = &ir.ops[op].kind else { return true };
    let last = ir.body(op).and_then(|it| ir.blocks[it].ops.last()).map(|it| &ir.ops[*it]);
    let yielded = last.filter(|it| it.is("affine.yield")).map_or(0, |it| it.operands.len());
    yielded == header.inits.len()
}

/// What legality asks about one isolated op.
pub(super) struct Facts<'a> {
    pub(super) db: &'a dyn salsa::Database,
    pub(super) op: IsolatedOp<'a>,
    pub(super) ir: &'a Ir,
    pub(super) found: &'a Dependences,
    pub(super) loops: &'a Loops,
    pub(super) memory: &'a Memory,
}

impl<'a> Facts<'a> {
    pub(super) fn of(context: &ActionContext<'a>) -> Self {
        Self {
            db: context.db,
            op: context.op,
            ir: context.ir,
            found: dependences(context.db, context.op),
            loops: loops(context.db, context.op),
            memory: memory(context.db, context.op),
        }
    }
}

/// The header of a loop with a step that is known.
pub(super) fn for_loop(ir: &Ir, op: OpId) -> Option<&For> {
    match &ir.ops[op].kind {
        OpKind::For(header) if header.step.is_some_and(|it| it > 0) => Some(header),
        _ => None,
    }
}

/// The step of a loop, at least 1.
pub(super) fn step(ir: &Ir, op: OpId) -> i64 {
    for_loop(ir, op).and_then(|it| it.step).unwrap_or(1)
}

pub(super) fn induction_variable(ir: &Ir, op: OpId) -> Option<ValueId> {
    ir.blocks[ir.body(op)?].arguments.first().copied()
}

/// As a user writes it: `%i`.
pub(super) fn variable_name(ir: &Ir, op: OpId) -> String {
    induction_variable(ir, op).map(|it| value_name(ir, it)).unwrap_or_default()
}

/// The operations of a loop's body without the terminator.
pub(super) fn statements(ir: &Ir, op: OpId) -> Vec<OpId> {
    let ops = ir.body(op).map(|it| ir.blocks[it].ops.as_slice()).unwrap_or_default();
    ops.iter().copied().filter(|it| !ir.ops[*it].is("affine.yield")).collect()
}
