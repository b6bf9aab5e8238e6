//! The light bulb's offers of vectorization: one per loop and width, and the quick fix of the hint.

use super::best::best_of;
use super::judged::vectorization;
use super::plan::{MAX_WIDTH, Plan, Strategy, Vectorization, usual_width};
use super::rewrite::vectorize;
use crate::loop_offers::comment_in_header;
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::{Parameter, Parameters};
use crate::reason::Reason;
use crate::request::Request;
use crate::rewrite::Edits;
use crate::rounding::forbidden_reassociation;
use ir::{Ir, OpId, OpKind};
use rustc_hash::FxHashSet;

/// The code of the diagnostic that recommends it.
pub const HINT: &str = "vectorization-opportunity";

pub const KIND: &str = "refactor.rewrite.affine.vectorize";

const STRATEGY: Parameter = Parameter::word(
    "strategy",
    &[INNER, OUTER],
    "whether lanes run along the loop, or each runs the loops inside",
);
const INNER: &str = "inner";
const OUTER: &str = "outer";

pub const WIDTH: Parameter = Parameter::number("width", 2, "lanes of a vector, at most 64").free();

pub static PARAMETERS: &[Parameter] = &[STRATEGY, WIDTH];

/// The numbers of lanes that are offered, beside the one that fits the vectors of the settings.
const WIDTHS: [u64; 4] = [2, 4, 8, 16];

/// Offers for the loops that the selection is about.
pub fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    let ir = context.ir;
    let root = |op: OpId| ir.ancestors(op).filter(|it| is_loop(ir, *it)).last().unwrap_or(op);
    let all: Vec<OpId> = ir.walk().into_iter().filter(|it| is_loop(ir, *it)).collect();
    let concerned: FxHashSet<OpId> = all.iter().copied().filter(|it| concerns(context, *it)).collect();
    let nests: FxHashSet<OpId> = concerned.iter().map(|it| root(*it)).collect();
    let plan_of = |op: OpId| vectorization(context.db, context.op, op).as_ref();
    let of_nests: Vec<_> =
        all.into_iter().filter(|it| nests.contains(&root(*it))).filter_map(plan_of).collect();
    let recommended = match context.settings.hints {
        true => best_of(ir, of_nests.iter().copied(), context.settings),
        false => Vec::new(),
    };
    for it in of_nests.into_iter().filter(|it| concerned.contains(&it.op)) {
        let place = context.ir.ops[it.op].name_pointer;
        let start = context.starts.range(context.ir.ops[it.op].pointer).start();
        let strategy = match it.strategy {
            Strategy::Inner => INNER,
            Strategy::Outer => OUTER,
        };
        let parameters = Parameters::default().with_word(&STRATEGY, strategy);
        let candidate = |parameters: Parameters, offer: Offer<'a>| Candidate {
            request: Request::Transform { kind: KIND, at: vec![start], parameters },
            kind: KIND,
            place,
            diagnostic: None,
            preferred: false,
            left: Vec::new(),
            offer,
        };
        let comment = comment_in_header(context, it.op);
        let plan = match (&it.plan, &comment) {
            (Ok(plan), None) => plan,
            (Err(reason), _) | (_, Some(reason)) => {
                let title = match it.strategy {
                    Strategy::Inner => "Vectorize this loop",
                    Strategy::Outer => "Vectorize this loop around others",
                };
                found.push(candidate(parameters, refused(context, title.to_owned(), reason)));
                continue;
            }
        };
        let recommended = recommended.iter().find(|best| best.op == it.op);
        found.extend(recommended.and_then(|best| quick_fix(context, it, best.width)));
        let usual = usual_width(plan, context.settings.vector_bits);
        let mut widths = WIDTHS.to_vec();
        let chosen = context.parameters.number(WIDTH.name).and_then(|it| u64::try_from(it).ok());
        let chosen = chosen.filter(|it| (2..=u64::from(MAX_WIDTH)).contains(it));
        for width in chosen.into_iter().chain([usual]) {
            if !widths.contains(&width) {
                widths.push(width);
            }
        }
        for width in widths {
            let offer = match refusal(context, plan, width) {
                Some(reason) => refused(context, title(it.strategy, plan, width), &reason),
                None => offered(context, it, plan, width),
            };
            let number = i64::try_from(width).unwrap_or(i64::MAX);
            let mut candidate = candidate(parameters.clone().with_number(&WIDTH, number), offer);
            candidate.preferred = width == usual;
            found.push(candidate);
        }
    }
    found
}

fn is_loop(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::For(_) | OpKind::Parallel(_))
}

/// Why the loop cannot have that many lanes, or may not by the settings.
fn refusal(context: &ActionContext<'_>, plan: &Plan, width: u64) -> Option<Reason> {
    plan.refusal(width).or_else(|| {
        let forbidden = plan.reassociates() && !context.settings.reassociate;
        forbidden.then(forbidden_reassociation)
    })
}

fn refused<'a>(context: &ActionContext<'_>, title: String, reason: &Reason) -> Offer<'a> {
    Offer::Refused { title, reason: reason.render(context.starts, context.text) }
}

fn offered<'a>(
    context: &'a ActionContext<'a>,
    it: &'a Vectorization,
    plan: &'a Plan,
    width: u64,
) -> Offer<'a> {
    let edit: Box<dyn Fn() -> Option<Edits> + 'a> =
        Box::new(move || vectorize(context.db, context.op, it.op, plan, width));
    Offer::Offered { title: title(it.strategy, plan, width), edit }
}

fn title(strategy: Strategy, plan: &Plan, width: u64) -> String {
    let mut title = match strategy {
        Strategy::Inner => format!("Vectorize this loop with {width} lanes"),
        Strategy::Outer => {
            format!("Vectorize this loop around others: {width} lanes, each runs the loops inside")
        }
    };
    if plan.reduces() {
        title.push_str(match strategy {
            Strategy::Inner => ": partial results in lanes, folded after the loop",
            Strategy::Outer => ", partial results in lanes are folded after the loop",
        });
    }
    if plan.reassociates() {
        title.push_str(" (reassociates floating-point)");
    }
    title
}

/// Whether the selection is about a loop: it touches the loop's head, or lies in its body and in no loop inside.
fn concerns(context: &ActionContext<'_>, op: OpId) -> bool {
    let ir = context.ir;
    let whole = context.starts.range(ir.ops[op].pointer);
    if context.range.contains_range(whole) {
        return true;
    }
    if !context.touches(ir.ops[op].pointer) {
        return false;
    }
    let body = ir.ops[op].regions.first().and_then(|it| ir.regions[*it].pointer);
    let in_head = body.is_none_or(|it| context.range.start() <= context.starts.range(it).start());
    let inner = ir.body(op).map(|it| &*ir.blocks[it].ops).unwrap_or_default();
    let is_loop = |it: &&OpId| matches!(ir.ops[**it].kind, OpKind::For(_));
    in_head || !inner.iter().filter(is_loop).any(|it| context.touches(ir.ops[*it].pointer))
}

/// The fix of `vectorization-opportunity`.
fn quick_fix<'a>(context: &'a ActionContext<'a>, it: &'a Vectorization, width: u64) -> Option<Candidate<'a>> {
    let place = context.ir.ops[it.op].name_pointer;
    if !context.touches(place) {
        return None;
    }
    let plan = it.plan.as_ref().ok()?;
    Some(Candidate::fix(context, (HINT, place), 0, offered(context, it, plan, width)))
}
