//! The role of an operation of a module body in the outline, by its name, and the symbol that it defines.

use rowan::GreenNodeData;
use std::borrow::Cow;
use std::sync::Arc;
use syntax::Located;
use syntax::SyntaxKind::*;
use syntax::ods::Registry;

/// The role of an operation of a module body.
#[derive(Clone)]
pub(super) enum Kind {
    /// Holds isolated ops.
    Module {
        symbol: Arc<str>,
    },
    /// Its regions see no value from outside. The name is that of its [`Identity`](crate::isolated_op::Identity) without
    /// the table.
    Isolated {
        name: Arc<str>,
    },
    Other,
}

impl Kind {
    pub(super) fn of(operation: Located<'_>, registry: &Registry) -> Self {
        let name = operation.op_name();
        if holds_isolated_ops(registry, name) {
            return Kind::Module { symbol: (&*symbol(operation)).into() };
        }
        match is_isolated(registry, name) {
            true => Kind::Isolated { name: format!("{name}{}", symbol(operation)).into() },
            false => Kind::Other,
        }
    }
}

/// Operations that define a symbol: their regions see no value from outside, and hold no others that are asked for by
/// themselves. Built-in ones that define symbols are isolated, or occur where there are no values; of imported ones the
/// definitions have to say it.
pub fn is_isolated(registry: &Registry, name: &str) -> bool {
    if let Some(it) = registry.written_in_mlir(name) {
        return it.has_trait("Symbol") && !holds_isolated_ops(registry, name);
    }
    match registry.written(name) {
        Some(it) => {
            let is_table = !it.lacks_trait("SymbolTable");
            it.has_trait("Symbol") && it.has_trait("IsolatedFromAbove") && !is_table
        }
        None => false,
    }
}

/// Operations whose bodies hold isolated ops. Where the operations of another dialect than `builtin` may be written
/// without it, they are read with what is around them. The bodies of imported symbol tables may hold values as well.
pub fn holds_isolated_ops(registry: &Registry, name: &str) -> bool {
    let definition = registry.written_in_mlir(name).filter(|it| it.has_trait("SymbolTable"));
    definition.is_some_and(|it| it.default_dialect().is_none_or(|it| it == "builtin"))
}

/// `@name` of the symbol that an `OPERATION` defines, in either form; empty if there is none.
pub fn defined_symbol(operation: &GreenNodeData) -> Cow<'_, str> {
    symbol(Located::root(operation))
}

fn symbol<'a>(operation: Located<'a>) -> Cow<'a, str> {
    if let Some(name) = operation.children_of_kind(SYMBOL_NAME).find_map(|it| it.token_text(AT_ID)) {
        return name.into();
    }
    let dictionaries = |node: Located<'a>| node.children_of_kind(DICTIONARY);
    let properties = operation.children_of_kind(PROPERTIES).flat_map(dictionaries);
    properties
        .chain(dictionaries(operation))
        .flat_map(|it| it.children_of_kind(ATTRIBUTE_ENTRY))
        .filter(|it| {
            matches!(
                it.token_text(BARE_ID).or_else(|| it.token_text(STRING)),
                Some("sym_name" | "\"sym_name\"")
            )
        })
        .find_map(|it| it.children_of_kind(STRING_ATTRIBUTE).next()?.token_text(STRING))
        .map(|it| format!("@{}", it.trim_matches('"')).into())
        .unwrap_or_default()
}

/// `@"name"` and `@name` are one symbol.
pub fn unquoted(symbol: &str) -> String {
    symbol.replace('"', "")
}

/// Whether a reference names a symbol inside another one: `@a::@b`. Between quotes the colons belong to a name.
pub fn is_nested(reference: &str) -> bool {
    reference.split('"').step_by(2).any(|it| it.contains("::"))
}
