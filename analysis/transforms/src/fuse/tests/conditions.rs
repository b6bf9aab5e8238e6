//! `affine.if` in the producer, in the consumer, and between the two: code under a condition stays under it.

use super::{check_taken, check_titles, fusions};
use expect_test::expect;

fn nests(producer: &str, between: &str, consumer: &str) -> String {
    format!(
        "#low = affine_set<(d0) : (7 - d0 >= 0)>\n\
         #some = affine_set<()[s0] : (s0 - 3 >= 0)>\n\
         func.func @f(%x: memref<16xf32>, %t: memref<16xf32>, %y: memref<16xf32>, %c: f32, %n: index) {{\n  \
         affine.for %i = 0 to 16 {{\n    {producer}\n  }}\n{between}  \
         affine.for %k = 0 to 16 {{\n    {consumer}\n  }}\n  return\n}}\n"
    )
}

const COPY: &str = "%v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %t[%i] : memref<16xf32>";

const GUARDED: &str = "affine.if #low(%i) {
      affine.store %c, %t[%i] : memref<16xf32>
    }";

#[test]
fn producer_that_stores_under_a_condition() {
    let same = "%v = affine.load %t[%k] : memref<16xf32>\n    affine.store %v, %y[%k] : memref<16xf32>";
    check_taken(
        &nests(GUARDED, "", same),
        ":depth=1",
        expect![[r#"
        #low = affine_set<(d0) : (7 - d0 >= 0)>
        #some = affine_set<()[s0] : (s0 - 3 >= 0)>
        func.func @f(%x: memref<16xf32>, %t: memref<16xf32>, %y: memref<16xf32>, %c: f32, %n: index) {
          affine.for %k = 0 to 16 {
            affine.if #low(%k) {
              affine.store %c, %t[%k] : memref<16xf32>
            }
            %v = affine.load %t[%k] : memref<16xf32>
            affine.store %v, %y[%k] : memref<16xf32>
          }
          return
        }
    "#]],
    );
    // Only the iterations below 8 store, and they have run when the others read.
    let late = same.replace("%t[%k]", "%t[15 - %k]");
    check_titles(
        &nests(GUARDED, "", &late),
        expect![[r#"
        Fuse the producer of %t (line 4) into this nest at depth 1: recomputes nothing
        Fuse with the nest at line 4 at depth 1, iteration by iteration: recomputes nothing
    "#]],
    );
    // The store under the condition would come after the one that follows it now.
    let overwrites = "affine.store %c, %t[(%k + 1) mod 8] : memref<16xf32>";
    check_titles(
        &nests(GUARDED, "", overwrites),
        expect![[r#"
        Fuse with the nest at line 4 at depth 1, iteration by iteration
          refused: at depth 1, an element would be written in the wrong order: WAW `affine.store %t` (line 6) → `affine.store %t` (line 10), for example from (%i = 1) to (%k = 0)
        Fuse with the nest at line 4 at depth 1, the second delayed by 1, the ends peeled: recomputes nothing
    "#]],
    );
}

#[test]
fn consumer_that_reads_under_a_condition() {
    let consumer = |subscript: &str| {
        format!(
            "affine.if #low(%k) {{
      %v = affine.load %t[{subscript}] : memref<16xf32>
      affine.store %v, %y[%k] : memref<16xf32>
    }} else {{
      affine.store %c, %y[%k] : memref<16xf32>
    }}"
        )
    };
    check_taken(
        &nests(COPY, "", &consumer("%k")),
        ":depth=1",
        expect![[r#"
        #low = affine_set<(d0) : (7 - d0 >= 0)>
        #some = affine_set<()[s0] : (s0 - 3 >= 0)>
        func.func @f(%x: memref<16xf32>, %t: memref<16xf32>, %y: memref<16xf32>, %c: f32, %n: index) {
          affine.for %k = 0 to 16 {
            %v_0 = affine.load %x[%k] : memref<16xf32>
            affine.store %v_0, %t[%k] : memref<16xf32>
            affine.if #low(%k) {
              %v = affine.load %t[%k] : memref<16xf32>
              affine.store %v, %y[%k] : memref<16xf32>
            } else {
              affine.store %c, %y[%k] : memref<16xf32>
            }
          }
          return
        }
    "#]],
    );
    // Half of the producer is all that is read.
    check_titles(
        &nests(COPY, "", &consumer("%k + 8")),
        expect![[r#"
            Fuse a copy of the producer of %t (line 4) into this nest at depth 1 with 1 element of %t: recomputes 100 %
            Fuse with the nest at line 4 at depth 1, iteration by iteration
              refused: at depth 1, an element would be read before it is written: RAW `affine.store %t` (line 6) → `affine.load %t` (line 10), for example from (%i = 8) to (%k = 0)
        "#]],
    );
}

#[test]
fn condition_between() {
    let consumer = "%v = affine.load %t[%k] : memref<16xf32>\n    affine.store %v, %y[%k] : memref<16xf32>";
    let between = |memref: &str| {
        format!("  affine.if #some()[%n] {{\n    affine.store %c, %{memref}[3] : memref<16xf32>\n  }}\n")
    };
    let head = "func.func @f(%x: memref<16xf32>, %t: memref<16xf32>, %y: memref<16xf32>, %c: f32, %n: index";
    let beside = nests(COPY, &between("z"), consumer).replace(head, &format!("{head}, %z: memref<16xf32>"));
    assert!(fusions(&beside).iter().any(|it| it.disabled.is_none()));
    check_titles(
        &nests(COPY, &between("t"), consumer),
        expect![[r#"
        Fuse the producer of %t (line 4) into this nest
          refused: `affine.store %t` (line 9) stands between the two and depends on `affine.store %t` (line 6) (WAW)
    "#]],
    );
    // The first nest cannot move down past it, but the second one up.
    check_titles(
        &nests(COPY, &between("x"), consumer),
        expect![[r#"
        Fuse the producer of %t (line 4) into this nest
          refused: `affine.store %x` (line 9) stands between the two and depends on `affine.load %x` (line 5) (WAR)
        Fuse with the nest at line 4 at depth 1, iteration by iteration: recomputes nothing
    "#]],
    );
}
