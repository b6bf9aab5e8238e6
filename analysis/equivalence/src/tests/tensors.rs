//! Tensors as values.

use super::{EQUAL, verdict};
use crate::Verdict;

#[track_caller]
fn assert_equal_files(before: &str, after: &str) {
    assert_eq!(verdict(before, after), EQUAL, "{before}\n--\n{after}");
}

#[track_caller]
fn assert_different_files(before: &str, after: &str) {
    let found = verdict(before, after);
    assert!(matches!(found, Verdict::Different(_)), "{found:?}\n{before}\n--\n{after}");
}

#[track_caller]
fn assert_unknown_files(before: &str, after: &str) {
    let found = verdict(before, after);
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}\n{before}\n--\n{after}");
}

/// The function of tensors with this body.
fn function(body: &str) -> String {
    format!(
        "func.func @f(%a: tensor<6x4xf32>, %b: tensor<6x4xf32>, %n: index, %p: i1) -> tensor<6x4xf32> {{
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c2 = arith.constant 2 : index
            %c4 = arith.constant 4 : index
            %c6 = arith.constant 6 : index
            {body}
            return %r : tensor<6x4xf32>
        }}"
    )
}

#[track_caller]
fn assert_equal(before: &str, after: &str) {
    assert_equal_files(&function(before), &function(after));
    assert_equal_files(&function(after), &function(before));
}

#[track_caller]
fn assert_different(before: &str, after: &str) {
    assert_different_files(&function(before), &function(after));
}

/// Twice the first tensor, row by row.
const ROWS: &str = "%r = scf.forall (%i) in (6) shared_outs(%o = %a) -> (tensor<6x4xf32>) {
        %s = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<4xf32>
        %t = arith.addf %s, %s : tensor<4xf32>
        scf.forall.in_parallel {
            tensor.parallel_insert_slice %t into %o[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<6x4xf32>
        }
    }";

/// The same, element by element.
const ELEMENTS: &str = "%e = tensor.empty() : tensor<6x4xf32>
    %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %e) -> tensor<6x4xf32> {
        %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %t) -> tensor<6x4xf32> {
            %x = tensor.extract %a[%i, %j] : tensor<6x4xf32>
            %y = arith.addf %x, %x : f32
            %v = tensor.insert %y into %u[%i, %j] : tensor<6x4xf32>
            scf.yield %v : tensor<6x4xf32>
        }
        scf.yield %row : tensor<6x4xf32>
    }";

#[test]
fn slices_and_elements() {
    assert_equal(ROWS, ELEMENTS);
    assert_equal(ROWS, "%r = arith.addf %a, %a : tensor<6x4xf32>");
    let tiles = ROWS
        .replace("(6)", "(3)")
        .replace("[%i, 0] [1, 4]", "[%at, 0] [2, 4]")
        .replace("tensor<4xf32>", "tensor<2x4xf32>")
        .replace("%s = ", "%at = arith.muli %i, %c2 : index\n%s = ");
    assert_equal(ROWS, &tiles);
    let generated = "%r = tensor.generate {
        ^bb0(%i: index, %j: index):
            %x = tensor.extract %a[%i, %j] : tensor<6x4xf32>
            %y = arith.addf %x, %x : f32
            tensor.yield %y : f32
        } : tensor<6x4xf32>";
    assert_equal(ROWS, generated);
    assert_different(ROWS, &generated.replace("%a[%i", "%b[%i"));
    assert_different(
        ROWS,
        &ROWS.replace("%s, %s", "%s, %s_").replace("%t = ", "%s_ = arith.negf %s : tensor<4xf32>\n%t = "),
    );
    assert_different(&ELEMENTS.replace("%c0 to %c4", "%c0 to %c1").replace("= %e", "= %b"), ELEMENTS);
}

/// Iterations of `scf.forall` see the tensor as it was before all of them.
#[test]
fn shared_tensors_are_those_before_the_loop() {
    let shifted = "%r = scf.forall (%i) in (5) shared_outs(%o = %a) -> (tensor<6x4xf32>) {
        %next = arith.addi %i, %c1 : index
        %s = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<1x4xf32>
        scf.forall.in_parallel {
            tensor.parallel_insert_slice %s into %o[%next, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<6x4xf32>
        }
    }";
    let at_once = "%s = tensor.extract_slice %a[0, 0] [5, 4] [1, 1] : tensor<6x4xf32> to tensor<5x4xf32>
        %r = tensor.insert_slice %s into %a[1, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<6x4xf32>";
    assert_equal(shifted, at_once);
    let one_by_one = "%c5 = arith.constant 5 : index
        %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%o = %a) -> tensor<6x4xf32> {
            %next = arith.addi %i, %c1 : index
            %s = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<1x4xf32>
            %t = tensor.insert_slice %s into %o[%next, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<6x4xf32>
            scf.yield %t : tensor<6x4xf32>
        }";
    assert_different(shifted, one_by_one);
}

/// Which of two iterations wins is one of several outcomes.
#[test]
fn slices_that_overlap() {
    let rows = |at: &str| {
        format!(
            "%r = scf.forall (%i) in (2) shared_outs(%o = %a) -> (tensor<6x4xf32>) {{
                %s = tensor.extract_slice %b[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<1x4xf32>
                scf.forall.in_parallel {{
                    tensor.parallel_insert_slice %s into %o[{at}, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<6x4xf32>
                }}
            }}"
        )
    };
    assert_unknown_files(
        &function(&rows("3")),
        &function(&format!("%unused = arith.constant 1 : i8\n{}", rows("3"))),
    );
    assert_different(&rows("%i"), &rows("3"));
}

#[test]
fn shapes() {
    let whole =
        "%r = tensor.insert_slice %b into %a[0, 0] [6, 4] [1, 1] : tensor<6x4xf32> into tensor<6x4xf32>";
    let flat = "%f = tensor.collapse_shape %b [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
        %d = tensor.cast %f : tensor<24xf32> to tensor<?xf32>
        %g = tensor.cast %d : tensor<?xf32> to tensor<24xf32>
        %r = tensor.expand_shape %g [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>";
    assert_equal(whole, flat);
    let padded = "%s = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
        %z = arith.constant 1.0 : f32
        %r = tensor.pad %s low[1, 0] high[3, 0] {
        ^bb0(%i: index, %j: index):
            tensor.yield %z : f32
        } : tensor<2x4xf32> to tensor<6x4xf32>";
    let inserted = "%s = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<6x4xf32> to tensor<2x4xf32>
        %z = arith.constant dense<1.0> : tensor<6x4xf32>
        %r = tensor.insert_slice %s into %z[1, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<6x4xf32>";
    assert_equal(padded, inserted);
    assert_different(padded, &inserted.replace("[1, 0]", "[2, 0]"));
}

#[test]
fn conditions_choose() {
    let chosen = "%r = arith.select %p, %a, %b : tensor<6x4xf32>";
    let branches = "%r = scf.if %p -> tensor<6x4xf32> {
            scf.yield %a : tensor<6x4xf32>
        } else {
            scf.yield %b : tensor<6x4xf32>
        }";
    assert_equal(chosen, branches);
    assert_different(chosen, "%r = arith.select %p, %b, %a : tensor<6x4xf32>");
}

/// A loop of so many iterations as an argument says.
#[test]
fn bounds_that_are_not_known() {
    let loop_to = |end: &str| {
        format!(
            "%end = arith.{end} : index
            %r = scf.for %i = %c0 to %end step %c1 iter_args(%t = %a) -> tensor<6x4xf32> {{
                %x = tensor.extract %b[%i, %c0] : tensor<6x4xf32>
                %u = tensor.insert %x into %t[%i, %c0] : tensor<6x4xf32>
                scf.yield %u : tensor<6x4xf32>
            }}"
        )
    };
    let sum = loop_to("addi %n, %c0");
    assert_equal(&sum, &loop_to("muli %n, %c1"));
    assert_different(&sum, &loop_to("addi %n, %c1"));
}

#[test]
fn sizes_that_are_not_known() {
    let sized = |body: &str| {
        format!(
            "func.func @f(%a: tensor<?x?xf32>, %x: f32) -> (tensor<?x?xf32>, index) {{
                %c0 = arith.constant 0 : index
                %c1 = arith.constant 1 : index
                {body}
            }}"
        )
    };
    let inserted = sized(
        "%r = tensor.insert %x into %a[%c1, %c0] : tensor<?x?xf32>
        %n = tensor.dim %r, %c0 : tensor<?x?xf32>
        return %r, %n : tensor<?x?xf32>, index",
    );
    let before = sized(
        "%n = tensor.dim %a, %c0 : tensor<?x?xf32>
        %r = tensor.insert %x into %a[%c1, %c0] : tensor<?x?xf32>
        return %r, %n : tensor<?x?xf32>, index",
    );
    assert_equal_files(&inserted, &before);
    assert_different_files(&inserted, &before.replace("%a, %c0 :", "%a, %c1 :"));
    assert_different_files(&inserted, &before.replace("[%c1, %c0]", "[%c0, %c0]"));
    // Of no other size, though both have no elements where the sizes are 0.
    let two = |body: &str| {
        format!(
            "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {{
                {body}
            }}"
        )
    };
    let [first, second] = ["%a", "%b"].map(|it| two(&format!("return {it} : tensor<?xf32>")));
    let found = verdict(&first, &second);
    assert!(matches!(found, Verdict::Unknown(_) | Verdict::Different(_)), "{found:?}");
}

/// What is too large to be run is not undefined, so that anything would be equal to it.
#[test]
fn tensors_that_are_too_large() {
    let returned = |value: &str| {
        format!(
            "func.func @f(%x: f32) -> (tensor<2048x2048xf32>, f32) {{
                %y = arith.addf %x, %x : f32
                %t = tensor.splat %x : tensor<2048x2048xf32>
                return %t, {value} : tensor<2048x2048xf32>, f32
            }}"
        )
    };
    assert_different_files(&returned("%x"), &returned("%y"));
    let none = "func.func @f(%a: tensor<0x4611686018427387904x4xf32>) -> tensor<0x?xf32> {
            %r = tensor.collapse_shape %a [[0], [1, 2]] : tensor<0x4611686018427387904x4xf32> into tensor<0x?xf32>
            return %r : tensor<0x?xf32>
        }";
    let same = none.replace("%r = ", "%unused = arith.constant 1 : i8\n%r = ");
    assert!(!matches!(verdict(none, &same), Verdict::Different(_)));
}

fn buffers(body: &str) -> String {
    format!("func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) {{\n{body}\nreturn\n}}")
}

/// A tensor that is made of a buffer is what the buffer holds then.
#[test]
fn tensors_of_buffers() {
    let copied = buffers("memref.copy %a, %b : memref<8xf32> to memref<8xf32>");
    let materialized = buffers(
        "%t = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
        bufferization.materialize_in_destination %t in restrict writable %b : (tensor<8xf32>, memref<8xf32>) -> ()",
    );
    assert_equal_files(&copied, &materialized);
    let same = buffers(
        "%t = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
        %m = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>
        memref.copy %m, %b : memref<8xf32> to memref<8xf32>",
    );
    assert_equal_files(&copied, &same);
    let changed = buffers(
        "%c0 = arith.constant 0 : index
        %t = bufferization.to_tensor %a restrict : memref<8xf32> to tensor<8xf32>
        memref.store %x, %a[%c0] : memref<8xf32>
        bufferization.materialize_in_destination %t in restrict writable %b : (tensor<8xf32>, memref<8xf32>) -> ()",
    );
    assert_unknown_files(&copied, &changed);
}

/// What is written into a tensor may be written into its buffer where that is said to be `writable`.
#[test]
fn tensors_that_may_be_written_in_place() {
    let inserted = |writable: &str, end: &str| {
        buffers(&format!(
            "%c0 = arith.constant 0 : index
            %t = bufferization.to_tensor %a restrict {writable} : memref<8xf32> to tensor<8xf32>
            %u = tensor.insert %x into %t[%c0] : tensor<8xf32>
            bufferization.materialize_in_destination %u in restrict writable {end} : (tensor<8xf32>, memref<8xf32>) -> ()"
        ))
    };
    let stored = buffers("affine.store %x, %a[0] : memref<8xf32>");
    assert_equal_files(&stored, &inserted("writable", "%a"));
    assert_equal_files(&stored, &inserted("", "%a"));
    let into_b = "affine.for %i = 0 to 8 {
            %v = affine.load %a[%i] : memref<8xf32>
            affine.store %v, %b[%i] : memref<8xf32>
        }
        affine.store %x, %b[0] : memref<8xf32>";
    assert_equal_files(&buffers(into_b), &inserted("", "%b"));
    assert_unknown_files(&buffers(into_b), &inserted("writable", "%b"));
    let under_a_condition = |program: &str| {
        program
            .replace("bufferization.mat", "%p = arith.cmpf ogt, %x, %x : f32\nscf.if %p {\nbufferization.mat")
            .replace("-> ()", "-> ()\n}")
    };
    let program = inserted("writable", "%a");
    assert_unknown_files(
        &under_a_condition(&program),
        &format!("{}\n", under_a_condition(&program)).replace("%u", "%w"),
    );
}
