//! Operations whose form is described in ODS's words: the binding says which piece is which.

use super::attributes::{array_text, list_text, otherwise, set_text, value_text};
use super::functions::signature_entries;
use super::pieces::{Entry, Filling, Pieces, RegionPiece, Terminator, dense_array};
use super::printer::{Printer, Refusal};
use super::verbatim::verbatim;
use ir::types::Type;
use ir::{Op, OpId, Pointer};
use std::sync::Arc;
use syntax::ods::{Arity, OpBinding, OpDefinition, TypeRule, ValueDefinition};
use syntax::{Located, SyntaxKind, TextSize};

pub(super) fn pieces(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    described.pieces()
}

/// An operation with the pieces of its form.
pub(super) struct Described<'a, 'p> {
    printer: &'a Printer<'p>,
    pub(super) op: &'a Op,
    pub(super) definition: &'a Arc<OpDefinition>,
    pub(super) binding: OpBinding<'a>,
    node: Located<'a>,
}

impl<'a, 'p> Described<'a, 'p> {
    pub(super) fn of(printer: &'a Printer<'p>, id: OpId, node: Located<'a>) -> Result<Self, Refusal> {
        let op = &printer.ir.ops[id];
        let definition = op.described().ok_or("no definition describes its form")?;
        let binding = definition.bind(node);
        if !binding.is_complete() {
            return Err("not every piece of it has a place in its form".to_owned());
        }
        Ok(Self { printer, op, definition, binding, node })
    }

    fn pieces(&self) -> Result<Pieces, Refusal> {
        let mut pieces = self.without_inherent_attributes()?;
        self.inherent_attributes(&mut pieces, &[])?;
        Ok(pieces)
    }

    /// All but the attributes that the definition names.
    pub(super) fn without_inherent_attributes(&self) -> Result<Pieces, Refusal> {
        let mut pieces = self.without_results()?;
        let counts = self.results(&mut pieces)?;
        self.check_counts(&counts)?;
        if self.definition.has_trait("AttrSizedResultSegments") {
            pieces.properties.push(Entry::new("resultSegmentSizes", dense_array("i32", counts)));
        }
        Ok(pieces)
    }

    /// As [`Self::without_inherent_attributes`], with this many results of a type.
    pub(super) fn with_results(&self, count: usize, ty: &Type) -> Result<Pieces, Refusal> {
        let ty = self.printer.type_text(ty).ok_or("the type of its result is not known")?;
        let result_types = vec![ty; count];
        Ok(Pieces { result_types, ..self.without_results()? })
    }

    fn without_results(&self) -> Result<Pieces, Refusal> {
        let mut pieces = Pieces { regions: self.regions()?, ..Pieces::default() };
        let counts = self.operands(&mut pieces)?;
        let types = pieces.operands.iter().map(|it| operand_type(self.printer, self.op, *it));
        pieces.operand_types = types.collect::<Result<_, _>>()?;
        if self.definition.has_trait("AttrSizedOperandSegments") {
            pieces.properties.push(Entry::new("operandSegmentSizes", dense_array("i32", counts)));
        }
        Ok(pieces)
    }

    /// Puts the operands in the order of the definition. The counts of each name.
    fn operands(&self, pieces: &mut Pieces) -> Result<Vec<usize>, Refusal> {
        let passed: usize = self.op.successors.iter().map(|it| it.operands.len()).sum();
        let is_left = |definition: &ValueDefinition, uses: usize| {
            passed > 0 && definition.arity == Arity::Variadic && uses == 0
        };
        let left = self.binding.operands().filter(|it| is_left(it.0, it.1.uses.len())).count();
        if passed > 0 && left != self.op.successors.len() {
            return Err("it is not known under which names its successors' operands are".to_owned());
        }
        let mut successors = self.op.successors.iter();
        let mut counts = Vec::new();
        let mut next = 0;
        for (definition, bound) in self.binding.operands() {
            let uses = bound.uses.len();
            let is_right = match definition.arity {
                Arity::One => uses == 1,
                Arity::Optional => uses <= 1,
                Arity::Variadic => true,
            };
            if !is_right {
                return Err(format!("its operand {} does not stand in its form", definition.name));
            }
            let range = match is_left(definition, uses).then(|| successors.next()).flatten() {
                Some(successor) => successor.operands.clone(),
                None => next..next + uses,
            };
            next += uses;
            counts.push(range.len());
            pieces.operands.extend(range);
        }
        if pieces.operands.len() != self.op.operands.len() {
            return Err("not every operand has a name in its definition".to_owned());
        }
        Ok(counts)
    }

    /// Refuses an operation in which block arguments are not as many as the results that have their types.
    fn check_counts(&self, results: &[usize]) -> Result<(), Refusal> {
        for one in self.definition.traits.iter().filter(|it| it.name == "SameTypes") {
            let [arguments, of] = &*one.arguments else { continue };
            let count = self.binding.arguments(&arguments.name).len();
            let index = self.definition.results.iter().position(|it| it.name == of.name);
            if count > 0 && index.and_then(|it| results.get(it)) != Some(&count) {
                return Err("its results are not those of its block arguments".to_owned());
            }
        }
        Ok(())
    }

    /// The types of the results, and the counts of each name.
    fn results(&self, pieces: &mut Pieces) -> Result<Vec<usize>, Refusal> {
        let total = self.op.results.len();
        let mut counts: Vec<Option<usize>> = Vec::new();
        for result in &self.definition.results {
            counts.push(match result.arity {
                Arity::One => Some(1),
                _ => self.result_count(result),
            });
        }
        let known: usize = counts.iter().flatten().sum();
        let rest = total.checked_sub(known).ok_or("it has more results than are known")?;
        let unknown = counts.iter().filter(|it| it.is_none()).count();
        let has_names =
            self.op.results.first().is_some_and(|it| !self.printer.ir.values[*it].name.is_empty());
        if unknown > 1 || unknown == 1 && !has_names || unknown == 0 && rest > 0 {
            return Err("the number of its results is not known".to_owned());
        }
        let counts: Vec<usize> = counts.into_iter().map(|it| it.unwrap_or(rest)).collect();
        let mut values = self.op.results.iter();
        for (result, count) in self.definition.results.iter().zip(&counts) {
            for index in 0..*count {
                let value = values.next().ok_or("a result is missing")?;
                let ty = self
                    .printer
                    .type_text(&self.printer.ir.values[*value].ty)
                    .or_else(|| self.equal_type(result, index));
                pieces
                    .result_types
                    .push(ty.ok_or_else(|| format!("the type of {} is not known", result.name))?);
            }
        }
        Ok(counts)
    }

    /// How many results are under a name that may stand for any number.
    fn result_count(&self, result: &ValueDefinition) -> Option<usize> {
        match result.rule {
            TypeRule::Written(slot)
                if !self.binding.types(slot).is_empty()
                    || matches!(result.otherwise, TypeRule::Unknown | TypeRule::Text(_)) =>
            {
                Some(self.binding.type_count(slot))
            }
            TypeRule::SameAs(name) => Some(self.binding.operand(&name)?.uses.len()),
            _ => None,
        }
    }

    /// The type of a result where a trait says that it is that of an operand.
    fn equal_type(&self, result: &ValueDefinition, index: usize) -> Option<String> {
        let is_named = |it: &&syntax::ods::Expression| it.arguments.iter().any(|it| it.name == result.name);
        let mut alike: Vec<usize> = Vec::new();
        for one in &self.definition.traits {
            match &*one.name {
                "SameOperandsAndResultType" => alike.push(0),
                "AllTypesMatch" if is_named(&one) => {
                    let names = one.arguments.iter().map(|it| &*it.name);
                    alike.extend(names.filter_map(|it| self.first_operand(it)));
                }
                _ => {}
            }
        }
        if let TypeRule::SameAs(name) = self.binding.rule(result) {
            alike.extend(self.first_operand(&name).map(|it| it + index));
        }
        alike.into_iter().find_map(|it| operand_type(self.printer, self.op, it).ok())
    }

    /// The index of the first operand under a name.
    pub(super) fn first_operand(&self, name: &str) -> Option<usize> {
        let mut next = 0;
        for (definition, bound) in self.binding.operands() {
            if definition.name == name {
                return (!bound.uses.is_empty()).then_some(next);
            }
            next += bound.uses.len();
        }
        None
    }

    fn regions(&self) -> Result<Vec<RegionPiece>, Refusal> {
        let mut found = Vec::new();
        for region in &self.definition.regions {
            let nodes: Vec<_> = self.binding.regions(&region.name).collect();
            if nodes.is_empty() && !region.is_variadic {
                found.push(RegionPiece::Empty);
            }
            for node in nodes {
                found.push(self.region(node)?);
            }
        }
        if found.iter().filter(|it| matches!(it, RegionPiece::Own(..))).count() != self.op.regions.len() {
            return Err("not every region has a name in its definition".to_owned());
        }
        Ok(found)
    }

    fn region(&self, node: Located<'_>) -> Result<RegionPiece, Refusal> {
        let pointer = Pointer { root: self.op.pointer.root, range: node.trimmed_range() };
        let mut regions = self.op.regions.iter();
        let region = regions.find(|it| self.printer.ir.regions[**it].pointer == Some(pointer));
        Ok(RegionPiece::Own(*region.ok_or("a region is not found")?, filling(self.op)))
    }

    /// The attributes that the definition names, but for those in `told`, and the dictionary.
    pub(super) fn inherent_attributes(&self, pieces: &mut Pieces, told: &[&str]) -> Result<(), Refusal> {
        let start = pieces.properties.len();
        let bound: Vec<_> = self.binding.attributes().map(|it| it.1.start).collect();
        dictionaries(self.node, self.definition, &bound, pieces)?;
        self.dictionary_alias(pieces)?;
        for attribute in &self.definition.attributes {
            let name = &*attribute.name;
            let is_there = |pieces: &Pieces| {
                told.contains(&name) || pieces.properties.iter().skip(start).any(|it| it.name == name)
            };
            if self.binding.units().iter().any(|it| it == name) {
                pieces.properties.push(Entry::unit(name));
                continue;
            }
            let set: Vec<_> =
                self.binding.set_attributes().filter(|it| it.0 == name).map(|it| it.1).collect();
            if !set.is_empty() {
                pieces.properties.push(Entry::new(name, set_text(attribute, &set)?));
                continue;
            }
            let nodes: Vec<_> = self.binding.attributes().filter(|it| it.0 == name).map(|it| it.1).collect();
            match *nodes {
                _ if told.contains(&name) => {}
                [node] if node.kind() == SyntaxKind::FUNCTION_SIGNATURE => {
                    pieces.properties.extend(signature_entries(self.op, name, node)?);
                }
                [node] => pieces.properties.push(Entry::new(name, value_text(attribute, node)?)),
                [] => match (self.binding.written_types(name), attribute.otherwise) {
                    ([ty], _) => pieces.properties.push(Entry::new(name, verbatim(*ty))),
                    (_, Some(text)) if !is_there(pieces) => {
                        let text = otherwise(&self.binding, &text)
                            .ok_or_else(|| format!("its attribute {name} is not known"))?;
                        pieces.properties.push(Entry::new(name, text));
                    }
                    _ if attribute.is_optional || is_there(pieces) => {}
                    _ => return Err(format!("its attribute {name} is not known")),
                },
                _ => pieces.properties.push(Entry::new(name, list_text(attribute, &nodes)?)),
            }
        }
        let is_discardable =
            |it: &Entry| self.definition.attribute(&it.name).is_some_and(|it| it.is_discardable);
        pieces.attributes.extend(pieces.properties.extract_if(.., |it| is_discardable(it)));
        Ok(())
    }

    /// The entries of a dictionary that is given by an alias.
    fn dictionary_alias(&self, pieces: &mut Pieces) -> Result<(), Refusal> {
        let Some(alias) = self.binding.attribute("dictionary") else { return Ok(()) };
        let value = self.printer.alias_value(alias).ok_or("its dictionary is not known")?;
        let dictionary = Located::root(&value.0);
        match dictionary.kind() {
            SyntaxKind::DICTIONARY => entries(dictionary, self.definition, false, pieces),
            _ => Err("its dictionary is none".to_owned()),
        }
    }
}

/// The entries of dictionaries and properties: those that the definition names are properties. Dictionaries at `bound`
/// places are attributes themselves.
pub(super) fn dictionaries(
    node: Located<'_>,
    definition: &OpDefinition,
    bound: &[TextSize],
    pieces: &mut Pieces,
) -> Result<(), Refusal> {
    for child in node.children().filter(|it| !bound.contains(&it.start)) {
        let is_properties = child.kind() == SyntaxKind::PROPERTIES;
        let dictionary = match child.kind() {
            SyntaxKind::PROPERTIES => child.child(SyntaxKind::DICTIONARY),
            SyntaxKind::DICTIONARY => Some(child),
            _ => None,
        };
        if let Some(dictionary) = dictionary {
            entries(dictionary, definition, is_properties, pieces)?;
        }
    }
    Ok(())
}

fn entries(
    dictionary: Located<'_>,
    definition: &OpDefinition,
    are_properties: bool,
    pieces: &mut Pieces,
) -> Result<(), Refusal> {
    for entry in dictionary.children_of_kind(SyntaxKind::ATTRIBUTE_ENTRY) {
        let is_name = |kind| matches!(kind, SyntaxKind::BARE_ID | SyntaxKind::STRING);
        let Some(name) = entry.tokens().find(|it| is_name(it.kind())) else { continue };
        let name = name.text().trim_matches('"');
        let attribute = definition.attribute(name);
        let text = match (entry.attributes().next().or_else(|| entry.types().next()), attribute) {
            (Some(value), Some(attribute)) if value.kind() == SyntaxKind::KEYWORD_ATTRIBUTE => {
                Some(value_text(attribute, value)?)
            }
            (Some(value), Some(attribute)) => {
                Some(array_text(attribute, value).unwrap_or_else(|| verbatim(value)))
            }
            (value, _) => value.map(verbatim),
        };
        let entry = Entry { name: name.to_owned(), value: text };
        let is_inherent = are_properties || attribute.is_some_and(|it| !it.is_property && !it.is_discardable);
        if is_inherent { &mut pieces.properties } else { &mut pieces.attributes }.push(entry);
    }
    Ok(())
}

/// The type of an operand, as it is written or as its definition has it.
pub(super) fn operand_type(printer: &Printer<'_>, op: &Op, index: usize) -> Result<String, Refusal> {
    let operand = op.operands.get(index).ok_or("an operand is missing")?;
    let written = op.operand_types.as_ref().and_then(|it| it.get(index));
    let written = written.and_then(|it| printer.type_text(it));
    let defined = || printer.type_of(operand.value?);
    written.or_else(defined).ok_or_else(|| format!("the type of {} is not known", operand.name))
}

/// The operations that MLIR adds to regions of the operation.
pub(super) fn filling(op: &Op) -> Filling {
    let Some(definition) = &op.definition else { return Filling::default() };
    let name = definition.implicit_terminator();
    if name.is_none() && !definition.has_trait("ImplicitTerminator") {
        return Filling { has_block: definition.has_trait("SingleBlock"), terminator: None };
    }
    // The body of a mask is one operation, whose results are those of the mask.
    Filling { has_block: true, terminator: Some(Terminator { name, passes_results: op.is("vector.mask") }) }
}
