//! Go to definition.

use super::{FileView, target::target_at};
use base::registry::registry;
use base::source_file::SourceFile;
use syntax::ast::{AstNode, OpName};
use syntax::ods::Origin;
use syntax::{TextRange, TextSize};

/// A place to go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavigationTarget {
    /// The whole definition.
    pub full_range: TextRange,
    /// Its name.
    pub focus_range: TextRange,
}

/// Where the name at the offset is defined; a definition is its own.
pub(crate) fn definition(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Vec<NavigationTarget> {
    let view = FileView::new(db, file);
    let target = view.token_at(offset).and_then(|it| target_at(&view, &it));
    target.and_then(|it| it.definition(&view)).into_iter().collect()
}

/// Where the operation, type or attribute whose name is at the offset is defined, if that is in a file of definitions.
pub(crate) fn origin(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Option<(TextRange, Origin)> {
    let view = FileView::new(db, file);
    let token = view.token_at(offset)?;
    let registry = registry(db);
    if let Some(ty) = registry.imported_type(token.text()) {
        return Some((token.text_range(), ty.origin.clone()?));
    }
    let name = token.parent_ancestors().find_map(OpName::cast)?;
    let definition = registry.written(&name.text())?;
    Some((name.syntax().text_range(), registry.origin(&definition.name)?.clone()))
}

#[cfg(test)]
mod tests {
    use crate::tests::{annotate, cursor};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let targets = host.analysis().definition(file, offset);
        let ranges: Vec<_> = targets.iter().map(|it| (it.focus_range, false)).collect();
        assert!(targets.iter().all(|it| it.full_range.contains_range(it.focus_range)));
        let annotated = annotate(&text, &ranges);
        let lines: Vec<&str> = annotated.lines().filter(|it| it.contains('«')).map(str::trim).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn result_of_an_operation() {
        check(
            "func.func @f() {\n  %a = \"x.y\"() : () -> index\n  \"x.z\"(%<|>a) : (index) -> ()\n  return\n}",
            expect![[r#"«%a» = "x.y"() : () -> index"#]],
        );
    }

    #[test]
    fn number_of_a_result_group() {
        check(
            "func.func @f() {\n  %a:2 = \"x.y\"() : () -> (i1, i1)\n  \"x.z\"(%a#<|>1) : (i1) -> ()\n  return\n}",
            expect![[r#"«%a»:2 = "x.y"() : () -> (i1, i1)"#]],
        );
    }

    #[test]
    fn the_nearest_of_equal_names_in_sibling_regions() {
        check(
            "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
  }
  affine.for %i = 1 to 7 {
    %x = affine.load %m[<|>%i + 1] : memref<8xf32>
  }
  return
}",
            expect![[r#"affine.for «%i» = 1 to 7 {"#]],
        );
    }

    #[test]
    fn function_argument_from_a_subscript() {
        check(
            "func.func @f(%m: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i + symbol(%n<|>)] : memref<8xf32>
  }
  return
}",
            expect!["func.func @f(%m: memref<8xf32>, «%n»: index) {"],
        );
    }

    #[test]
    fn iteration_argument() {
        check(
            "func.func @f(%z: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%sum = %z) -> (f32) {
    affine.yield %su<|>m : f32
  }
  return %r : f32
}",
            expect!["%r = affine.for %i = 0 to 8 iter_args(«%sum» = %z) -> (f32) {"],
        );
    }

    #[test]
    fn definition_is_its_own() {
        check("func.func @f(%<|>a: index) {\n  return\n}", expect!["func.func @f(«%a»: index) {"]);
    }

    #[test]
    fn block_label() {
        check(
            "func.func @f() {\n  cf.br ^<|>bb1\n^bb0:\n  return\n^bb1:\n  cf.br ^bb0\n}",
            expect!["«^bb1»:"],
        );
    }

    #[test]
    fn symbol_of_the_same_part() {
        check(
            "func.func @f() { return }
// -----
func.func @f() { return }
func.func @g() {
  func.call @<|>f() : () -> ()
  return
}",
            expect!["func.func «@f»() { return }"],
        );
    }

    #[test]
    fn nested_symbol() {
        check(
            "func.func @f() { return }
module @m {
  func.func @f() { return } // inner
}
func.func @g() {
  \"x.call\"() {callee = @m::@<|>f} : () -> ()
  return
}",
            expect!["func.func «@f»() { return } // inner"],
        );
    }

    #[test]
    fn symbol_of_an_outer_module() {
        check(
            "func.func @f() { return }
module {
  func.func @g() {
    func.call @<|>f() : () -> ()
    return
  }
}",
            expect!["func.func «@f»() { return }"],
        );
    }

    #[test]
    fn symbol_in_generic_form() {
        check(
            "\"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({\n}) : () -> ()
func.func @g() {
  func.call @<|>f() : () -> ()
  return
}",
            expect![[r#""func.func"() <{function_type = () -> (), sym_name = «"f"»}> ({"#]],
        );
    }

    #[test]
    fn attribute_alias() {
        check(
            "#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%i: index) {
  %0 = affine.apply #<|>map(%i)
  return
}",
            expect!["«#map» = affine_map<(d0) -> (d0 + 1)>"],
        );
    }

    #[test]
    fn type_alias() {
        check(
            "!vec = vector<8xf32>\nfunc.func @f(%i: memref<4x!v<|>ec>) {\n  return\n}",
            expect!["«!vec» = vector<8xf32>"],
        );
    }

    #[test]
    fn identifier_of_a_map() {
        check(
            "#map = affine_map<(i, j)[n] -> (j + <|>n)>",
            expect!["#map = affine_map<(i, j)[«n»] -> (j + n)>"],
        );
    }

    #[test]
    fn half_typed_line() {
        check(
            "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%<|>i +
  }
  return
}",
            expect!["affine.for «%i» = 0 to 8 {"],
        );
    }

    #[test]
    fn missing_brace() {
        check(
            "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
  return

func.func @g(%m: memref<8xf32>) {
  affine.for %j = 0 to 8 {
    %x = affine.load %m[%<|>j] : memref<8xf32>
  }
  return
}",
            expect!["affine.for «%j» = 0 to 8 {"],
        );
    }

    #[test]
    fn nothing_at_blanks_and_at_names_without_definition() {
        check("func.func @f() {\n<|>\n  return\n}", expect![""]);
        check("func.func @f() {\n  \"x.y\"(%<|>none) : (i1) -> ()\n  return\n}", expect![""]);
    }
}
