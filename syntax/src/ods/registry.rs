//! The definitions of all operations that are known, by their names.

use std::sync::{Arc, LazyLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Name, OpDefinition};
use crate::dialects;

/// Operations by their full names. A value: others may be added to what is built in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    operations: FxHashMap<Name, Arc<OpDefinition>>,
    /// Dialects of which some operation is here.
    dialects: FxHashSet<Name>,
    /// Dialects of which every operation is here.
    complete: FxHashSet<Name>,
}

static BUILTIN: LazyLock<Arc<Registry>> = LazyLock::new(|| {
    let mut registry = Registry::default();
    for dialect in dialects::tables() {
        // A malformed text leaves its operations unknown; a test finds it.
        registry.add(dialect.operations.iter().flat_map(|it| it.read(dialect.name)).flatten());
        registry.complete.extend(dialect.is_complete.then(|| Name::new(dialect.name)));
    }
    Arc::new(registry)
});

impl Registry {
    /// The operations of MLIR's dialects.
    pub fn builtin() -> &'static Arc<Registry> {
        &BUILTIN
    }

    /// This registry and further definitions, which take the place of those of the same name.
    pub fn with(&self, definitions: impl IntoIterator<Item = OpDefinition>) -> Registry {
        let mut registry = self.clone();
        registry.add(definitions);
        registry
    }

    /// This registry, which knows of dialects by their names.
    pub fn with_dialects<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Registry {
        self.dialects.extend(names.into_iter().map(Name::new));
        self
    }

    fn add(&mut self, definitions: impl IntoIterator<Item = OpDefinition>) {
        for it in definitions {
            self.dialects.extend(it.name.split_once('.').map(|it| Name::new(it.0)));
            self.operations.insert(it.name, Arc::new(it));
        }
    }

    /// Whether every operation of the dialect is known.
    pub fn is_complete(&self, dialect: &str) -> bool {
        self.complete.contains(dialect)
    }

    /// Whether any operation of the dialect is known.
    pub fn has_dialect(&self, dialect: &str) -> bool {
        self.dialects.contains(dialect)
    }

    /// The operation of that full name.
    pub fn get(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        self.operations.get(name)
    }

    /// The operation that is written so: with its full name, or without the dialect where MLIR allows it.
    pub fn written(&self, name: &str) -> Option<&Arc<OpDefinition>> {
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
