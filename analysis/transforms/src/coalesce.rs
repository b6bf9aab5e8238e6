//! `refactor.rewrite.affine.coalesce`: perfectly nested loops become one loop over all
//! of their iterations, in the same order; `affine.delinearize_index` gives the variables back.

mod counts;
mod rewrite;
#[cfg(test)]
mod tests;

use super::band::{band, has_no_attributes};
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters, Value};
use counts::Counted;

pub const KIND: &str = "refactor.rewrite.affine.coalesce";

const LOOPS: Parameter = Parameter::number("loops", 2, "perfectly nested loops that become one");

pub const PARAMETERS: &[Parameter] = &[LOOPS];

/// One offer for each loop of the selection that holds nothing but a loop: as many loops as can, or as are asked for.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |outermost| {
        let mut band = band(ir, outermost, |_, inner| has_no_attributes(ir, inner));
        if band.len() < 2 {
            return None;
        }
        let decided = match context.parameters.number(LOOPS.name) {
            Some(loops) => {
                band.truncate(usize::try_from(loops).ok().filter(|it| *it <= band.len())?);
                counts::counted(ir, &band)
            }
            None => {
                let most = (2..=band.len()).rev().find(|it| counts::counted(ir, &band[..*it]).is_ok());
                band.truncate(most.unwrap_or(2));
                counts::counted(ir, &band)
            }
        };
        let names: Vec<_> = band.iter().map(|it| variable_name(ir, *it)).collect();
        let title = format!("Coalesce the loops of {}", names.join(", "));
        let loops = i64::try_from(band.len()).ok()?;
        let parameters = Parameters::default().with(&LOOPS, Value::Number(loops));
        let edits = |source: &_, counted: &Vec<Counted>| rewrite::edits(source, counted);
        Some(offers.offer(outermost, parameters, title, decided, edits))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}
