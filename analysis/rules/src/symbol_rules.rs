//! `duplicate-symbol`: no isolated op knows the symbols of the others, so the outermost query alone asks.

use crate::diagnostic::{Diagnostic, Related, Severity};
use base::isolated_op::isolated_op_starts;
use base::source_file::SourceFile;
use ir::Pointer;
use ir::symbol_table::{SymbolKind, symbol_tables};

pub fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let starts = isolated_op_starts(db, file);
    let place = |index: usize, pointer: Option<Pointer>| pointer?.in_file(starts.get(index)?);
    let mut found = Vec::new();
    for (name, definitions) in symbol_tables(db, file).values().flatten().filter(|it| it.1.len() > 1) {
        let mut certain = definitions.iter().filter(|it| it.1.kind != SymbolKind::Possible);
        let Some((first, definition)) = certain.next() else { continue };
        let Some(first) = place(*first, definition.place) else { continue };
        for (index, second) in certain {
            let Some(range) = place(*index, second.place) else { continue };
            let message = format!("{name} is already defined in this module");
            found.push(Diagnostic {
                related: vec![Related { range: first, message: "the first definition".into() }],
                ..Diagnostic::new("duplicate-symbol", Severity::Error, range, message)
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn a_module_has_a_table_of_its_own() {
        check(
            r#"
func.func @f() { return }
module {
  func.func @f() { return }
          //^^ related: the first definition
  func.func @"f"() { return }
          //^^^^ error duplicate-symbol: @f is already defined in this module
}
module { func.func @f() { return } }"#,
        );
    }
}
