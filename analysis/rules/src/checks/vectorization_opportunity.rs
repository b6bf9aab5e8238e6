//! `vectorization-opportunity`: a loop whose iterations can run together as lanes of vectors, with whole vectors in
//! memory.

use crate::context::RuleContext;
use crate::finding::Report;
use base::source_file::SettingsInput;
use transforms::vectorize::{Strategy, best};

pub(crate) fn check(context: &RuleContext<'_>, report: &mut Report<'_>) {
    let settings = SettingsInput::get(context.db).settings(context.db);
    if !settings.hints {
        return;
    }
    for best in best(context.db, context.op, settings) {
        let what = match best.strategy {
            Strategy::Inner => "this loop can be vectorized",
            Strategy::Outer => "this loop can be vectorized, each lane running the loops inside,",
        };
        let order = if best.reassociates { "; it reassociates floating-point" } else { "" };
        let message = format!("{what} with {} lanes{order}", best.width);
        report.add(context.ir.ops[best.op].name_pointer, message);
    }
}
