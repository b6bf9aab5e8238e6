//! The transformations of loops: when each is legal, where it is offered, and the edits that make it.
//!
//! An action looks at one isolated op and gives offers; an offer builds its edits only once it is taken.

pub mod action_id;
mod ahead;
pub mod assumptions;
mod band;
mod branch;
pub mod coalesce;
mod copies;
pub mod data_copy;
mod delay;
pub mod demote;
pub mod distribute;
#[cfg(test)]
mod earlier_tests;
mod facts;
mod folded_values;
mod for_loop;
pub mod fuse;
pub mod interchange;
pub mod licm;
pub mod loop_bounds;
pub mod loop_header;
pub mod loop_offers;
#[cfg(test)]
mod loop_tests;
pub mod lower;
pub mod magnitude;
#[cfg(test)]
mod memory_tests;
pub mod nest_legality;
mod nest_offers;
mod neutral;
pub mod normalize;
pub mod offer;
pub mod parallelize;
pub mod parameter;
pub mod peel;
mod pending_edits;
pub mod permute;
pub mod plain_layout;
pub mod promote;
pub mod raise;
pub mod reason;
pub mod request;
pub mod reverse;
pub mod rewrite;
mod rounding;
pub mod scalar_replace;
pub mod serialize;
pub mod shift;
pub mod simplify;
pub mod skew;
pub mod split;
pub mod strips;
pub mod taking;
pub mod tile;
pub mod uncoalesce;
pub mod unroll;
pub mod unroll_jam;
pub mod unswitch;
mod variable_value;
pub mod vectorize;

use offer::{ActionContext, Candidate};
use parameter::Parameter;

/// An action: all its offers for the selection in one isolated op; none where it does not concern it.
pub type Find = for<'a> fn(&'a ActionContext<'a>) -> Vec<Candidate<'a>>;

/// An action, its kind, its parameters, and the hint that it fixes.
pub struct LoopAction {
    pub kind: &'static str,
    pub parameters: &'static [Parameter],
    hint: Option<&'static str>,
    /// Whether its edits are over [`ActionContext::written`], so that nothing is judged again under other names.
    pub judges_once: bool,
    pub find: Find,
}

const fn action(kind: &'static str, parameters: &'static [Parameter], find: Find) -> LoopAction {
    LoopAction { kind, parameters, hint: None, judges_once: false, find }
}

/// Every action.
pub static ACTIONS: &[LoopAction] = &[
    LoopAction {
        kind: fuse::KIND,
        parameters: fuse::PARAMETERS,
        hint: Some(fuse::HINT),
        judges_once: true,
        find: fuse::offers,
    },
    action(parallelize::KIND, parallelize::PARAMETERS, parallelize::offers),
    action(serialize::KIND, serialize::PARAMETERS, serialize::offers),
    action(interchange::KIND, &[], interchange::offers),
    action(permute::KIND, permute::PARAMETERS, permute::offers),
    action(coalesce::KIND, coalesce::PARAMETERS, coalesce::offers),
    action(uncoalesce::KIND, &[], uncoalesce::offers),
    action(skew::KIND, skew::PARAMETERS, skew::offers),
    action(tile::KIND, tile::PARAMETERS, tile::offers),
    action(unroll::KIND, unroll::PARAMETERS, unroll::offers),
    action(unroll_jam::KIND, unroll_jam::PARAMETERS, unroll_jam::offers),
    action(normalize::KIND, &[], normalize::offers),
    action(simplify::KIND, &[], simplify::offers),
    action(raise::KIND, &[], raise::offers),
    action(lower::KIND, &[], lower::offers),
    action(peel::KIND, peel::PARAMETERS, peel::offers),
    action(split::KIND, split::PARAMETERS, split::offers),
    action(unswitch::KIND, unswitch::PARAMETERS, unswitch::offers),
    action(reverse::KIND, &[], reverse::offers),
    action(shift::KIND, &[], shift::offers),
    action(distribute::KIND, distribute::PARAMETERS, distribute::offers),
    action(scalar_replace::KIND, scalar_replace::PARAMETERS, scalar_replace::offers),
    action(promote::KIND, &[], promote::offers),
    action(demote::KIND, &[], demote::offers),
    action(licm::KIND, &[], licm::offers),
    action(data_copy::KIND, data_copy::PARAMETERS, data_copy::offers),
    action(plain_layout::KIND, &[], plain_layout::offers),
    LoopAction {
        kind: vectorize::KIND,
        parameters: vectorize::PARAMETERS,
        hint: Some(vectorize::HINT),
        judges_once: false,
        find: vectorize::offers,
    },
];
