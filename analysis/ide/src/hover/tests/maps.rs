//! The results of a use of a map, and the contents of a type.

use super::{check, shown};
use expect_test::expect;

fn in_nest(body: &str) -> String {
    format!(
        "#tile = affine_map<(d0, d1) -> (d0 * 4 + d1)>
func.func @f(%m: memref<32xf32>, %n: index) {{
  affine.for %i = 0 to 8 {{
    affine.for %j = 0 to 4 {{
      {body}
    }}
  }}
  return
}}"
    )
}

#[test]
fn an_alias_where_it_is_used() {
    check(
        &in_nest("%x = affine.apply #ti<|>le(%i, %j)"),
        expect![[r#"
            #tile
            =====
            ```mlir
            #tile = affine_map<(d0, d1) -> (d0 * 4 + d1)>
            ```

            - here `%i * 4 + %j`
            - values `[0, 31]`
            - one-to-one: no two iterations of the loops around give the same
        "#]],
    );
}

#[test]
fn a_map_that_is_written_out_is_composed() {
    check(
        &in_nest(
            "%y = affine.apply #tile(%i, %j)\n      %x = affine.apply affine_<|>map<(d0) -> (d0 floordiv 4)>(%y)",
        ),
        expect![[r#"
            affine_map<(d0) -> (d0 floordiv 4)>
            =====
            ```mlir
            affine_map<(d0) -> (d0 floordiv 4)>
            ```

            - here `(%i * 4 + %j) floordiv 4`
            - values `[0, 7]`
            - not one-to-one: two iterations of the loops around can give the same
        "#]],
    );
}

#[test]
fn an_apply_tells_its_values() {
    check(
        &in_nest("%x = affine.app<|>ly affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]"),
        expect![[r#"
            affine.apply
            =====
            ```mlir
            %x = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
            ```

            - map `%i + %n`
            - not one-to-one: two iterations of the loops around can give the same

            Evaluates an affine map with one result on index values. The operands in parentheses are the map's dimensions, those in brackets its symbols; the result is an index.
        "#]],
    );
}

#[test]
fn a_bound_that_is_a_map() {
    check(
        "func.func @f(%n: index) {
  affine.for %i = 0 to min affine<|>_map<()[s0] -> (s0, 64)>()[%n] {
  }
  return
}",
        expect![[r#"
            affine_map<()[s0] -> (s0, 64)>
            =====
            ```mlir
            affine_map<()[s0] -> (s0, 64)>
            ```

            - here `%n, 64`
            - values `[*, *]`, `[64]`
        "#]],
    );
}

#[test]
fn types_and_their_sizes() {
    check(
        "func.func private @f(mem<|>ref<4x8xf32>)",
        expect![[r#"
        memref<4x8xf32>
        =====
        ```mlir
        memref<4x8xf32>
        ```

        - memory of rank 2
        - 32 elements of f32, 128 bytes
        - row by row, without gaps
    "#]],
    );
    check(
        "func.func private @f(memref<4x?xf<|>64, strided<[?, 1], offset: 3>, 2>)",
        expect![[r#"
        memref<4x?xf64, strided<[?, 1], offset: 3>, 2>
        =====
        ```mlir
        memref<4x?xf64, strided<[?, 1], offset: 3>, 2>
        ```

        - memory of rank 2
        - 1 size is told when the program runs
        - strides `?, 1`, offset `3`
        - memory space `2`
    "#]],
    );
    check(
        "func.func private @f(vec<|>tor<1xi1>)",
        expect![[r#"
            vector<1xi1>
            =====
            ```mlir
            vector<1xi1>
            ```

            - vector of rank 1
            - 1 element of i1, 1 byte
        "#]],
    );
    check(
        "func.func private @f(ten<|>sor<?x?x3xbf16>)",
        expect![[r#"
        tensor<?x?x3xbf16>
        =====
        ```mlir
        tensor<?x?x3xbf16>
        ```

        - value of rank 3
        - 2 sizes are told when the program runs
    "#]],
    );
    check(
        "func.func private @f(in<|>dex)",
        expect![[r#"
        index
        =====
        ```mlir
        index
        ```

        - an integer as wide as the target's addresses
    "#]],
    );
    check(
        "func.func private @f(memref<99999999999x99999999999xf<|>32>)",
        expect![[r#"
        memref<99999999999x99999999999xf32>
        =====
        ```mlir
        memref<99999999999x99999999999xf32>
        ```

        - memory of rank 2
        - row by row, without gaps
    "#]],
    );
}

#[test]
fn half_typed_uses() {
    check(
        &in_nest("%x = affine.apply affine_<|>map<(d0) -> (d0 +"),
        expect![[r#"
        nothing
    "#]],
    );
    check(
        "func.func private @f(mem<|>ref<4x",
        expect![[r#"
            nothing
        "#]],
    );
}

#[test]
fn simpler_forms() {
    let text = |at: &str| {
        "func.func @f(%A: memref<64xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<()[s0] -> (8, s0 * 0 + 9)>()[%n] {
      affine.if affine_set<(d0) : (d0 >= 0, -d0 + 5 >= 0)>(%j) {
        %k = affine.apply affine_map<(d0, d1) -> ((d0 * 8 + d1) floordiv 8)>(%i, %j)
        %v = affine.load %A[(%i * 8 + %j) mod 64] : memref<64xf32>
      }
    }
  }
  return
}
"
        .replacen(at, &format!("<|>{at}"), 1)
    };
    for (at, expected) in [
        ("affine.for %j", expect!["- the same as `0 to 8`"]),
        ("affine.if", expect!["- the same as `5 - %j >= 0`"]),
        ("affine.apply", expect!["- the same as `%i`"]),
        ("affine.load", expect!["- the same as `[%i * 8 + %j]`"]),
    ] {
        let shown = shown(&text(at));
        let same: Vec<_> = shown.lines().filter(|it| it.starts_with("- the same as")).collect();
        expected.assert_eq(&same.join("\n"));
    }
}
