//! The definitions of all operations that are known, by their names.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::{Name, OpDefinition};
use crate::dialects;

/// Operations by their full names. A value: others may be added to what is built in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    operations: FxHashMap<Name, Arc<OpDefinition>>,
}

static BUILTIN: LazyLock<Arc<Registry>> = LazyLock::new(|| {
    let mut definitions = Vec::new();
    for (dialect, texts) in dialects::TABLES {
        // A malformed text leaves its operations unknown; a test finds it.
        definitions.extend(texts.iter().flat_map(|it| it.read(dialect)).flatten());
    }
    Arc::new(Registry::default().with(definitions))
});

impl Registry {
    /// The operations of MLIR's dialects.
    pub fn builtin() -> &'static Arc<Registry> {
        &BUILTIN
    }

    /// This registry and further definitions, which take the place of those of the same name.
    pub fn with(&self, definitions: impl IntoIterator<Item = OpDefinition>) -> Registry {
        let mut operations = self.operations.clone();
        operations.extend(definitions.into_iter().map(|it| (it.name, Arc::new(it))));
        Registry { operations }
    }

    /// The operation of that full name.
    pub fn get(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        self.operations.get(name)
    }

    /// The operation that is written so: with its full name, or without the dialect where MLIR allows it.
    pub(crate) fn written(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        match name {
            "func" => self.get("func.func"),
            "call" => self.get("func.call"),
            "call_indirect" => self.get("func.call_indirect"),
            "return" => self.get("func.return"),
            "module" => self.get("builtin.module"),
            "unrealized_conversion_cast" => self.get("builtin.unrealized_conversion_cast"),
            _ => self.get(name),
        }
    }

    /// All of them, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<OpDefinition>> {
        self.operations.values()
    }
}
