//! Programs that `-affine-loop-fusion` of MLIR 22 gives other values, or none: the action says why it does not fuse.

use super::check_titles;
use expect_test::{Expect, expect};

/// The report about a producer and a consumer over buffers of 20 elements.
fn check(before: &str, producer: &str, consumer: &str, expected: Expect) {
    let text = format!(
        "memref.global \"private\" @g : memref<20xf32> = uninitialized\n\
         func.func private @touch(memref<20xf32>)\n\
         func.func @f(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {{\n{before}\n\
         affine.for %i = 2 to 16 {{\n{producer}\n}}\naffine.for %j = 2 to 16 {{\n{consumer}\n}}\nreturn\n}}\n"
    );
    check_titles(&text, expected);
}

const COPY: &str = "%v = affine.load %x[%i] : memref<20xf32>
affine.store %v, %t[%i] : memref<20xf32>";

#[test]
fn update_in_place_that_would_be_applied_twice() {
    check(
        "",
        "%v = affine.load %t[%i] : memref<20xf32>
%w = arith.addf %v, %v : f32
affine.store %w, %t[%i] : memref<20xf32>",
        "%v = affine.load %t[%j] : memref<20xf32>
%w = affine.load %t[%j - 1] : memref<20xf32>
%s = arith.addf %v, %w : f32
affine.store %s, %y[%j] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: depth 1 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %t` (line 6) → `affine.store %t` (line 8), for example from (%i = 2) to (%i = 2)
            Fuse with the nest at line 5 at depth 1, iteration by iteration: recomputes nothing
        "#]],
    );
}

#[test]
fn call_inside_the_producer() {
    check(
        "",
        &format!("{COPY}\nfunc.call @touch(%t) : (memref<20xf32>) -> ()"),
        "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest
              refused: `func.call` (line 8) may read or write anything
        "#]],
    );
}

#[test]
fn cast_that_is_the_same_memory() {
    check(
        "%c = memref.cast %x : memref<20xf32> to memref<?xf32>",
        "%v = affine.load %x[%i - 1] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>",
        "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %c[%j] : memref<?xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: at depth 1, an element would be overwritten before the producer reads it: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 3) to (%j = 2); `%x` and `%c` are the same memory
            Fuse with the nest at line 5 at depth 1, iteration by iteration
              refused: at depth 1, an element would be overwritten before it is read: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 3) to (%j = 2)
            Fuse with the nest at line 5 at depth 1, the second delayed by 1, the ends peeled: recomputes nothing
        "#]],
    );
}

#[test]
fn view_that_is_a_part_of_the_memory() {
    check(
        "%c = memref.subview %x[1] [18] [1] : memref<20xf32> to memref<18xf32, strided<[1], offset: 1>>",
        COPY,
        "%v = affine.load %t[%j] : memref<20xf32>
affine.store %v, %c[%j + 1] : memref<18xf32, strided<[1], offset: 1>>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: at depth 1, an element would be overwritten before the producer reads it: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 4) to (%j = 2); `%x` and `%c` are the same memory
            Fuse with the nest at line 5 at depth 1, iteration by iteration
              refused: at depth 1, an element would be overwritten before it is read: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 4) to (%j = 2)
            Fuse with the nest at line 5 at depth 1, the second delayed by 2, the ends peeled: recomputes nothing
        "#]],
    );
}

#[test]
fn view_of_which_nothing_more_is_known() {
    check(
        "%c = memref.reinterpret_cast %x to offset: [0], sizes: [20], strides: [1] : memref<20xf32> to memref<20xf32>",
        COPY,
        "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %c[%j + 1] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: at depth 1, an element would be overwritten before the producer reads it: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 3) to (%j = 2); `%x` and `%c` may be the same memory
            Fuse with the nest at line 5 at depth 1, iteration by iteration
              refused: at depth 1, an element would be overwritten before it is read: WAR `affine.load %x` (line 6) → `affine.store %c` (line 11), for example from (%i = 3) to (%j = 2)
        "#]],
    );
}

#[test]
fn one_global_under_two_names() {
    check(
        "%a = memref.get_global @g : memref<20xf32>\n%b = memref.get_global @g : memref<20xf32>",
        "%v = affine.load %a[%i - 1] : memref<20xf32>\naffine.store %v, %t[%i] : memref<20xf32>",
        "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %b[%j] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 6) into this nest at depth 1
              refused: at depth 1, an element would be overwritten before the producer reads it: WAR `affine.load %a` (line 7) → `affine.store %b` (line 12), for example from (%i = 3) to (%j = 2); `%a` and `%b` are the same memory
            Fuse with the nest at line 6 at depth 1, iteration by iteration
              refused: at depth 1, an element would be overwritten before it is read: WAR `affine.load %a` (line 7) → `affine.store %b` (line 12), for example from (%i = 3) to (%j = 2)
            Fuse with the nest at line 6 at depth 1, the second delayed by 1, the ends peeled: recomputes nothing
        "#]],
    );
}

#[test]
fn buffer_that_would_be_too_small() {
    check(
        "%p = memref.alloc() : memref<20xf32>\n%z = arith.constant 0.0 : f32\naffine.store %z, %p[17] : memref<20xf32>",
        "%v = affine.load %x[%i] : memref<20xf32>\naffine.store %v, %p[%i] : memref<20xf32>",
        "%v = affine.load %p[%j] : memref<20xf32>
%w = affine.load %p[17] : memref<20xf32>
%s = arith.addf %v, %w : f32
affine.store %s, %y[%j] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %p (line 7) into this nest at depth 1: recomputes nothing, touches 24.14 % less memory
            Fuse the producer of %p (line 7) into this nest at depth 1 with a buffer of its own
              refused: `affine.load %p` (line 13) reads elements that the producer does not write
        "#]],
    );
}

#[test]
fn lanes_of_a_vector() {
    check(
        "",
        "%v = affine.vector_load %x[%i] : memref<20xf32>, vector<4xf32>
affine.vector_store %v, %t[%i] : memref<20xf32>, vector<4xf32>",
        "%v = affine.load %t[%j] : memref<20xf32>\naffine.store %v, %x[%j + 3] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: depth 1 runs iterations of the producer more than once, and a second run does not give the same values: WAW `affine.vector_store %t` (line 7) → `affine.vector_store %t` (line 7), for example from (%i = 2) to (%i = 3)
            Fuse with the nest at line 5 at depth 1, iteration by iteration
              refused: at depth 1, an element would be overwritten before it is read: WAR `affine.vector_load %x` (line 6) → `affine.store %x` (line 11), for example from (%i = 5) to (%j = 2)
            Fuse with the nest at line 5 at depth 1, the second delayed by 3, the ends peeled: recomputes nothing
        "#]],
    );
}

#[test]
fn producer_of_which_a_part_would_be_missing() {
    check(
        "",
        COPY,
        "%v = affine.load %t[(%j floordiv 2) * 2] : memref<20xf32>\naffine.store %v, %y[%j] : memref<20xf32>",
        expect![[r#"
            Fuse the producer of %t (line 5) into this nest at depth 1
              refused: some iterations of `affine.load` (line 6) would never run: no iteration of the consumer needs them, but their results may be read elsewhere
            Fuse with the nest at line 5 at depth 1, iteration by iteration: recomputes nothing
        "#]],
    );
}

#[test]
fn loops_with_results_that_are_siblings() {
    check_titles(
        "func.func @f(%x: memref<20xf32>, %zero: f32) -> (f32, f32) {
  %a = affine.for %i = 0 to 20 iter_args(%s = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<20xf32>
    %n = arith.addf %s, %v : f32
    affine.yield %n : f32
  }
  %b = affine.for %i = 0 to 20 iter_args(%s = %a) -> (f32) {
    %v = affine.load %x[%i] : memref<20xf32>
    %n = arith.addf %s, %v : f32
    affine.yield %n : f32
  }
  return %a, %b : f32, f32
}
",
        expect![[r#"
            Fuse with the nest at line 2
              refused: the second nest uses a result of the first (line 7)
        "#]],
    );
}
