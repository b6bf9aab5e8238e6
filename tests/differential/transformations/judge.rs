//! Judges the results of transformations, many at a time.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use affine_analyzer_tests::equivalence::{Speculation, Verdict, compare, compare_with};
use affine_analyzer_tests::interpreter::Module;
use affine_analyzer_tests::opaque::Arithmetic;
use analysis::{Effort, Host};

use super::applied::{Applied, Document};
use super::sample::Sample;
use crate::tools::Tools;

/// Collects kernels and judges them when there are enough for one process of `mlir-opt`.
pub(crate) struct Judge<'a> {
    tools: &'a Tools,
    waiting: Vec<(String, Vec<Applied>)>,
    report: Report,
    sample: Sample,
}

/// What has been judged.
#[derive(Default)]
pub(crate) struct Report {
    /// Applied transformations by kind, whose result is the same.
    pub(crate) same: BTreeMap<&'static str, usize>,
    /// Those that are proven to compute the same, or to do so but for rounding.
    proven: usize,
    /// Those that are not, by the reason.
    unproven: BTreeMap<String, usize>,
    /// Those about which no input says anything, with the reasons.
    pub(crate) unjudged: BTreeMap<String, usize>,
    /// What is wrong, with the texts before and after.
    pub(crate) failures: Vec<String>,
}

/// So many transformed programs are one process.
const AT_ONCE: usize = 100;

/// So many failures are told in full.
const TOLD: usize = 3;

impl<'a> Judge<'a> {
    pub(crate) fn new(tools: &'a Tools) -> Self {
        Self { tools, waiting: Vec::new(), report: Report::default(), sample: Sample::default() }
    }

    /// Applies everything that is offered for a kernel, for judgement now or later.
    pub(crate) fn add(&mut self, document: &Document) {
        self.add_applied(document, document.applied("refactor.rewrite.affine."));
    }

    /// As [`Judge::add`], for one kind of transformation.
    pub(crate) fn add_kind(&mut self, document: &Document, kind: &str) {
        self.add_applied(document, document.applied(kind));
    }

    /// Transformations of the document, for judgement now or later.
    pub(crate) fn add_applied(&mut self, document: &Document, applied: Vec<Applied>) {
        self.waiting.push((Document::part(&document.text), applied));
        if self.waiting.iter().map(|it| it.1.len() + 1).sum::<usize>() >= AT_ONCE {
            self.judge();
        }
    }

    /// How many were applied and judged so far.
    pub(crate) fn count(&self) -> usize {
        self.report.count()
    }

    /// How many of one kind were.
    pub(crate) fn count_of(&self, kind: &str) -> usize {
        self.report.same.get(kind).copied().unwrap_or_default()
    }

    pub(crate) fn finish(mut self) -> Report {
        self.judge();
        self.report.failures.extend(self.sample.differences(self.tools));
        self.report
    }

    fn judge(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut programs = Vec::new();
        for (before, applied) in &waiting {
            programs.push(before.clone());
            programs.extend(applied.iter().map(|it| Document::part(&it.text)));
        }
        let mut modules = self.tools.modules(&programs).into_iter();
        for (before, applied) in waiting {
            let original = modules.next().unwrap();
            for it in applied {
                let module = modules.next().unwrap();
                self.sample.add(&before, &it, &original, &module);
                self.report.add(&before, &original, it, module);
            }
        }
    }
}

/// What a proof of a program that is tested may cost.
const EFFORT: Effort =
    Effort { steps: 100_000, nodes: 50_000, regions: 50, relations: 3_000_000, lists_matches: false };

/// What `compare` says of a kernel and its transformation.
fn proof(before: &str, after: &str) -> Option<analysis::Verdict> {
    let mut host = Host::new();
    let (before, after) = (host.add_file(before), host.add_file(after));
    let found = host.analysis().compare(before, after, EFFORT, &|_, _| ControlFlow::Continue(()));
    found.into_iter().find(|it| it.name == "kernel").map(|it| it.verdict)
}

/// What comparing the program with its transformation gives. To fuse is right whatever operations compute.
fn verdict(original: &Module, transformed: &Module, kind: &str) -> Verdict {
    let speculation = match kind {
        // A sequence may have such a step. A box holds what lies between the elements that a loop touches.
        "refactor.rewrite.affine.licm"
        | "refactor.rewrite.affine.optimize"
        | "refactor.rewrite.affine.copy" => Speculation::Elements,
        _ => Speculation::Nothing,
    };
    let verdict = compare(original, transformed, "kernel", speculation);
    if verdict == Verdict::Same && kind == super::FUSE {
        let opaque = compare_with(original, transformed, "kernel", speculation, Arithmetic::Opaque);
        if let Verdict::Different(what) = opaque {
            return Verdict::Different(format!("right for these numbers only: {what}"));
        }
    }
    verdict
}

impl Report {
    fn add(
        &mut self,
        before: &str,
        original: &Result<Module, String>,
        applied: Applied,
        module: Result<Module, String>,
    ) {
        match proof(before, &Document::part(&applied.text)) {
            Some(analysis::Verdict::Equal { .. }) => self.proven += 1,
            Some(analysis::Verdict::Different(witness)) if applied.complaint.is_none() => {
                let witness = format!("a proof that it is wrong: {witness:?}");
                self.failures.push(format!(
                    "{}\n{witness}\n--- before\n{before}\n--- after\n{}",
                    applied.id, applied.text
                ));
            }
            Some(analysis::Verdict::Unknown(why)) => {
                *self.unproven.entry(format!("{} {}", applied.kind, why.obstacle)).or_default() += 1;
            }
            _ => {}
        }
        let wrong = match (applied.complaint, original, module) {
            (_, Err(complaint), _) => Some(format!("mlir-opt does not accept the kernel: {complaint}")),
            (Some(complaint), ..) => Some(complaint),
            (None, Ok(_), Err(complaint)) => {
                Some(format!("mlir-opt does not accept the result: {complaint}"))
            }
            (None, Ok(original), Ok(module)) => match verdict(original, &module, applied.kind) {
                Verdict::Same => {
                    *self.same.entry(applied.kind).or_default() += 1;
                    None
                }
                Verdict::Unjudged(reason) => {
                    let reason = reason.lines().next().unwrap_or_default().to_owned();
                    *self.unjudged.entry(reason).or_default() += 1;
                    None
                }
                Verdict::Different(what) => Some(what),
            },
        };
        if let Some(wrong) = wrong {
            let Applied { id, title, text, .. } = applied;
            self.failures.push(format!("{title} ({id})\n{wrong}\n--- before\n{before}\n--- after\n{text}"));
        }
    }

    /// How many were applied and judged.
    pub(crate) fn count(&self) -> usize {
        self.same.values().sum()
    }

    /// Fails where a result is wrong, or where too few of them could be judged.
    pub(crate) fn assert_sound(&self) {
        println!("{:?}, unjudged: {:?}", self.same, self.unjudged);
        println!("{} proven, not: {:#?}", self.proven, self.unproven);
        let told = self.failures.iter().take(TOLD).cloned().collect::<Vec<_>>().join("\n\n");
        assert!(self.failures.is_empty(), "{} wrong of {}\n{told}", self.failures.len(), self.count());
        let unjudged: usize = self.unjudged.values().sum();
        assert!(unjudged * 10 <= self.count() + 10, "too few are judged: {:?}", self.unjudged);
    }
}
