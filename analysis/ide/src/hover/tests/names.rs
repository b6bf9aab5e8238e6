//! Values, maps, symbols and aliases.

use super::{check, stencil};
use expect_test::expect;

#[test]
fn induction_variable() {
    check(
        &stencil("%arg1 ="),
        expect![[r#"
            %arg1
            =====
            ```mlir
            %arg1 : index
            ```

            induction variable of `affine.for`, bounds `0 to 9`

            valid as a dimension, not as a symbol: it is the index of an affine loop, which is a dimension
        "#]],
    );
    check(
        &stencil("%arg0 - 2"),
        expect![[r#"
            %arg0
            =====
            ```mlir
            %arg0 : index
            ```

            induction variable of `affine.for`, bounds `0 to 9`

            valid as a dimension, not as a symbol: it is the index of an affine loop, which is a dimension
        "#]],
    );
}

#[test]
fn apply_min_and_if() {
    let text = "func.func @f(%i: index, %n: index) {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
  %b = affine.min affine_map<(d0, d1) -> (d0 * 2, d1 - 1)>(%a, %i)
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%n] {
  }
  return
}";
    check(
        &text.replacen("affine.apply", "affine.<|>apply", 1),
        expect![[r#"
            affine.apply
            =====
            ```mlir
            %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
            ```

            - map `%i + %n`

            Evaluates an affine map with one result on index values. The operands in parentheses are the map's dimensions, those in brackets its symbols; the result is an index.
        "#]],
    );
    check(
        &text.replacen("affine.min", "affine.<|>min", 1),
        expect![[r#"
            affine.min
            =====
            ```mlir
            %b = affine.min affine_map<(d0, d1) -> (d0 * 2, d1 - 1)>(%a, %i)
            ```

            - map `min(%a * 2, %i - 1)`
            - composed `min(%i * 2 + %n * 2, %i - 1)`

            The least of the results of an affine map. Operands are the map's dimensions and symbols; the result is an index.
        "#]],
    );
    check(
        &text.replacen("affine.if", "affine.<|>if", 1),
        expect![[r#"
            affine.if
            =====
            ```mlir
            affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%n]
            ```

            - holds where `%i - %n >= 0 and %i == 0`

            Runs its first region where an integer set holds, else its second. The operands in parentheses are the set's dimensions, those in brackets its symbols. With results both regions end in `affine.yield`.
        "#]],
    );
    check(
        &text.replacen("-> (d0 * 2", "-> (<|>d0 * 2", 1),
        expect![[r#"
        d0
        =====
        ```mlir
        (d0, d1) -> (d0 * 2, d1 - 1)
        ```

        dimension 0
    "#]],
    );
}

#[test]
fn symbols_and_aliases() {
    let text = "#map = affine_map<(d0) -> (d0 + 1)>
!e = f32
!m = memref<8x!e>
func.func private @g(%x: !m {x.y = 1}, index) -> (f32)
func.func @f(%m: !m, %i: index) attributes {a = 1} {
  %0 = affine.apply #map(%i)
  func.call @f(%m, %i) : (!m, index) -> ()
  return
}";
    check(
        &text.replacen("#map(", "#<|>map(", 1),
        expect![[r#"
            #map
            =====
            ```mlir
            #map = affine_map<(d0) -> (d0 + 1)>
            ```

            - here `%i + 1`
        "#]],
    );
    check(
        &text.replacen("call @f", "call @<|>f", 1),
        expect![[r#"
        @f
        =====
        ```mlir
        func.func @f(%m: !m, %i: index)
        ```
    "#]],
    );
    check(
        &text.replacen("(!m, index", "(<|>!m, index", 1),
        expect![[r#"
        !m
        =====
        ```mlir
        !m = memref<8x!e>
        ```

        expands to `memref<8xf32>`
    "#]],
    );
}

#[test]
fn values_of_unknown_operations() {
    let text = "func.func @f() {
  %a:2 = foo.bar %b
  %c = arith.constant 4 : index
  foo.baz %a#1, %c
  return
}";
    check(
        &text.replacen("%a#1", "%<|>a#1", 1),
        expect![[r#"
        %a#1
        =====
        ```mlir
        %a#1
        ```

        result 1 of 2 of `foo.bar`
    "#]],
    );
    check(
        &text.replacen("baz %a#1, %c", "baz %a#1, %<|>c", 1),
        expect![[r#"
            %c
            =====
            ```mlir
            %c : index
            ```

            result of `arith.constant`, the constant 4

            valid as a dimension and as a symbol
        "#]],
    );
    check(
        &text.replacen("foo.bar", "foo.<|>bar", 1),
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn validity_as_dimension_and_symbol() {
    let text = "func.func @f(%n: index, %m: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xi32>
    %k = arith.index_cast %x : i32 to index
    affine.for %j = 0 to %n {
      %y = affine.load %m[%j + symbol(%k)] : memref<8xi32>
    }
  }
  return
}";
    check(
        &text.replacen("to %n", "to %<|>n", 1),
        expect![[r#"
        %n
        =====
        ```mlir
        %n : index
        ```

        argument 0 of `@f`

        valid as a dimension and as a symbol
    "#]],
    );
    check(
        &text.replacen("[%i]", "[%<|>i]", 1),
        expect![[r#"
            %i
            =====
            ```mlir
            %i : index
            ```

            induction variable of `affine.for`, bounds `0 to 8`

            valid as a dimension, not as a symbol: it is the index of an affine loop, which is a dimension
        "#]],
    );
    check(
        &text.replacen("symbol(%k", "symbol(%<|>k", 1),
        expect![[r#"
            %k
            =====
            ```mlir
            %k : index
            ```

            result of `arith.index_cast`

            An integer as an index or the other way round, with its sign.

            valid neither as a dimension nor as a symbol: it is computed by arith.index_cast from %x, which is not a symbol
        "#]],
    );
}
