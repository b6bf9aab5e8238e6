//! The input of a rule: the IR of one isolated op, and its syntax for ranges and written types.

mod broken_heads;
mod broken_text;
mod default_dialect;
mod op_nodes;
mod op_syntax;
mod symbols;
mod undefined;
mod written_types;

use crate::diagnostic::Severity;
use crate::finding::RelatedPlace;
use base::isolated_op::IsolatedOp;
use base::source_file::{Mlir, SettingsInput};
use broken_text::broken_names;
use ir::affine::symbols::Symbols;
use ir::affine::{AffineMap, lower_map};
use ir::aliases::{AttributeAlias, DatabaseAliases, alias_integer_type, alias_value, attribute_alias};
use ir::dominance::Dominance;
use ir::types::{MemRefType, Type, lower_type};
use ir::{
    AppliedMap, AppliedSet, Attributes, Extent, Form, Ir, MapOrigin, Op, OpId, Operand, Pointer, ValueId,
    trimmed_range,
};
use op_syntax::OpSyntax;
pub use op_syntax::own_nodes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::ods::Versions;
use syntax::{Located, SyntaxKind, SyntaxNode, TextRange, TextSize};
pub use undefined::Undefined;

/// Whether anything more is said about an operation than that it is broken or in an old spelling.
fn is_judged(op: &Op) -> bool {
    !op.broken && op.legacy.is_none()
}

pub struct RuleContext<'db> {
    pub db: &'db dyn salsa::Database,
    pub op: IsolatedOp<'db>,
    pub ir: &'db Ir,
    pub symbols: Symbols<'db>,
    roots: Vec<SyntaxNode>,
    op_syntax: OpSyntax<'db>,
    /// Names in text that did not parse, where they may be defined.
    pub broken_names: FxHashSet<String>,
    pub(crate) undefined_names: OnceCell<Vec<Undefined>>,
    by_name: OnceCell<FxHashMap<&'db str, Vec<ValueId>>>,
    used: OnceCell<FxHashSet<ValueId>>,
    pub dominance: Dominance<'db>,
}

impl<'db> RuleContext<'db> {
    pub fn new(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, ir: &'db Ir) -> Self {
        Self::within(db, op, Extent::Whole, ir)
    }

    /// Of the operations that an extent holds, and no others has the `ir`.
    pub fn within(
        db: &'db dyn salsa::Database,
        op: IsolatedOp<'db>,
        extent: Extent<'db>,
        ir: &'db Ir,
    ) -> Self {
        let roots: Vec<_> = op.roots(db).iter().map(|it| it.syntax_node()).collect();
        let broken_names = broken_names(op, db, ir, &roots);
        Self {
            db,
            op,
            ir,
            symbols: Symbols::new(ir),
            roots,
            op_syntax: OpSyntax::new(op.roots(db), extent),
            broken_names,
            undefined_names: OnceCell::new(),
            by_name: OnceCell::new(),
            used: OnceCell::new(),
            dominance: Dominance::new(ir),
        }
    }

    /// The version of MLIR that the text is for, where that is known.
    pub fn mlir(&self) -> Option<Mlir> {
        SettingsInput::get(self.db).settings(self.db).mlir
    }

    /// The severity of syntax that only these versions of MLIR have; `None` if the text may be for one of them.
    pub fn severity_outside(&self, versions: Versions) -> Option<Severity> {
        self.mlir().filter(|it| !versions.has(it.version())).map(Mlir::severity)
    }

    /// The trees of the roots.
    pub fn roots(&self) -> &[SyntaxNode] {
        &self.roots
    }

    /// The operations in text order, without those in which a syntax error lies and those in an old spelling: nothing
    /// more is said about them.
    pub fn ops(&self) -> impl Iterator<Item = (OpId, &'db Op)> + '_ {
        self.ir.ops.iter().filter(|(_, op)| is_judged(op))
    }

    /// The operations in an old spelling, in text order.
    pub fn legacy_ops(&self) -> impl Iterator<Item = (OpId, &'db Op)> + '_ {
        self.ir.ops.iter().filter(|(_, op)| op.legacy.is_some())
    }

    /// Where a node of the operation is, without trivia.
    pub fn pointer<'n>(&self, op: OpId, node: impl Into<Located<'n>>) -> Pointer {
        Pointer { root: self.ir.ops[op].pointer.root, range: trimmed_range(node) }
    }

    /// The node that has exactly this range.
    pub fn node_at(&self, pointer: Pointer) -> Option<SyntaxNode> {
        match self.roots.get(pointer.root)?.covering_element(pointer.range) {
            rowan::NodeOrToken::Node(node) => Some(node),
            rowan::NodeOrToken::Token(token) => token.parent(),
        }
    }

    /// The text of a place, which is a node's or a token's.
    pub fn text(&self, pointer: Pointer) -> String {
        let Some(root) = self.roots.get(pointer.root) else { return String::new() };
        let (start, text) = match root.covering_element(pointer.range) {
            rowan::NodeOrToken::Node(node) => (node.text_range().start(), node.text().to_string()),
            rowan::NodeOrToken::Token(token) => (token.text_range().start(), token.text().to_owned()),
        };
        let from = usize::from(pointer.range.start() - start);
        text.get(from..from + usize::from(pointer.range.len())).unwrap_or_default().to_owned()
    }

    /// The operands of a map application, brackets included; of the generic form the whole list.
    pub fn operand_list(&self, op: OpId, attribute: Pointer) -> Pointer {
        let found = || {
            let generic = self.piece(op, SyntaxKind::OPERAND_LIST);
            let attribute = self.node_at(attribute)?;
            let application = attribute.ancestors().find(|it| it.kind() == SyntaxKind::MAP_APPLICATION);
            match application {
                Some(application) => {
                    let lists: Vec<_> = application
                        .children()
                        .filter(|it| {
                            matches!(it.kind(), SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS)
                        })
                        .map(|it| trimmed_range(&it))
                        .collect();
                    let range = lists.iter().copied().reduce(TextRange::cover)?;
                    Some(Pointer { root: self.ir.ops[op].pointer.root, range })
                }
                None => generic.map(|it| self.pointer(op, it)),
            }
        };
        found().unwrap_or(self.ir.ops[op].name_pointer)
    }

    /// The place where the inputs of a map or set are declared: its alias, or the lists of the inline text.
    pub fn map_inputs(&self, attribute: Pointer) -> RelatedPlace {
        let inline = || {
            let node = self.node_at(attribute)?;
            let body = node
                .descendants()
                .find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))?;
            let lists = body
                .children()
                .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_DIMENSIONS | SyntaxKind::AFFINE_SYMBOLS));
            let range = lists.map(|it| trimmed_range(&it)).reduce(TextRange::cover)?;
            Some(RelatedPlace::Here(Pointer { root: attribute.root, range }))
        };
        let text = self.text(attribute);
        if text.starts_with('#') {
            return RelatedPlace::Alias(text);
        }
        inline().unwrap_or(RelatedPlace::Here(attribute))
    }

    /// The results of an inline map; the attribute itself where it is an alias.
    pub fn map_results(&self, map: &AppliedMap) -> Pointer {
        let inline = || {
            let node = self.node_at(map.pointer)?;
            let results = node.descendants().find(|it| it.kind() == SyntaxKind::AFFINE_RESULTS)?;
            Some(Pointer { root: map.pointer.root, range: trimmed_range(&results) })
        };
        match map.origin {
            MapOrigin::Attribute | MapOrigin::Generic => inline().unwrap_or(map.pointer),
            _ => map.pointer,
        }
    }

    /// The name of a value as the user writes it: `%0#1` of a group.
    pub fn name(&self, value: ValueId) -> String {
        let data = &self.ir.values[value];
        match (data.name.is_empty(), data.group) {
            (true, _) => "this value".to_owned(),
            (_, 0 | 1) => data.name.to_string(),
            _ => format!("{}#{}", data.name, data.number),
        }
    }

    /// Where the value is defined.
    pub fn definition(&self, value: ValueId) -> Pointer {
        let data = &self.ir.values[value];
        data.pointer.unwrap_or_else(|| match self.ir.defining_op(value) {
            Some(op) => self.ir.ops[op].name_pointer,
            None => Pointer { root: 0, range: TextRange::empty(TextSize::new(0)) },
        })
    }

    /// The closing brace of a region.
    pub fn closing_brace(&self, region: Pointer) -> Pointer {
        let end = region.range.end();
        let start = end.checked_sub(TextSize::new(1)).unwrap_or(end);
        Pointer { root: region.root, range: TextRange::new(start, end) }
    }
}

impl RuleContext<'_> {
    fn aliases(&self) -> DatabaseAliases<'_> {
        DatabaseAliases::new(self.db, self.op.file(self.db), self.op.part(self.db))
    }

    /// The type that a node writes.
    pub fn lowered_type<'n>(&self, node: impl Into<Located<'n>>) -> Type {
        lower_type(node, &self.aliases())
    }

    /// The attribute that an alias stands for in the file's part.
    pub fn alias(&self, name: &str) -> &AttributeAlias {
        attribute_alias(self.db, self.op.file(self.db), self.op.part(self.db), name.to_owned())
    }

    /// The attribute, or the value of an alias: a tree of its own then.
    pub fn dealiased(&self, attribute: SyntaxNode) -> Option<SyntaxNode> {
        if attribute.kind() != SyntaxKind::ATTRIBUTE_ALIAS {
            return Some(attribute);
        }
        let name = attribute.text().to_string();
        alias_value(self.db, self.op.file(self.db), self.op.part(self.db), name.trim())
    }

    /// The type of the integer that an alias stands for.
    pub fn alias_type(&self, name: &str) -> Option<Type> {
        alias_integer_type(self.db, self.op.file(self.db), self.op.part(self.db), name.to_owned())
    }

    /// The values of that name, in the order of their definitions.
    pub fn values_named(&self, name: &str) -> &[ValueId] {
        let index = self.by_name.get_or_init(|| {
            let mut index: FxHashMap<&str, Vec<ValueId>> = FxHashMap::default();
            for (id, value) in self.ir.values.iter().filter(|(_, it)| it.number == 0) {
                index.entry(&value.name).or_default().push(id);
            }
            index
        });
        index.get(name).map_or(&[], |it| it)
    }

    /// Whether any text names the value.
    pub fn is_used(&self, value: ValueId) -> bool {
        let used = self.used.get_or_init(|| self.ir.mentions.iter().filter_map(|it| it.value).collect());
        used.contains(&value)
    }
}

impl RuleContext<'_> {
    /// The text of one constraint of an inline set.
    pub fn constraint(&self, condition: &AppliedSet, index: usize) -> Option<Pointer> {
        let node = self.node_at(condition.pointer)?;
        let mut constraints = node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_CONSTRAINT);
        Some(Pointer { root: condition.pointer.root, range: trimmed_range(&constraints.nth(index)?) })
    }

    /// The text of one subscript; `None` where they are not written one by one.
    pub fn subscript(&self, subscripts: &AppliedMap, index: usize) -> Option<Pointer> {
        if subscripts.origin != MapOrigin::Expressions {
            return None;
        }
        let list = self.node_at(subscripts.pointer)?;
        let list = list.ancestors().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
        let node = ast::children::<ast::AffineExpression>(&list).nth(index)?;
        Some(Pointer { root: subscripts.pointer.root, range: trimmed_range(node.syntax()) })
    }

    /// The number of subscripts: results of the map, or expressions in the text where one of them is not affine.
    pub fn subscript_count(&self, subscripts: &AppliedMap) -> Option<usize> {
        match (&subscripts.map, subscripts.origin) {
            (Some(map), _) => Some(map.results.len()),
            (None, MapOrigin::Expressions) => {
                let list = self.node_at(subscripts.pointer)?;
                let list = list.ancestors().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
                Some(ast::children::<ast::AffineExpression>(&list).count())
            }
            _ => None,
        }
    }
}

impl RuleContext<'_> {
    /// Whether a block may end with the operation: terminators, and unknown operations.
    pub fn may_be_terminator(&self, id: OpId) -> bool {
        let op = &self.ir.ops[id];
        let is_unknown = !op.lacks_trait("Terminator") && !op.is_of_complete_dialect;
        op.broken
            || !op.successors.is_empty()
            || is_unknown
            || op.is_terminator()
            || op.form == Form::Opaque && self.holds_operation_name(id)
    }

    /// Whether the text of an operation of unknown form has a word like the name of an operation: its line may hold another.
    fn holds_operation_name(&self, op: OpId) -> bool {
        let body = self.located(op).and_then(|it| it.child(SyntaxKind::OPAQUE_BODY));
        body.is_some_and(|it| {
            let mut words = it.tokens().filter(|it| it.kind() == SyntaxKind::BARE_ID);
            words.any(|it| it.text() == "return" || it.text().contains('.'))
        })
    }

    /// Whether the memref of an access has another type than the text writes: the mistake is there.
    pub fn has_other_type(&self, operand: &Operand, written: &MemRefType) -> bool {
        let Some(value) = operand.value else { return false };
        self.ir.values[value].ty.differs_from(&Type::MemRef(Arc::new(written.clone())))
    }

    /// Whether several definitions share the value's name, so that it is not clear which one is meant.
    pub fn is_ambiguous(&self, value: ValueId) -> bool {
        self.ir.redefinitions.iter().any(|it| it.1 == value || it.0 == value)
    }
}

impl RuleContext<'_> {
    /// The affine map that an attribute of an operation is, written out or by alias.
    pub fn map_attribute<'n>(&self, attribute: impl Into<Located<'n>>) -> Option<AffineMap> {
        let attribute = attribute.into();
        match attribute.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE => lower_map(attribute.child(SyntaxKind::AFFINE_MAP)?),
            SyntaxKind::ATTRIBUTE_ALIAS => match self.alias(&attribute.trimmed_text()) {
                AttributeAlias::Map(map) => Some(map.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'db> RuleContext<'db> {
    /// The attributes that the dictionary and the properties of an operation hold.
    pub fn attributes(&self, op: OpId) -> Option<Attributes<'db>> {
        Some(Attributes::of(self.located(op)?))
    }
}
