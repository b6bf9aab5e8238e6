//! Mistakes in the heads of modules, which belong to no isolated op: the text of the types, maps and numbers in their
//! attributes.

use crate::alias_rules::text_problems;
use crate::codes;
use crate::diagnostic::Diagnostic;
use base::source_file::SourceFile;
use ir::aliases::DatabaseAliases;
use syntax::{Located, SyntaxKind, SyntaxNode};

/// The problems of the modules of a file, at their present places.
pub fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let parse = file.parse(db);
    let parts = Located::root(parse.green()).children_of_kind(SyntaxKind::PART);
    let mut found = Vec::new();
    for (part, node) in parts.enumerate() {
        let mut pending: Vec<_> = node.children_of_kind(SyntaxKind::OPERATION).collect();
        while let Some(operation) = pending.pop() {
            if !is_module(operation) {
                continue;
            }
            let regions = operation.children_of_kind(SyntaxKind::REGION);
            let blocks = regions.flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK));
            pending.extend(blocks.flat_map(|it| it.children_of_kind(SyntaxKind::OPERATION)));
            let aliases = DatabaseAliases::new(db, file, part);
            for attributes in operation.children_of_kind(SyntaxKind::DICTIONARY) {
                let range = attributes.text_range();
                if parse.errors().iter().any(|it| range.contains_range(it.range)) {
                    continue;
                }
                let cursor = SyntaxNode::new_root(attributes.green.to_owned());
                found.extend(text_problems(&cursor, &aliases).into_iter().map(|it| Diagnostic {
                    facts: Some(it.facts.clone()),
                    ..Diagnostic::new(
                        it.code,
                        codes::severity(it.code),
                        it.range + range.start(),
                        it.facts.to_string(),
                    )
                }));
            }
        }
    }
    found
}

fn is_module(operation: Located<'_>) -> bool {
    let name = operation.children().next().filter(|it| it.kind() == SyntaxKind::OP_NAME);
    name.and_then(|it| it.tokens().next()).is_some_and(|it| matches!(it.text(), "module" | "builtin.module"))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn attributes_of_modules() {
        check(
            r#"
module attributes {a = -0 : i8, b = memref<4xtensor<2xf32>>, c = 1 : i8} {
                      //^ error constant-out-of-range: -0 does not fit i8
                                           //^^^^^^^^^^^^^ error memref-element-type: tensor<2xf32> cannot be stored in a memref
  module @inner attributes {a = 256 : i8} {
                              //^^^ error constant-out-of-range: 256 does not fit i8
  }
}
"#,
        );
    }
}
