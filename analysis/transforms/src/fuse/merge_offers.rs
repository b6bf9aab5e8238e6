//! The light bulb's texts about nests that run iteration by iteration.

use super::merge::{Merge, merge as judged};
use super::naming::{DEPTH, FORM, KIND, MERGE, SHIFT, line, request};
use super::rewrite::merge::merge_edits;
use super::rewrite::shift::shift_edits;
use super::slice::pair::{Depth, Pair};
use super::slice::{BaseVariable, Bounds};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::parameter::Parameters;
use ir::{OpId, OpKind};

/// Offers for two nests; nothing where a slice gives the same text.
pub(super) fn merge_offers<'a>(
    context: &'a ActionContext<'a>,
    (first, second): (OpId, OpId),
    at_second: bool,
    pair: Option<&Pair>,
    found: &mut Vec<Candidate<'a>>,
) {
    let Some(merge) = judged(context.db, context.op, first, second) else { return };
    let other = if at_second { first } else { second };
    let title = format!("Fuse with the nest at line {}", line(context, other));
    let form = |it| Parameters::default().with_word(&FORM, it);
    let candidate = |parameters: Parameters, offer: Offer<'a>| Candidate {
        request: request(context, (first, second), parameters),
        kind: KIND,
        place: context.ir.ops[second].name_pointer,
        diagnostic: None,
        preferred: false,
        left: Vec::new(),
        offer,
    };
    for depth in &merge.depths {
        let number = depth.depth;
        let title = format!("{title} at depth {number}");
        let parameters = form(MERGE).with_number(&DEPTH, i64::try_from(number).unwrap_or(i64::MAX));
        match &depth.refused {
            None => {
                let same_text = |it: &Depth| it.depth() == number && is_merge(merge, it);
                if pair.is_some_and(|it| it.depths.iter().any(same_text)) {
                    continue;
                }
                let edit = Box::new(move || merge_edits(context.db, context.written, merge, number));
                let title = format!("{title}, iteration by iteration: recomputes nothing");
                found.push(candidate(parameters, Offer::Offered { title, edit }));
            }
            Some(reason) if are_neighbours(context, merge) => {
                let reason = reason.render(context.starts, context.text);
                let title = format!("{title}, iteration by iteration");
                found.push(candidate(parameters, Offer::Refused { title, reason }));
            }
            Some(_) => {}
        }
    }
    if let Some(shift) = &merge.shift {
        let delay = match shift.delay {
            0 => String::new(),
            delay => format!(", the second delayed by {delay}"),
        };
        let ends = if shift.is_peeled() { ", the ends peeled" } else { "" };
        let title = format!("{title} at depth 1{delay}{ends}: recomputes nothing");
        // The bounds of a shift are over names.
        let edit = Box::new(move || {
            let merge = judged(context.db, context.written, first, second).as_ref()?;
            shift_edits(context.db, context.written, merge, merge.shift.as_ref()?)
        });
        found.push(candidate(form(SHIFT).with_number(&DEPTH, 1), Offer::Offered { title, edit }));
    }
    if let Some(reason) = &merge.refused
        && merge.shift.is_none()
        && pair.is_none()
        && are_neighbours(context, merge)
    {
        let reason = reason.render(context.starts, context.text);
        found.push(candidate(form(MERGE), Offer::Refused { title, reason }));
    }
}

/// Whether no other nest is between the two.
fn are_neighbours(context: &ActionContext<'_>, merge: &Merge) -> bool {
    let ops = &context.ir.blocks[context.ir.ops[merge.first].block].ops;
    let after = ops.iter().skip_while(|it| **it != merge.first).skip(1);
    let mut loops = after.filter(|it| matches!(context.ir.ops[**it].kind, OpKind::For(_)));
    loops.next() == Some(&merge.second)
}

/// Whether a slice that may move runs the same iterations together, at the same place.
fn is_merge(merge: &Merge, depth: &Depth) -> bool {
    let levels = &merge.levels[..depth.depth().min(merge.levels.len())];
    depth.moving.is_none()
        && levels.len() == depth.depth()
        && depth.slice.loops.iter().all(|(loop_, bounds)| {
            match (levels.iter().find(|it| it.first == *loop_), bounds) {
                (None, Bounds::Full) => true,
                (Some(level), Bounds::Window(window)) => {
                    let is_same = |it: &(BaseVariable, presburger::Integer)| {
                        it.0 == BaseVariable::Consumer(level.second) && it.1.is_one()
                    };
                    window.is_single()
                        && window.lower.is_zero()
                        && matches!(&*window.base, [only] if is_same(only))
                }
                _ => false,
            }
        })
}
