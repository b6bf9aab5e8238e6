//! Call hierarchy: who calls a function of the file, and whom it calls.

use super::FileView;
use super::symbols::{self, SymbolDefinition, UsedName};
use super::target::{Target, target_at};
use base::source_file::SourceFile;
use syntax::{SyntaxKind, TextRange, TextSize};

/// A function, or another operation that defines a symbol and holds calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallItem {
    /// With `@`.
    pub name: String,
    pub full_range: TextRange,
    pub focus_range: TextRange,
}

/// The other side of calls, and the places where it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calls {
    pub item: CallItem,
    pub places: Vec<TextRange>,
}

impl CallItem {
    fn of(symbol: &SymbolDefinition) -> Self {
        Self {
            name: format!("@{}", symbol.name),
            full_range: symbol.full_range,
            focus_range: symbol.focus_range,
        }
    }
}

/// The function that the name at the offset stands for.
pub(crate) fn call_item(db: &dyn salsa::Database, file: SourceFile, offset: TextSize) -> Option<CallItem> {
    let view = FileView::new(db, file);
    function_at(&view, offset).map(|it| CallItem::of(&it))
}

fn function_at(view: &FileView<'_>, offset: TextSize) -> Option<SymbolDefinition> {
    match target_at(view, &view.token_at(offset)?)? {
        Target::Symbol(symbol) if is_function(view, &symbol) => Some(symbol),
        _ => None,
    }
}

fn is_function(view: &FileView<'_>, symbol: &SymbolDefinition) -> bool {
    let operation = view.operation_at(symbol.full_range.start());
    let name = operation.and_then(|it| {
        let name = it.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?;
        Some(name.text().to_string())
    });
    name.is_some_and(|it| it.trim_matches('"').ends_with("func") || it.ends_with("kernel"))
}

/// The functions that name the one at the offset.
pub(crate) fn incoming_calls(db: &dyn salsa::Database, file: SourceFile, offset: TextSize) -> Vec<Calls> {
    let view = FileView::new(db, file);
    let Some(callee) = function_at(&view, offset) else { return Vec::new() };
    let definitions = symbols::symbol_definitions(&view);
    let mut found: Vec<Calls> = Vec::new();
    let references = super::references(db, file, callee.focus_range.start());
    for place in references.iter().filter(|it| !it.is_definition).map(|it| it.range) {
        let around = definitions.iter().filter(|it| it.full_range.contains_range(place));
        let Some(caller) = around.min_by_key(|it| it.full_range.len()) else { continue };
        add(&mut found, caller, place);
    }
    found
}

/// The functions that the one at the offset names.
pub(crate) fn outgoing_calls(db: &dyn salsa::Database, file: SourceFile, offset: TextSize) -> Vec<Calls> {
    let view = FileView::new(db, file);
    let Some(caller) = function_at(&view, offset) else { return Vec::new() };
    let definitions = symbols::symbol_definitions(&view);
    let mut found: Vec<Calls> = Vec::new();
    for (record, op) in view.records.iter().enumerate() {
        if !view.roots(record).any(|it| caller.full_range.contains_range(it)) {
            continue;
        }
        for used in symbols::name_uses(db, *op) {
            let UsedName::Symbol(path) = &used.name else { continue };
            let Some(place) = view.range(record, used.pointer) else { continue };
            let token = view.token_behind(place.start());
            let Some(parent) = token.and_then(|it| it.parent()) else { continue };
            let scopes = symbols::scopes(&parent);
            let callee = symbols::resolve(&definitions, caller.part, &scopes, path);
            if let Some(callee) = callee.filter(|it| is_function(&view, it)) {
                add(&mut found, callee, place);
            }
        }
    }
    found
}

fn add(found: &mut Vec<Calls>, symbol: &SymbolDefinition, place: TextRange) {
    match found.iter_mut().find(|it| it.item.focus_range == symbol.focus_range) {
        Some(known) => known.places.push(place),
        None => found.push(Calls { item: CallItem::of(symbol), places: vec![place] }),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::cursor;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let analysis = host.analysis();
        let item = analysis.call_item(file, offset).map(|it| it.name);
        let list = |calls: Vec<super::Calls>| {
            let lines = calls.iter().map(|it| {
                assert!(it.places.iter().all(|place| text[*place].starts_with('@')));
                format!("{} × {}", it.item.name, it.places.len())
            });
            lines.collect::<Vec<_>>().join(", ")
        };
        expected.assert_eq(&format!(
            "{item:?} from: {} to: {}",
            list(analysis.incoming_calls(file, offset)),
            list(analysis.outgoing_calls(file, offset))
        ));
    }

    const CALLS: &str = "func.func private @leaf()
func.func @middle() {
  func.call @leaf() : () -> ()
  call @leaf() : () -> ()
  return
}
func.func @top() {
  func.call @CALLEE() : () -> ()
  return
}
memref.global @data : memref<8xf32>";

    #[test]
    fn callers_and_callees() {
        check(
            &CALLS.replace("CALLEE", "mid<|>dle"),
            expect![[r#"Some("@middle") from: @top × 1 to: @leaf × 2"#]],
        );
        check(
            &CALLS.replace("CALLEE", "middle").replace("private @leaf", "private @le<|>af"),
            expect![[r#"Some("@leaf") from: @middle × 2 to: "#]],
        );
    }

    #[test]
    fn nothing_on_other_symbols_and_in_broken_text() {
        check(&CALLS.replace("@data", "@<|>data"), expect!["None from:  to: "]);
        check(
            "func.func @a( {\n  call @b<|>(\n}\nfunc.func @b() {\n  return\n}",
            expect!["None from:  to: "],
        );
    }
}
