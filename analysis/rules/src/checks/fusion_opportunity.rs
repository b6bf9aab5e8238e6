//! `fusion-opportunity`: a loop nest whose producer could run inside it, for less memory and no dearer.

use crate::context::RuleContext;
use crate::finding::Report;
use base::source_file::SettingsInput;
use ir::value_name;
use presburger::Budget;
use transforms::fuse::{choose, near_pairs, percent};

/// What the questions about all pairs of nests of one function may cost. Of those that stand too far apart nothing is said.
const STEPS: u64 = 20_000_000;

pub(crate) fn check(context: &RuleContext<'_>, report: &mut Report<'_>) {
    let settings = SettingsInput::get(context.db).settings(context.db);
    if !settings.hints {
        return;
    }
    for pair in near_pairs(context.db, context.op, settings, &Budget::new(STEPS)) {
        let Some(choice) = choose(pair, settings) else { continue };
        let names: Vec<String> =
            pair.shared.iter().map(|it| format!("`{}`", value_name(context.ir, *it))).collect();
        let cost = match choice.additional_compute > 0.0 {
            true => format!("recomputes {}", percent(choice.additional_compute)),
            false => "recomputes nothing".to_owned(),
        };
        let memory = match choice.storage_reduction {
            Some(reduction) if reduction > 0.0 => format!(" and touches {} less memory", percent(reduction)),
            _ => String::new(),
        };
        let message = format!(
            "the producer of {} can be fused into this nest at depth {}, which {cost}{memory}",
            names.join(", "),
            choice.depth
        );
        let place = context.ir.ops[pair.consumer].name_pointer;
        let producer = context.ir.ops[pair.producer].name_pointer;
        report.add(place, message).related(producer, format!("the producer: {}", choice.reason));
    }
}
