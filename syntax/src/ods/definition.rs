//! The definition of an operation, as it is read from its text.

use super::attributes::{self, is_attribute};
use super::expression::{Expression, Field, expressions, fields};
use super::format::{Declared, Format, Outcome};
use super::storage::KeywordStorage;
use super::summaries::summary;
use super::{Name, OpText, Semantics, TypeRule, Versions, common_attributes, type_rules};
use crate::{grammar::dialect::written_form, parser::Parser};

/// A mark among the traits of an operation that may have further, unknown ones.
pub(super) const UNKNOWN_TRAITS: &str = "UnknownTraits";

/// A mark among the traits of an operation with unknown operands or attributes.
pub(super) const UNKNOWN_ARGUMENTS: &str = "UnknownArguments";

/// A mark among the traits of an operation with parts of its form that cannot be read.
pub(super) const UNKNOWN_FORM: &str = "UnknownForm";

/// How many values are under one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arity {
    One,
    Optional,
    Variadic,
}

/// An effect of an operation on the memory of an operand or result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryEffect {
    Read,
    Write,
    Allocate,
    Free,
}

/// An operand, a result, or a block argument of an operation's form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueDefinition {
    pub name: Name,
    pub arity: Arity,
    /// The constraint on the type of each value under the name.
    pub constraint: Expression,
    pub effects: Box<[MemoryEffect]>,
    pub rule: TypeRule,
    /// The rule if `rule` is [`TypeRule::Written`] and the type is left out, which some forms allow.
    pub otherwise: TypeRule,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeDefinition {
    pub name: Name,
    /// The constraint, without what says that the attribute may be missing.
    pub constraint: Expression,
    pub is_optional: bool,
    /// Whether it is a property and no attribute: then a dictionary of attributes cannot give it.
    pub is_property: bool,
    /// Whether it is one of the attributes that any operation may have.
    pub is_discardable: bool,
    /// The constraint's summary, and its predicate as far as that is understood.
    pub predicate: Option<(Name, Expression)>,
    /// The keywords that mean something in its place in the form; empty if it is not a keyword, or any will do.
    pub keywords: Box<[Name]>,
    /// How keywords are stored, where that is known.
    pub storage: Option<KeywordStorage>,
    /// The word that is before it in the form.
    pub word: Option<Name>,
    /// Its value where the form omits it, unless the operation's properties say.
    pub otherwise: Option<Name>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionDefinition {
    pub name: Name,
    pub constraint: Expression,
    pub is_variadic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuccessorDefinition {
    pub name: Name,
    pub is_variadic: bool,
}

/// The definition of one operation.
#[derive(Debug, Clone)]
pub struct OpDefinition {
    /// The full name: `arith.addi`.
    pub name: Name,
    /// In the order of the generic form.
    pub operands: Box<[ValueDefinition]>,
    pub results: Box<[ValueDefinition]>,
    /// Block arguments that are in the form itself: induction variables, iteration arguments.
    pub arguments: Box<[ValueDefinition]>,
    pub attributes: Box<[AttributeDefinition]>,
    pub regions: Box<[RegionDefinition]>,
    pub successors: Box<[SuccessorDefinition]>,
    pub traits: Box<[Expression]>,
    /// Its semantics, if known.
    pub semantics: Option<Semantics>,
    /// How often it is in programs of loops, beside others: 0 where that is seldom.
    pub frequency: u8,
    /// A sentence on what it does; empty if there is none.
    pub summary: Box<str>,
    /// A sentence or two on its operands and results; empty if there is none.
    pub description: Box<str>,
    /// The versions of MLIR that have it.
    pub versions: Versions,
    /// The name that it has in the versions after those.
    pub renamed: Option<Name>,
    format: Option<Format>,
    snippet: Option<Box<str>>,
    /// The parser of a form that no text describes.
    written_form: Option<fn(&mut Parser<'_>)>,
    /// Whether text that does not fit the format may be right all the same.
    is_tentative: bool,
    /// Whether the format is that of the operation's parser, be it understood or not.
    has_exact_format: bool,
}

/// Operations of one name are the same where they come from the same text.
impl PartialEq for OpDefinition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.operands == other.operands
            && self.results == other.results
            && self.arguments == other.arguments
            && self.attributes == other.attributes
            && self.regions == other.regions
            && self.successors == other.successors
            && self.traits == other.traits
            && self.semantics == other.semantics
            && self.frequency == other.frequency
            && self.summary == other.summary
            && self.description == other.description
            && self.versions == other.versions
            && self.renamed == other.renamed
            && self.format == other.format
            && self.snippet == other.snippet
    }
}

impl Eq for OpDefinition {}

impl OpDefinition {
    /// The definition of the operation of that full name, or what is malformed in its text.
    pub fn read(name: &str, text: &OpText<'_>) -> Result<OpDefinition, String> {
        let (attributes, operands): (Vec<Field>, Vec<Field>) =
            fields(text.ins)?.into_iter().partition(|it| is_attribute(&it.constraint));
        let values = |fields: Vec<Field>| fields.into_iter().map(value).collect::<Result<Box<[_]>, _>>();
        let position = name.split_once('.').and_then(|it| text.position(it.1));
        let mut definition = OpDefinition {
            name: Name::new(name),
            operands: values(operands)?,
            results: values(fields(text.outs)?)?,
            arguments: values(fields(text.block_arguments)?)?,
            attributes: attributes.into_iter().map(attributes::definition).collect(),
            regions: fields(text.regions)?.into_iter().map(region).collect(),
            successors: fields(text.successors)?.into_iter().map(successor).collect(),
            traits: expressions(text.traits)?.into(),
            semantics: position.and_then(|it| text.semantics.get(it).copied()),
            frequency: position.and_then(|it| text.frequencies.get(it).copied()).unwrap_or_default(),
            summary: if text.summary.is_empty() { summary(name) } else { text.summary }.into(),
            description: text.description.into(),
            versions: text.versions,
            renamed: None,
            format: None,
            snippet: text.snippet.map(Box::from),
            written_form: written_form(name),
            is_tentative: false,
            has_exact_format: true,
        };
        if let Some(text) = text.format {
            let format = Format::read(text, Declared(&mut definition))?;
            definition.format = Some(format);
        }
        type_rules::derive(&mut definition)?;
        Ok(definition)
    }

    /// As [`OpDefinition::read`], for an operation of a table that is built in: what MLIR's common constraints ask of its
    /// attributes is known by their names.
    pub(super) fn read_built_in(name: &str, text: &OpText<'_>) -> Result<OpDefinition, String> {
        let mut definition = Self::read(name, text)?;
        for it in &mut definition.attributes {
            it.predicate = it.predicate.take().or_else(|| common_attributes::predicate(&it.constraint.name));
        }
        Ok(definition)
    }

    /// As [`OpDefinition::read`], for an imported operation, whose own parser may accept more than the format: a format
    /// that cannot be read is dropped, and text that does not fit the format is an error only if `has_exact_format` and
    /// all of it is understood.
    pub(super) fn read_imported(
        name: &str,
        text: &OpText<'_>,
        has_exact_format: bool,
    ) -> Result<OpDefinition, String> {
        let without = OpText { format: None, ..*text };
        let mut definition = Self::read(name, text).or_else(|_| Self::read(name, &without))?;
        let is_understood = definition.format.as_ref().is_some_and(|it| it.is_understood(&definition));
        definition.is_tentative = !has_exact_format || !is_understood;
        definition.has_exact_format = has_exact_format;
        Ok(definition)
    }

    /// Whether text that does not fit the format may be right all the same.
    pub fn is_tentative(&self) -> bool {
        self.is_tentative
    }

    /// The name without the dialect.
    pub fn short_name(&self) -> &str {
        self.name.split_once('.').map_or(&*self.name, |it| it.1)
    }

    pub fn dialect(&self) -> &str {
        self.name.split_once('.').map_or("", |it| it.0)
    }

    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|it| it.name == name)
    }

    /// Whether it is certain not to have the trait: a definition that was read in part may have more than are listed.
    pub fn lacks_trait(&self, name: &str) -> bool {
        !self.has_trait(name) && !self.has_trait(UNKNOWN_TRAITS)
    }

    /// The dialect whose prefix may be left out in its regions, where the definition says so.
    pub fn default_dialect(&self) -> Option<Name> {
        let stated = self.traits.iter().find(|it| it.name == "DefaultDialect")?;
        stated.arguments.first().map(|it| it.name)
    }

    /// Whether it may have operands and attributes that are not in its definition.
    pub fn has_unknown_arguments(&self) -> bool {
        self.has_trait(UNKNOWN_ARGUMENTS)
    }

    /// Whether text may differ from a form that is known for the definition as it would be if all of it were.
    pub(super) fn has_unknown_form(&self) -> bool {
        self.has_unknown_arguments() || self.has_trait(UNKNOWN_FORM)
    }

    /// The operations in whose regions it may be, if only in those of some.
    pub fn parents(&self) -> Option<impl Iterator<Item = Name>> {
        let parents = self.traits.iter().find(|it| matches!(&*it.name, "HasParent" | "ParentOneOf"))?;
        Some(parents.arguments.iter().map(|it| it.name))
    }

    /// The operation that ends its regions where nothing is written there.
    pub fn implicit_terminator(&self) -> Option<Name> {
        let is_implicit =
            |it: &&Expression| matches!(&*it.name, "SingleBlockImplicitTerminator" | "ImplicitTerminator");
        let implicit = self.traits.iter().find(is_implicit)?;
        implicit.arguments.first().map(|it| it.name)
    }

    /// Whether it has effects beyond those that its operands and results name, or may have.
    pub fn has_further_effects(&self) -> bool {
        ["MemoryEffects", "MemoryEffectsOpInterface", UNKNOWN_TRAITS].iter().any(|it| self.has_trait(it))
    }

    /// Whether it neither reads nor writes, allocates nor frees memory.
    pub fn has_no_memory_effect(&self) -> bool {
        (self.has_trait("Pure") || self.has_trait("NoMemoryEffect"))
            && !self.has_further_effects()
            && self.operands.iter().all(|it| it.effects.is_empty())
    }

    /// Whether it has no effects and may run where it would not have run.
    pub fn is_pure(&self) -> bool {
        self.has_trait("Pure") && self.has_no_memory_effect()
    }

    /// Whether it gives new memory and has no other effect.
    pub fn only_allocates(&self) -> bool {
        !self.has_further_effects()
            && self.operands.iter().all(|it| it.effects.is_empty())
            && self.results.iter().any(|it| it.effects.contains(&MemoryEffect::Allocate))
    }

    pub fn operand(&self, name: &str) -> Option<&ValueDefinition> {
        self.operands.iter().find(|it| it.name == name)
    }

    pub fn result(&self, name: &str) -> Option<&ValueDefinition> {
        self.results.iter().find(|it| it.name == name)
    }

    pub fn attribute(&self, name: &str) -> Option<&AttributeDefinition> {
        self.attributes.iter().find(|it| it.name == name)
    }

    /// Operands, results and block arguments.
    pub fn values(&self) -> impl Iterator<Item = &ValueDefinition> {
        self.operands.iter().chain(&self.results).chain(&self.arguments)
    }

    /// The assembly format, where a text describes it.
    pub(super) fn format(&self) -> Option<&Format> {
        self.format.as_ref()
    }

    /// The form with places to fill in, in the notation of editors' snippets: `arith.addi ${1:%lhs}, ${2:%rhs} : ${3:type}`.
    pub fn snippet(&self) -> Option<String> {
        match &self.snippet {
            Some(snippet) => Some(snippet.to_string()),
            None => self.format.as_ref().map(|it| it.snippet(&self.name)),
        }
    }

    /// The words that are in its form as they are.
    pub fn words(&self) -> Vec<Name> {
        self.format.as_ref().map(Format::words).unwrap_or_default()
    }

    /// Whether a text describes the custom form.
    pub fn has_format(&self) -> bool {
        self.format.is_some()
    }

    /// Whether the custom form is known.
    pub(crate) fn has_form(&self) -> bool {
        self.format.is_some() || self.written_form.is_some()
    }

    /// Parses what follows the name in the custom form.
    pub(crate) fn parse(&self, p: &mut Parser<'_>) -> Outcome {
        if let Some(form) = self.written_form {
            form(p);
        } else if let Some(format) = &self.format {
            return format.parse(p, self, self.has_exact_format);
        }
        Outcome::default()
    }
}

fn value(field: Field) -> Result<ValueDefinition, String> {
    let mut constraint = field.constraint;
    let mut arity = Arity::One;
    let mut effects = Vec::new();
    loop {
        let inner = match &*constraint.name {
            "Variadic" => {
                arity = Arity::Variadic;
                1
            }
            "Optional" => {
                arity = Arity::Optional;
                1
            }
            "Arg" | "Res" => {
                effects.extend(constraint.arguments.iter().filter_map(|it| effect(&it.name)));
                constraint.arguments.len()
            }
            _ => break,
        };
        let mut arguments = constraint.arguments.into_vec().into_iter().take(inner);
        constraint = arguments.next().ok_or_else(|| format!("`{}` is a type", field.name))?;
    }
    Ok(ValueDefinition {
        name: field.name,
        arity,
        constraint,
        effects: effects.into(),
        rule: TypeRule::Unknown,
        otherwise: TypeRule::Unknown,
    })
}

fn effect(name: &str) -> Option<MemoryEffect> {
    Some(match name {
        "MemRead" => MemoryEffect::Read,
        "MemWrite" => MemoryEffect::Write,
        "MemAlloc" => MemoryEffect::Allocate,
        "MemFree" => MemoryEffect::Free,
        _ => return None,
    })
}

fn region(field: Field) -> RegionDefinition {
    let is_variadic = field.constraint.name == "VariadicRegion";
    let inner = field.constraint.arguments.first().filter(|_| is_variadic).cloned();
    RegionDefinition { name: field.name, constraint: inner.unwrap_or(field.constraint), is_variadic }
}

fn successor(field: Field) -> SuccessorDefinition {
    SuccessorDefinition { name: field.name, is_variadic: field.constraint.name == "VariadicSuccessor" }
}
