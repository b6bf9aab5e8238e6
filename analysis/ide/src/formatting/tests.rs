//! Formatting of valid, half-typed and broken files.

use crate::host::Host;
use expect_test::{Expect, expect};
use syntax::{SyntaxKind, TextEdits};
use syntax::{TextRange, TextSize};

fn format(text: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let edits = host.analysis().formatting(file);
    TextEdits::new(edits).expect("disjoint edits").apply(text)
}

/// Everything but white space.
fn tokens(text: &str) -> Vec<String> {
    let root = syntax::parse(text).syntax_node();
    let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
    tokens.filter(|it| it.kind() != SyntaxKind::WHITESPACE).map(|it| it.text().to_owned()).collect()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let formatted = format(text);
    expected.assert_eq(&formatted);
    assert_eq!(format(&formatted), formatted, "not stable");
    assert_eq!(tokens(text), tokens(&formatted));
}

#[test]
fn a_split_marker_stands_at_the_start_of_its_line() {
    check(
        "func.func @f( ) {\nreturn\n  }\n   // -----\n   // Another.\n// -----\nfunc.func private @f( )   // -----\n",
        expect![[r#"
            func.func @f() {
              return
            }
            // -----
            // Another.
            // -----
            func.func private @f() // -----
        "#]],
    );
}

#[test]
fn indentation_follows_regions() {
    check(
        "func.func @f(%m: memref<8xf32>) {
affine.for %i = 0 to 8 {
      // Reads.
      %x = affine.load %m[%i] : memref<8xf32>
        affine.if #s(%i) {
    affine.store %x, %m[%i] : memref<8xf32>
  } else {
  }
    // Last.
  }
cf.br ^end
  ^end:
return
}
",
        expect![[r#"
            func.func @f(%m: memref<8xf32>) {
              affine.for %i = 0 to 8 {
                // Reads.
                %x = affine.load %m[%i] : memref<8xf32>
                affine.if #s(%i) {
                  affine.store %x, %m[%i] : memref<8xf32>
                } else {
                }
                // Last.
              }
              cf.br ^end
            ^end:
              return
            }
        "#]],
    );
}

#[test]
fn blanks_around_tokens() {
    check(
        "#m=affine_map<( d0,d1 ) [s0]->(d0*2+d1 , -d0 floordiv  s0)>
#s = affine_set<(d0):(d0-1>=0,  d0==0)>
func.func @f ( %m : memref<4 x ? x f32>,%i:index )->( f32 ) attributes{ a=1:i32,b } {
  %0 , %1:2=affine.apply  #m (%i,%i) [ %i ]
  affine.for %j=0 to 8 step  2{
  }
  %x=affine.load %m [ %i+1,symbol( %i ) ]:memref<4x?xf32>
  \"x.y\"( %x ) < {a = array<i64:1,2>}> ( { } ) :(f32)->()   // Behind.
  return %x:f32
}
",
        expect![[r#"
            #m = affine_map<(d0, d1)[s0] -> (d0 * 2 + d1, -d0 floordiv s0)>
            #s = affine_set<(d0) : (d0 - 1 >= 0, d0 == 0)>
            func.func @f(%m: memref<4x?xf32>, %i: index) -> (f32) attributes {a = 1 : i32, b} {
              %0, %1:2 = affine.apply #m(%i, %i)[%i]
              affine.for %j = 0 to 8 step 2 {
              }
              %x = affine.load %m[%i + 1, symbol(%i)] : memref<4x?xf32>
              "x.y"(%x) <{a = array<i64: 1, 2>}> ({ }) : (f32) -> ()   // Behind.
              return %x : f32
            }
        "#]],
    );
}

#[test]
fn empty_lines_and_ends() {
    check(
        "\n\n// First.\n\n\n\nfunc.func @f() {   \n\n\n  return\t\n\n}\n\n\n// -----\n\n\n\nfunc.func @g()   {\n  return\n}  \n\n",
        expect![[r#"
            // First.

            func.func @f() {

              return

            }

            // -----

            func.func @g() {
              return
            }
        "#]],
    );
    check("func.func private @f()", expect!["func.func private @f()\n"]);
    check(" \n ", expect![""]);
    assert_eq!(format(""), "");
}

#[test]
fn lines_of_one_statement_move_together() {
    check(
        "module {
func.func @f(%a: index,
             // The second.
             %b: index) attributes {
    x.y = [1,
           2]
} {
    return
}
}
",
        expect![[r#"
            module {
              func.func @f(%a: index,
                           // The second.
                           %b: index) attributes {
                  x.y = [1,
                         2]
              } {
                return
              }
            }
        "#]],
    );
}

#[test]
fn line_endings_are_kept() {
    assert_eq!(
        format("module {\r\nfunc.func private @f()\r\n\r\n\r\n}\r\n\r\n"),
        "module {\r\n  func.func private @f()\r\n\r\n}\r\n"
    );
    assert_eq!(format("module {\rfunc.func private @f()\r}"), "module {\r  func.func private @f()\r}\r");
}

#[test]
fn bodies_that_a_dialect_reads_are_left() {
    check(
        "#a = #x.y<a  =  1 ,b>\nfunc.func private @f(!x.z< 1,  2 >,   i1)\n",
        expect![[r#"
            #a = #x.y<a  =  1 ,b>
            func.func private @f(!x.z< 1,  2 >, i1)
        "#]],
    );
}

#[test]
fn broken_regions_are_left_and_others_are_not() {
    check(
        "func.func @f(  %a : index) {
affine.for %i =  to 8 {
return
}
}
func.func @g( %a:index ) {
return
}
",
        expect![[r#"
            func.func @f(%a: index) {
            affine.for %i =  to 8 {
            return
            }
            }
            func.func @g(%a: index) {
              return
            }
        "#]],
    );
    let half_typed = "func.func @f() {\n    affine.load   %m[\n}\n\n\n\nfunc.func @g( ) {\nreturn }\n";
    assert!(format(half_typed).contains("    affine.load   %m[\n}"));
}

#[test]
fn a_range_leaves_other_lines() {
    let text = "func.func @f() {\nreturn\n}\nfunc.func @g() {\nreturn\n}\n";
    let mut host = Host::new();
    let file = host.add_file(text);
    let second = TextSize::from(text.rfind("return").map_or(0, |it| it as u32));
    let edits = host.analysis().range_formatting(file, TextRange::empty(second));
    let formatted = TextEdits::new(edits).expect("disjoint").apply(text);
    assert_eq!(formatted, "func.func @f() {\nreturn\n}\nfunc.func @g() {\n  return\n}\n");
}

#[test]
fn lines_are_indented_while_they_are_typed() {
    let typed = |fixture: &str| {
        let offset = fixture.find("<|>").map_or(0, |it| it as u32);
        let text = fixture.replace("<|>", "");
        let mut host = Host::new();
        let file = host.add_file(&text);
        let edit = host.analysis().on_type_formatting(file, offset.into());
        edit.map_or(text.clone(), |it| it.apply(&text))
    };
    assert_eq!(
        typed("func.func @f() {\n  affine.for %i = 0 to 8 {\n<|>\n  }\n}"),
        "func.func @f() {\n  affine.for %i = 0 to 8 {\n    \n  }\n}"
    );
    assert_eq!(
        typed("func.func @f() {\n  affine.for %i = 0 to 8 {\n    }<|>\n}"),
        "func.func @f() {\n  affine.for %i = 0 to 8 {\n  }\n}"
    );
    assert_eq!(typed("func.func @f() {\n<|>"), "func.func @f() {\n  ");
    assert_eq!(typed("func.func @f() {\n}\n<|>"), "func.func @f() {\n}\n");
}

#[test]
fn comments_in_a_row_stand_with_what_follows() {
    check(
        "// a\n   // b\nfunc.func @f(\n  // c\n      // d\n  %m: index) {\n// e\n      // f\naffine.for %i = 0 to 8 {\n// g\n// h\n}\n// i\n\n    // j\nreturn\n// k\n      // l\n}\n   // m\n// n\n",
        expect![[r#"
            // a
            // b
            func.func @f(
              // c
                  // d
              %m: index) {
              // e
              // f
              affine.for %i = 0 to 8 {
                // g
                // h
              }
              // i

              // j
              return
              // k
              // l
            }
            // m
            // n
        "#]],
    );
}

#[test]
fn regions_between_broken_ones_are_formatted() {
    check(
        "func.func @a() {\naffine.for\n}\nfunc.func @b() {\nreturn\n}\nfunc.func @c() {\naffine.for %i = 0 to 8 {\naffine.store\n}\nreturn +\n}\nfunc.func @d() {\nreturn\n}\n",
        expect![[r#"
            func.func @a() {
            affine.for
            }
            func.func @b() {
              return
            }
            func.func @c() {
            affine.for %i = 0 to 8 {
            affine.store
            }
            return +
            }
            func.func @d() {
              return
            }
        "#]],
    );
}
