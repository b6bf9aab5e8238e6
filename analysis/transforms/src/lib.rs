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
pub mod uplift;
mod variable_value;
pub mod vectorize;

use offer::{ActionContext, Candidate};
use parameter::Parameter;

/// An action: all its offers for the selection in one isolated op; none where it does not concern it.
pub type Find = for<'a> fn(&'a ActionContext<'a>) -> Vec<Candidate<'a>>;

/// An action, its kind, its parameters, and the hint that it fixes.
pub struct LoopAction {
    pub kind: &'static str,
    /// The participle of its name, as a line says after it was applied.
    pub done: &'static str,
    pub parameters: &'static [Parameter],
    hint: Option<&'static str>,
    /// Whether its edits are over [`ActionContext::written`], so that nothing is judged again under other names.
    pub judges_once: bool,
    pub find: Find,
}

const fn action(
    kind: &'static str,
    done: &'static str,
    parameters: &'static [Parameter],
    find: Find,
) -> LoopAction {
    LoopAction { kind, done, parameters, hint: None, judges_once: false, find }
}

/// Every action, the most worthwhile first.
pub static ACTIONS: &[LoopAction] = &[
    LoopAction {
        kind: fuse::KIND,
        done: "Fused",
        parameters: fuse::PARAMETERS,
        hint: Some(fuse::HINT),
        judges_once: true,
        find: fuse::offers,
    },
    LoopAction {
        kind: vectorize::KIND,
        done: "Vectorized",
        parameters: vectorize::PARAMETERS,
        hint: Some(vectorize::HINT),
        judges_once: false,
        find: vectorize::offers,
    },
    action(parallelize::KIND, "Made parallel", parallelize::PARAMETERS, parallelize::offers),
    action(raise::KIND, "Raised", &[], raise::offers),
    action(uplift::KIND, "Counted", &[], uplift::offers),
    action(tile::KIND, "Tiled", tile::PARAMETERS, tile::offers),
    action(interchange::KIND, "Interchanged", &[], interchange::offers),
    action(permute::KIND, "Permuted", permute::PARAMETERS, permute::offers),
    action(skew::KIND, "Skewed", skew::PARAMETERS, skew::offers),
    action(promote::KIND, "Promoted", &[], promote::offers),
    action(scalar_replace::KIND, "Replaced by scalars", scalar_replace::PARAMETERS, scalar_replace::offers),
    action(licm::KIND, "Moved out", &[], licm::offers),
    action(unroll_jam::KIND, "Unrolled and jammed", unroll_jam::PARAMETERS, unroll_jam::offers),
    action(unroll::KIND, "Unrolled", unroll::PARAMETERS, unroll::offers),
    action(data_copy::KIND, "Copied to a buffer", data_copy::PARAMETERS, data_copy::offers),
    LoopAction {
        kind: simplify::KIND,
        done: "Simplified",
        parameters: &[],
        hint: Some(simplify::HINT),
        judges_once: false,
        find: simplify::offers,
    },
    action(unswitch::KIND, "Unswitched", unswitch::PARAMETERS, unswitch::offers),
    action(distribute::KIND, "Distributed", distribute::PARAMETERS, distribute::offers),
    action(coalesce::KIND, "Coalesced", coalesce::PARAMETERS, coalesce::offers),
    action(uncoalesce::KIND, "Taken apart", &[], uncoalesce::offers),
    action(normalize::KIND, "Normalized", &[], normalize::offers),
    action(plain_layout::KIND, "Laid out plainly", &[], plain_layout::offers),
    action(peel::KIND, "Peeled", peel::PARAMETERS, peel::offers),
    action(split::KIND, "Split", split::PARAMETERS, split::offers),
    action(shift::KIND, "Shifted", &[], shift::offers),
    action(reverse::KIND, "Reversed", &[], reverse::offers),
    action(demote::KIND, "Kept in memory", &[], demote::offers),
    action(serialize::KIND, "Put in order", serialize::PARAMETERS, serialize::offers),
    action(lower::KIND, "Lowered", &[], lower::offers),
];
