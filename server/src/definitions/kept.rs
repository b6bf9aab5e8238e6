//! Definitions as bytes: what is asked of each is read when it is asked.
//!
//! A head with the names of operations and all else is followed by the operations, one after the other.

use std::sync::Arc;

use analysis::ods::{ImportedOp, ImportedType, Library, Origin, import, tablegen::Records};
use serde::{Deserialize, Serialize};

use super::cache::Stamps;
use super::problems::Problem;
use crate::config::Form;
use crate::globs::matcher;
use globset::GlobSet;

/// All of it but the operations.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head<'a> {
    #[serde(borrow)]
    pub(super) stamps: Stamps<'a>,
    /// How many bytes the operations are.
    length: usize,
    /// The full names of operations, with where each begins among them.
    #[serde(borrow)]
    pub(super) operations: Vec<(&'a str, u32)>,
    pub(super) types: Vec<DefinedType>,
    #[serde(borrow)]
    pub(super) dialects: Vec<&'a str>,
    pub(super) problems: Vec<Problem>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Operation(#[serde(with = "Fields")] ImportedOp);

/// The fields of an [`ImportedOp`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ImportedOp")]
struct Fields {
    name: Box<str>,
    ins: Box<str>,
    outs: Box<str>,
    regions: Box<str>,
    successors: Box<str>,
    traits: Box<str>,
    format: Option<Box<str>>,
    has_exact_format: bool,
    summary: Box<str>,
    description: Box<str>,
    #[serde(with = "origin")]
    origin: Option<Origin>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DefinedType(#[serde(with = "TypeFields")] pub(super) ImportedType);

/// The fields of an [`ImportedType`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ImportedType")]
struct TypeFields {
    name: Box<str>,
    parameters: Box<str>,
    format: Option<Box<str>>,
    has_exact_format: bool,
    summary: Box<str>,
    description: Box<str>,
    #[serde(with = "origin")]
    origin: Option<Origin>,
}

mod origin {
    use analysis::ods::Origin;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(origin: &Option<Origin>, to: S) -> Result<S::Ok, S::Error> {
        origin.as_ref().map(|it| (&it.file, it.at)).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Origin>, D::Error> {
        let found: Option<(Box<str>, u32)> = Deserialize::deserialize(from)?;
        Ok(found.map(|(file, at)| Origin { file, at }))
    }
}

/// The bytes of what records define; `None` where that is more than can be addressed.
pub(super) fn bytes(stamps: Stamps<'_>, records: &Records, problems: &[Problem]) -> Option<Vec<u8>> {
    let operations = import::operations(records);
    let mut names = Vec::with_capacity(operations.len());
    let mut written = Vec::new();
    let operations: Vec<Operation> = operations.into_iter().map(Operation).collect();
    for operation in &operations {
        names.push((&*operation.0.name, u32::try_from(written.len()).ok()?));
        written = postcard::to_extend(operation, written).ok()?;
    }
    let head = Head {
        stamps,
        length: written.len(),
        operations: names,
        types: import::types(records).into_iter().map(DefinedType).collect(),
        dialects: import::dialects(records),
        problems: problems.to_vec(),
    };
    let mut all = postcard::to_allocvec(&head).ok()?;
    all.extend(written);
    Some(all)
}

/// The head, and where the operations begin; `None` where the bytes are damaged.
pub(super) fn head(bytes: &[u8]) -> Option<(Head<'_>, usize)> {
    let (head, rest): (Head<'_>, &[u8]) = postcard::take_from_bytes(bytes).ok()?;
    (rest.len() == head.length).then_some((head, bytes.len() - rest.len()))
}

/// The operations among bytes, and the forms that are given for them.
pub(super) struct Operations {
    bytes: Arc<Vec<u8>>,
    /// Where each begins.
    starts: Vec<usize>,
    forms: Vec<(GlobSet, Box<str>)>,
}

impl Operations {
    pub(super) fn new(bytes: Arc<Vec<u8>>, starts: Vec<usize>, forms: &[Form]) -> Self {
        let form = |it: &Form| Some((matcher(&it.operations).ok()?, it.format.as_str().into()));
        Self { bytes, starts, forms: forms.iter().filter_map(form).collect() }
    }
}

impl std::fmt::Debug for Operations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operations").field("count", &self.starts.len()).finish_non_exhaustive()
    }
}

impl Library for Operations {
    fn operation(&self, index: usize) -> Option<ImportedOp> {
        let bytes = self.bytes.get(*self.starts.get(index)?..)?;
        let (Operation(mut op), _) = postcard::take_from_bytes(bytes).ok()?;
        let form = || self.forms.iter().find(|it| it.0.is_match(&*op.name)).map(|it| it.1.clone());
        op.format = op.format.take().or_else(form);
        Some(op)
    }
}
