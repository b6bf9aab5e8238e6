//! Find all references.

use super::FileView;
use super::symbols::{self, UsedName};
use super::target::{Target, target_at};
use base::source_file::SourceFile;
use ir::{BlockId, Pointer, ValueId};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

/// A place that names the thing that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Of the name alone: `%0` of `%0#1` and of `%0:2`.
    pub range: TextRange,
    pub is_definition: bool,
}

/// Every place that names the thing at the offset, in text order.
pub(crate) fn references(db: &dyn salsa::Database, file: SourceFile, offset: TextSize) -> Vec<Reference> {
    let view = FileView::new(db, file);
    let Some(target) = view.token_at(offset).and_then(|it| target_at(&view, &it)) else { return Vec::new() };
    let definition = target.definition(&view).map(|it| it.focus_range);
    let mut ranges = match &target {
        Target::Value { record, value } => of_value(&view, *record, *value),
        Target::Label { record, block } => of_label(&view, *record, *block),
        Target::Symbol(_) => of_name(&view, &target),
        Target::Alias { part, name } => {
            let mut ranges = of_name(&view, &target);
            ranges.extend(alias_definitions(&view, *part, name));
            ranges
        }
        Target::Input { map, name } => of_input(map, name),
    };
    ranges.extend(definition);
    ranges.sort_by_key(|it| (it.start(), it.end()));
    ranges.dedup();
    ranges.into_iter().map(|range| Reference { range, is_definition: Some(range) == definition }).collect()
}

/// Uses of the value and of all others that are defined under the same name.
fn of_value(view: &FileView<'_>, record: usize, value: ValueId) -> Vec<TextRange> {
    let ir = view.ir(record);
    let group = ir.values[value].pointer;
    let name = TextSize::of(&*ir.values[value].name);
    ir.mentions
        .iter()
        .filter(|it| {
            it.value.is_some_and(|it| it == value || group.is_some() && ir.values[it].pointer == group)
        })
        .filter_map(|it| view.range(record, it.pointer))
        .map(|it| TextRange::at(it.start(), name))
        .collect()
}

fn of_label(view: &FileView<'_>, record: usize, block: BlockId) -> Vec<TextRange> {
    let successors = view.ir(record).ops.iter().flat_map(|it| &it.1.successors);
    successors
        .filter(|it| it.block == Some(block))
        .filter_map(|it| {
            let range = TextRange::at(it.pointer.range.start(), TextSize::of(&*it.label));
            view.range(record, Pointer { range, ..it.pointer })
        })
        .collect()
}

/// Uses of a symbol or an alias in all isolated ops of the part, and outside them.
fn of_name(view: &FileView<'_>, target: &Target) -> Vec<TextRange> {
    let definitions = symbols::symbol_definitions(view);
    let wanted_part = match target {
        Target::Symbol(symbol) => symbol.part,
        Target::Alias { part, .. } => *part,
        _ => return Vec::new(),
    };
    let names_target = |name: &UsedName, scopes: &dyn Fn() -> Vec<Option<TextSize>>| match (name, target) {
        (UsedName::Alias(name), Target::Alias { name: wanted, .. }) => **name == **wanted,
        (UsedName::Symbol(path), Target::Symbol(wanted)) => {
            path.last().is_some_and(|it| **it == *wanted.name)
                && symbols::resolve(&definitions, wanted_part, &scopes(), path) == Some(wanted)
        }
        _ => false,
    };
    // The name of a symbol is inside its operation, which may hold another symbol of that name.
    let is_use =
        |range: TextRange| definitions.iter().all(|it| it.part != wanted_part || it.focus_range != range);
    let mut found = Vec::new();
    for (record, op) in view.records.iter().enumerate().filter(|it| it.1.part(view.db) == wanted_part) {
        for used in symbols::name_uses(view.db, *op) {
            let Some(range) = view.range(record, used.pointer) else { continue };
            let scopes = || {
                let root = view.roots(record).nth(used.pointer.root);
                let operation = root.and_then(|it| view.operation_at(it.start()));
                operation.map_or(vec![None], |it| symbols::scopes(&it))
            };
            if is_use(range) && names_target(&used.name, &scopes) {
                found.push(range);
            }
        }
    }
    for (token, name) in symbols::outside_uses(view) {
        let Some(parent) = token.parent() else { continue };
        let is_here = view.part(&parent) == wanted_part && is_use(token.text_range());
        if is_here && names_target(&name, &|| symbols::scopes(&parent)) {
            found.push(token.text_range());
        }
    }
    found
}

/// The places that define an alias: more than one is an error, and they name the same all the same.
fn alias_definitions(view: &FileView<'_>, part: usize, name: &str) -> Vec<TextRange> {
    let part = ast::children::<ast::Part>(&view.root).nth(part);
    let definitions = part.into_iter().flat_map(|it| it.syntax().children()).filter(|it| {
        matches!(it.kind(), SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION)
    });
    definitions
        .filter_map(|it| it.first_token())
        .filter(|it| it.text() == name)
        .map(|it| it.text_range())
        .collect()
}

fn of_input(map: &SyntaxNode, name: &str) -> Vec<TextRange> {
    map.descendants()
        .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_PARAMETER | SyntaxKind::AFFINE_IDENTIFIER))
        .filter(|it| it.text() == name)
        .map(|it| it.text_range())
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::{annotate, cursor};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let references = host.analysis().references(file, offset);
        let ranges: Vec<_> = references.iter().map(|it| (it.range, it.is_definition)).collect();
        assert!(ranges.is_sorted_by_key(|it| it.0.start()));
        let annotated = annotate(&text, &ranges);
        let lines = annotated.lines().filter(|it| it.contains(['«', '⟦'])).map(str::trim);
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn value_by_what_it_resolves_to() {
        check(
            "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xf32>
  }
  affine.for %<|>i = 1 to 7 {
    %x = affine.load %m[%i + 1] : memref<8xf32>
    affine.store %x, %m[%i + %i] : memref<8xf32>
  }
  return
}",
            expect![[r#"
                affine.for ⟦%i⟧ = 1 to 7 {
                %x = affine.load %m[«%i» + 1] : memref<8xf32>
                affine.store %x, %m[«%i» + «%i»] : memref<8xf32>"#]],
        );
    }

    #[test]
    fn results_of_one_group() {
        check(
            "func.func @f() {
  %a:2 = \"x.y\"() : () -> (i1, i1)
  \"x.z\"(%a#1<|>, %a#0) : (i1, i1) -> ()
  return
}",
            expect![[r#"
                ⟦%a⟧:2 = "x.y"() : () -> (i1, i1)
                "x.z"(«%a»#1, «%a»#0) : (i1, i1) -> ()"#]],
        );
    }

    #[test]
    fn block_label() {
        check(
            "func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb1, ^bb2\n^b<|>b1:\n  cf.br ^bb1\n^bb2:\n  return\n}",
            expect![[r#"
                cf.cond_br %c, «^bb1», ^bb2
                ⟦^bb1⟧:
                cf.br «^bb1»"#]],
        );
    }

    #[test]
    fn symbol_across_functions_of_its_part() {
        check(
            "func.func private @f()
func.func @g() {
  func.call @<|>f() : () -> ()
  return
}
module @m attributes {x.entry = @f} {
  func.func @f() {
    func.call @f() : () -> ()
    return
  }
}
// -----
func.func private @f()",
            expect![[r#"
                func.func private ⟦@f⟧()
                func.call «@f»() : () -> ()"#]],
        );
    }

    #[test]
    fn module_in_a_path() {
        check(
            "module @<|>m {
  func.func @f() { return }
}
func.func @g() {
  \"x.call\"() {callee = @m::@f} : () -> ()
  return
}",
            expect![[r#"
                module ⟦@m⟧ {
                "x.call"() {callee = «@m»::@f} : () -> ()"#]],
        );
    }

    #[test]
    fn alias_in_functions_and_in_other_aliases() {
        check(
            "!e = f32
!m = memref<8x!e>
func.func @f(%m: !m, %x: !<|>e) { return }
func.func @g(%m: !e) { return }",
            expect![[r#"
                ⟦!e⟧ = f32
                !m = memref<8x«!e»>
                func.func @f(%m: !m, %x: «!e») { return }
                func.func @g(%m: «!e») { return }"#]],
        );
    }

    #[test]
    fn alias_with_two_definitions() {
        check(
            "#a = affine_map<() -> ()>\n#<|>a = affine_map<() -> (0)>\n\"x.y\"() {m = #a} : () -> ()",
            expect![[r#"
                ⟦#a⟧ = affine_map<() -> ()>
                «#a» = affine_map<() -> (0)>
                "x.y"() {m = «#a»} : () -> ()"#]],
        );
    }

    #[test]
    fn identifier_of_one_map() {
        check(
            "#a = affine_map<(d0) -> (d0)>\n#b = affine_map<(d0, d1) -> (d<|>0 + d1 mod 2, d0)>",
            expect!["#b = affine_map<(⟦d0⟧, d1) -> («d0» + d1 mod 2, «d0»)>"],
        );
    }
}
