//! Symbols (`@f`), and where symbols and aliases are named.
//!
//! Definitions are found by a walk over modules that enters no function; uses by a query per isolated op.

use super::FileView;
use base::at_once::computes;
use base::isolated_op::IsolatedOp;
use base::outline::is_isolated;
use base::registry::registry;
use ir::Pointer;
use rustc_hash::FxHashSet;
use syntax::ast::{self, AstNode};
use syntax::ods::Registry;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// An operation that defines a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolDefinition {
    pub part: usize,
    /// Start of the operation whose symbol table it is in; `None` at the top level.
    pub scope: Option<TextSize>,
    /// Without `@` and quotes.
    pub name: String,
    pub full_range: TextRange,
    pub focus_range: TextRange,
}

/// The name without its sigil and quotes: `@f`, `@"f"` and `"f"` are the same.
pub(crate) fn bare_name(text: &str) -> &str {
    text.strip_prefix('@').unwrap_or(text).trim_matches('"')
}

/// The token that names the symbol that an operation defines: `@f`, or the string of `sym_name`.
pub(crate) fn symbol_name(operation: &ast::Operation) -> Option<SyntaxToken> {
    let node = operation.syntax();
    if let Some(name) = ast::child::<ast::SymbolName>(node) {
        return ast::token(name.syntax(), SyntaxKind::AT_ID);
    }
    if let Some(body) = ast::child::<ast::OpaqueBody>(node) {
        let name = operation.op_name()?.text();
        let defines = DEFINERS.iter().any(|it| name.ends_with(it));
        let symbol = ast::child::<ast::SymbolReference>(body.syntax()).filter(|_| defines)?;
        return ast::token(symbol.syntax(), SyntaxKind::AT_ID);
    }
    node.children()
        .flat_map(|it| match it.kind() {
            SyntaxKind::PROPERTIES => it.children().collect(),
            _ => vec![it],
        })
        .filter_map(ast::Dictionary::cast)
        .flat_map(|it| ast::children::<ast::AttributeEntry>(it.syntax()))
        .find(|it| ast::token(it.syntax(), SyntaxKind::BARE_ID).is_some_and(|it| it.text() == "sym_name"))
        .and_then(|it| ast::child::<ast::Attribute>(it.syntax()))
        .and_then(|it| ast::token(it.syntax(), SyntaxKind::STRING))
}

/// Ends of the names of operations that define what they name first, in dialects without a table.
const DEFINERS: &[&str] = &["func", "module", "global", "kernel", "comdat", "comdat_selector"];

/// Operations nested deeper define no symbols that are looked for.
const MAX_DEPTH: usize = 32;

/// To look at the symbols of more takes long.
const FEW_RECORDS: usize = 64;

/// Every symbol of a file, in text order.
pub(crate) fn symbol_definitions(view: &FileView<'_>) -> Vec<SymbolDefinition> {
    if view.records.len() > FEW_RECORDS {
        computes(view.db);
    }
    let mut walk = Walk { registry: registry(view.db), part: 0, found: Vec::new() };
    for (part, node) in ast::children::<ast::Part>(&view.root).enumerate() {
        let operations = ast::children(node.syntax()).collect();
        walk.part = part;
        walk.visit(operations, None, MAX_DEPTH);
    }
    walk.found
}

/// A walk over the symbol tables of a file.
struct Walk<'a> {
    registry: &'a Registry,
    part: usize,
    found: Vec<SymbolDefinition>,
}

impl Walk<'_> {
    fn visit(&mut self, operations: Vec<ast::Operation>, scope: Option<TextSize>, depth: usize) {
        for operation in operations {
            let full_range = operation.syntax().text_range();
            if let Some(name) = symbol_name(&operation) {
                self.found.push(SymbolDefinition {
                    part: self.part,
                    scope,
                    name: bare_name(name.text()).to_owned(),
                    full_range,
                    focus_range: name.text_range(),
                });
            }
            let is_function = operation.op_name().is_none_or(|it| is_isolated(self.registry, &it.text()));
            if depth == 0 || is_function {
                continue;
            }
            for region in operation.regions() {
                let nested = region.blocks().flat_map(|it| it.operations()).collect();
                self.visit(nested, Some(full_range.start()), depth - 1);
            }
        }
    }
}

/// Resolves a path of symbols: looked up in the scopes in turn, the nearest first.
pub(crate) fn resolve<'a>(
    definitions: &'a [SymbolDefinition],
    part: usize,
    scopes: &[Option<TextSize>],
    path: &[Box<str>],
) -> Option<&'a SymbolDefinition> {
    let member = |scope: Option<TextSize>, name: &str| {
        definitions.iter().find(|it| it.part == part && it.scope == scope && it.name == name)
    };
    let (first, rest) = path.split_first()?;
    scopes.iter().find_map(|scope| {
        rest.iter()
            .try_fold(member(*scope, first)?, |table, name| member(Some(table.full_range.start()), name))
    })
}

/// The symbol tables that a node sees: the operations around it, from the innermost, then the top level.
pub(crate) fn scopes(node: &SyntaxNode) -> Vec<Option<TextSize>> {
    let operations = node.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION);
    operations.map(|it| Some(it.text_range().start())).chain([None]).collect()
}

/// A place that names a symbol or an alias.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NameUse {
    pub pointer: Pointer,
    pub name: UsedName,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UsedName {
    /// The path up to this name, without `@`.
    Symbol(Box<[Box<str>]>),
    /// With its sigil.
    Alias(Box<str>),
}

/// The symbols and aliases that one isolated op names, in text order.
#[salsa::tracked(returns(ref))]
pub fn name_uses<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<NameUse> {
    computes(db);
    let mut found = Vec::new();
    for (root, green) in op.roots(db).iter().enumerate() {
        for token in green.syntax_node().descendants_with_tokens().filter_map(|it| it.into_token()) {
            if let Some(name) = used_name(&token) {
                found.push(NameUse { pointer: Pointer { root, range: token.text_range() }, name });
            }
        }
    }
    found
}

/// The symbols and aliases that are named outside isolated ops: by modules, and by definitions of aliases.
pub(crate) fn outside_uses(view: &FileView<'_>) -> Vec<(SyntaxToken, UsedName)> {
    let roots: FxHashSet<TextRange> = (0..view.records.len()).flat_map(|it| view.roots(it)).collect();
    let mut found = Vec::new();
    let mut walk = view.root.preorder_with_tokens();
    while let Some(event) = walk.next() {
        let syntax::WalkEvent::Enter(element) = event else { continue };
        match element {
            rowan::NodeOrToken::Node(node) => {
                if node.kind() == SyntaxKind::OPERATION && roots.contains(&node.text_range()) {
                    walk.skip_subtree();
                }
            }
            rowan::NodeOrToken::Token(token) => {
                if let Some(name) = used_name(&token) {
                    found.push((token, name));
                }
            }
        }
    }
    found
}

/// The name that a token is, if it is part of a symbol reference or an alias.
pub(crate) fn used_name(token: &SyntaxToken) -> Option<UsedName> {
    let parent = || token.parent();
    match token.kind() {
        SyntaxKind::AT_ID => {
            let parent = parent().filter(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE)?;
            let path = parent
                .children_with_tokens()
                .filter_map(|it| it.into_token())
                .filter(|it| it.kind() == SyntaxKind::AT_ID)
                .take_while(|it| it.text_range().start() <= token.text_range().start())
                .map(|it| bare_name(it.text()).into());
            Some(UsedName::Symbol(path.collect()))
        }
        SyntaxKind::HASH_ID => {
            parent().filter(|it| it.kind() == SyntaxKind::ATTRIBUTE_ALIAS)?;
            Some(UsedName::Alias(token.text().into()))
        }
        SyntaxKind::EXCLAMATION_ID => {
            parent().filter(|it| it.kind() == SyntaxKind::TYPE_ALIAS)?;
            Some(UsedName::Alias(token.text().into()))
        }
        _ => None,
    }
}
