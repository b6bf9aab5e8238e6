//! Forms as readers of trees: which child of an operation is which operand, type, attribute or region.
//!
//! Works on broken trees too: pieces that are missing are passed over, and what is found keeps its name.

use super::{
    Arity, OpFormat, TypeRule, ValueFormat,
    notation::{Element, Repeat, TypeShare, choose},
};
use crate::{
    SyntaxElement,
    SyntaxKind::*,
    SyntaxNode,
    ast::{
        self, AstNode, BlockArgument, IterArg, OperandGroup, Operation, Region, ResultTypes, Successor, Type,
        TypeGroup, ValueUse,
    },
};

/// The pieces of one operation by their names in its [`OpFormat`].
#[derive(Debug)]
pub struct OpBinding {
    format: &'static OpFormat,
    operands: Vec<BoundOperand>,
    types: Vec<Vec<Type>>,
    /// Of the generic form: the types of each operand and result by its name.
    generic_types: Vec<(&'static str, Vec<Type>)>,
    arguments: Vec<Vec<BlockArgument>>,
    regions: Vec<(&'static str, Region)>,
    attributes: Vec<(&'static str, SyntaxNode)>,
    successors: Vec<(&'static str, Successor)>,
    dictionary: Option<ast::Dictionary>,
}

/// What stands for one named operand.
#[derive(Debug, Clone, Default)]
pub struct BoundOperand {
    pub uses: Vec<ValueUse>,
    /// The node that holds the uses: the use itself, its `OPERAND_GROUP`, `MIXED_LIST` or `ITER_ARGS`.
    pub node: Option<SyntaxNode>,
}

impl OpFormat {
    /// Names the pieces of `op`, which has this form's name and is in generic or custom form.
    ///
    /// In generic form only what has a place of its own is found: operands, types, regions.
    pub fn bind(&'static self, op: &Operation) -> OpBinding {
        let binding = OpBinding {
            format: self,
            operands: vec![BoundOperand::default(); self.operands.len()],
            types: vec![Vec::new(); self.slots.len()],
            generic_types: Vec::new(),
            arguments: vec![Vec::new(); self.arguments.len()],
            regions: Vec::new(),
            attributes: Vec::new(),
            successors: Vec::new(),
            dictionary: None,
        };
        if op.is_generic() {
            return binding.of_generic_form(op);
        }
        let mut reader = Reader { children: Children::of(op.syntax()), binding };
        reader.sequence(&self.elements);
        reader.binding
    }
}

impl OpBinding {
    pub fn format(&self) -> &'static OpFormat {
        self.format
    }

    /// The operands in the order of [`OpFormat::operands`].
    pub fn operands(&self) -> impl Iterator<Item = (&'static ValueFormat, &BoundOperand)> {
        self.format.operands.iter().zip(&self.operands)
    }

    pub fn operand(&self, name: &str) -> Option<&BoundOperand> {
        let index = self.format.operands.iter().position(|it| it.name == name)?;
        self.operands.get(index)
    }

    /// The types that stand in a slot, see [`TypeRule::Written`].
    pub fn types(&self, slot: usize) -> &[Type] {
        self.types.get(slot).map(Vec::as_slice).unwrap_or_default()
    }

    /// The types that are written for an operand or result, or for whatever else the form writes a type under a
    /// name. The generic form writes one for every operand and result, also where the custom form has a rule.
    pub fn written_types(&self, name: &str) -> &[Type] {
        if let Some((_, types)) = self.generic_types.iter().find(|it| it.0 == name) {
            return types;
        }
        self.format.slots.iter().position(|it| *it == name).map(|it| self.types(it)).unwrap_or_default()
    }

    /// The rule that holds for a value here: what stands in place of a type that is left out, if it is.
    pub fn rule(&self, value: &ValueFormat) -> TypeRule {
        match value.rule {
            TypeRule::Written(slot) if self.types(slot).is_empty() => value.otherwise,
            rule => rule,
        }
    }

    /// The block arguments of that name in [`OpFormat::arguments`].
    pub fn arguments(&self, name: &str) -> &[BlockArgument] {
        let index = self.format.arguments.iter().position(|it| it.name == name);
        index.and_then(|it| self.arguments.get(it)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The regions of that name, in order.
    pub fn regions(&self, name: &str) -> impl Iterator<Item = &Region> {
        self.regions.iter().filter(move |it| it.0 == name).map(|it| &it.1)
    }

    /// The attribute that has its place in the form under that name.
    pub fn attribute(&self, name: &str) -> Option<&SyntaxNode> {
        self.attributes.iter().find(|it| it.0 == name).map(|it| &it.1)
    }

    /// The successors with their names, in order.
    pub fn successors(&self) -> impl Iterator<Item = (&'static str, &Successor)> {
        self.successors.iter().map(|it| (it.0, &it.1))
    }

    /// The dictionary of further attributes.
    pub fn dictionary(&self) -> Option<&ast::Dictionary> {
        self.dictionary.as_ref()
    }

    fn of_generic_form(mut self, op: &Operation) -> OpBinding {
        let list: Option<OperandGroup> = ast::child(op.syntax());
        let uses: Vec<ValueUse> = list.map(|it| ast::children(it.syntax()).collect()).unwrap_or_default();
        let (inputs, results) = match ast::child::<ast::FunctionType>(op.syntax()) {
            Some(ty) => function_types(ty.syntax()),
            None => (Vec::new(), Vec::new()),
        };
        let arities: Vec<Arity> = self.format.operands.iter().map(|it| it.arity).collect();
        if let Some(counts) = counts(&arities, uses.len()).or_else(|| segments(op, &arities)) {
            let mut next = 0;
            for (index, count) in counts.into_iter().enumerate() {
                let end = (next + count).min(uses.len());
                if let Some(operand) = self.operands.get_mut(index) {
                    operand.uses = uses.get(next..end).unwrap_or_default().to_vec();
                    operand.node = operand.uses.first().map(|it| it.syntax().clone());
                }
                let types = inputs.get(next..end).unwrap_or_default().to_vec();
                self.set_generic_types(self.format.operands.get(index), types);
                next = end;
            }
        }
        let arities: Vec<Arity> = self.format.results.iter().map(|it| it.arity).collect();
        if let Some(counts) = counts(&arities, results.len()) {
            let mut next = 0;
            for (index, count) in counts.into_iter().enumerate() {
                let types = results.get(next..next + count).unwrap_or_default().to_vec();
                self.set_generic_types(self.format.results.get(index), types);
                next += count;
            }
        }
        // The last name is that of all further regions.
        if let Some(last) = self.format.regions.last().copied() {
            let names = self.format.regions.iter().copied().chain(std::iter::repeat(last));
            self.regions = names.zip(op.regions()).collect();
        }
        self.dictionary = ast::child(op.syntax());
        self
    }

    fn set_generic_types(&mut self, value: Option<&ValueFormat>, types: Vec<Type>) {
        let Some(value) = value else { return };
        if let TypeRule::Written(slot) = value.rule
            && let Some(slot) = self.types.get_mut(slot)
            && slot.is_empty()
        {
            slot.clone_from(&types);
        }
        self.generic_types.push((value.name, types));
    }
}

/// How many values each name takes, if their number tells.
fn counts(arities: &[Arity], total: usize) -> Option<Vec<usize>> {
    let single = arities.iter().filter(|it| **it == Arity::One).count();
    let others = arities.len() - single;
    let rest = total.checked_sub(single)?;
    if others != 1 && rest > 0 {
        return None;
    }
    Some(arities.iter().map(|it| if *it == Arity::One { 1 } else { rest }).collect())
}

/// How many values each name takes, as `operandSegmentSizes` says.
fn segments(op: &Operation, arities: &[Arity]) -> Option<Vec<usize>> {
    let entry =
        op.syntax().children().filter(|it| matches!(it.kind(), PROPERTIES | DICTIONARY)).find_map(|it| {
            it.descendants().find(|it| {
                it.kind() == ATTRIBUTE_ENTRY
                    && it.first_token().is_some_and(|it| it.text().trim_matches('"') == "operandSegmentSizes")
            })
        })?;
    let counts: Vec<usize> = entry
        .descendants_with_tokens()
        .filter(|it| it.kind() == INTEGER)
        .filter_map(|it| it.into_token()?.text().parse().ok())
        .collect();
    (counts.len() == arities.len()).then_some(counts)
}

/// The children of an operation that its form speaks of.
struct Children {
    elements: Vec<SyntaxElement>,
    next: usize,
}

impl Children {
    fn of(node: &SyntaxNode) -> Children {
        let elements = node
            .children_with_tokens()
            .filter(|it| {
                !it.kind().is_trivia() && !matches!(it.kind(), OP_RESULTS | OP_NAME | ERROR | OPAQUE_BODY)
            })
            .collect();
        Children { elements, next: 0 }
    }

    fn peek(&self) -> Option<&SyntaxElement> {
        self.elements.get(self.next)
    }

    fn peek_after(&self) -> Option<&SyntaxElement> {
        self.elements.get(self.next + 1)
    }

    fn node(&mut self) -> Option<SyntaxNode> {
        let node = self.peek()?.as_node().cloned();
        self.next += 1;
        node
    }
}

struct Reader {
    children: Children,
    binding: OpBinding,
}

impl Reader {
    fn sequence(&mut self, elements: &[Element]) {
        for element in elements {
            if stands(&self.children, element) {
                self.element(element);
            }
        }
    }

    fn element(&mut self, element: &Element) {
        match element {
            Element::Token(_) | Element::Keyword(_) => self.children.next += 1,
            Element::Bracketed { open, inside } => {
                self.children.next += 1;
                self.sequence(inside);
                let close = if *open == L_PAREN { R_PAREN } else { R_BRACKET };
                if self.children.peek().is_some_and(|it| it.kind() == close) {
                    self.children.next += 1;
                }
            }
            Element::Group { alternatives, repeat } => loop {
                let before = self.children.next;
                let children = &self.children;
                let Some(chosen) = choose(alternatives, &|it| stands(children, it)) else { break };
                self.sequence(chosen);
                if *repeat != Repeat::Many || self.children.next == before {
                    break;
                }
            },
            Element::TypePair { first, second } => {
                let is_pair = self.children.peek_after().is_some_and(|it| it.kind() == COMMA);
                if is_pair {
                    self.types(*first);
                    self.children.next += 1;
                }
                if self.children.peek().is_some_and(|it| it.kind().is_type()) {
                    self.types(*second);
                }
            }
            Element::Regions { name } => loop {
                self.region(name);
                let is_comma = self.children.peek().is_some_and(|it| it.kind() == COMMA);
                if !is_comma || self.children.peek_after().is_none_or(|it| it.kind() != REGION) {
                    break;
                }
                self.children.next += 1;
            },
            Element::Region { name } => self.region(name),
            Element::Type { slot } | Element::Types { slot } | Element::ArrowTypes { slot } => {
                self.types(*slot)
            }
            _ => {
                if let Some(node) = self.children.node() {
                    self.node(element, node);
                }
            }
        }
    }

    /// An element that is one node.
    fn node(&mut self, element: &Element, node: SyntaxNode) {
        match element {
            Element::Operand { name, .. } | Element::Mixed { name, .. } => self.operand(name, node),
            Element::FunctionType { inputs, results } => {
                let (input_types, result_types) = function_types(&node);
                self.share(inputs, input_types);
                self.share(results, result_types);
            }
            Element::AttrDict => {
                let dictionary = ast::Dictionary::cast(node);
                self.binding.dictionary = self.binding.dictionary.take().or(dictionary);
            }
            Element::Attribute { name, .. } | Element::Symbol { name } => {
                self.binding.attributes.push((name, node));
            }
            Element::Successor { name } => {
                self.binding.successors.extend(Successor::cast(node).map(|it| (*name, it)));
            }
            Element::Argument { name } => self.arguments(name, BlockArgument::cast(node)),
            Element::Arguments { name } => self.arguments(name, ast::children(&node)),
            Element::IterArgs { arguments, operands, .. } => {
                let pairs: Vec<IterArg> = ast::children(&node).collect();
                self.arguments(arguments, pairs.iter().filter_map(|it| ast::child(it.syntax())));
                let uses = pairs.iter().filter_map(|it| ast::child(it.syntax())).collect();
                if let Some(operand) = self.operand_of(operands) {
                    *operand = BoundOperand { uses, node: Some(node) };
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, name: &str, node: SyntaxNode) {
        if let Some(operand) = self.operand_of(name) {
            operand.uses = match ValueUse::cast(node.clone()) {
                Some(value) => vec![value],
                None => ast::children(&node).collect(),
            };
            operand.node = Some(node);
        }
    }

    fn operand_of(&mut self, name: &str) -> Option<&mut BoundOperand> {
        let index = self.binding.format.operands.iter().position(|it| it.name == name)?;
        self.binding.operands.get_mut(index)
    }

    fn arguments(&mut self, name: &str, found: impl IntoIterator<Item = BlockArgument>) {
        let index = self.binding.format.arguments.iter().position(|it| it.name == name);
        if let Some(arguments) = index.and_then(|it| self.binding.arguments.get_mut(it)) {
            arguments.extend(found);
        }
    }

    fn region(&mut self, name: &'static str) {
        let region = self.children.node().and_then(Region::cast);
        self.binding.regions.extend(region.map(|it| (name, it)));
    }

    fn types(&mut self, slot: usize) {
        let Some(node) = self.children.node() else { return };
        let types = types_of(node);
        if let Some(slot) = self.binding.types.get_mut(slot) {
            slot.extend(types);
        }
    }

    fn share(&mut self, shares: &[TypeShare], types: Vec<Type>) {
        let arities: Vec<Arity> = shares.iter().map(|it| it.1).collect();
        let Some(counts) = counts(&arities, types.len()) else { return };
        let mut types = types.into_iter();
        for ((slot, _), count) in shares.iter().zip(counts) {
            if let Some(slot) = self.binding.types.get_mut(*slot) {
                slot.extend(types.by_ref().take(count));
            }
        }
    }
}

/// The types in a node that is a type, a list of types, or result types.
fn types_of(node: SyntaxNode) -> Vec<Type> {
    if let Some(list) = TypeGroup::cast(node.clone()) {
        return ast::children(list.syntax()).collect();
    }
    if let Some(results) = ResultTypes::cast(node.clone()) {
        return match ast::child::<TypeGroup>(results.syntax()) {
            Some(list) => ast::children(list.syntax()).collect(),
            None => ast::children(results.syntax()).collect(),
        };
    }
    Type::cast(node).into_iter().collect()
}

/// Inputs and results of a function type.
fn function_types(node: &SyntaxNode) -> (Vec<Type>, Vec<Type>) {
    let mut parts = node.children().filter(|it| it.kind() == TYPE_LIST || it.kind().is_type());
    let mut part = || parts.next().map(types_of).unwrap_or_default();
    (part(), part())
}

/// Whether the next child is one that the element starts with.
fn stands(children: &Children, element: &Element) -> bool {
    let Some(next) = children.peek() else { return false };
    let kind = next.kind();
    match element {
        Element::Token(token) => kind == *token,
        Element::Keyword(keyword) => {
            kind == BARE_ID && next.as_token().is_some_and(|it| it.text() == *keyword)
        }
        Element::Bracketed { open, .. } => kind == *open,
        Element::Operand { arity: Arity::Variadic, .. } => kind == OPERAND_GROUP,
        Element::Operand { .. } => kind == VALUE_USE,
        Element::Mixed { .. } => kind == MIXED_LIST,
        Element::Type { .. } | Element::TypePair { .. } => kind.is_type(),
        Element::Types { .. } => kind == TYPE_GROUP,
        Element::ArrowTypes { .. } => kind == RESULT_TYPES,
        Element::FunctionType { .. } => kind == FUNCTION_TYPE,
        Element::AttrDict => kind == DICTIONARY,
        // A dictionary with a place of its own is found before the one of further attributes.
        Element::Attribute { .. } => kind.is_attribute(),
        Element::Symbol { .. } => kind == SYMBOL_REFERENCE,
        Element::SymbolName => kind == SYMBOL_NAME,
        Element::Region { .. } | Element::Regions { .. } => kind == REGION,
        Element::Successor { .. } => kind == SUCCESSOR,
        Element::Argument { .. } => kind == BLOCK_ARGUMENT,
        Element::Arguments { .. } => kind == BLOCK_ARGUMENT_LIST,
        Element::IterArgs { .. } => kind == ITER_ARGS,
        Element::Group { alternatives, .. } => choose(alternatives, &|it| stands(children, it)).is_some(),
    }
}
