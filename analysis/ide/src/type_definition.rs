//! Go to type definition: the alias by which the type of a value is written.

use super::target::{Target, target_at};
use super::{FileView, NavigationTarget};
use base::source_file::SourceFile;
use ir::aliases::type_alias;
use ir::types::Type;
use ir::{Definition, Pointer};
use syntax::{SyntaxKind, SyntaxNode, TextSize};

/// The aliases that the type of the value at the offset is written with; of a type alias its own definition.
pub(crate) fn type_definition(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Vec<NavigationTarget> {
    let view = FileView::new(db, file);
    let Some(target) = view.token_at(offset).and_then(|it| target_at(&view, &it)) else { return Vec::new() };
    match &target {
        Target::Alias { name, .. } if name.starts_with('!') => target.definition(&view).into_iter().collect(),
        Target::Value { record, value } => {
            let ir = view.ir(*record);
            let ty = &ir.values[*value].ty;
            let pointer = match ir.values[*value].definition {
                Definition::Result { op, .. } => Some(ir.ops[op].pointer),
                Definition::Argument { .. } => ir.values[*value].pointer,
            };
            let node = pointer.and_then(|it| node_at(&view, *record, it));
            node.map(|it| aliases_of(&view, &it, ty)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The operation or block argument at a place.
fn node_at(view: &FileView<'_>, record: usize, pointer: Pointer) -> Option<SyntaxNode> {
    let start = view.range(record, pointer)?.start();
    let token = view.token_behind(start)?;
    token
        .parent_ancestors()
        .find(|it| matches!(it.kind(), SyntaxKind::OPERATION | SyntaxKind::BLOCK_ARGUMENT))
}

/// The aliases in the types that a node writes outside its regions, which stand for the type or a part of it.
fn aliases_of(view: &FileView<'_>, node: &SyntaxNode, ty: &Type) -> Vec<NavigationTarget> {
    let part = view.part(node);
    let own = rules::context::own_nodes(node);
    let written = own.iter().filter(|it| it.kind() == SyntaxKind::TYPE_ALIAS);
    let mut names: Vec<String> = written.map(|it| it.text().to_string().trim().to_owned()).collect();
    names.dedup();
    let is_argument = node.kind() == SyntaxKind::BLOCK_ARGUMENT;
    let stands_for = |name: &String| type_alias(view.db, view.file, part, name.clone()) == *ty;
    // An argument has but one type; an operation may write those of others.
    if !is_argument || names.iter().any(stands_for) {
        names.retain(stands_for);
    }
    let target = |name: String| Target::Alias { part, name }.definition(view);
    names.into_iter().filter_map(target).collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::{annotate, cursor};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let found = host.analysis().type_definition(file, offset);
        let ranges: Vec<_> = found.iter().map(|it| (it.focus_range, false)).collect();
        let annotated = annotate(&text, &ranges);
        let lines = annotated.lines().filter(|it| it.contains('«')).map(str::trim);
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn arguments_and_results() {
        let text = "!row = memref<8xf32>\n!e = f32
func.func @f(%m: !row) {
  %0 = memref.alloc() : !row
  affine.store %x, %A[0] : memref<8x!e>
  return
}";
        check(&text.replace("%A", "%<|>m"), expect!["«!row» = memref<8xf32>"]);
        check(&text.replace("%A", "%<|>0"), expect!["«!row» = memref<8xf32>"]);
        check(&text.replace("%A", "%m").replace("x!e", "x!<|>e"), expect!["«!e» = f32"]);
    }

    #[test]
    fn a_part_of_the_type_of_an_argument() {
        check(
            "!e = f32\nfunc.func @f(%m: memref<8x!e>) {\n  %x = affine.load %<|>m[0] : memref<8x!e>\n  return\n}",
            expect!["«!e» = f32"],
        );
    }

    #[test]
    fn nothing_without_an_alias_and_in_broken_text() {
        check("func.func @f(%m: f32) {\n  \"x.y\"(%<|>m) : (f32) -> ()\n  return\n}", expect![""]);
        check("!t = \nfunc.func @f(%m: !t) {\n  \"x.y\"(%<|>m", expect!["«!t» ="]);
    }
}
