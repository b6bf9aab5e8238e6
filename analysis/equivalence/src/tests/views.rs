//! Memory by other names: views, layouts, strides, memrefs of vectors, transfers.

use super::{EQUAL, verdict};
use crate::Verdict;

fn function(arguments: &str, body: &str) -> String {
    format!("func.func @f({arguments}) {{\n{body}\nreturn\n}}")
}

/// A view and the same elements without it are equal; of other elements they are different.
#[track_caller]
fn assert_shows(arguments: &str, viewed: &str, plain: &str, other: &str) {
    let [viewed, plain, other] = [viewed, plain, other].map(|it| function(arguments, it));
    assert_eq!(verdict(&viewed, &plain), EQUAL, "{viewed}\n{plain}");
    assert_eq!(verdict(&plain, &viewed), EQUAL, "{viewed}\n{plain}");
    for [before, after] in [[&viewed, &other], [&other, &viewed]] {
        let found = verdict(before, after);
        assert!(matches!(found, Verdict::Different(_)), "{found:?}\n{before}\n{after}");
    }
}

#[test]
fn subviews() {
    let ty = "memref<4x4xf32, strided<[8, 1], offset: 19>>";
    let viewed = format!(
        "%s = memref.subview %m[2, 3] [4, 4] [1, 1] : memref<8x8xf32> to {ty}
        affine.for %i = 0 to 4 {{
          %v = affine.load %s[%i, 1] : {ty}
          %u = arith.addf %v, %w : f32
          affine.store %u, %s[%i, 2] : {ty}
        }}"
    );
    let plain = "affine.for %i = 2 to 6 {
      %v = affine.load %m[%i, 4] : memref<8x8xf32>
      %u = arith.addf %w, %v : f32
      affine.store %u, %m[%i, 5] : memref<8x8xf32>
    }";
    assert_shows("%m: memref<8x8xf32>, %w: f32", &viewed, plain, &plain.replace("%i, 5", "%i, 6"));
}

#[test]
fn shapes() {
    let plain = "affine.for %i = 0 to 8 {
      %v = affine.load %m[%i, 0] : memref<8x8xf32>
      affine.store %v, %m[%i, 2] : memref<8x8xf32>
    }";
    let collapsed = "%s = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
    affine.for %i = 0 to 8 {
      %v = affine.load %s[%i * 8] : memref<64xf32>
      affine.store %v, %m[%i, 2] : memref<8x8xf32>
    }";
    let expanded = "%s = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 4, 2]
      : memref<8x8xf32> into memref<8x4x2xf32>
    affine.for %i = 0 to 8 {
      %v = affine.load %s[%i, 0, 0] : memref<8x4x2xf32>
      affine.store %v, %s[%i, 1, 0] : memref<8x4x2xf32>
    }";
    let transposed = "%s = memref.transpose %m (i, j) -> (j, i)
      : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
    affine.for %i = 0 to 8 {
      %v = affine.load %s[0, %i] : memref<8x8xf32, strided<[1, 8]>>
      affine.store %v, %s[2, %i] : memref<8x8xf32, strided<[1, 8]>>
    }";
    let described = "%b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m
      : memref<8x8xf32> -> memref<f32>, index, index, index, index, index
    %r = memref.reinterpret_cast %b to offset: [%o], sizes: [8, 8], strides: [%t#0, 1]
      : memref<f32> to memref<8x8xf32, strided<[?, 1], offset: ?>>
    affine.for %i = 0 to 8 {
      %v = affine.load %r[%i, 0] : memref<8x8xf32, strided<[?, 1], offset: ?>>
      affine.store %v, %m[%i, 2] : memref<8x8xf32>
    }";
    for viewed in [collapsed, expanded, transposed, described] {
        assert_shows("%m: memref<8x8xf32>", viewed, plain, &plain.replace("%i, 2", "%i, 3"));
    }
}

#[test]
fn bytes() {
    let viewed = "%c8 = arith.constant 8 : index
    %b = memref.alloc() : memref<32xi8>
    %s = memref.view %b[%c8][] : memref<32xi8> to memref<4xf32>
    affine.for %i = 0 to 4 {
      %v = affine.load %m[%i] : memref<8xf32>
      affine.store %v, %s[%i] : memref<4xf32>
    }
    affine.for %i = 0 to 4 {
      %v = affine.load %s[3 - %i] : memref<4xf32>
      affine.store %v, %m[%i + 4] : memref<8xf32>
    }";
    let plain = "affine.for %i = 0 to 4 {
      %v = affine.load %m[3 - %i] : memref<8xf32>
      affine.store %v, %m[%i + 4] : memref<8xf32>
    }";
    let arguments = "%m: memref<8xf32>";
    assert_shows(arguments, viewed, plain, &plain.replace("3 - %i", "%i"));
    // A number that another view shows a part of is opaque.
    let parts = viewed.replace(
        "affine.for %i = 0 to 4 {\n      %v = affine.load %s[3",
        "%h = memref.view %b[%c8][] : memref<32xi8> to memref<4xi32>
        %w = affine.load %h[0] : memref<4xi32>
        %x = arith.bitcast %w : i32 to f32
        affine.store %x, %m[0] : memref<8xf32>
        affine.for %i = 0 to 4 {\n      %v = affine.load %s[3",
    );
    assert_ne!(parts, viewed);
    let found = verdict(&function(arguments, &parts), &function(arguments, plain));
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}");
    let shifted =
        viewed.replace("[%c8][] : memref<32xi8>", "[%c8][] : memref<16xi8>").replace("<32xi8>", "<16xi8>");
    let found = verdict(&function(arguments, plain), &function(arguments, &shifted));
    assert!(matches!(found, Verdict::Different(_)), "{found:?}");
}

#[test]
fn layouts() {
    let program = |ty: &str, reversed: bool| {
        let at = if reversed { "3 - %i" } else { "%i" };
        format!(
            "%b = memref.alloc() : {ty}
            affine.for %i = 0 to 4 {{
              %v = affine.load %m[{at}, 1] : {ty}
              affine.store %v, %b[{at}, 0] : {ty}
            }}
            affine.for %i = 0 to 4 {{
              %v = affine.load %b[%i, 0] : {ty}
              affine.store %v, %m[%i, 0] : {ty}
            }}"
        )
    };
    for layout in ["strided<[2, 1]>", "strided<[1, 4], offset: 3>", "affine_map<(i, j) -> (j, i)>"] {
        let ty = format!("memref<4x2xf32, {layout}>");
        let other = program(&ty, false).replace("load %b[%i, 0]", "load %b[3 - %i, 0]");
        assert_shows(&format!("%m: {ty}"), &program(&ty, false), &program(&ty, true), &other);
    }
    // Two elements in one place.
    let ty = "memref<4xf32, strided<[0]>>";
    let stores = |first: usize, second: usize| {
        function(
            &format!("%m: {ty}, %x: f32, %y: f32"),
            &format!("affine.store %x, %m[{first}] : {ty}\n affine.store %y, %m[{second}] : {ty}"),
        )
    };
    assert_eq!(verdict(&stores(0, 1), &stores(2, 3)), EQUAL);
    let swapped = function(
        &format!("%m: {ty}, %x: f32, %y: f32"),
        &format!("affine.store %y, %m[1] : {ty}\n affine.store %x, %m[0] : {ty}"),
    );
    assert!(matches!(verdict(&stores(0, 1), &swapped), Verdict::Different(_)));
    let ty = "memref<4xf32, affine_map<(d) -> (d floordiv 2)>>";
    let body = |a: usize, b: usize| {
        function(
            &format!("%m: {ty}, %x: f32, %y: f32"),
            &format!("affine.store %{a}, %m[{a}] : {ty}\n affine.store %{b}, %m[{b}] : {ty}")
                .replace("%0,", "%x,")
                .replace("%1,", "%y,"),
        )
    };
    let found = verdict(&body(0, 1), &body(1, 0));
    assert!(matches!(found, Verdict::Unknown(_)), "{found:?}");
}

#[test]
fn memory_of_vectors() {
    let ty = "memref<4xvector<2xf32>>";
    let whole = format!(
        "affine.for %i = 0 to 4 {{
          %v = affine.load %m[%i] : {ty}
          %w = arith.addf %v, %v : vector<2xf32>
          affine.store %w, %m[%i] : {ty}
        }}"
    );
    let reversed = whole.replace("[%i]", "[3 - %i]");
    assert_shows(&format!("%m: {ty}"), &whole, &reversed, &whole.replace("addf %v, %v", "mulf %v, %v"));
    let single = function(&format!("%m: {ty}"), &whole);
    let flat = single.replace(ty, "memref<4x2xf32>");
    assert!(matches!(verdict(&single, &flat), Verdict::Unknown(_)));
}

#[test]
fn sizes_that_are_only_numbers() {
    let inside = "%c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      %n = memref.dim %d, %c0 : memref<?x3xf32>
      affine.store %n, %o[%i] : memref<8xindex>
    }";
    let hoisted = "%c0 = arith.constant 0 : index
    %n = memref.dim %d, %c0 : memref<?x3xf32>
    affine.for %i = 0 to 8 {
      affine.store %n, %o[%i] : memref<8xindex>
    }";
    let arguments = "%o: memref<8xindex>, %d: memref<?x3xf32>";
    assert_shows(arguments, inside, hoisted, &hoisted.replace("0 to 8", "1 to 8"));
    // Where a subscript needs a size, it does for all sizes.
    let first = "%c0 = arith.constant 0 : index
    %v = affine.load %d[1, 2] : memref<?x3xf32>
    %n = memref.dim %d, %c0 : memref<?x3xf32>
    affine.store %v, %d[0, 0] : memref<?x3xf32>
    affine.store %n, %o[0] : memref<8xindex>";
    let turned = "%c0 = arith.constant 0 : index
    %v = affine.load %d[1, 2] : memref<?x3xf32>
    affine.store %v, %d[0, 0] : memref<?x3xf32>
    %n = memref.dim %d, %c0 : memref<?x3xf32>
    affine.store %n, %o[0] : memref<8xindex>";
    assert_shows(arguments, first, turned, &turned.replace("%d[1, 2]", "%d[1, 1]"));
    // The second reads where only larger memory has an element.
    let nothing =
        function(arguments, "%c7 = arith.constant 7 : index\n affine.store %c7, %o[0] : memref<8xindex>");
    let store = function(
        arguments,
        "%c7 = arith.constant 7 : index\n affine.store %c7, %o[0] : memref<8xindex>
        %v = affine.load %d[4, 2] : memref<?x3xf32>\n affine.store %v, %d[4, 2] : memref<?x3xf32>",
    );
    assert!(matches!(verdict(&nothing, &store), Verdict::Different(_)));
}

#[test]
fn indices_are_arithmetic() {
    let split = "affine.for %i = 0 to 6 {
      %d:2 = affine.delinearize_index %i into (2, 3) : index, index
      %v = affine.load %m[%i] : memref<6xf32>
      memref.store %v, %o[%d#0, %d#1] : memref<2x3xf32>
    }";
    let joined = "affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        %l = affine.linearize_index [%i, %j] by (2, 3) : index
        %v = memref.load %m[%l] : memref<6xf32>
        affine.store %v, %o[%i, %j] : memref<2x3xf32>
      }
    }";
    let arguments = "%m: memref<6xf32>, %o: memref<2x3xf32>";
    assert_shows(arguments, split, joined, &joined.replace("by (2, 3)", "by (2, 2)"));
    // Of a symbol.
    let by_digits = "%d:2 = affine.delinearize_index %n into (4, 4) : index, index
    affine.for %i = 0 to %d#0 { affine.store %x, %m[%i] : memref<6xf32> }";
    let by_division = "%q = affine.apply affine_map<()[s] -> (s floordiv 4)>()[%n]
    affine.for %i = 0 to %q { affine.store %x, %m[%i] : memref<6xf32> }";
    let arguments = "%m: memref<6xf32>, %x: f32, %n: index";
    assert_shows(arguments, by_digits, by_division, &by_division.replace("floordiv 4", "floordiv 3"));
}

#[test]
fn transfers() {
    let arguments = "%m: memref<64xi32>, %o: memref<64xi32>";
    let streamed = "%c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    affine.for %i = 0 to 2 {
      %tag = memref.alloc() : memref<1xi32>
      %b = memref.alloc() : memref<32xi32, 2>
      affine.dma_start %m[%i * 32], %b[0], %tag[0], %c32 : memref<64xi32>, memref<32xi32, 2>, memref<1xi32>
      affine.dma_wait %tag[0], %c32 : memref<1xi32>
      affine.dma_start %b[0], %o[%i * 32], %tag[0], %c32 : memref<32xi32, 2>, memref<64xi32>, memref<1xi32>
      affine.dma_wait %tag[0], %c32 : memref<1xi32>
    }";
    let copied = "affine.for %i = 0 to 64 {
      %v = affine.load %m[%i] : memref<64xi32>
      affine.store %v, %o[%i] : memref<64xi32>
    }";
    assert_shows(arguments, streamed, copied, &copied.replace("0 to 64", "0 to 63"));
    let [streamed, copied] = [streamed, copied].map(|it| function(arguments, it));
    let unknown = |from: &str, to: &str| {
        let changed = streamed.replacen(from, to, 1);
        assert_ne!(changed, streamed);
        let found = verdict(&copied, &changed);
        assert!(matches!(found, Verdict::Unknown(_)), "{found:?}\n{changed}");
    };
    // A transfer without a wait, and one that is used too early.
    let wait = "affine.dma_wait %tag[0], %c32 : memref<1xi32>\n    }";
    unknown(wait, "}");
    unknown(
        wait,
        "affine.for %k = 0 to 1 { %v = affine.load %o[0] : memref<64xi32> }\n affine.dma_wait %tag[0], %c32 : memref<1xi32>\n}",
    );
    let backwards = "affine.dma_start %b[0], %o[%i * 32], %tag[0], %c32 : memref<32xi32, 2>, memref<64xi32>, memref<1xi32>
      affine.dma_wait %tag[0], %c32 : memref<1xi32>";
    let first = streamed
        .replace(backwards, "")
        .replace("affine.dma_start %m", &format!("{backwards}\n affine.dma_start %m"));
    assert!(matches!(verdict(&copied, &first), Verdict::Different(_)));
}

/// The lowering of `ceildiv` by `mlir-opt -lower-affine`.
#[test]
fn rounded_up_by_hand() {
    let arguments = "%m: memref<100xf32>, %x: f32, %n: index";
    let plain = "affine.for %i = 0 to affine_map<()[s] -> (s ceildiv 4)>()[%n] {
      affine.store %x, %m[%i] : memref<100xf32>
    }";
    let lowered = "%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %l = arith.cmpi sle, %n, %c0 : index
    %a = arith.subi %c0, %n : index
    %b = arith.subi %n, %c1 : index
    %s = arith.select %l, %a, %b : index
    %q = arith.divsi %s, %c4 : index
    %r = arith.subi %c0, %q : index
    %t = arith.addi %q, %c1 : index
    %e = arith.select %l, %r, %t : index
    scf.for %i = %c0 to %e step %c1 {
      memref.store %x, %m[%i] : memref<100xf32>
    }";
    assert_shows(arguments, plain, lowered, &plain.replace("ceildiv", "floordiv"));
}
