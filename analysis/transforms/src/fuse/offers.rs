//! The light bulb's offers of fusion by slices: one per pair, depth and form, and the quick fix of the hint.

use super::merge::judged_merge;
use super::merge_offers::merge_offers;

use super::naming::{self, BUFFER, COPY, DEPTH, FORM, HINT, KIND, OTHERS, places, request};
use super::nests::facts::nest_facts;
use super::nests::judged::charge;
use super::rewrite::slice::fusion_edits;
use super::slice::choice::{additional_compute, choose, percent, storage_reduction};
use super::slice::pair::{Depth, Pair, PrivateBuffers, judged_slice, slice_pair};
use crate::loop_offers::{comment_in_header, generic_form_in};
use crate::offer::{ActionContext, Candidate, Offer, UNWRITABLE};
use crate::parameter::Parameters;
use crate::request::Request;
use crate::rewrite::Edits;
use ir::value_name;
use ir::{OpId, OpKind, ValueId};
use polyhedral::report::Refusal;

/// The price of an offer for a pair that is judged already.
const STEPS_PER_OFFER: u64 = 5_000;

pub(super) const TOO_MANY: &str =
    "the exact tests of all pairs of nests that are selected take too long: select fewer nests";

/// Offers for the second nests, and for the first ones, that the selection touches.
pub fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    let (pairs, left_out) = judged_pairs(context);
    for (first, second) in pairs {
        let at_second = context.touches(context.ir.ops[second].pointer);
        let pair = slice_pair(context.db, context.op, first, second).as_ref();
        let mut of_pair = Vec::new();
        if let Some(pair) = pair {
            slice_offers(context, pair, at_second, &mut of_pair);
        }
        merge_offers(context, (first, second), at_second, pair, &mut of_pair);
        let unwritable = |it| generic_form_in(context.ir, it).or_else(|| comment_in_header(context, it));
        if let Some(reason) = [first, second].into_iter().find_map(unwritable) {
            let reason = reason.render(context.starts, context.text);
            of_pair.retain(|it| it.kind == KIND);
            of_pair.iter_mut().for_each(|it| it.refuse(&reason));
        }
        found.extend(of_pair);
    }
    found.extend(left_out.map(|it| too_many_pairs(context, it)));
    found
}

/// The first and the second of a pair.
type TwoNests = (OpId, OpId);

/// The pairs that the selection touches and the budget is enough for, close neighbours first; in text
/// order. Then the first that it is not enough for.
fn judged_pairs(context: &ActionContext<'_>) -> (Vec<TwoNests>, Option<TwoNests>) {
    let ir = context.ir;
    let touches = |op: OpId| context.touches(ir.ops[op].pointer);
    let is_for = |op: OpId| matches!(ir.ops[op].kind, OpKind::For(_));
    if !ir.ops.iter().any(|(op, _)| is_for(op) && touches(op)) {
        return (Vec::new(), None);
    }
    let nearest = nest_facts(context.db, context.op).nearest_pairs();
    let mut pairs = Vec::new();
    let mut left_out = None;
    for (first, second) in nearest {
        if !touches(first) && !touches(second) || !is_wanted(context, (first, second)) {
            continue;
        }
        if context.budget.is_spent() {
            left_out = Some((first, second));
            break;
        }
        charge(context.budget, STEPS_PER_OFFER);
        charge(context.budget, judged_slice(context.db, context.op, first, second).steps);
        charge(context.budget, judged_merge(context.db, context.op, first, second).steps);
        pairs.push((first, second));
    }
    pairs.sort_by_key(|(first, second)| (*second, *first));
    (pairs, left_out)
}

/// That there are pairs about which nothing was asked.
fn too_many_pairs<'a>(context: &ActionContext<'_>, (first, second): (OpId, OpId)) -> Candidate<'a> {
    Candidate {
        request: request(context, (first, second), Parameters::default().with_word(&FORM, OTHERS)),
        kind: KIND,
        place: context.ir.ops[second].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer: Offer::Refused {
            title: "Fuse with nests that stand farther away".to_owned(),
            reason: TOO_MANY.into(),
        },
    }
}

/// Whether an offer for the two nests may be the one that is asked for.
fn is_wanted(context: &ActionContext<'_>, pair: (OpId, OpId)) -> bool {
    match context.wanted {
        Some(Request::Transform { at, .. }) => *at == places(context, pair),
        Some(Request::Fix { .. } | Request::File(_)) | None => true,
    }
}

fn slice_offers<'a>(
    context: &'a ActionContext<'a>,
    pair: &'a Pair,
    at_consumer: bool,
    found: &mut Vec<Candidate<'a>>,
) {
    found.extend(quick_fix(context, pair));
    for depth in &pair.depths {
        let title = format!("{} at depth {}", title(context, pair, at_consumer), depth.depth());
        match (&depth.moving, &depth.own) {
            (None, _) => found.push(offered(context, pair, depth, None, at_consumer)),
            (Some(_), Some(_)) => {}
            (Some(reason), None) => {
                let reason = reason.render(context.starts, context.text);
                found.push(refused(
                    context,
                    pair,
                    at_depth(Parameters::default(), depth),
                    title.clone(),
                    reason,
                ));
            }
        }
        if let Some(own) = &depth.own {
            found.push(offered(context, pair, depth, Some(own), at_consumer));
        }
        if let Some(reason) = &depth.no_buffer {
            let title = format!("{title} with a buffer of its own");
            let reason = reason.render(context.starts, context.text);
            let parameters = at_depth(Parameters::default().with_word(&FORM, BUFFER), depth);
            found.push(refused(context, pair, parameters, title, reason));
        }
    }
    if let Some(reason) = &pair.refused {
        let reason = reason.render(context.starts, context.text);
        let title = title(context, pair, at_consumer);
        found.push(refused(context, pair, Parameters::default(), title, reason));
    }
}

fn at_depth(parameters: Parameters, depth: &Depth) -> Parameters {
    parameters.with_number(&DEPTH, i64::try_from(depth.depth()).unwrap_or(i64::MAX))
}

fn refused<'a>(
    context: &ActionContext<'_>,
    pair: &Pair,
    parameters: Parameters,
    title: String,
    reason: Refusal,
) -> Candidate<'a> {
    Candidate {
        request: request(context, (pair.producer, pair.consumer), parameters),
        kind: KIND,
        place: context.ir.ops[pair.consumer].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer: Offer::Refused { title, reason },
    }
}

fn offered<'a>(
    context: &'a ActionContext<'a>,
    pair: &'a Pair,
    depth: &'a Depth,
    own: Option<&PrivateBuffers>,
    at_consumer: bool,
) -> Candidate<'a> {
    let mut title = title(context, pair, at_consumer);
    let mut parameters = Parameters::default();
    if let Some(own) = own {
        parameters = parameters.with_word(&FORM, if own.keeps_producer { COPY } else { BUFFER });
        if own.keeps_producer {
            title = title.replacen("Fuse", "Fuse a copy of", 1);
        }
    }
    let storage = own.map(|it| buffers(context, it)).unwrap_or_default();
    let cost = match own {
        Some(own) if own.keeps_producer => cost_of_copy(pair, depth),
        _ => cost(pair, depth),
    };
    let title = format!("{title} at depth {}{storage}: {cost}", depth.depth());
    Candidate {
        request: request(context, (pair.producer, pair.consumer), at_depth(parameters, depth)),
        kind: KIND,
        place: context.ir.ops[pair.consumer].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        // Not every access of a buffer can be written for a smaller one.
        offer: match edit(context, pair, depth, own.is_some()) {
            edit if own.is_some() && context.wanted.is_none() && edit().is_none() => {
                Offer::Refused { title, reason: UNWRITABLE.into() }
            }
            edit => Offer::Offered { title, edit },
        },
    }
}

fn edit<'a>(
    context: &'a ActionContext<'a>,
    pair: &'a Pair,
    depth: &'a Depth,
    with_buffers: bool,
) -> Box<dyn Fn() -> Option<Edits> + 'a> {
    Box::new(move || fusion_edits(context.db, context.written, pair, depth, with_buffers))
}

/// ` with 3 elements of %t`, or nothing where the slice has no buffers.
fn buffers(context: &ActionContext<'_>, own: &PrivateBuffers) -> String {
    let names: Vec<String> = own
        .buffers
        .iter()
        .map(|it| {
            let name = value_name(context.ir, it.memref);
            let size = it.elements().unwrap_or_default();
            match (it.forwarded, size) {
                (Some(_), _) => format!("without {name}"),
                (None, 1) => format!("with 1 element of {name}"),
                (None, size) => format!("with {size} elements of {name}"),
            }
        })
        .collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" {}", names.join(" and ")),
    }
}

/// The fix of `fusion-opportunity`: the recommended depth.
fn quick_fix<'a>(context: &'a ActionContext<'a>, pair: &'a Pair) -> Option<Candidate<'a>> {
    if !context.settings.hints {
        return None;
    }
    let place = context.ir.ops[pair.consumer].name_pointer;
    if !context.touches(place) {
        return None;
    }
    let choice = choose(pair, context.settings)?;
    let depth = pair.depths.iter().find(|it| it.depth() == choice.depth)?;
    let from = u32::from(context.starts.range(context.ir.ops[pair.producer].name_pointer).start());
    let title = format!("{} at depth {} (recommended)", title(context, pair, true), depth.depth());
    let offer = Offer::Offered {
        title: format!("{title}: {}", cost(pair, depth)),
        edit: edit(context, pair, depth, depth.moving.is_some()),
    };
    Some(Candidate::fix(context, (HINT, place), from, offer))
}

fn title(context: &ActionContext<'_>, pair: &Pair, at_consumer: bool) -> String {
    let line = |op: OpId| naming::line(context, op);
    let names: Vec<String> = pair.shared.iter().map(|it: &ValueId| value_name(context.ir, *it)).collect();
    let what = if names.is_empty() { "memory that it reads".to_owned() } else { names.join(", ") };
    match at_consumer {
        true => format!("Fuse the producer of {what} (line {}) into this nest", line(pair.producer)),
        false => format!("Fuse this nest into the consumer of {what} (line {})", line(pair.consumer)),
    }
}

/// `recomputes 40 %`: all that the slices of a copy compute.
fn cost_of_copy(pair: &Pair, depth: &Depth) -> String {
    let recomputed = || {
        let (source, destination) = (pair.source_cost?, pair.destination_cost?);
        let both = source.checked_add(destination).filter(|it| *it > 0)?;
        Some(depth.fused_cost?.saturating_sub(destination) as f64 / both as f64)
    };
    match recomputed() {
        Some(extra) if extra > 0.0 => format!("recomputes {}", percent(extra)),
        _ => "recomputes a part".to_owned(),
    }
}

/// `recomputes nothing, touches 25 % less memory`
fn cost(pair: &Pair, depth: &Depth) -> String {
    let compute = match additional_compute(pair, depth) {
        Some(extra) if extra > 0.0 && !depth.once => format!("recomputes {}", percent(extra)),
        _ if depth.once => "recomputes nothing".to_owned(),
        _ => "recomputes a part".to_owned(),
    };
    match storage_reduction(pair, depth) {
        Some(saved) if saved > 0.0 => format!("{compute}, touches {} less memory", percent(saved)),
        _ => compute,
    }
}
