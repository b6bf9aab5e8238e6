//! Programs on tensors against the programs on buffers that `mlir-opt` makes of them: what `compare` says of the two, and of
//! programs that were changed, agrees.

use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::tools::Tools;
use analysis::{Effort, Host, Verdict};
use std::ops::ControlFlow;

use crate::transformations::is_long;

/// Statements that make a tensor `%t$` of `A` and `B`, all of six rows of four numbers.
const STEPS: [&str; 12] = [
    "%t$ = arith.mulf A, B : tensor<6x4xf32>",
    "%s$ = tensor.extract_slice A[0, 0] [5, 4] [1, 1] : tensor<6x4xf32> to tensor<5x4xf32>
  %t$ = tensor.insert_slice %s$ into B[1, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<6x4xf32>",
    "%s$ = tensor.extract_slice A[0, 1] [3, 2] [2, 2] : tensor<6x4xf32> to tensor<3x2xf32>
  %t$ = tensor.insert_slice %s$ into B[1, 0] [3, 2] [2, 1] : tensor<3x2xf32> into tensor<6x4xf32>",
    "%t$ = scf.forall (%i) in (3) shared_outs(%o = B) -> (tensor<6x4xf32>) {
    %at = arith.muli %i, %c2 : index
    %x = tensor.extract_slice A[%at, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
    %y = tensor.extract_slice %o[%at, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
    %z = arith.addf %x, %y : tensor<2x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %z into %o[%at, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<6x4xf32>
    }
  }",
    "%t$ = scf.for %i = %c0 to %c5 step %c1 iter_args(%u = B) -> tensor<6x4xf32> {
    %next = arith.addi %i, %c1 : index
    %x = tensor.extract %u[%i, %c2] : tensor<6x4xf32>
    %y = tensor.extract A[%next, %c1] : tensor<6x4xf32>
    %z = arith.subf %x, %y : f32
    %v = tensor.insert %z into %u[%next, %c2] : tensor<6x4xf32>
    scf.yield %v : tensor<6x4xf32>
  }",
    "%t$ = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = arith.subi %c5, %i : index
    %x = tensor.extract A[%k, %j] : tensor<6x4xf32>
    %y = tensor.extract B[%i, %j] : tensor<6x4xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<6x4xf32>",
    "%s$ = tensor.extract_slice A[1, 0] [3, 4] [1, 1] : tensor<6x4xf32> to tensor<3x4xf32>
  %x$ = tensor.extract B[%c1, %c2] : tensor<6x4xf32>
  %t$ = tensor.pad %s$ low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x$ : f32
  } : tensor<3x4xf32> to tensor<6x4xf32>",
    "%f$ = tensor.collapse_shape A [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %s$ = tensor.extract_slice %f$[7] [4] [1] : tensor<24xf32> to tensor<4xf32>
  %r$ = tensor.expand_shape %s$ [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %t$ = tensor.insert_slice %r$ into B[0, 1] [2, 2] [3, 1] : tensor<2x2xf32> into tensor<6x4xf32>",
    "%t$ = scf.if %p -> (tensor<6x4xf32>) {
    %x = tensor.extract B[%c0, %c0] : tensor<6x4xf32>
    %y = tensor.insert %x into A[%c5, %c1] : tensor<6x4xf32>
    scf.yield %y : tensor<6x4xf32>
  } else {
    scf.yield B : tensor<6x4xf32>
  }",
    "%x$ = tensor.extract A[%c5, %c0] : tensor<6x4xf32>
  %y$ = tensor.extract B[%c0, %c1] : tensor<6x4xf32>
  %s$ = tensor.from_elements %x$, %y$, %x$, %y$ : tensor<1x4xf32>
  %t$ = tensor.insert_slice %s$ into B[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<6x4xf32>",
    "%x$ = tensor.extract B[%c2, %c0] : tensor<6x4xf32>
  %s$ = tensor.splat %x$ : tensor<6x4xf32>
  %t$ = arith.subf %s$, A : tensor<6x4xf32>",
    "%e$ = tensor.empty() : tensor<6x4xf32>
  %s$ = tensor.insert_slice A into %e$[0, 0] [6, 4] [1, 1] : tensor<6x4xf32> into tensor<6x4xf32>
  %t$ = arith.addf %s$, B : tensor<6x4xf32>",
];

const HEADER: &str = "func.func @f(%m0: memref<6x4xf32>, %m1: memref<6x4xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %t0 = bufferization.to_tensor %m0 restrict WRITABLE : memref<6x4xf32> to tensor<6x4xf32>
  %t1 = bufferization.to_tensor %m1 restrict : memref<6x4xf32> to tensor<6x4xf32>\n";

const BUFFERIZE: [&str; 4] = [
    "--convert-elementwise-to-linalg",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
    "--convert-linalg-to-loops",
    "--canonicalize",
];

/// A program of a few steps, in one of which the operands change places if that is asked for.
fn program(seed: u64, is_changed: bool) -> String {
    let mut random = Random::new(seed);
    let writable = if random.below(2) == 0 { "writable" } else { "" };
    let mut text = HEADER.replace("WRITABLE", writable);
    let last = 2 + random.below(3);
    let changed = 2 + random.below(last - 1);
    for number in 2..=last {
        let step = STEPS[random.below(STEPS.len())];
        // The last tensor is always used, so that all steps count.
        let (mut first, mut second) = (number - 1, random.below(number));
        if random.below(2) == 0 || is_changed && number == changed {
            std::mem::swap(&mut first, &mut second);
        }
        let step = step.replace('A', &format!("%t{first}")).replace('B', &format!("%t{second}"));
        text += &format!("  {}\n", step.replace('$', &number.to_string()));
    }
    let end = "in restrict writable %m0 : (tensor<6x4xf32>, memref<6x4xf32>) -> ()\n  return\n}\n";
    text + &format!("  bufferization.materialize_in_destination %t{last} {end}")
}

fn verdict(before: &str, after: &str) -> Verdict {
    let mut host = Host::new();
    let (before, after) = (host.add_file(before), host.add_file(after));
    let found = host.analysis().compare(before, after, Effort::default(), &|_, _| ControlFlow::Continue(()));
    found.into_iter().next().unwrap().verdict
}

fn contradict(first: &Verdict, second: &Verdict) -> bool {
    let is_equal = |it: &Verdict| matches!(it, Verdict::Equal { .. });
    let is_different = |it: &Verdict| matches!(it, Verdict::Different(_));
    is_equal(first) && is_different(second) || is_different(first) && is_equal(second)
}

#[test]
fn random_programs_on_tensors() {
    let Some(tools) = Tools::find() else { return };
    let (mut all, mut equal, mut different) = (0, 0, 0);
    for seed in 0..if is_long() { 2_000 } else { 60 } {
        let [before, changed] = [false, true].map(|it| program(seed, it));
        assert_eq!(tools.complaint(&before), None, "{before}");
        let [Ok(buffers), Ok(others)] = [&before, &changed].map(|it| tools.optimized(it, &BUFFERIZE)) else {
            continue;
        };
        for (one, other) in [(&before, &buffers), (&buffers, &before), (&changed, &others)] {
            let found = verdict(one, other);
            assert!(!matches!(found, Verdict::Different(_)), "{found:?}\n{one}\n{other}");
            equal += usize::from(matches!(found, Verdict::Equal { .. }));
            all += 1;
        }
        let truth = verdict(&buffers, &others);
        for (one, other) in [(&before, &changed), (&before, &others), (&buffers, &changed)] {
            let found = verdict(one, other);
            assert!(!contradict(&found, &truth), "{found:?}, of buffers {truth:?}\n{one}\n{other}");
            different += usize::from(matches!(found, Verdict::Different(_)));
        }
    }
    println!("{equal} of {all} equal, {different} changed ones different");
    assert!(equal * 10 >= all * 7 && different > 0, "{equal} of {all} equal, {different} different");
}
