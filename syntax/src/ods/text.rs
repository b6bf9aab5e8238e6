//! The texts of definitions: those that are built in, and imported ones.

use super::{Name, OpDefinition, Registry, Semantics, Version, Versions};
use crate::dialects;

/// The text of a definition that several operations may share. Lists are those of ODS without their brackets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpText<'a> {
    pub(super) names: &'a [&'a str],
    pub(super) semantics: &'a [Semantics],
    pub(super) frequencies: &'a [u8],
    pub(super) ins: &'a str,
    pub(super) outs: &'a str,
    pub(super) block_arguments: &'a str,
    pub(super) regions: &'a str,
    pub(super) successors: &'a str,
    pub(super) traits: &'a str,
    pub(super) format: Option<&'a str>,
    pub(super) summary: &'a str,
    pub(super) description: &'a str,
    pub(super) snippet: Option<&'a str>,
    pub(super) versions: Versions,
}

/// The text of the definition of operations with these names, which are given without their dialect.
pub const fn op<'a>(names: &'a [&'a str]) -> OpText<'a> {
    OpText {
        names,
        semantics: &[],
        frequencies: &[],
        ins: "",
        outs: "",
        block_arguments: "",
        regions: "",
        successors: "",
        traits: "",
        format: None,
        summary: "",
        description: "",
        snippet: None,
        versions: Versions::ALL,
    }
}

impl<'a> OpText<'a> {
    /// Operands and attributes.
    pub const fn ins(mut self, ins: &'a str) -> Self {
        self.ins = ins;
        self
    }

    pub const fn outs(mut self, outs: &'a str) -> Self {
        self.outs = outs;
        self
    }

    /// The arguments of blocks that are in the assembly format itself, such as induction variables.
    pub const fn block_arguments(mut self, arguments: &'a str) -> Self {
        self.block_arguments = arguments;
        self
    }

    pub const fn regions(mut self, regions: &'a str) -> Self {
        self.regions = regions;
        self
    }

    pub const fn successors(mut self, successors: &'a str) -> Self {
        self.successors = successors;
        self
    }

    pub const fn traits(mut self, traits: &'a str) -> Self {
        self.traits = traits;
        self
    }

    /// The `assemblyFormat`.
    pub const fn format(mut self, format: &'a str) -> Self {
        self.format = Some(format);
        self
    }

    /// A sentence on what it does.
    pub const fn summary(mut self, summary: &'a str) -> Self {
        self.summary = summary;
        self
    }

    /// A sentence or two on its operands and results.
    pub const fn description(mut self, description: &'a str) -> Self {
        self.description = description;
        self
    }

    /// The form with places to fill in, in the notation of editors' snippets, where no format describes it or another is
    /// likelier.
    pub const fn snippet(mut self, snippet: &'a str) -> Self {
        self.snippet = Some(snippet);
        self
    }

    /// The first version of MLIR that has the operations.
    pub const fn since(mut self, version: Version) -> Self {
        self.versions.since = Some(version);
        self
    }

    /// The semantics of the operations, in the order of their names.
    pub const fn computes(mut self, semantics: &'a [Semantics]) -> Self {
        self.semantics = semantics;
        self
    }

    /// How often the operations are in programs of loops, in the order of their names.
    pub const fn frequency(mut self, frequencies: &'a [u8]) -> Self {
        self.frequencies = frequencies;
        self
    }

    /// The place among the names of one that is given without its dialect.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| *it == name)
    }

    /// The full names of the operations in the dialect with what they compute, where that is known.
    pub(super) fn computing(&self, dialect: &str) -> impl Iterator<Item = (Name, Semantics)> {
        self.names(dialect).zip(self.semantics.iter().copied())
    }

    /// The full names of the operations in the dialect.
    pub(super) fn names(&self, dialect: &str) -> impl Iterator<Item = Name> {
        self.names.iter().map(move |it| Name::new(&format!("{dialect}.{it}")))
    }

    /// The definitions of the operations in the dialect, or what is malformed.
    pub fn read(&self, dialect: &str) -> Result<Vec<OpDefinition>, String> {
        self.names.iter().map(|name| OpDefinition::read(&format!("{dialect}.{name}"), self)).collect()
    }
}

/// Where the definition of an operation is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The path under which it was read.
    pub file: Box<str>,
    /// In bytes.
    pub at: u32,
}

/// The definition of a type or an attribute of a dialect, which texts name with a sigil.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedType {
    /// As texts begin it: `!ours.number`, `#ours.kind`.
    pub name: Box<str>,
    /// As operations have attributes: `IntegerParam:$width, …`.
    pub parameters: Box<str>,
    pub format: Option<Box<str>>,
    /// Whether the format is that of its parser: then text that does not fit it is wrong, as far as all of the format is
    /// understood.
    pub has_exact_format: bool,
    pub summary: Box<str>,
    pub description: Box<str>,
    pub origin: Option<Origin>,
}

impl ImportedType {
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
        self.parameters.split(":$").skip(1).filter_map(move |it| it.split(|it| !is_part(it)).next())
    }

    /// The definition of an operation that has the parameters for attributes and the format for its own.
    pub(super) fn read(&self) -> Option<OpDefinition> {
        let mut text = op(&[]).ins(&self.parameters);
        text.format = self.format.as_deref();
        OpDefinition::read_imported(&self.name, &text, self.has_exact_format).ok()
    }
}

/// The text of the definition of one operation that is not built in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedOp {
    /// The full name.
    pub name: Box<str>,
    pub ins: Box<str>,
    pub outs: Box<str>,
    pub regions: Box<str>,
    pub successors: Box<str>,
    pub traits: Box<str>,
    pub format: Option<Box<str>>,
    /// Whether the format is that of the operation's parser: then text that does not fit it is wrong, as far as all of
    /// the format is understood.
    pub has_exact_format: bool,
    pub summary: Box<str>,
    pub description: Box<str>,
    /// No part of what the operation is.
    pub origin: Option<Origin>,
}

impl ImportedOp {
    /// The definition, as far as the text can be read.
    pub fn read(&self) -> Option<OpDefinition> {
        let mut text = op(&[])
            .ins(&self.ins)
            .outs(&self.outs)
            .regions(&self.regions)
            .successors(&self.successors)
            .traits(&self.traits)
            .summary(&self.summary)
            .description(&self.description);
        // A configured form for a parser in C++ overrides the one that is built in.
        let given = self.format.as_deref();
        let built_in = dialects::form(&self.name).filter(|_| given.is_none() || self.has_exact_format);
        text.format = built_in.or(given);
        let is_exact = self.has_exact_format && built_in.is_none();
        let mut definition = OpDefinition::read_imported(&self.name, &text, is_exact).ok()?;
        if let Some(known) = Registry::builtin().get(&self.name) {
            (definition.semantics, definition.frequency) = (known.semantics, known.frequency);
        }
        Some(definition)
    }
}
