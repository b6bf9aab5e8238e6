//! `refactor.rewrite.affine.scalarReplace`: loads of a loop whose values are known (stored or loaded before) go, and
//! stores that are overwritten before anything reads them.

mod known_values;
mod rewrite;
#[cfg(test)]
mod tests;

use super::loop_offers::{Facts, LoopOffers, variable_name};
use super::{ActionContext, Candidate, Reason};
use known_values::{Replacements, Scope};

const KIND: &str = "refactor.rewrite.affine.scalarReplace";

/// One offer for each loop of the selection with loads in it.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let scope = Scope::of(&facts);
    let mut found = Vec::new();
    for op in loops {
        let replacements = Replacements::of(&scope, op);
        let name = variable_name(ir, op);
        if replacements.is_empty() {
            let title = format!("Replace loads in the loop over {name} by values that are known");
            let reason = Reason::new("no load reads an element whose value is surely still known")
                .related(ir.ops[op].name_pointer, "this loop");
            found.push(offers.offer(op, "", title, Err(reason)));
            continue;
        }
        let title = title(&replacements, &name);
        let source = offers.text(op);
        let edit = move || Some(rewrite::edits(&source()?, &replacements));
        found.push(offers.offer(op, "", title, Ok(Box::new(edit))));
    }
    found
}

fn title(replacements: &Replacements, name: &str) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    let (loads, stores) = (replacements.loads.len(), replacements.dead_stores.len());
    let dead = match stores {
        1 => "1 store that is overwritten".to_owned(),
        count => format!("{count} stores that are overwritten"),
    };
    match (loads, stores) {
        (0, _) => format!("Remove {dead} in the loop over {name}"),
        (loads, 0) => format!("Replace {} in the loop over {name} by known values", counted(loads, "load")),
        (loads, _) => {
            let loads = counted(loads, "load");
            format!("Replace {loads} in the loop over {name} by known values, and remove {dead}")
        }
    }
}
