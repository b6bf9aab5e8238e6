//! One mistake, one error, near it; what stands around keeps its structure.
//!
//! A comment `//^^^ code` labels the line above; a single `//^ code` also labels an empty range.

use syntax::{SyntaxErrorCode, SyntaxKind, TextRange, ast, ast::AstNode, parse};

/// Compares the errors with the labels.
#[track_caller]
fn check(text: &str) {
    let mut expected = Vec::new();
    let mut start = 0;
    let mut previous = 0;
    for line in text.split_inclusive('\n') {
        let label = line.trim_start().strip_prefix("//").filter(|it| it.starts_with('^'));
        if let Some(label) = label {
            let (carets, code) = label.split_once(' ').unwrap();
            let column = line.find("//^").unwrap() + 2;
            expected.push((previous + column, carets.len(), code.trim().to_owned()));
        } else {
            previous = start;
        }
        start += line.len();
    }
    let found: Vec<_> = parse(text)
        .errors()
        .iter()
        .map(|it| {
            let len = usize::from(it.range.len()).max(1);
            (usize::from(it.range.start()), len, it.code.as_str().to_owned())
        })
        .collect();
    assert_eq!(found, expected, "in\n{text}\n{:#?}", parse(text).errors());
}

/// The names of the operations, in text order.
fn operations(text: &str) -> Vec<String> {
    let root = parse(text).syntax_node();
    root.descendants().filter_map(ast::Operation::cast).filter_map(|it| Some(it.op_name()?.text())).collect()
}

#[test]
fn misspelt_keyword() {
    check(
        "
affine.for %i = 0 too 10 {
                //^^^ expected-token
  \"d.op\"() : () -> ()
}",
    );
}

#[test]
fn missing_operand_of_expression() {
    check(
        "
%v = affine.load %A[%i + ] : memref<10xf32>
                     //^ affine-missing-operand
%w = affine.load %A[%i] : memref<10xf32>",
    );
}

#[test]
fn statement_broken_off() {
    check(
        "
%v = affine.load
              //^ expected-token
affine.store %v, %A[%i] : memref<10xf32>",
    );
    let text = "%v = affine.load\naffine.store %v, %A[%i] : memref<10xf32>";
    assert_eq!(operations(text), ["affine.load", "affine.store"]);
}

#[test]
fn errors_in_two_statements() {
    check(
        "
affine.store %v %A[%i] : memref<10xf32>
              //^^ expected-token
affine.store %v, %A[%i] memref<10xf32>
                      //^^^^^^ expected-token",
    );
}

#[test]
fn unexpected_character() {
    check(
        "
%0 = affine.apply #map(%i);
                        //^ unexpected-character
d.op %x ' : i32
      //^ unexpected-character
\"d.op\"() : () -> ()",
    );
}

#[test]
fn bracket_never_closed() {
    check(
        "
d.op (%x : i32
   //^ expected-token
\"d.op\"() : () -> ()",
    );
}

#[test]
fn legacy_map_and_set() {
    check(
        "
%0 = affine.apply (d0) -> (d0 + 1)(%i)
                //^^^^^^^^^^^^^^^^ legacy-inline-map
affine.if (d0)[s0] : (d0 >= s0)(%i)[%n] {
        //^^^^^^^^^^^^^^^^^^^^^ legacy-inline-set
}
#type = (f32) -> (f32)",
    );
}

#[test]
fn clauses_of_loops() {
    check(
        "
affine.for %i = 0 to 8 iter_args(%a = %b) -> (f32) step 2 {
                                                 //^^^^^^ for-clause-order
}
affine.for %i = 0 to 8 -> (f32) {
                     //^^^^^^^^ for-results-without-iter-args
}
affine.for %i : index = 0 to 8 {
            //^^^^^^^ for-induction-variable-syntax
}
affine.for %i = 0 to %n - 1 {
                   //^^^^^^ expression-not-allowed
}
affine.for %i = 0 to 8 attributes {d.a} {
                     //^^^^^^^^^^^^^^^^ loop-attribute-position
}",
    );
}

#[test]
fn region_never_closed() {
    let text = "
func.func @a() {
  affine.for %i = 0 to 8 {
    \"d.op\"() : () -> ()
  return
//^^^^^^ unterminated-region
}
func.func @b() {
  return
}";
    check(text);
    let root = parse(text).syntax_node();
    let part = root.first_child().unwrap();
    assert_eq!(part.children().filter(|it| it.kind() == SyntaxKind::OPERATION).count(), 2);
}

#[test]
fn opening_brace_lost() {
    check(
        "
func.func @a() {
  affine.for %i = 0 to 8
                      //^ expected-token
    \"d.op\"() : () -> ()
  }
  return
}
func.func @b() {
  return
}",
    );
}

#[test]
fn alias_definitions() {
    check(
        "
#a : affine_map<(d0) -> (d0)>
 //^ alias-missing-equals
  #a.b = 1
//^^^^ alias-name-has-dot
module {
  #c = 1
//^^^^^^ alias-not-at-top-level
}",
    );
}

#[test]
fn nesting_has_a_bound() {
    for (open, close) in [("d.op {", "}"), ("\"d.op\"() ({", "}) : () -> ()")] {
        let text = open.repeat(1000) + &close.repeat(1000);
        assert!(parse(&text).errors().iter().any(|it| it.code == SyntaxErrorCode::NestingTooDeep), "{open}");
        let text = open.repeat(40) + &close.repeat(40);
        assert!(!parse(&text).errors().iter().any(|it| it.code == SyntaxErrorCode::NestingTooDeep), "{open}");
    }
}

#[test]
fn errors_of_an_empty_text() {
    check("");
    assert_eq!(parse("").syntax_node().text_range(), TextRange::default());
}
