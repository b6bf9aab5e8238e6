//! A share of the transformed programs is also run by `mlir-runner`, before and after.

use affine_analyzer_tests::equivalence::{INPUTS, left};
use affine_analyzer_tests::interpreter::{Module, Scalar, Type};

use super::applied::{Applied, Document};
use crate::runner_program::{RunnerProgram, printed_numbers};
use crate::tools::Tools;

/// Pairs of programs that are to leave the same.
#[derive(Default)]
pub(super) struct Sample {
    offered: usize,
    pairs: Vec<Pair>,
}

struct Pair {
    title: String,
    before: String,
    after: String,
    /// The types of the arguments.
    signature: Vec<Type>,
}

/// One in so many transformations.
const ONE_IN: usize = 12;

/// So many at most: compiling them takes longer than all the rest.
const MOST: usize = 60;

impl Sample {
    /// Takes the pair if it is its turn and mlir-runner can tell: nothing that is unwritten is left, and no float is
    /// rounded.
    pub(super) fn add(
        &mut self,
        before: &str,
        applied: &Applied,
        original: &Result<Module, String>,
        module: &Result<Module, String>,
    ) {
        self.offered += 1;
        if !self.offered.is_multiple_of(ONE_IN) || self.pairs.len() >= MOST {
            return;
        }
        let (Ok(original), Ok(_)) = (original, module) else { return };
        // What a function returns is not printed.
        let function = original.function("kernel").filter(|it| it.results.is_empty());
        let Some(function) = function else { return };
        let Ok((numbers, true)) = left(original, function, INPUTS[1]) else { return };
        if numbers.iter().flatten().any(|it| *it == Scalar::Poison) {
            return;
        }
        self.pairs.push(Pair {
            title: applied.title.clone(),
            before: before.to_owned(),
            after: Document::part(&applied.text),
            signature: function.arguments.clone(),
        });
    }

    /// What differs between the two programs of a pair.
    pub(super) fn differences(&self, tools: &Tools) -> Vec<String> {
        match difference(tools, &self.pairs) {
            None => Vec::new(),
            Some(_) => self.pairs.chunks(1).filter_map(|it| difference(tools, it)).collect(),
        }
    }
}

fn difference(tools: &Tools, pairs: &[Pair]) -> Option<String> {
    let mut programs = [RunnerProgram::default(), RunnerProgram::default()];
    for pair in pairs {
        for (program, text) in programs.iter_mut().zip([&pair.before, &pair.after]) {
            program.add(text, &pair.signature, INPUTS[1]);
        }
    }
    let printed = programs.map(|it| tools.run(&it.text()).map(|it| printed_numbers(&it)));
    let wrong = match &printed {
        [Ok(before), Ok(after)] if before == after => return None,
        [Ok(_), Ok(_)] => "mlir-runner prints other numbers",
        [Err(complaint), _] | [_, Err(complaint)] => complaint,
    };
    let Pair { title, before, after, .. } = pairs.first()?;
    Some(format!("{title}\n{wrong}\n--- before\n{before}\n--- after\n{after}"))
}
