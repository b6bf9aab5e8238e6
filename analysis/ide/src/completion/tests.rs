//! Completion in valid, half-typed and broken files.

use super::CompletionKind;
use crate::tests::cursor;
use expect_test::{Expect, expect};

/// The first proposals with what they are, as `label: detail`.
#[track_caller]
fn check(fixture: &str, count: usize, expected: Expect) {
    let (host, file, offset, text) = cursor(fixture);
    let items = host.analysis().completions(file, offset);
    for item in &items {
        assert!(item.replace.contains_inclusive(offset), "{item:?}");
        assert!(text.get(item.replace.start().into()..item.replace.end().into()).is_some());
    }
    let lines = items.iter().take(count).map(|it| match &it.detail {
        Some(detail) => format!("{:?} {}: {detail}", it.kind, it.label),
        None => format!("{:?} {}", it.kind, it.label),
    });
    expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[track_caller]
fn labels(fixture: &str) -> Vec<String> {
    let (host, file, offset, _) = cursor(fixture);
    host.analysis().completions(file, offset).into_iter().map(|it| it.label).collect()
}

#[test]
fn the_value_of_the_wanted_type_is_first() {
    check(
        "func.func @f(%m: memref<8xf32>, %n: memref<8xi32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, <|>[%i] : memref<8xf32>
  }
  return
}",
        1,
        expect!["Value %m: memref<8xf32>"],
    );
    check(
        "func.func @f(%m: memref<8xf32>, %y: i32, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store <|>, %m[%i] : memref<8xf32>
  }
  return
}",
        1,
        expect!["Value %x: f32"],
    );
}

#[test]
fn subscripts_take_dimensions_and_symbols() {
    let found = labels(
        "func.func @f(%m: memref<8xf32>, %s: index) {
  affine.for %i = 0 to 8 {
    %d = affine.min affine_map<(d0) -> (d0, 4)>(%i)
    %x = affine.load %m[<|>] : memref<8xf32>
  }
  return
}",
    );
    let place = |name: &str| found.iter().position(|it| it == name);
    assert!(place("%i") < place("%d") && place("%s") < place("%d"), "{found:?}");
    assert!(place("%i").is_some_and(|it| it < 2), "{found:?}");
}

#[test]
fn symbol_positions_take_symbols_only() {
    let found = labels(
        "func.func @f(%s: index) {
  affine.for %i = 0 to 8 {
    %x = affine.apply affine_map<()[s0] -> (s0)>()[<|>]
  }
  return
}",
    );
    let place = |name: &str| found.iter().position(|it| it == name);
    assert!(place("%s") == Some(0) && place("%s") < place("%i"), "{found:?}");
}

#[test]
fn a_name_that_is_used_is_proposed_for_its_definition() {
    check(
        "func.func @f(%m: memref<8xf32>) {
  <|> = affine.load %m[0] : memref<8xf32>
  affine.store %sum, %m[1] : memref<8xf32>
  return
}",
        1,
        expect!["Value %sum"],
    );
}

#[test]
fn maps_by_the_number_of_their_inputs_and_sets_for_conditions() {
    let text = "#one = affine_map<(d0) -> (d0 + 1)>
#two = affine_map<(d0, d1) -> (d0 + d1)>
#set = affine_set<(d0) : (d0 >= 0)>
func.func @f(%i: index, %j: index) {
  HERE
  return
}";
    let first = |statement: &str| labels(&text.replace("HERE", statement)).into_iter().next();
    assert_eq!(first("%x = affine.apply #<|>(%i)").as_deref(), Some("#one"));
    assert_eq!(first("%x = affine.apply #<|>(%i, %j)").as_deref(), Some("#two"));
    assert_eq!(first("affine.if #<|>(%i) {\n  }").as_deref(), Some("#set"));
}

#[test]
fn names_of_operations_while_they_are_typed() {
    check(
        "func.func @f(%m: memref<8xf32>) {\n  affine.lo<|>\n  return\n}",
        1,
        expect![
            "Operation affine.load: Reads one element, at subscripts that are affine in loop variables and symbols."
        ],
    );
    let (host, file, offset, _) = cursor("func.func @f() {\n  affine.fo<|>\n  return\n}");
    let items = host.analysis().completions(file, offset);
    let snippet = items.first().and_then(|it| it.snippet.clone());
    assert_eq!(snippet.as_deref(), Some("affine.for ${1:%i} = ${2:0} to ${3:8} {\n  $0\n}"));
    // The rest of the line would follow the snippet.
    let (host, file, offset, _) = cursor("func.func @f() {\n  affine.fo<|> %i = 0 to 8 {\n  }\n  return\n}");
    assert!(host.analysis().completions(file, offset).iter().all(|it| it.snippet.is_none()));
}

#[test]
fn keywords_of_a_half_typed_loop() {
    check("func.func @f() {\n  affine.for %i = 0 <|>\n  return\n}", 1, expect!["Keyword to"]);
    check("func.func @f() {\n  affine.for %i = 0 t<|>\n  return\n}", 1, expect!["Keyword to"]);
    check("func.func @f() {\n  affine.for %i <|>\n}", 1, expect!["Punctuation ="]);
}

#[test]
fn inputs_of_a_map() {
    check(
        "#m = affine_map<(d0, d1)[s0] -> (d0 + <|>)>\n",
        2,
        expect![[r#"
        Value d1
        Value s0"#]],
    );
    check("#m = affine_map<(d0, <|>)[s0] -> (d0 + d5)>\n", 1, expect!["Value d5"]);
}

#[test]
fn labels_symbols_and_types() {
    check(
        "func.func @f(%c: i1) {\n  cf.cond_br %c, ^<|>, ^left\n^left:\n  return\n^right:\n  cf.br ^left\n}",
        2,
        expect![[r#"
            Block ^left
            Block ^right"#]],
    );
    let found = labels("func.func private @callee()\nfunc.func @f() {\n  func.call @<|>\n  return\n}");
    assert!(found.contains(&"@callee".to_owned()), "{found:?}");
    check(
        "func.func @f(%m: memref<4x?xf32>, %i: index) {\n  %x = affine.load %m[0, %i] : <|>\n  return\n}",
        1,
        expect!["Type memref<4x?xf32>"],
    );
}

#[test]
fn punctuation_is_offered_where_it_is_missing() {
    check(
        "func.func @f(%m: memref<8xf32>) {\n  %x = affine.load %m[0<|> : memref<8xf32>\n  return\n}",
        1,
        expect!["Punctuation ]"],
    );
}

#[test]
fn a_file_that_is_broken_elsewhere() {
    check(
        "func.func @g(%a: {\n  \"x.y\"( : \n\nfunc.func @f(%m: memref<8xf32>, %x: f32) {
  affine.store %x, %<|>[0] : memref<8xf32>
  return
}
func.func @h( {",
        1,
        expect!["Value %m: memref<8xf32>"],
    );
}

#[test]
fn nothing_in_comments_strings_and_at_ends() {
    assert_eq!(labels("// affine.<|>"), Vec::<String>::new());
    assert_eq!(labels("module attributes {a = \"x<|>y\"} {}"), Vec::<String>::new());
    let (host, file, _, _) = cursor("<|>");
    assert!(host.analysis().completions(file, 7.into()).is_empty());
    let empty = host.analysis().completions(file, 0.into());
    assert!(empty.iter().any(|it| it.label == "func.func" && it.kind == CompletionKind::Operation));
}

#[test]
fn every_place_of_every_prefix_answers() {
    let text = "#m = affine_map<(d0) -> (d0)>\nfunc.func @f(%a: memref<8xf32>) {\n  affine.for %i = 0 to #m(%é) {\n    %x = affine.load %a[%i] : memref<8xf32>\n  }\n  return\n}\n";
    for (end, _) in text.char_indices().step_by(5) {
        let mut host = crate::host::Host::new();
        let file = host.add_file(&text[..end]);
        for at in [end, end / 2] {
            host.analysis().completions(file, (at as u32).into());
        }
    }
}

#[test]
fn nothing_beside_a_constant_that_is_too_large() {
    let text = |count: usize| {
        let numbers = "1, ".repeat(count);
        format!("func.func @f() {{\n  %c = arith.constant <|>dense<[{numbers}1]> : tensor<4xi32>\n}}")
    };
    assert!(!labels(&text(10)).is_empty());
    assert_eq!(labels(&text(50_000)), Vec::<String>::new());
}

#[test]
fn the_rest_of_a_name_behind_the_cursor_is_replaced() {
    check(
        "func.func @f(%memory: memref<8xf32>, %i: index) {\n  %x = affine.load %m<|>emory[%i] : memref<8xf32>\n  return\n}",
        3,
        expect!["Value %memory: memref<8xf32>"],
    );
    check(
        "func.func @f(%memory: memref<8xf32>) {\n  affine.for %i = 0 to 8 {\n    %x = affine.load %memory[%<|>i] : memref<8xf32>\n  }\n  return\n}",
        3,
        expect![[r#"
            Value %i: index
            Value %memory: memref<8xf32>"#]],
    );
    check(
        "func.func @f() {\n  affine.f<|>or %i = 0 to 8 {\n  }\n  return\n}",
        3,
        expect![
            "Operation affine.for: Runs its body once for each value from the lower bound, included, to the upper bound, excluded."
        ],
    );
}

#[test]
fn documentation_of_operations() {
    expect![[r#"
        ```mlir
        affine.load %memref[%i] : memref<8xf32>
        ```

        Reads one element, at subscripts that are affine in loop variables and symbols."#]]
    .assert_eq(
        &super::operation_documentation(syntax::ods::Registry::builtin(), "affine.load").unwrap_or_default(),
    );
    expect![[r#"
        ```mlir
        arith.addf %lhs, %rhs : type of result
        ```

        Adds two floats."#]]
    .assert_eq(
        &super::operation_documentation(syntax::ods::Registry::builtin(), "arith.addf").unwrap_or_default(),
    );
    assert_eq!(super::operation_documentation(syntax::ods::Registry::builtin(), "x.y"), None);
}

#[test]
fn nothing_is_offered_that_stands_there() {
    let text = |line: &str| {
        format!("func.func @f(%m: memref<8xf32>, %mm: memref<8xf32>) {{\n  {line}\n  return\n}}")
    };
    let complete = [
        "%x = memref.load %m[%c] : memref<8xf32<|>>",
        "%x = arith.constant 1.0 : f32<|>",
        "%x = affine.load %m<|>[0] : memref<8xf32>",
        "memref.dealloc %m : memref<8xf32><|>",
    ];
    for line in complete {
        let word = line.split("<|>").next().unwrap().rsplit([' ', '<', '>', 'x']).next().unwrap();
        assert!(!labels(&text(line)).iter().any(|it| it == word), "{word}");
    }
    assert!(labels(&text("%x = affine.load %m<|>[0] : memref<8xf32>")).contains(&"%mm".to_owned()));
    // After it nothing has to come: what is offered begins with what is typed.
    let found = labels(&text("%x = arith.constant 1.0 : f32<|>"));
    assert!(!found.iter().any(|it| it.len() == 1), "{found:?}");
}

#[test]
fn a_sign_that_is_missing_behind_a_word_is_not_found_by_what_is_typed_next() {
    let (host, file, offset, _) =
        cursor("func.func @f(%m: memref<8xf32>) {\n  memref.dealloc %m : memref<8xf32<|>\n  return\n}");
    let items = host.analysis().completions(file, offset);
    let sign = items.iter().find(|it| it.label == ">").expect("what is missing is proposed");
    assert!(sign.replace.is_empty());
    assert!(!sign.filter.contains('>') && !sign.filter.is_empty(), "{}", sign.filter);
}

/// The forms that are proposed at the cursor, by name.
fn forms(text: &str, names: &[&str]) -> Vec<String> {
    let (host, file, offset, _) = cursor(text);
    let items = host.analysis().completions(file, offset);
    let form = |name: &&str| items.iter().find(|it| it.label == **name).and_then(|it| it.snippet.clone());
    names.iter().filter_map(form).collect()
}

#[test]
fn forms_of_accesses_name_values_that_are_there() {
    let text = |statement: &str| {
        format!(
            "func.func @f(%I: memref<i8>, %A: memref<4x?xf64>, %s: f64, %m: memref<*xf32>) {{
  affine.for %i = 0 to 4 {{
    affine.for %j = 0 to 8 {{
      affine.for %k = 0 to 8 {{
        {statement}
      }}
    }}
  }}
  return
}}"
        )
    };
    let names = ["affine.load", "affine.vector_load", "affine.prefetch"];
    expect![[r#"
        affine.load ${1:%I}[] : ${3:memref<i8>}
        affine.vector_load ${1:%I}[] : ${3:memref<i8>}, ${4:vector<4xi8>}"#]]
    .assert_eq(&forms(&text("%x = <|>"), &names).join("\n"));
    expect!["affine.store ${1:%s}, ${2:%A}[${3:%j, %k}] : ${4:memref<4x?xf64>}"]
        .assert_eq(&forms(&text("affine.st<|>"), &["affine.store"]).join("\n"));
    let outside = "func.func @f(%A: memref<f32>, %B: memref<2x2xf32>) {\n  %x = affine.load %A[] : memref<f32>\n  <|>\n  return\n}";
    expect!["affine.store ${1:%x}, ${2:%B}[${3:0, 0}] : ${4:memref<2x2xf32>}"]
        .assert_eq(&forms(outside, &["affine.store"]).join("\n"));
    let nothing = "func.func @f() {\n  <|>\n  return\n}";
    expect!["affine.store ${1:%value}, ${2:%memref}[${3:%i}] : ${4:memref<8xf32>}"]
        .assert_eq(&forms(nothing, &["affine.store"]).join("\n"));
}

/// The text after a proposal is taken.
fn taken(text: &str, label: &str) -> String {
    let (host, file, offset, text) = cursor(text);
    let items = host.analysis().completions(file, offset);
    let item = items.into_iter().find(|it| it.label == label).unwrap();
    let mut edits = item.also;
    edits.push(syntax::TextEdit { range: item.replace, insert: item.insert });
    edits.sort_by_key(|it| std::cmp::Reverse(it.range.start()));
    edits.iter().fold(text, |mut text, edit| {
        text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
        text
    })
}

#[test]
fn an_access_has_the_type_of_the_memref_that_is_chosen() {
    let text = |statement: &str| {
        format!(
            "func.func @f(%A: memref<4x8xf64>, %B: memref<8xf32>, %C: memref<16xf32>) {{
  affine.for %i = 0 to 4 {{
    affine.for %j = 0 to 8 {{
      {statement}
    }}
  }}
  return
}}"
        )
    };
    let line = |text: String| text.lines().nth(3).unwrap_or_default().trim().to_owned();
    let open = text("%x = affine.load <|>[%j] : memref<8xf32>");
    assert_eq!(labels(&open).first().map(String::as_str), Some("%B"));
    let chosen = ["%A", "%B", "%C"].map(|it| line(taken(&open, it)));
    expect![[r#"
        %x = affine.load %A[%i, %j] : memref<4x8xf64>
        %x = affine.load %B[%j] : memref<8xf32>
        %x = affine.load %C[%j] : memref<16xf32>"#]]
    .assert_eq(&chosen.join("\n"));
    let begun = text("affine.prefetch %<|>B[%j], read, locality<3>, data : memref<8xf32>");
    expect!["affine.prefetch %A[%i, %j], read, locality<3>, data : memref<4x8xf64>"]
        .assert_eq(&line(taken(&begun, "%A")));
}

/// The completion and the fix give the same value.
#[test]
fn fixes_hand_on_what_is_proposed_first() {
    for (fixture, statement) in [
        (
            "func.func @f(%m: memref<8xf32>, %z: f32, %p: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%acc = %z) -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %s = arith.addf %acc, %v : f32
    <|>
  }
  return %r : f32
}",
            "affine.yield",
        ),
        (
            "func.func @f(%m: memref<8xf32>, %a: f32, %b: f32) -> f32 {
  %r = affine.parallel (%i) = (0) to (8) reduce (\"addf\") -> f32 {
    %x = arith.addf %a, %b : f32
    %y = arith.mulf %x, %x : f32
    %k = arith.constant 1 : index
    <|>
  }
  return %r : f32
}",
            "affine.yield",
        ),
        (
            "func.func @f(%m: memref<8xf32>, %z: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%acc = %z) -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %t = arith.addf %acc, %v : f32
    affine.yield %t : f32
  }
  <|>
}",
            "return",
        ),
    ] {
        let proposed = labels(&fixture.replace("<|>", &format!("{statement} <|> : f32"))).swap_remove(0);
        let (host, file, _, _) = cursor(fixture);
        let found = host.analysis().diagnostics_with_fixes(file);
        let fix = found.iter().flat_map(|it| &it.fixes).find(|it| it.title.contains(statement)).unwrap();
        let written = fix.edits[0].insert.trim();
        assert_eq!(written, format!("{statement} {proposed} : f32"));
    }
}

#[test]
fn documentation_says_which_versions_have_an_operation() {
    let text =
        |name| super::operation_documentation(syntax::ods::Registry::builtin(), name).unwrap_or_default();
    assert!(text("arith.convertf").ends_with("\n\n*since MLIR 23*"));
    assert_eq!(
        text("amx.tile_zero"),
        "`amx.tile_zero() -> (res)`\n\n*until MLIR 23, then `x86.amx.tile_zero`*"
    );
    assert!(!text("arith.addf").contains("MLIR"));
}
