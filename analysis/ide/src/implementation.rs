//! Go to implementation: from a function that is only declared, or a use of it, to its body.

use super::symbols::{SymbolDefinition, symbol_definitions};
use super::target::{Target, target_at};
use super::{FileView, NavigationTarget};
use base::source_file::SourceFile;
use syntax::{SyntaxKind, TextSize};

/// The bodies of the symbol at the offset: its own, else those of its name in other parts of the file and in `others`.
pub(crate) fn implementations(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
    others: &[SourceFile],
) -> Vec<(SourceFile, NavigationTarget)> {
    let view = FileView::new(db, file);
    let Some(Target::Symbol(symbol)) = view.token_at(offset).and_then(|it| target_at(&view, &it)) else {
        return Vec::new();
    };
    if has_body(&view, &symbol) {
        return vec![(file, target(&symbol))];
    }
    let mut found = Vec::new();
    for file in std::iter::once(&file).chain(others.iter().filter(|it| **it != file)) {
        let view = FileView::new(db, *file);
        let bodies = symbol_definitions(&view).into_iter().filter(|it| {
            it.name == symbol.name && it.scope.is_none() == symbol.scope.is_none() && has_body(&view, it)
        });
        found.extend(bodies.map(|it| (*file, target(&it))));
    }
    found
}

fn has_body(view: &FileView<'_>, symbol: &SymbolDefinition) -> bool {
    let operation = view.operation_at(symbol.full_range.start());
    operation
        .is_some_and(|it| it.children().any(|it| it.kind() == SyntaxKind::REGION && !it.text().is_empty()))
}

fn target(symbol: &SymbolDefinition) -> NavigationTarget {
    NavigationTarget { full_range: symbol.full_range, focus_range: symbol.focus_range }
}

#[cfg(test)]
mod tests {
    use crate::tests::cursor;

    const OTHER: &str = "func.func @leaf(%a: index) {\n  return\n}\nfunc.func private @nowhere()";

    /// The places in the file with the cursor, then those in the other one, as `LINE` and `other LINE`.
    fn found(fixture: &str) -> Vec<String> {
        let (mut host, file, offset, text) = cursor(fixture);
        let other = host.add_file(OTHER);
        let line = |text: &str, at: u32| text[..at as usize].matches('\n').count() + 1;
        let targets = host.analysis().implementations(file, offset, &[other, file]);
        let places = targets.iter().map(|(it, target)| {
            let start = target.focus_range.start().into();
            if *it == file { line(&text, start).to_string() } else { format!("other {}", line(OTHER, start)) }
        });
        places.collect()
    }

    #[test]
    fn from_a_declaration_and_from_a_use() {
        let text = "func.func private @leaf(index)\nfunc.func @f(%i: index) {\n  call @leaf(%i) : (index) -> ()\n  return\n}";
        assert_eq!(found(&text.replacen("@leaf", "@<|>leaf", 1)), ["other 1"]);
        assert_eq!(found(&text.replace("call @leaf", "call @le<|>af")), ["other 1"]);
        assert_eq!(found(&text.replace("@f(", "@<|>f(")), ["2"]);
        let parts = format!(
            "{}\n// -----\nfunc.func @leaf(%i: index) {{\n  return\n}}",
            text.replace("call @leaf", "call @le<|>af")
        );
        assert_eq!(found(&parts), ["7", "other 1"]);
    }

    #[test]
    fn nothing_without_a_body() {
        assert_eq!(found("func.func private @<|>nowhere()"), Vec::<String>::new());
        assert_eq!(found("func.func @f(%<|>a: index) {\n  return\n}"), Vec::<String>::new());
        assert_eq!(found("func.func private @<|>leaf(\n  \"x.y\"( : "), ["other 1"]);
    }
}
