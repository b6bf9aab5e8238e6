//! The pairs of a file as `fusion` reports them: names instead of ids, absolute ranges.

use super::merge::{Merge, judged_merge};
use super::nests::facts::nest_facts;
use super::nests::judged::charge;
use super::slice::choice::{additional_compute, choose, storage_reduction_factor};
use super::slice::pair::{Depth, Pair, judged_slice};
use base::file_text::FileText;
use base::source_file::{Settings, SettingsInput, SourceFile};
use ir::starts::{Starts, located};
use ir::value_name;
use ir::{Ir, OpId, ir_of};
use polyhedral::function_report::symbol_name;
use polyhedral::report::{
    BestDepth, FunctionFusion, FusionDepth, FusionForm, FusionKind, FusionPair, FusionShift,
};
use presburger::Budget;

/// The budget for all pairs of a file: seconds.
const STEPS: u64 = 2_000_000_000;

/// All pairs of a file, per function: by the second nest and then by the first, fusion by slices before fusion
/// iteration by iteration.
pub fn function_fusion(db: &dyn salsa::Database, file: SourceFile) -> Vec<FunctionFusion> {
    let text = FileText::of(db, file);
    let settings = SettingsInput::get(db).settings(db);
    let budget = Budget::new(STEPS);
    located(db, file)
        .map(|(op, starts)| {
            let report = Report { ir: ir_of(db, op), starts: &starts, text: &text, settings };
            let (mut pairs, mut left_out) = (Vec::new(), 0);
            for (first, second) in nest_facts(db, op).all_pairs() {
                if budget.is_spent() {
                    left_out += 1;
                    continue;
                }
                let (by_slices, merged) =
                    (judged_slice(db, op, first, second), judged_merge(db, op, first, second));
                charge(&budget, by_slices.steps);
                charge(&budget, merged.steps);
                pairs.extend(by_slices.found.as_ref().map(|it| report.slices(it)));
                pairs.extend(merged.found.as_ref().map(|it| report.merged(it)));
            }
            FunctionFusion { name: symbol_name(db, op), pairs, left_out }
        })
        .filter(|it| !it.name.is_empty() || !it.pairs.is_empty() || it.left_out > 0)
        .collect()
}

struct Report<'a> {
    ir: &'a Ir,
    starts: &'a Starts<'a>,
    text: &'a FileText<'a>,
    settings: &'a Settings,
}

impl Report<'_> {
    fn slices(&self, pair: &Pair) -> FusionPair {
        let range = |op: OpId| self.starts.range(self.ir.ops[op].name_pointer);
        FusionPair {
            kind: FusionKind::ProducerConsumer,
            source: range(pair.producer),
            destination: range(pair.consumer),
            memrefs: pair.shared.iter().map(|it| value_name(self.ir, *it)).collect(),
            source_cost: pair.source_cost,
            destination_cost: pair.destination_cost,
            source_bytes: pair.source_bytes,
            destination_bytes: pair.destination_bytes,
            source_write_bytes: pair.source_write_bytes,
            depths: pair.depths.iter().map(|it| self.depth(pair, it)).collect(),
            best: choose(pair, self.settings).map(|choice| BestDepth {
                depth: choice.depth,
                fused_bytes: choice.fused_bytes,
                slice_bytes: choice.slice_bytes,
                storage_reduction: choice.storage_reduction,
                reason: choice.reason,
            }),
            refused: pair.refused.as_ref().map(|it| it.render(self.starts, self.text)),
            shift: None,
        }
    }

    fn depth(&self, pair: &Pair, depth: &Depth) -> FusionDepth {
        let mut forms = Vec::new();
        if depth.moving.is_none() {
            forms.push(FusionForm::Move);
        }
        if let Some(own) = &depth.own {
            forms.push(if own.keeps_producer { FusionForm::Copy } else { FusionForm::Buffer });
        }
        FusionDepth {
            depth: depth.depth(),
            forms,
            refused: depth.refused().map(|it| it.render(self.starts, self.text)),
            additional_compute: additional_compute(pair, depth),
            fused_cost: depth.fused_cost,
            slice_write_bytes: depth.slice_write_bytes,
            storage_reduction_factor: storage_reduction_factor(pair, depth),
        }
    }

    fn merged(&self, merge: &Merge) -> FusionPair {
        let range = |op: OpId| self.starts.range(self.ir.ops[op].name_pointer);
        let fused_cost = merge.first_cost.zip(merge.second_cost).and_then(|(a, b)| a.checked_add(b));
        let depths = merge.depths.iter().map(|it| FusionDepth {
            depth: it.depth,
            forms: if it.refused.is_none() { vec![FusionForm::Merge] } else { Vec::new() },
            refused: it.refused.as_ref().map(|it| it.render(self.starts, self.text)),
            additional_compute: Some(0.0),
            fused_cost,
            slice_write_bytes: merge.written_bytes,
            storage_reduction_factor: merge.written_bytes.map(|_| 1.0),
        });
        let best = merge.depths.iter().find(|it| it.refused.is_none()).map(|it| BestDepth {
            depth: it.depth,
            fused_bytes: merge.fused_bytes,
            slice_bytes: merge.written_bytes,
            storage_reduction: merge.storage_reduction(),
            reason: "the deepest legal depth, which recomputes nothing".to_owned(),
        });
        FusionPair {
            kind: merge.kind,
            source: range(merge.first),
            destination: range(merge.second),
            memrefs: merge.shared.iter().map(|it| value_name(self.ir, *it)).collect(),
            source_cost: merge.first_cost,
            destination_cost: merge.second_cost,
            source_bytes: merge.first_bytes,
            destination_bytes: merge.second_bytes,
            source_write_bytes: merge.written_bytes,
            depths: depths.collect(),
            best,
            refused: merge.refused.as_ref().map(|it| it.render(self.starts, self.text)),
            shift: merge.shift.as_ref().map(|it| FusionShift { delay: it.delay, is_peeled: it.is_peeled() }),
        }
    }
}
