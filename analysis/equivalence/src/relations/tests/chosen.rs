//! Elements that values choose.

use super::{assert_equal, assert_unknown, verdict};
use crate::{Method, Verdict};

const CHOICE: &str =
    "%A: memref<{M}xf32>, %P: memref<{M}xindex>, %Q: memref<{M}xindex>, %B: memref<{M}xf32>, %N: index";

/// Squares into memory of the function's own, of which another loop takes elements.
fn gathered(subscript: &str, between: &str) -> String {
    format!(
        "%T = memref.alloc() : memref<512xf32>
        affine.for %i = 0 to 512 {{
            %v = affine.load %A[%i mod 7] : memref<{{M}}xf32>
            %w = arith.mulf %v, %v : f32
            affine.store %w, %T[%i] : memref<512xf32>
        }}
        affine.for %i = 0 to {{N}} {{
            {between}
            {subscript}
            %v = memref.load %T[%k] : memref<512xf32>
            affine.store %v, %B[%i] : memref<{{M}}xf32>
        }}"
    )
}

const PLAIN: &str = "%k = affine.load %P[%i] : memref<{M}xindex>";

#[test]
fn values_choose_the_same_elements() {
    let direct = "affine.for %i = 0 to {N} {
        %k = affine.load %P[%i] : memref<{M}xindex>
        %v = memref.load %A[%k] : memref<{M}xf32>
        affine.store %v, %B[%i] : memref<{M}xf32>
    }";
    let reversed = "%n = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%N]
    affine.for %i = 0 to {N} {
        %k = affine.load %P[{L} - %i] : memref<{M}xindex>
        %v = memref.load %A[%k] : memref<{M}xf32>
        affine.store %v, %B[{L} - %i] : memref<{M}xf32>
    }";
    for size in ["512", "509", "?"] {
        let (bound, last) = match size {
            "?" => ("%N", "symbol(%n)".to_owned()),
            size => (size, format!("{}", size.parse::<u32>().expect("a number") - 1)),
        };
        let function = |body: &str| {
            let text = format!("func.func @f({CHOICE}) {{\n{body}\nreturn\n}}");
            text.replace("{N}", bound).replace("{M}", size).replace("{L}", &last)
        };
        let found = verdict(&function(direct), &function(reversed));
        assert_eq!(found, (Verdict::Equal { reassociates: false }, Some(Method::Relations)));
    }
}

#[test]
fn of_memory_that_was_written_before() {
    let other = gathered("%k = affine.load %P[%i] : memref<{M}xindex>", "%unused = arith.constant 1 : index");
    assert_equal(CHOICE, &gathered(PLAIN, ""), &other);
}

#[test]
fn other_elements_are_not_the_same() {
    let plain = gathered(PLAIN, "");
    // Of another memref, of the next iteration, one further, and of another function of the same number.
    for subscript in [
        "%k = affine.load %Q[%i] : memref<{M}xindex>",
        "%k = affine.load %P[%i mod 5] : memref<{M}xindex>",
        "%p = affine.load %P[%i] : memref<{M}xindex>\n%k = affine.apply affine_map<(d0) -> (d0 + 1)>(%p)",
        "%p = affine.load %P[%i] : memref<{M}xindex>\n%k = arith.addi %p, %p : index",
    ] {
        assert_unknown(CHOICE, &plain, &gathered(subscript, ""));
    }
    // What memory holds then is another thing, if only in one element.
    let write = "%x = affine.load %A[0] : memref<{M}xf32>\naffine.store %x, %T[%i mod 512] : memref<512xf32>";
    assert_unknown(CHOICE, &plain, &gathered(PLAIN, write));
    assert_unknown(CHOICE, &plain, &plain.replace("%i mod 7", "%i mod 6"));
    assert_unknown(CHOICE, &plain, &plain.replace("for %i = 0 to 512", "for %i = 0 to 511"));
}

#[test]
fn memory_of_another_size_may_be_left() {
    let of_size = |size: &str| gathered(PLAIN, "").replace("512", size);
    // What the first reads is in both, but the other way round an element of the first is in none of the second.
    assert_equal(CHOICE, &of_size("512"), &of_size("513"));
    assert_unknown(CHOICE, &of_size("513"), &of_size("512"));
}

#[test]
fn a_load_that_runs_in_the_second_alone_may_leave_memory() {
    let plain = "affine.for %i = 0 to {N} {
        %v = affine.load %A[%i] : memref<{M}xf32>
        affine.store %v, %B[%i] : memref<{M}xf32>
    }";
    let more = plain.replace(
        "%v =",
        "%k = affine.load %P[%i] : memref<{M}xindex>\n%u = memref.load %A[%k] : memref<{M}xf32>\n%v =",
    );
    assert_unknown(CHOICE, plain, &more);
    // In fewer iterations than the first.
    let first = more.replace("%v, %B", "%u, %B");
    let rest = "affine.for %i = 0 to 1 {
        %k = affine.load %P[%i + 3] : memref<{M}xindex>
        %u = memref.load %B[%k] : memref<{M}xf32>
    }";
    assert_unknown(CHOICE, &first, &format!("{first}\n{rest}"));
}

#[test]
fn sums_of_chosen_elements_in_another_order() {
    let sum = |order: &str| {
        format!(
            "affine.for %i = 0 to 512 {{
                %k = affine.load %P[{order}] : memref<512xindex>
                %v = memref.load %Z[%k] : memref<64xi32>
                %s = affine.load %S[0] : memref<1xi32>
                %t = arith.addi %s, %v : i32
                affine.store %t, %S[0] : memref<1xi32>
            }}"
        )
    };
    let signature = "%P: memref<512xindex>, %Z: memref<64xi32>, %S: memref<1xi32>, %N: index";
    assert_equal(signature, &sum("%i"), &sum("511 - %i"));
    assert_unknown(signature, &sum("%i"), &sum("510 - %i + 1 - %i mod 2"));
}
