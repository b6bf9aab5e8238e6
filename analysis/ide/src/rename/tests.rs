//! Renames of everything that has a name, and the reasons against some.

use crate::tests::cursor;
use expect_test::{Expect, expect};

/// The lines that change, or the reason why none does.
#[track_caller]
fn check(fixture: &str, new_name: &str, expected: Expect) {
    let (host, file, offset, text) = cursor(fixture);
    let answer = match host.analysis().rename(file, offset, new_name) {
        Err(reason) => format!("refused: {reason}"),
        Ok(edits) => {
            let edits = syntax::TextEdits::new(edits).expect("disjoint edits");
            let renamed = edits.apply(&text);
            let changed = renamed.lines().zip(text.lines()).filter(|it| it.0 != it.1);
            changed.map(|it| it.0.trim()).collect::<Vec<_>>().join("\n")
        }
    };
    expected.assert_eq(&answer);
}

const NEST: &str = "func.func @f(%m: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
%x = affine.load %m[%<|>i + 1] : memref<8xf32>
affine.store %x, %m[%i] : memref<8xf32>
  }
  affine.for %j = 0 to 8 {
%y = affine.load %m[%j] : memref<8xf32>
  }
  return
}";

#[test]
fn values_with_and_without_sigil() {
    let expected = "affine.for %row = 0 to %n {
%x = affine.load %m[%row + 1] : memref<8xf32>
affine.store %x, %m[%row] : memref<8xf32>";
    for name in ["%row", "row"] {
        let (host, file, offset, text) = cursor(NEST);
        let edits = host.analysis().rename(file, offset, name).expect("a legal name");
        let renamed = syntax::TextEdits::new(edits).expect("disjoint").apply(&text);
        let changed: Vec<_> =
            renamed.lines().zip(text.lines()).filter(|it| it.0 != it.1).map(|it| it.0.trim()).collect();
        assert_eq!(changed.join("\n"), expected);
    }
}

#[test]
fn names_that_clash_or_are_none() {
    check(NEST, "%n", expect!["refused: `%n` is taken"]);
    check(NEST, "%x", expect!["refused: `%x` is taken"]);
    check(NEST, "%1a", expect!["refused: `%1a` is no name of a value"]);
    check(NEST, "a b", expect!["refused: `a b` is no name of a value"]);
    check(NEST, "", expect!["refused: `` is no name of a value"]);
}

#[test]
fn a_name_of_a_sibling_region_is_free() {
    check(
        NEST,
        "%j",
        expect![[r#"
            affine.for %j = 0 to %n {
            %x = affine.load %m[%j + 1] : memref<8xf32>
            affine.store %x, %m[%j] : memref<8xf32>"#]],
    );
}

#[test]
fn groups_of_results() {
    check(
        "func.func @f() {\n  %a:2 = \"x.y\"() : () -> (i1, i1)\n  \"x.z\"(%a#<|>1) : (i1) -> ()\n  return\n}",
        "pair",
        expect![[r#"
            %pair:2 = "x.y"() : () -> (i1, i1)
            "x.z"(%pair#1) : (i1) -> ()"#]],
    );
}

#[test]
fn symbols_in_calls_and_strings() {
    let text = "\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n}) : () -> ()
func.func @g() {
  func.call @<|>f() : () -> ()
  return
}";
    check(
        text,
        "h",
        expect![[r#"
            "func.func"() <{function_type = () -> (), sym_name = "h", sym_visibility = "private"}> ({
            func.call @h() : () -> ()"#]],
    );
    check(text, "@g", expect!["refused: `@g` is taken"]);
    check(
        text,
        "with blank",
        expect![[r#"
            "func.func"() <{function_type = () -> (), sym_name = "with blank", sym_visibility = "private"}> ({
            func.call @"with blank"() : () -> ()"#]],
    );
}

#[test]
fn names_in_text_of_other_dialects() {
    check(
        "#m<|> = affine_map<(d0) -> (d0)>\nfunc.func private @f(!x.y<#m, 1>)",
        "map",
        expect![[r#"
            #map = affine_map<(d0) -> (d0)>
            func.func private @f(!x.y<#map, 1>)"#]],
    );
    check("x.define @taken\nfunc.func private @<|>f()", "taken", expect!["refused: `@taken` is taken"]);
    check(
        "#a = #x.y<@f>\nfunc.func private @<|>f()",
        "g",
        expect!["refused: `@f` also stands in text that only its dialect can read"],
    );
}

#[test]
fn text_that_looks_like_arguments() {
    check(
        "x.func @f(%ro<|>ot : !x.y) {\n  x.match @g::@h(%root : !x.y) : loc([%root])\n  x.end\n}",
        "other",
        expect!["refused: `%root` also stands in text that cannot be read"],
    );
}

#[test]
fn names_in_regions_of_generic_form() {
    let text = "%0 = \"x.y\"() : () -> i32\n%1 = \"x.y\"() : () -> i32\n\"builtin.module\"() ({\n  %2 = \"x.y\"() : () -> i32\n}) : () -> ()";
    check(&text.replacen("%1", "%<|>1", 1), "2", expect!["refused: `%2` is taken"]);
    check(&text.replacen("%2", "%<|>2", 1), "0", expect!["refused: `%0` is taken"]);
    check(&text.replacen("%2", "%<|>2", 1), "4", expect![[r#"%4 = "x.y"() : () -> i32"#]]);
    let custom = "%0 = \"x.y\"() : () -> i32\nmodule {\n  %<|>2 = \"x.y\"() : () -> i32\n}";
    check(custom, "0", expect![[r#"%0 = "x.y"() : () -> i32"#]]);
}

/// A kernel may have the name of the module around it.
#[test]
fn symbols_inside_symbols_of_the_same_name() {
    let text = "gpu.module @k {\n  gpu.func @k() kernel {\n    gpu.return\n  }\n}\nfunc.func @f() {\n  x.launch @k::@k\n  return\n}";
    check(
        &text.replacen("gpu.func @k", "gpu.func @<|>k", 1),
        "other",
        expect![[r#"
        gpu.func @other() kernel {
        x.launch @k::@other"#]],
    );
    check(
        &text.replacen("gpu.module @k", "gpu.module @<|>k", 1),
        "other",
        expect![[r#"
        gpu.module @other {
        x.launch @other::@k"#]],
    );
    check(
        &text.replacen("launch @k", "launch @<|>k", 1),
        "other",
        expect![[r#"
        gpu.module @other {
        x.launch @other::@k"#]],
    );
}

/// An unknown operation may define the symbols that it names.
#[test]
fn paths_that_lead_nowhere() {
    let text = "x.table @t {\n  x.entry @f any\n}\nfunc.func @<|>f() {\n  return\n}\nx.use @t::@f";
    check(text, "g", expect!["refused: `@t::@f` may be another definition of `@f`"]);
    let known = text.replace("x.table", "llvm.comdat").replace("x.entry", "llvm.comdat_selector");
    check(&known, "g", expect!["func.func @g() {"]);
    let path = known.replace("<|>", "").replace("@t::@f", "@t::@<|>f");
    check(
        &path,
        "g",
        expect![[r#"
            llvm.comdat_selector @g any
            x.use @t::@g"#]],
    );
}

#[test]
fn labels_aliases_and_inputs() {
    check(
        "func.func @f() {\n  cf.br ^a\n^a<|>:\n  cf.br ^b\n^b:\n  return\n}",
        "^next",
        expect![[r#"
            cf.br ^next
            ^next:"#]],
    );
    check(
        "func.func @f() {\n  cf.br ^a\n^a<|>:\n  cf.br ^b\n^b:\n  return\n}",
        "b",
        expect!["refused: `^b` is taken"],
    );
    let text = "#map = affine_map<(d0, d1) -> (d0 + d<|>1)>\n#other = affine_map<(d1) -> (d1)>";
    check(text, "d5", expect!["#map = affine_map<(d0, d5) -> (d0 + d5)>"]);
    check(text, "d0", expect!["refused: `d0` is taken"]);
    check(text, "mod", expect!["refused: `mod` is no name of a dimension or symbol"]);
    check(
        "#m<|>ap = affine_map<(d0) -> (d0)>\n#b = #map",
        "#other",
        expect![[r#"
        #other = affine_map<(d0) -> (d0)>
        #b = #other"#]],
    );
    check("#m<|>ap = affine_map<(d0) -> (d0)>\n#b = #map", "b", expect!["refused: `#b` is taken"]);
    check("#m<|>ap = affine_map<(d0) -> (d0)>", "a.b", expect!["refused: `a.b` is no name of an alias"]);
}

#[test]
fn half_typed_and_broken_text() {
    check(
        "func.func @f() {\n  %a = arith.constant 1 : index\n  affine.for %i = %<|>a to\n}",
        "b",
        expect![[r#"
        %b = arith.constant 1 : index
        affine.for %i = %b to"#]],
    );
    check(
        "func.func @f() {\n  affine.store %no<|>ne, \n}",
        "b",
        expect!["refused: `%none` cannot be renamed"],
    );
    check("func.func @f() {\n  <|>return\n}", "b", expect!["refused: `return` cannot be renamed"]);
}
