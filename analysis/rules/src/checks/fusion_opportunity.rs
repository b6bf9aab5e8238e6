//! `fusion-opportunity`: a loop nest whose producer could run inside it, for less memory and no dearer.

use crate::context::RuleContext;
use crate::finding::Report;
use base::source_file::SettingsInput;
use presburger::Budget;
use transforms::fuse::{percent, recommended};

/// The budget for the questions about all pairs of nests of one function. Pairs that are too far apart are not reported.
const STEPS: u64 = 20_000_000;

pub(crate) fn check(context: &RuleContext<'_>, report: &mut Report<'_>) {
    let settings = SettingsInput::get(context.db).settings(context.db);
    if !settings.hints {
        return;
    }
    for it in recommended(context.db, context.op, settings, &Budget::new(STEPS)) {
        let choice = &it.found.choice;
        let names: Vec<String> = it.found.shared.iter().map(|it| format!("`{it}`")).collect();
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
        let place = context.ir.ops[it.consumer].name_pointer;
        let producer = context.ir.ops[it.producer].name_pointer;
        report.add(place, message).related(producer, format!("the producer: {}", choice.reason));
    }
}
