//! What the light bulb says about fusion: one offer per pair and depth, and the quick fix of the hint.

use super::choice::{additional_compute, choose, percent};
use super::{Depth, Pair, fusion_edits, pairs};
use crate::actions::{ActionContext, Candidate, Offer, QUICK_FIX};
use crate::function_report::value_name;
use crate::ir::{OpId, ValueId};
use crate::rules::fusion_opportunity;

const KIND: &str = "refactor.rewrite.affine.fuse";

/// Offers for the consumers, and for the producers, that the selection touches.
pub(crate) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let mut found = Vec::new();
    for pair in pairs(context.db, context.op) {
        let touches = |op: OpId| context.touches(context.ir.ops[op].pointer);
        let (at_consumer, at_producer) = (touches(pair.consumer), touches(pair.producer));
        if !at_consumer && !at_producer {
            continue;
        }
        found.extend(quick_fix(context, pair));
        for depth in &pair.depths {
            found.push(offer(context, pair, depth, at_consumer));
        }
        if let Some(reason) = &pair.refused {
            found.push(Candidate {
                id: format!("{KIND}:{}", offsets(context, pair)),
                kind: KIND,
                place: context.ir.ops[pair.consumer].name_pointer,
                diagnostic: None,
                preferred: false,
                offer: Offer::Refused {
                    title: title(context, pair, at_consumer),
                    reason: reason.render(context.starts, context.lines).reason,
                },
            });
        }
    }
    found
}

fn offer<'a>(
    context: &'a ActionContext<'a>,
    pair: &'a Pair,
    depth: &'a Depth,
    at_consumer: bool,
) -> Candidate<'a> {
    let title = format!("{} at depth {}", title(context, pair, at_consumer), depth.depth());
    let offer = match &depth.refused {
        Some(reason) => Offer::Refused { title, reason: reason.render(context.starts, context.lines).reason },
        None => Offer::Offered {
            title: format!("{title}: {}", cost(pair, depth)),
            edit: edit(context, pair, depth),
        },
    };
    Candidate {
        id: format!("{KIND}:{}:depth={}", offsets(context, pair), depth.depth()),
        kind: KIND,
        place: context.ir.ops[pair.consumer].name_pointer,
        diagnostic: None,
        preferred: false,
        offer,
    }
}

fn edit<'a>(
    context: &'a ActionContext<'a>,
    pair: &'a Pair,
    depth: &'a Depth,
) -> Box<dyn Fn() -> Option<crate::actions::Edits> + 'a> {
    Box::new(move || fusion_edits(context.db, context.op, pair, depth))
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
    let choice = choose(pair, context.settings.compute_tolerance)?;
    let depth = pair.depths.iter().find(|it| it.depth() == choice.depth)?;
    let offset = u32::from(context.starts.range(place).start());
    let index = pairs(context.db, context.op)
        .iter()
        .filter(|it| it.consumer == pair.consumer)
        .position(|it| it.producer == pair.producer)?;
    let title = format!("{} at depth {} (recommended)", title(context, pair, true), depth.depth());
    Some(Candidate {
        id: format!("{QUICK_FIX}:{}:{offset}:{index}", fusion_opportunity::CODE),
        kind: QUICK_FIX,
        place,
        diagnostic: Some(fusion_opportunity::CODE),
        preferred: true,
        offer: Offer::Offered {
            title: format!("{title}: {}", cost(pair, depth)),
            edit: edit(context, pair, depth),
        },
    })
}

fn offsets(context: &ActionContext<'_>, pair: &Pair) -> String {
    let start = |op: OpId| u32::from(context.starts.range(context.ir.ops[op].pointer).start());
    format!("{}:{}", start(pair.producer), start(pair.consumer))
}

fn title(context: &ActionContext<'_>, pair: &Pair, at_consumer: bool) -> String {
    let line =
        |op: OpId| context.lines.number(context.starts.range(context.ir.ops[op].name_pointer).start().into());
    let names: Vec<String> = pair.shared.iter().map(|it: &ValueId| value_name(context.ir, *it)).collect();
    let what = if names.is_empty() { "memory that it reads".to_owned() } else { names.join(", ") };
    match at_consumer {
        true => format!("Fuse the producer of {what} (line {}) into this nest", line(pair.producer)),
        false => format!("Fuse this nest into the consumer of {what} (line {})", line(pair.consumer)),
    }
}

/// `recomputes nothing`
fn cost(pair: &Pair, depth: &Depth) -> String {
    match additional_compute(pair, depth) {
        Some(extra) if extra > 0.0 && !depth.once => format!("recomputes {}", percent(extra)),
        _ if depth.once => "recomputes nothing".to_owned(),
        _ => "recomputes a part".to_owned(),
    }
}
