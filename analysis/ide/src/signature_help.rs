//! Signature help: the operands of an operation or a call, the dimensions and symbols of a map.

use super::FileView;
use super::completion::Slot;
use super::hover::{header, operation_description};
use super::symbols::{bare_name, symbol_definitions};
use base::registry::registry;
use base::source_file::SourceFile;
use ir::aliases::alias_value;
use syntax::ast::{self, AstNode};
use syntax::ods::{OpDefinition, Registry, Semantics};
use syntax::{SyntaxKind, SyntaxNode, TextSize};

/// The parameters of the operation, call or map around the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureHelp {
    /// `@f(%a: index, %b: f32) -> f32`
    pub label: String,
    /// Parts of the label, in order.
    pub parameters: Vec<String>,
    pub active: Option<usize>,
    pub documentation: Option<String>,
}

/// The signature that the place at the offset is a part of.
pub(crate) fn signature_help(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Option<SignatureHelp> {
    let view = FileView::new(db, file);
    let slot = Slot::at(&view, offset)?;
    let token = &slot.token;
    let application = token.parent_ancestors().find(|it| it.kind() == SyntaxKind::MAP_APPLICATION);
    let in_operands = token
        .parent_ancestors()
        .any(|it| matches!(it.kind(), SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS));
    if let Some(application) = application.filter(|_| in_operands) {
        return of_map(&view, &slot, &application);
    }
    let operation = token.parent_ancestors().find_map(ast::Operation::cast)?;
    let name = operation.op_name()?.text();
    if matches!(&*name, "func.call" | "call") {
        return of_call(&view, &slot, &operation);
    }
    of_operation(registry(db), &slot, &operation, &name)
}

/// The inputs of the map or set, by its own names for them.
fn of_map(view: &FileView<'_>, slot: &Slot, application: &SyntaxNode) -> Option<SignatureHelp> {
    let attribute = application.children().find(|it| it.kind().is_attribute())?;
    let value = match attribute.kind() {
        SyntaxKind::ATTRIBUTE_ALIAS => {
            alias_value(view.db, view.file, slot.part, attribute.text().to_string().trim())?
        }
        _ => attribute.clone(),
    };
    let map =
        value.children().find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))?;
    let names = |kind| -> Vec<String> {
        let list = map.children().find(|it| it.kind() == kind);
        let names = list.into_iter().flat_map(|it| ast::children::<ast::AffineParameter>(&it));
        names.map(|it| it.syntax().text().to_string()).collect()
    };
    let (dims, symbols) = (names(SyntaxKind::AFFINE_DIMENSIONS), names(SyntaxKind::AFFINE_SYMBOLS));
    let mut label = format!("({})", dims.join(", "));
    if !symbols.is_empty() {
        label.push_str(&format!("[{}]", symbols.join(", ")));
    }
    let in_symbols = slot.token.parent_ancestors().any(|it| it.kind() == SyntaxKind::SYMBOL_OPERANDS);
    let before = slot.commas_before();
    let active = if in_symbols { dims.len() + before } else { before };
    let limit = if in_symbols { dims.len() + symbols.len() } else { dims.len() };
    let parameters: Vec<String> = dims.into_iter().chain(symbols).collect();
    Some(SignatureHelp {
        label: format!("{label} of {}", header(&value)),
        active: (active < limit).then_some(active),
        parameters,
        documentation: None,
    })
}

/// The arguments of the function that is called.
fn of_call(view: &FileView<'_>, slot: &Slot, call: &ast::Operation) -> Option<SignatureHelp> {
    let callee = ast::child::<ast::SymbolReference>(call.syntax())?;
    let name = callee.syntax().text().to_string();
    let definitions = symbol_definitions(view);
    let definition =
        definitions.iter().find(|it| it.part == slot.part && it.name == bare_name(name.trim()))?;
    let function = view.operation_at(definition.full_range.start())?;
    let signature = ast::child::<ast::FunctionSignature>(&function)?;
    let mut parameters = Vec::new();
    let mut results = String::new();
    for list in signature.syntax().children() {
        match list.kind() {
            SyntaxKind::BLOCK_ARGUMENT_LIST => parameters = list.children().map(|it| header(&it)).collect(),
            SyntaxKind::FUNCTION_INPUT_TYPES => {
                parameters = ast::children::<ast::Type>(&list).map(|it| header(it.syntax())).collect();
            }
            SyntaxKind::FUNCTION_RESULTS => results = format!(" -> {}", header(&list)),
            _ => {}
        }
    }
    let active = slot.commas_before();
    Some(SignatureHelp {
        label: format!("@{}({}){results}", definition.name, parameters.join(", ")),
        active: (active < parameters.len()).then_some(active),
        parameters,
        documentation: None,
    })
}

/// The operands of an operation of the affine dialect, in text order.
fn of_affine(op: &OpDefinition) -> Option<&'static [&'static str]> {
    Some(match (op.semantics, op.name.strip_prefix("affine.")?) {
        (Some(Semantics::Load | Semantics::Prefetch), _) => &["memref", "subscripts"],
        (Some(Semantics::Store), _) => &["value", "memref", "subscripts"],
        (_, "delinearize_index") => &["index", "basis"],
        (_, "linearize_index") => &["digits", "basis"],
        _ => return None,
    })
}

fn of_operation(
    registry: &Registry,
    slot: &Slot,
    operation: &ast::Operation,
    name: &str,
) -> Option<SignatureHelp> {
    let documentation = operation_description(registry, name);
    let (parameters, active): (Vec<String>, Option<usize>) =
        if let Some(operands) = registry.get(name).and_then(|it| of_affine(it)) {
            (operands.iter().map(|it| (*it).to_owned()).collect(), place_in_affine(slot, operation, operands))
        } else {
            let definition = registry.get(name)?;
            // An operation of which facts are known has its operands, whatever its form is.
            let is_shown = definition.has_format() || !registry.is_complete(definition.dialect());
            let definition = Some(definition).filter(|it| is_shown && !it.operands.is_empty())?;
            let binding = definition.bind(operation);
            let here = slot.token.text_range();
            let active = binding
                .operands()
                .position(|(_, bound)| bound.uses.iter().any(|it| it.text_range().contains_range(here)));
            (definition.operands.iter().map(|it| it.name.to_string()).collect(), active)
        };
    let label = format!("{name} {}", parameters.join(", "));
    Some(SignatureHelp { label, parameters, active, documentation })
}

/// Values that are pieces of the operation come first, lists in brackets last.
fn place_in_affine(slot: &Slot, operation: &ast::Operation, operands: &[&str]) -> Option<usize> {
    let here = slot.token.text_range().start();
    let pieces = operation.syntax().children().filter(|it| {
        matches!(
            it.kind(),
            SyntaxKind::VALUE_USE
                | SyntaxKind::SUBSCRIPTS
                | SyntaxKind::BASIS
                | SyntaxKind::OPERAND_GROUP
                | SyntaxKind::OPERAND_LIST
                | SyntaxKind::SYMBOL_OPERANDS
        )
    });
    let place = pieces.take_while(|it| it.text_range().start() <= here).count().checked_sub(1)?;
    (place < operands.len()).then_some(place)
}

#[cfg(test)]
mod tests {
    use crate::tests::cursor;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, _) = cursor(fixture);
        let found = host.analysis().signature_help(file, offset);
        let text = found.map(|it| {
            assert!(it.parameters.iter().all(|parameter| it.label.contains(&**parameter)), "{it:?}");
            let active = it.active.and_then(|at| it.parameters.get(at)).cloned();
            format!("{} · {}", it.label, active.unwrap_or_else(|| "none".to_owned()))
        });
        expected.assert_eq(&text.unwrap_or_default());
    }

    #[test]
    fn dimensions_and_symbols_of_a_map() {
        let text = "#map = affine_map<(row, column)[n] -> (row * 4 + column + n)>
func.func @f(%i: index, %n: index) {
  %x = affine.apply #map(HERE
  return
}";
        let expected = |active: &str| {
            format!("(row, column)[n] of affine_map<(row, column)[n] -> (row * 4 + column + n)> · {active}")
        };
        for (typed, active) in [
            ("<|>", "row"),
            ("%i, <|>", "column"),
            ("%i, %<|>)[%n]", "column"),
            ("%i, %i)[<|>]", "n"),
            ("%i, %i, <|>)", "none"),
        ] {
            let (host, file, offset, _) = cursor(&text.replace("HERE", typed));
            let found = host.analysis().signature_help(file, offset).expect("inside a map");
            let shown = found.active.and_then(|at| found.parameters.get(at)).map_or("none", |it| it);
            assert_eq!(format!("{} · {shown}", found.label), expected(active), "{typed}");
        }
    }

    #[test]
    fn arguments_of_a_call() {
        check(
            "func.func private @g(%a: index, %b: f32) -> f32\nfunc.func @f(%i: index) {\n  %x = func.call @g(%i, <|>)\n  return\n}",
            expect!["@g(%a: index, %b: f32) -> f32 · %b: f32"],
        );
    }

    #[test]
    fn operands_of_operations() {
        check(
            "func.func @f(%m: memref<8xf32>, %x: f32) {\n  affine.store %x, <|>%m[0] : memref<8xf32>\n  return\n}",
            expect!["affine.store value, memref, subscripts · memref"],
        );
        check(
            "func.func @f(%m: memref<8xf32>) {\n  %x = affine.load %m[<|>]\n  return\n}",
            expect!["affine.load memref, subscripts · subscripts"],
        );
        check(
            "func.func @f(%x: f32) {\n  %y = arith.addf %x, <|>\n  return\n}",
            expect!["arith.addf lhs, rhs · rhs"],
        );
    }

    #[test]
    fn nothing_where_nothing_is_wanted() {
        check("func.func @f() {\n  return\n}\n<|>", expect![""]);
        check("// a <|>comment", expect![""]);
    }
}
