//! What a rule looks at: the IR of one isolated op, and the syntax behind it for ranges and written types.

mod op_syntax;

use crate::affine::symbols::Symbols;
use crate::affine::{AffineMap, lower_map};
use crate::aliases::{AttributeAlias, DatabaseAliases, alias_integer_type, alias_value, attribute_alias};
use crate::dominance::Dominance;
use crate::ir::{
    Access, AppliedMap, AppliedSet, Attributes, Form, Ir, MapOrigin, Op, OpId, Operand, Pointer, ValueId,
    trimmed_range,
};
use crate::isolated_op::IsolatedOp;
use crate::literals;
use crate::map_text::{self, TextProblem};
use crate::op_rules::{self, OpProblem};
use crate::rules::{Place, Report};
use crate::type_text;
use crate::types::{MemRefType, Type, lower_type};
use crate::undefined_names::{self, Undefined};
use op_syntax::OpSyntax;
pub(crate) use op_syntax::own_nodes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::format::{Arity, op_format};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

pub(crate) struct RuleContext<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) op: IsolatedOp<'db>,
    pub(crate) ir: &'db Ir,
    pub(crate) symbols: Symbols<'db>,
    roots: Vec<SyntaxNode>,
    op_syntax: OpSyntax,
    /// Names in text that did not parse, where they may be defined.
    pub(crate) broken_names: FxHashSet<String>,
    undefined_names: OnceCell<Vec<Undefined>>,
    text_problems: OnceCell<Vec<(usize, TextProblem)>>,
    by_name: OnceCell<FxHashMap<&'db str, Vec<ValueId>>>,
    op_problems: OnceCell<Vec<OpProblem>>,
    used: OnceCell<FxHashSet<ValueId>>,
    literal_problems: OnceCell<Vec<(usize, TextProblem)>>,
    pub(crate) dominance: Dominance<'db>,
}

impl<'db> RuleContext<'db> {
    pub(crate) fn new(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, ir: &'db Ir) -> Self {
        let roots: Vec<_> = op.roots(db).iter().map(|it| it.syntax_node()).collect();
        let broken_names = broken_names(op, db, ir, &roots);
        Self {
            db,
            op,
            ir,
            symbols: Symbols::new(ir),
            roots,
            op_syntax: OpSyntax::new(ir),
            broken_names,
            undefined_names: OnceCell::new(),
            text_problems: OnceCell::new(),
            by_name: OnceCell::new(),
            op_problems: OnceCell::new(),
            used: OnceCell::new(),
            literal_problems: OnceCell::new(),
            dominance: Dominance::new(ir),
        }
    }

    /// The trees of the roots.
    pub(crate) fn roots(&self) -> &[SyntaxNode] {
        &self.roots
    }

    /// The operations in text order, without those in which a syntax error lies and those in an old spelling: nothing
    /// more is said about them.
    pub(crate) fn ops(&self) -> impl Iterator<Item = (OpId, &'db Op)> + '_ {
        self.ir.ops.iter().filter(|(_, op)| !op.broken && op.legacy.is_none())
    }

    /// The operations in an old spelling, in text order.
    pub(crate) fn legacy_ops(&self) -> impl Iterator<Item = (OpId, &'db Op)> + '_ {
        self.ir.ops.iter().filter(|(_, op)| op.legacy.is_some())
    }

    /// Where a node of the operation is, without trivia.
    pub(crate) fn pointer(&self, op: OpId, node: &SyntaxNode) -> Pointer {
        Pointer { root: self.ir.ops[op].pointer.root, range: trimmed_range(node) }
    }

    /// The node that has exactly this range.
    pub(crate) fn node_at(&self, pointer: Pointer) -> Option<SyntaxNode> {
        match self.roots.get(pointer.root)?.covering_element(pointer.range) {
            rowan::NodeOrToken::Node(node) => Some(node),
            rowan::NodeOrToken::Token(token) => token.parent(),
        }
    }

    /// The text of a place, which is a node's or a token's.
    pub(crate) fn text(&self, pointer: Pointer) -> String {
        let Some(root) = self.roots.get(pointer.root) else { return String::new() };
        let (start, text) = match root.covering_element(pointer.range) {
            rowan::NodeOrToken::Node(node) => (node.text_range().start(), node.text().to_string()),
            rowan::NodeOrToken::Token(token) => (token.text_range().start(), token.text().to_owned()),
        };
        let from = usize::from(pointer.range.start() - start);
        text.get(from..from + usize::from(pointer.range.len())).unwrap_or_default().to_owned()
    }

    /// The operands of a map application, brackets included; of the generic form the whole list.
    pub(crate) fn operand_list(&self, op: OpId, attribute: Pointer) -> Pointer {
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
                None => generic.map(|it| self.pointer(op, &it)),
            }
        };
        found().unwrap_or(self.ir.ops[op].name_pointer)
    }

    /// The place where the inputs of a map or set are declared: its alias, or the lists of the inline text.
    pub(crate) fn map_inputs(&self, attribute: Pointer) -> Place {
        let inline = || {
            let node = self.node_at(attribute)?;
            let body = node
                .descendants()
                .find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))?;
            let lists = body
                .children()
                .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_DIMENSIONS | SyntaxKind::AFFINE_SYMBOLS));
            let range = lists.map(|it| trimmed_range(&it)).reduce(TextRange::cover)?;
            Some(Place::Here(Pointer { root: attribute.root, range }))
        };
        let text = self.text(attribute);
        if text.starts_with('#') {
            return Place::Alias(text);
        }
        inline().unwrap_or(Place::Here(attribute))
    }

    /// The results of an inline map; the attribute itself where it is an alias.
    pub(crate) fn map_results(&self, map: &AppliedMap) -> Pointer {
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
    pub(crate) fn name(&self, value: ValueId) -> String {
        let data = &self.ir.values[value];
        match (data.name.is_empty(), data.group) {
            (true, _) => "this value".to_owned(),
            (_, 0 | 1) => data.name.to_string(),
            _ => format!("{}#{}", data.name, data.number),
        }
    }

    /// Where the value is defined.
    pub(crate) fn definition(&self, value: ValueId) -> Pointer {
        let data = &self.ir.values[value];
        data.pointer.unwrap_or_else(|| match self.ir.defining_op(value) {
            Some(op) => self.ir.ops[op].name_pointer,
            None => Pointer { root: 0, range: TextRange::empty(TextSize::new(0)) },
        })
    }

    /// The closing brace of a region.
    pub(crate) fn closing_brace(&self, region: Pointer) -> Pointer {
        let end = region.range.end();
        let start = end.checked_sub(TextSize::new(1)).unwrap_or(end);
        Pointer { root: region.root, range: TextRange::new(start, end) }
    }

    /// The types after `->`.
    pub(crate) fn result_types(&self, op: OpId) -> Option<Pointer> {
        self.piece(op, SyntaxKind::RESULT_TYPES).map(|it| self.pointer(op, &it))
    }
}

fn broken_names(
    op: IsolatedOp<'_>,
    db: &dyn salsa::Database,
    ir: &Ir,
    roots: &[SyntaxNode],
) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    if op.errors(db).is_empty() {
        return names;
    }
    let mut insert = |node: &SyntaxNode| {
        for token in node.descendants_with_tokens().filter_map(|it| it.into_token()) {
            if token.kind() == SyntaxKind::PERCENT_ID {
                names.insert(token.text().to_owned());
            }
        }
    };
    for root in roots {
        root.descendants().filter(|it| it.kind() == SyntaxKind::ERROR).for_each(|it| insert(&it));
    }
    for (_, op) in ir.ops.iter().filter(|(_, it)| it.broken) {
        for operand in &op.operands {
            names.insert(operand.name.split('#').next().unwrap_or_default().to_owned());
        }
    }
    names
}

impl RuleContext<'_> {
    fn aliases(&self) -> DatabaseAliases<'_> {
        DatabaseAliases::new(self.db, self.op.file(self.db), self.op.part(self.db))
    }

    /// The type that a node writes.
    pub(crate) fn lowered_type(&self, node: &SyntaxNode) -> Type {
        lower_type(node, &self.aliases())
    }

    /// The types after `->` as values; `None` where there is no arrow.
    pub(crate) fn result_type_list(&self, op: OpId) -> Option<Vec<Type>> {
        let list = self.piece(op, SyntaxKind::RESULT_TYPES)?;
        let inner =
            list.children().find(|it| matches!(it.kind(), SyntaxKind::TYPE_LIST | SyntaxKind::TYPE_GROUP));
        let aliases = self.aliases();
        let types = ast::children::<ast::Type>(&inner.unwrap_or(list));
        Some(types.map(|it| lower_type(it.syntax(), &aliases)).collect())
    }

    /// The function type of a generic form or a call, as inputs and results.
    pub(crate) fn function_type(&self, op: OpId) -> Option<(Pointer, Vec<Type>, Vec<Type>)> {
        let node = self.piece(op, SyntaxKind::FUNCTION_TYPE)?;
        match lower_type(&node, &self.aliases()) {
            Type::Function { inputs, results } => {
                Some((self.pointer(op, &node), inputs.into_vec(), results.into_vec()))
            }
            _ => None,
        }
    }

    /// What an alias stands for in the file's part.
    pub(crate) fn alias(&self, name: &str) -> &AttributeAlias {
        attribute_alias(self.db, self.op.file(self.db), self.op.part(self.db), name.to_owned())
    }

    /// The attribute, or what it stands for if it is an alias: a tree of its own then.
    pub(crate) fn dealiased(&self, attribute: SyntaxNode) -> Option<SyntaxNode> {
        if attribute.kind() != SyntaxKind::ATTRIBUTE_ALIAS {
            return Some(attribute);
        }
        let name = attribute.text().to_string();
        alias_value(self.db, self.op.file(self.db), self.op.part(self.db), name.trim())
    }

    /// The type of the integer that an alias stands for.
    pub(crate) fn alias_type(&self, name: &str) -> Option<Type> {
        alias_integer_type(self.db, self.op.file(self.db), self.op.part(self.db), name.to_owned())
    }

    /// The values of that name, in the order of their definitions.
    pub(crate) fn values_named(&self, name: &str) -> &[ValueId] {
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
    pub(crate) fn is_used(&self, value: ValueId) -> bool {
        let used = self.used.get_or_init(|| self.ir.mentions.iter().filter_map(|it| it.value).collect());
        used.contains(&value)
    }

    /// Names that nothing visible defines.
    pub(crate) fn undefined_names(&self) -> &[Undefined] {
        self.undefined_names.get_or_init(|| undefined_names::find(self))
    }
}

impl RuleContext<'_> {
    /// The ranked memref type of an access as its text writes it, and where it is written.
    pub(crate) fn accessed_memref(&self, id: OpId, access: &Access) -> Option<(Arc<MemRefType>, Pointer)> {
        let op = &self.ir.ops[id];
        let (ty, place) = if op.form == Form::Generic {
            let (place, inputs, _) = self.function_type(id)?;
            (inputs.into_iter().nth(access.memref)?, place)
        } else {
            let node = self.written_types(id).into_iter().next()?;
            (self.lowered_types(id).into_iter().next()?, self.pointer(id, &node))
        };
        match ty {
            Type::MemRef(memref) => Some((memref, place)),
            _ => None,
        }
    }
}

impl RuleContext<'_> {
    /// The text of one constraint of an inline set.
    pub(crate) fn constraint(&self, condition: &AppliedSet, index: usize) -> Option<Pointer> {
        let node = self.node_at(condition.pointer)?;
        let mut constraints = node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_CONSTRAINT);
        Some(Pointer { root: condition.pointer.root, range: trimmed_range(&constraints.nth(index)?) })
    }

    /// The text of one subscript; `None` where they are not written one by one.
    pub(crate) fn subscript(&self, subscripts: &AppliedMap, index: usize) -> Option<Pointer> {
        if subscripts.origin != MapOrigin::Expressions {
            return None;
        }
        let list = self.node_at(subscripts.pointer)?;
        let list = list.ancestors().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
        let node = ast::children::<ast::AffineExpression>(&list).nth(index)?;
        Some(Pointer { root: subscripts.pointer.root, range: trimmed_range(node.syntax()) })
    }

    /// The number of subscripts: results of the map, or expressions in the text where one of them is not affine.
    pub(crate) fn subscript_count(&self, subscripts: &AppliedMap) -> Option<usize> {
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
    /// Whether a block may end with the operation: terminators, and operations of which nothing is known.
    pub(crate) fn may_be_terminator(&self, op: OpId) -> bool {
        let op = &self.ir.ops[op];
        match op.name.split_once('.') {
            _ if op.broken || !op.successors.is_empty() => true,
            Some(("affine", name)) => name == "yield",
            Some(("func", name)) => name == "return",
            Some(("scf", name)) => {
                matches!(name, "yield" | "condition" | "reduce" | "reduce.return" | "forall.in_parallel")
            }
            Some(("cf", name)) => name != "assert",
            Some(("memref", name)) => name == "alloca_scope.return",
            Some(("arith" | "math" | "index", _)) => false,
            Some(("vector", name)) => name == "yield",
            Some(("tensor", name)) => name == "yield",
            _ => true,
        }
    }

    /// Whether a region of the operation has no closing brace.
    pub(crate) fn has_open_region(&self, op: OpId) -> bool {
        let node = self.syntax(op);
        let mut regions =
            node.iter().flat_map(|it| it.children()).filter(|it| it.kind() == SyntaxKind::REGION);
        regions.any(|it| ast::token(&it, SyntaxKind::R_BRACE).is_none())
    }

    /// A closing brace in a function that closes nothing.
    pub(crate) fn stray_brace(&self) -> Option<Pointer> {
        self.roots.iter().enumerate().find_map(|(root, node)| {
            let mut errors = node.descendants().filter(|it| it.kind() == SyntaxKind::ERROR);
            let brace = errors.find(|it| {
                let mut tokens = it.children_with_tokens().filter(|it| !it.kind().is_trivia());
                tokens.next().is_some_and(|it| it.kind() == SyntaxKind::R_BRACE) && tokens.next().is_none()
            })?;
            Some(Pointer { root, range: trimmed_range(&brace) })
        })
    }

    /// Whether nothing but blanks and comments stands between the two.
    pub(crate) fn is_next_token(&self, first: Pointer, second: Pointer) -> bool {
        let Some(root) = self.roots.get(first.root) else { return false };
        let between = TextRange::new(first.range.end(), second.range.start().max(first.range.end()));
        let mut token = root.token_at_offset(between.start()).right_biased();
        while let Some(found) = token.filter(|it| it.text_range().end() <= between.end()) {
            if !found.kind().is_trivia() {
                return false;
            }
            token = found.next_token();
        }
        true
    }

    /// Whether a syntax error lies before the regions of the operation, where its arguments are named.
    pub(crate) fn has_broken_head(&self, op: OpId) -> bool {
        let op = &self.ir.ops[op];
        let first = op.regions.first().and_then(|it| self.ir.regions[*it].pointer);
        op.broken
            && first.is_some_and(|first| {
                self.op.errors(self.db).iter().any(|(root, range)| {
                    *root == first.root
                        && op.pointer.range.start() <= range.start()
                        && range.start() < first.range.start()
                })
            })
    }

    /// Whether the value is an argument that a head names in which a syntax error lies.
    pub(crate) fn is_in_broken_head(&self, value: ValueId) -> bool {
        self.ir.entry_argument_of(value).is_some_and(|it| self.has_broken_head(it.0))
    }

    /// Whether the memref of an access has another type than the text writes: the mistake is there.
    pub(crate) fn has_other_type(&self, operand: &Operand, written: &MemRefType) -> bool {
        let Some(value) = operand.value else { return false };
        self.ir.values[value].ty.differs_from(&Type::MemRef(Arc::new(written.clone())))
    }

    /// Whether several definitions share the value's name, so that it is not clear which one is meant.
    pub(crate) fn is_ambiguous(&self, value: ValueId) -> bool {
        self.ir.redefinitions.iter().any(|it| it.1 == value || it.0 == value)
    }

    /// Whether a syntax error lies in the place.
    pub(crate) fn has_error_inside(&self, place: Pointer) -> bool {
        self.op
            .errors(self.db)
            .iter()
            .any(|(root, range)| *root == place.root && place.range.contains_inclusive(range.start()))
    }
}

impl RuleContext<'_> {
    /// How many results the operation has, where its text tells.
    pub(crate) fn result_count(&self, id: OpId) -> Option<usize> {
        let op = &self.ir.ops[id];
        if op.form == Form::Generic {
            return self.function_type(id).map(|it| it.2.len());
        }
        match &*op.name {
            _ if op.form != Form::Custom => None,
            "affine.load"
            | "affine.vector_load"
            | "affine.apply"
            | "affine.min"
            | "affine.max"
            | "affine.linearize_index" => Some(1),
            "affine.store"
            | "affine.vector_store"
            | "affine.prefetch"
            | "affine.yield"
            | "affine.dma_start"
            | "affine.dma_wait"
            | "func.return"
            | "func.func" => Some(0),
            "affine.for" | "affine.if" | "affine.parallel" => {
                Some(self.result_type_list(id).map_or(0, |it| it.len()))
            }
            "affine.delinearize_index" => Some(self.written_types(id).len()),
            "func.call" => self.function_type(id).map(|it| it.2.len()),
            "vector.to_elements" => match op.operand_types.as_ref()?.first()? {
                Type::Vector { dims, .. } => {
                    let count = dims.iter().try_fold(1_u64, |count, it| count.checked_mul(it.size))?;
                    usize::try_from(count).ok()
                }
                _ => None,
            },
            name => {
                let results = &op_format(name)?.results;
                results.iter().all(|it| it.arity == Arity::One).then_some(results.len())
            }
        }
    }
}

impl RuleContext<'_> {
    /// Of a `return` directly in a function in custom form: its name, the place of its signature, its result types.
    pub(crate) fn function_results(&self, id: OpId) -> Option<(String, Pointer, Vec<Type>)> {
        let parent = self.ir.parent_op(id)?;
        let op = &self.ir.ops[parent];
        if !op.is("func.func") || op.broken || op.form != Form::Custom {
            return None;
        }
        let node = self.syntax(parent)?;
        let name = node.children().find(|it| it.kind() == SyntaxKind::SYMBOL_NAME)?;
        let signature = node.children().find(|it| it.kind() == SyntaxKind::FUNCTION_SIGNATURE)?;
        let results = signature.children().find(|it| it.kind() == SyntaxKind::FUNCTION_RESULTS);
        let place =
            results.as_ref().map_or_else(|| self.pointer(parent, &name), |it| self.pointer(parent, it));
        let aliases = self.aliases();
        let types = results.iter().flat_map(ast::children::<ast::Type>);
        let types = types.map(|it| lower_type(it.syntax(), &aliases)).collect();
        Some((name.text().to_string().trim().to_owned(), place, types))
    }
}

impl RuleContext<'_> {
    /// The attributes that the dictionary and the properties of an operation hold.
    pub(crate) fn attributes(&self, op: OpId) -> Option<Attributes> {
        Some(Attributes::of(&ast::Operation::cast(self.syntax(op)?)?))
    }

    /// The affine map that an attribute of an operation is, written out or by alias.
    pub(crate) fn map_attribute(&self, attribute: &SyntaxNode) -> Option<AffineMap> {
        match attribute.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE => lower_map(&ast::child(attribute)?),
            SyntaxKind::ATTRIBUTE_ALIAS => match self.alias(attribute.text().to_string().trim()) {
                AttributeAlias::Map(map) => Some(map.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

impl RuleContext<'_> {
    /// Reports what is wrong with this code in the maps, sets, subscripts and types of the operations.
    pub(crate) fn report_text(&self, report: &mut Report<'_>, code: &str) {
        let found = self.text_problems.get_or_init(|| {
            let mut found = Vec::new();
            for (id, op) in self.ops() {
                let nodes = self.own_nodes(id);
                for node in nodes.iter().filter(|it| map_text::is_judged(it)) {
                    found.extend(map_text::problems(node).into_iter().map(|it| (op.pointer.root, it)));
                }
                for node in nodes.iter().filter(|it| type_text::is_judged(it)) {
                    found.extend(type_text::problems(node).into_iter().map(|it| (op.pointer.root, it)));
                }
            }
            found
        });
        for (root, problem) in found.iter().filter(|it| it.1.code == code) {
            let place = |range| Pointer { root: *root, range };
            let finding = report.add(place(problem.range), problem.message.clone());
            for (range, message) in &problem.related {
                finding.related(place(*range), message.clone());
            }
        }
    }
}

impl RuleContext<'_> {
    /// Reports what is wrong with this code in the types and attributes of the operations of the syntax tables.
    pub(crate) fn report_op_problems(&self, report: &mut Report<'_>, code: &str) {
        let found = self.op_problems.get_or_init(|| op_rules::problems(self));
        for problem in found.iter().filter(|it| it.code == code) {
            let finding = report.add(problem.place, problem.message.clone());
            for (place, message) in &problem.related {
                finding.related(*place, message.clone());
            }
        }
    }
}

impl RuleContext<'_> {
    /// Reports what is wrong with this code in the numbers and lists of numbers that the operations have.
    pub(crate) fn report_literals(&self, report: &mut Report<'_>, code: &str) {
        let found = self.literal_problems.get_or_init(|| {
            let mut found = Vec::new();
            for (id, op) in self.ops() {
                for node in self.own_nodes(id).into_iter().filter(literals::is_literal) {
                    let problem = literals::problem(&node, &|ty| self.lowered_type(ty));
                    found.extend(problem.map(|it| (op.pointer.root, it)));
                }
            }
            found
        });
        for (root, problem) in found.iter().filter(|it| it.1.code == code) {
            report.add(Pointer { root: *root, range: problem.range }, problem.message.clone());
        }
    }
}
