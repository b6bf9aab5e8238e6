//! Forms as readers of trees: which child of an operation is which operand, type, attribute or region.
//!
//! Works on broken trees too: pieces that are missing are passed over, and what is found keeps its name.

use std::sync::Arc;

use super::children::{Children, begins, stands};
use super::{AttributeClass, Element, Repeat, TypeShare, choose};
use crate::{
    Located,
    SyntaxKind::{self, *},
    ods::{Arity, Name, OpDefinition, TypeRule, ValueDefinition},
};

/// The pieces of one operation by their names in its [`OpDefinition`].
pub struct OpBinding<'a> {
    definition: Arc<OpDefinition>,
    operands: Vec<BoundOperand<'a>>,
    types: Vec<Vec<Located<'a>>>,
    /// Of the generic form: the types of each operand and result by its name.
    generic_types: Vec<(Name, Vec<Located<'a>>)>,
    arguments: Vec<Vec<Located<'a>>>,
    regions: Vec<(Name, Located<'a>)>,
    attributes: Vec<(Name, Located<'a>)>,
    /// Unit attributes whose words are written.
    units: Vec<Name>,
    /// Attributes that are known by where they would be written.
    set: Vec<(Name, Name)>,
    /// Slots of types that are not written and are there all the same.
    given: Vec<usize>,
    successors: Vec<(Name, Located<'a>)>,
    dictionary: Option<Located<'a>>,
    is_complete: bool,
}

/// The nodes of one named operand.
#[derive(Clone, Default)]
pub struct BoundOperand<'a> {
    /// The `VALUE_USE`s.
    pub uses: Vec<Located<'a>>,
    /// The node that holds the uses: the use itself, its `OPERAND_GROUP`, `MIXED_LIST` or `ITER_ARGS`.
    pub node: Option<Located<'a>>,
}

impl OpDefinition {
    /// Names the pieces of the `OPERATION`, which has this definition's name and is in generic or custom form.
    ///
    /// In generic form only what has a place of its own is found: operands, types, regions.
    pub fn bind<'a>(self: &Arc<Self>, op: impl Into<Located<'a>>) -> OpBinding<'a> {
        let op = op.into();
        let binding = OpBinding {
            definition: Arc::clone(self),
            operands: vec![BoundOperand::default(); self.operands.len()],
            types: vec![Vec::new(); self.format().map_or(0, |it| it.slots.len())],
            generic_types: Vec::new(),
            arguments: vec![Vec::new(); self.arguments.len()],
            regions: Vec::new(),
            attributes: Vec::new(),
            units: Vec::new(),
            set: Vec::new(),
            given: Vec::new(),
            successors: Vec::new(),
            dictionary: None,
            is_complete: true,
        };
        if op.child(OP_NAME).is_some_and(|it| it.token(STRING).is_some()) {
            return binding.of_generic_form(op);
        }
        let mut reader = Reader { children: Children::of(op), binding };
        if let Some(format) = self.format() {
            reader.sequence(&format.elements, Depth::Whole);
        }
        reader.binding.is_complete = reader.children.peek().is_none();
        reader.binding
    }
}

impl<'a> OpBinding<'a> {
    pub fn definition(&self) -> &Arc<OpDefinition> {
        &self.definition
    }

    /// The operands in the order of [`OpDefinition::operands`].
    pub fn operands(&self) -> impl Iterator<Item = (&ValueDefinition, &BoundOperand<'a>)> {
        self.definition.operands.iter().zip(&self.operands)
    }

    pub fn operand(&self, name: &str) -> Option<&BoundOperand<'a>> {
        let index = self.definition.operands.iter().position(|it| it.name == name)?;
        self.operands.get(index)
    }

    /// The types that are in a slot, see [`TypeRule::Written`].
    pub fn types(&self, slot: usize) -> &[Located<'a>] {
        self.types.get(slot).map(Vec::as_slice).unwrap_or_default()
    }

    /// How many types are in a slot, be they written or not.
    pub fn type_count(&self, slot: usize) -> usize {
        self.types(slot).len() + self.given.iter().filter(|it| **it == slot).count()
    }

    /// The types that are written for an operand or result, or for whatever else the form writes a type under a
    /// name. The generic form writes one for every operand and result, also where the custom form has a rule.
    pub fn written_types(&self, name: &str) -> &[Located<'a>] {
        if let Some((_, types)) = self.generic_types.iter().find(|it| it.0 == name) {
            return types;
        }
        self.definition.format().and_then(|it| it.slot(name)).map(|it| self.types(it)).unwrap_or_default()
    }

    /// The rule that holds for a value here: what is in place of a type that is left out, if it is.
    pub fn rule(&self, value: &ValueDefinition) -> TypeRule {
        match value.rule {
            TypeRule::Written(slot) if self.types(slot).is_empty() => value.otherwise,
            rule => rule,
        }
    }

    /// The block arguments of that name in [`OpDefinition::arguments`].
    pub fn arguments(&self, name: &str) -> &[Located<'a>] {
        let index = self.definition.arguments.iter().position(|it| it.name == name);
        index.and_then(|it| self.arguments.get(it)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The regions of that name, in order.
    pub fn regions(&self, name: &str) -> impl Iterator<Item = Located<'a>> {
        self.regions.iter().filter(move |it| it.0 == name).map(|it| it.1)
    }

    /// The attribute that has its place in the form under that name.
    pub fn attribute(&self, name: &str) -> Option<Located<'a>> {
        self.attributes.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// The attributes that have their places in the form, in text order; several under one name are its parts.
    pub fn attributes(&self) -> impl Iterator<Item = (Name, Located<'a>)> {
        self.attributes.iter().copied()
    }

    /// The unit attributes whose words are written in the form.
    pub fn units(&self) -> &[Name] {
        &self.units
    }

    /// The values of attributes that are set by a place in the form; several under one name are the entries of an array.
    pub fn set_attributes(&self) -> impl Iterator<Item = (Name, Name)> {
        self.set.iter().copied()
    }

    /// Whether every piece of the operation has its place in the form.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The successors with their names, in order.
    pub fn successors(&self) -> impl Iterator<Item = (Name, Located<'a>)> {
        self.successors.iter().copied()
    }

    /// The dictionary of further attributes.
    pub fn dictionary(&self) -> Option<Located<'a>> {
        self.dictionary
    }

    fn of_generic_form(mut self, op: Located<'a>) -> Self {
        let definition = Arc::clone(&self.definition);
        let list = op.children().find(|it| is_operand_list(it.kind()));
        let uses: Vec<_> = list.into_iter().flat_map(|it| it.children_of_kind(VALUE_USE)).collect();
        let (inputs, results) = op.child(FUNCTION_TYPE).map(function_types).unwrap_or_default();
        let arities: Vec<Arity> = definition.operands.iter().map(|it| it.arity).collect();
        if let Some(counts) = counts(&arities, uses.len()).or_else(|| segments(op, &arities)) {
            let mut next = 0;
            for (index, count) in counts.into_iter().enumerate() {
                let end = (next + count).min(uses.len());
                if let Some(operand) = self.operands.get_mut(index) {
                    operand.uses = uses.get(next..end).unwrap_or_default().to_vec();
                    operand.node = operand.uses.first().copied();
                }
                let types = inputs.get(next..end).unwrap_or_default().to_vec();
                self.set_generic_types(definition.operands.get(index), types);
                next = end;
            }
        }
        let arities: Vec<Arity> = definition.results.iter().map(|it| it.arity).collect();
        if let Some(counts) = counts(&arities, results.len()) {
            let mut next = 0;
            for (index, count) in counts.into_iter().enumerate() {
                let types = results.get(next..next + count).unwrap_or_default().to_vec();
                self.set_generic_types(definition.results.get(index), types);
                next += count;
            }
        }
        // The last name is that of all further regions.
        if let Some(last) = definition.regions.last() {
            let names = definition.regions.iter().map(|it| it.name).chain(std::iter::repeat(last.name));
            self.regions = names.zip(op.own(REGION)).collect();
        }
        self.dictionary = op.child(DICTIONARY);
        self
    }

    fn set_generic_types(&mut self, value: Option<&ValueDefinition>, types: Vec<Located<'a>>) {
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

/// How many values each name takes, if that follows from their number.
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
fn segments(op: Located<'_>, arities: &[Arity]) -> Option<Vec<usize>> {
    let entry = op.children().filter(|it| matches!(it.kind(), PROPERTIES | DICTIONARY)).find_map(|it| {
        it.own(ATTRIBUTE_ENTRY).into_iter().find(|it| {
            it.tokens().next().is_some_and(|it| it.text().trim_matches('"') == "operandSegmentSizes")
        })
    })?;
    let mut counts: Vec<usize> = Vec::new();
    entry.for_each_token(&mut |it| {
        counts.extend(
            Some(it).filter(|it| it.kind() == INTEGER).and_then(|it| it.text().parse::<usize>().ok()),
        );
    });
    (counts.len() == arities.len()).then_some(counts)
}

fn is_operand_list(kind: SyntaxKind) -> bool {
    matches!(kind, OPERAND_GROUP | OPERAND_LIST | DIM_OPERANDS | SYMBOL_OPERANDS)
}

struct Reader<'a> {
    children: Children<'a>,
    binding: OpBinding<'a>,
}

/// Which part of a form is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Whole,
    /// A group that is there: so are the unit attributes that it stands for.
    Group,
}

impl<'a> Reader<'a> {
    fn sequence(&mut self, elements: &[Element], depth: Depth) {
        for element in elements {
            if let Element::Attribute { name, class: AttributeClass::Unit } = element {
                self.binding.units.extend((depth == Depth::Group).then_some(*name));
            } else if let Element::Unit { name } = element {
                self.binding.units.push(*name);
            } else if let Element::Set { name, text } = element {
                self.binding.set.push((*name, *text));
            } else if let Element::Given { slot } = element {
                self.binding.given.push(*slot);
            } else if stands(&self.children, element) {
                self.element(element, depth);
            }
        }
    }

    fn element(&mut self, element: &Element, depth: Depth) {
        match element {
            Element::Token(_) | Element::Keyword(_) => self.children.next += 1,
            Element::Bracketed { open, inside } => {
                self.children.next += 1;
                self.sequence(inside, depth);
                let close = match open {
                    L_PAREN => R_PAREN,
                    L_BRACKET => R_BRACKET,
                    _ => R_BRACE,
                };
                if self.children.kind() == Some(close) {
                    self.children.next += 1;
                }
            }
            Element::Group { alternatives, repeat } => loop {
                let before = self.children.next;
                let (children, op) = (&self.children, &self.binding.definition);
                let Some(chosen) = choose(alternatives, &|it| begins(children, it, op)) else { break };
                self.sequence(chosen, Depth::Group);
                if matches!(repeat, Repeat::Once | Repeat::Optional) || self.children.next == before {
                    break;
                }
            },
            Element::TypePair { first, second } => {
                let is_pair = self.children.kind_after() == Some(COMMA);
                if is_pair {
                    self.types(*first);
                    self.children.next += 1;
                }
                if self.children.kind().is_some_and(SyntaxKind::is_type) {
                    self.types(*second);
                }
            }
            Element::Regions { name } => loop {
                self.region(*name);
                let is_comma = self.children.kind() == Some(COMMA);
                if !is_comma || self.children.kind_after() != Some(REGION) {
                    break;
                }
                self.children.next += 1;
            },
            Element::Region { name } => self.region(*name),
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
    fn node(&mut self, element: &Element, node: Located<'a>) {
        let of_kind = |kind| Some(node).filter(|it| it.kind() == kind);
        match element {
            Element::Operand { name, .. } => self.operand(name, node),
            Element::Mixed { name, numbers, scalable, .. } => {
                self.operand(name, node);
                self.binding.attributes.extend(numbers.iter().chain(scalable).map(|it| (*it, node)));
            }
            Element::FunctionType { inputs, results } => {
                let (input_types, result_types) = function_types(node);
                self.share(inputs, input_types);
                self.share(results, result_types);
            }
            Element::SharedTypes { shares } => self.share(shares, types_of(node)),
            Element::AttrDict | Element::KeywordDict => {
                self.binding.dictionary = self.binding.dictionary.take().or(of_kind(DICTIONARY));
            }
            Element::Attribute { name, .. }
            | Element::Signature { name }
            | Element::TypedArguments { count: name } => {
                self.binding.attributes.push((*name, node));
            }
            Element::Successor { name } => {
                self.binding.successors.extend(of_kind(SUCCESSOR).map(|it| (*name, it)));
            }
            Element::Argument { name } => self.arguments(name, of_kind(BLOCK_ARGUMENT)),
            Element::Arguments { name } => self.arguments(name, node.children_of_kind(BLOCK_ARGUMENT)),
            Element::IterArgs { arguments, operands, .. } => {
                let pairs: Vec<_> = node.children_of_kind(ITER_ARG).collect();
                self.arguments(arguments, pairs.iter().filter_map(|it| it.child(BLOCK_ARGUMENT)));
                let uses = pairs.iter().filter_map(|it| it.child(VALUE_USE)).collect();
                if let Some(operand) = self.operand_of(operands) {
                    *operand = BoundOperand { uses, node: Some(node) };
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, name: &str, node: Located<'a>) {
        if let Some(operand) = self.operand_of(name) {
            match node.kind() {
                VALUE_USE => operand.uses.push(node),
                _ => operand.uses.extend(node.children_of_kind(VALUE_USE)),
            }
            operand.node = Some(node);
        }
    }

    fn operand_of(&mut self, name: &str) -> Option<&mut BoundOperand<'a>> {
        let index = self.binding.definition.operands.iter().position(|it| it.name == name)?;
        self.binding.operands.get_mut(index)
    }

    fn arguments(&mut self, name: &str, found: impl IntoIterator<Item = Located<'a>>) {
        let index = self.binding.definition.arguments.iter().position(|it| it.name == name);
        if let Some(arguments) = index.and_then(|it| self.binding.arguments.get_mut(it)) {
            arguments.extend(found);
        }
    }

    fn region(&mut self, name: Name) {
        let region = self.children.node().filter(|it| it.kind() == REGION);
        self.binding.regions.extend(region.map(|it| (name, it)));
    }

    fn types(&mut self, slot: usize) {
        let Some(node) = self.children.node() else { return };
        let types = types_of(node);
        if let Some(slot) = self.binding.types.get_mut(slot) {
            slot.extend(types);
        }
    }

    /// How many values are under the name of each slot, if all are operands.
    fn bound_counts(&self, shares: &[TypeShare]) -> Option<Vec<usize>> {
        let slots = &self.binding.definition.format()?.slots;
        let count = |it: &TypeShare| Some(self.binding.operand(slots.get(it.0)?)?.uses.len());
        shares.iter().map(count).collect()
    }

    fn share(&mut self, shares: &[TypeShare], types: Vec<Located<'a>>) {
        let arities: Vec<Arity> = shares.iter().map(|it| it.1).collect();
        let bound = || self.bound_counts(shares).filter(|it| it.iter().sum::<usize>() == types.len());
        let Some(counts) = counts(&arities, types.len()).or_else(bound) else { return };
        let mut types = types.into_iter();
        for ((slot, _), count) in shares.iter().zip(counts) {
            if let Some(slot) = self.binding.types.get_mut(*slot) {
                slot.extend(types.by_ref().take(count));
            }
        }
    }
}

/// The types in a node that is a type, a list of types, or result types.
fn types_of(node: Located<'_>) -> Vec<Located<'_>> {
    let is_list = |kind| matches!(kind, TYPE_GROUP | TYPE_LIST);
    let list = match node.kind() {
        kind if is_list(kind) => node,
        RESULT_TYPES => node.children().find(|it| is_list(it.kind())).unwrap_or(node),
        kind => return if kind.is_type() { vec![node] } else { Vec::new() },
    };
    list.types().collect()
}

/// Inputs and results of a function type.
fn function_types(node: Located<'_>) -> (Vec<Located<'_>>, Vec<Located<'_>>) {
    let mut parts = node.children().filter(|it| it.kind() == TYPE_LIST || it.kind().is_type());
    let mut part = || parts.next().map(types_of).unwrap_or_default();
    (part(), part())
}
