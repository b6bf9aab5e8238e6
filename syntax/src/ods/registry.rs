//! The definitions of all operations that are known, by their names.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::Facts;
use super::{ImportedOp, ImportedType, Name, OpDefinition, OpText, Origin, Semantics, full_name};
use crate::{dialects, grammar::dialect::written_form};

/// Operations by their full names. A value: others may be added to what is built in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    operations: FxHashMap<Name, Arc<Entry<Text, Arc<OpDefinition>>>>,
    /// Types and attributes by what texts begin them with.
    types: BTreeMap<Box<str>, Arc<Entry<ImportedType, OpDefinition>>>,
    /// Dialects with some operation here.
    dialects: FxHashSet<Name>,
    /// Dialects with every operation here.
    complete: FxHashSet<Name>,
    /// The prefixes of names of imported operations, up to the last dot.
    imported: FxHashSet<Name>,
    /// Whether there are facts about operations of MLIR's dialects that are not here.
    has_facts: bool,
}

/// The text of a definition, which is read on demand: most programs use few of thousands.
#[derive(Debug)]
struct Entry<T, D> {
    text: T,
    definition: OnceLock<Option<D>>,
}

#[derive(Debug)]
enum Text {
    BuiltIn(Name, &'static OpText<'static>),
    Imported(ImportedOp),
    Kept(KeptOp),
}

/// A store of definitions that are read on demand.
pub trait Library: fmt::Debug + Send + Sync {
    /// The definition with that index; `None` where it cannot be read.
    fn operation(&self, index: usize) -> Option<ImportedOp>;
}

/// A definition in a library.
#[derive(Debug)]
struct KeptOp {
    library: Arc<dyn Library>,
    index: usize,
    op: OnceLock<Option<ImportedOp>>,
}

impl KeptOp {
    fn get(&self) -> Option<&ImportedOp> {
        self.op.get_or_init(|| self.library.operation(self.index)).as_ref()
    }
}

impl Text {
    /// The imported definition, if it is one.
    fn imported(&self) -> Option<&ImportedOp> {
        match self {
            Text::BuiltIn(..) => None,
            Text::Imported(op) => Some(op),
            Text::Kept(kept) => kept.get(),
        }
    }
}

impl Eq for Text {}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Text::BuiltIn(name, text), Text::BuiltIn(other_name, other)) => {
                (name, text) == (other_name, other)
            }
            (Text::BuiltIn(..), _) | (_, Text::BuiltIn(..)) => false,
            (Text::Kept(kept), Text::Kept(other))
                if Arc::ptr_eq(&kept.library, &other.library) && kept.index == other.index =>
            {
                true
            }
            _ => self.imported() == other.imported(),
        }
    }
}

/// Definitions read from equal texts are equal.
impl<T: PartialEq, D> PartialEq for Entry<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<T: Eq, D> Eq for Entry<T, D> {}

impl<T, D> Entry<T, D> {
    fn new(text: T) -> Arc<Self> {
        Arc::new(Self { text, definition: OnceLock::new() })
    }
}

impl Entry<Text, Arc<OpDefinition>> {
    /// Whether the custom form is known. Texts that are built in are well-formed, and need not be read for that.
    fn has_form(&self) -> bool {
        match &self.text {
            Text::BuiltIn(name, text) => text.format.is_some() || written_form(name).is_some(),
            Text::Imported(_) | Text::Kept(_) => self.definition().is_some_and(|it| it.has_form()),
        }
    }

    /// `None` where the text is malformed. A test reads all that are built in.
    fn definition(&self) -> Option<&Arc<OpDefinition>> {
        let read = || match &self.text {
            Text::BuiltIn(name, text) => OpDefinition::read_built_in(name, text).ok(),
            Text::Imported(_) | Text::Kept(_) => self.text.imported()?.read(),
        };
        self.definition.get_or_init(|| read().map(Arc::new)).as_ref()
    }
}

impl Entry<ImportedType, OpDefinition> {
    fn definition(&self) -> Option<&OpDefinition> {
        self.definition.get_or_init(|| self.text.read()).as_ref()
    }
}

static BUILTIN: LazyLock<Arc<Registry>> = LazyLock::new(|| {
    let mut registry = Registry { has_facts: true, ..Registry::default() };
    for dialect in dialects::tables() {
        registry.add_texts(dialect.name, dialect.operations);
        registry.complete.extend(dialect.is_complete.then(|| Name::new(dialect.name)));
    }
    Arc::new(registry)
});

static COMPUTING: LazyLock<FxHashMap<Semantics, Name>> = LazyLock::new(|| {
    let mut found = FxHashMap::default();
    for dialect in dialects::tables() {
        for (name, semantics) in dialect.operations.iter().flat_map(|it| it.computing(dialect.name)) {
            found.entry(semantics).or_insert(name);
        }
    }
    found
});

impl Registry {
    /// The operations of MLIR's dialects.
    pub fn builtin() -> &'static Arc<Registry> {
        &BUILTIN
    }

    /// The operations of these texts in a dialect.
    pub(crate) fn of_texts(dialect: &str, texts: &'static [OpText<'static>]) -> Registry {
        let mut registry = Registry::default();
        registry.add_texts(dialect, texts);
        registry
    }

    /// This registry and further definitions, which take the place of those of the same name.
    pub fn with(&self, definitions: impl IntoIterator<Item = ImportedOp>) -> Registry {
        let mut registry = self.clone();
        for op in definitions {
            registry.import(Name::new(&op.name), Text::Imported(op));
        }
        registry
    }

    /// The same with definitions that a library keeps, given by their full names and indices.
    pub fn with_library<'a>(
        &self,
        library: &Arc<dyn Library>,
        operations: impl IntoIterator<Item = (&'a str, usize)>,
    ) -> Registry {
        let mut registry = self.clone();
        for (name, index) in operations {
            let kept = KeptOp { library: Arc::clone(library), index, op: OnceLock::new() };
            registry.import(Name::new(name), Text::Kept(kept));
        }
        registry
    }

    fn import(&mut self, name: Name, text: Text) {
        let family = name.rsplit_once('.').map(|it| it.0).filter(|it| !self.imported.contains(*it));
        self.imported.extend(family.map(Name::new));
        self.add(name, text);
    }

    /// This registry and further types and attributes.
    pub fn with_types(mut self, types: impl IntoIterator<Item = ImportedType>) -> Registry {
        self.types.extend(types.into_iter().map(|it| (it.name.clone(), Entry::new(it))));
        self
    }

    /// This registry, which knows of dialects by their names.
    pub fn with_dialects<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Registry {
        self.dialects.extend(names.into_iter().map(Name::new));
        self
    }

    fn add_texts(&mut self, dialect: &str, texts: &'static [OpText<'static>]) {
        for text in texts {
            text.names(dialect).for_each(|name| self.add(name, Text::BuiltIn(name, text)));
        }
    }

    fn add(&mut self, name: Name, text: Text) {
        let dialect = name.split_once('.').map(|it| it.0).filter(|it| !self.dialects.contains(*it));
        self.dialects.extend(dialect.map(Name::new));
        self.operations.insert(name, Entry::new(text));
    }

    fn facts(&self) -> Option<&'static Facts> {
        self.has_facts.then(Facts::of_mlir)
    }

    /// Whether all is known of every operation of the dialect.
    pub fn is_complete(&self, dialect: &str) -> bool {
        self.complete.contains(dialect)
    }

    /// Whether the names of all operations of the dialect are known.
    pub fn lists(&self, dialect: &str) -> bool {
        self.is_complete(dialect) || self.facts().is_some_and(|it| it.lists(dialect))
    }

    /// Whether nothing was added to what is built in.
    pub fn is_builtin(&self) -> bool {
        std::ptr::eq(self, &raw const **Self::builtin())
    }

    /// Whether imported definitions have operations whose names begin as this one does, up to the last dot.
    pub fn has_siblings(&self, name: &str) -> bool {
        name.rsplit_once('.').is_some_and(|it| self.imported.contains(it.0))
    }

    /// Whether any operation of the dialect is known.
    pub fn has_dialect(&self, dialect: &str) -> bool {
        self.dialects.contains(dialect) || self.facts().is_some_and(|it| it.has_dialect(dialect))
    }

    /// Whether there is a definition of that full name.
    pub fn has(&self, name: &str) -> bool {
        self.operations.contains_key(name) || self.facts().is_some_and(|it| it.has(name))
    }

    /// Whether more is known of the operation of that full name than some of its traits and effects.
    pub fn describes(&self, name: &str) -> bool {
        self.is_complete(name.split_once('.').map_or("", |it| it.0))
            || self.operations.get(name).is_some_and(|it| it.has_form())
    }

    /// The operation of that full name.
    pub fn get(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        match self.operations.get(name) {
            Some(entry) => entry.definition(),
            None => self.facts()?.get(name),
        }
    }

    /// The type or attribute that texts begin with this: `!ours.number`, `#ours.kind`.
    pub fn imported_type(&self, name: &str) -> Option<&ImportedType> {
        self.types.get(name).map(|it| &it.text)
    }

    /// The format after that name of a type or an attribute, if its definition has one: as in the form of an operation
    /// that has its parameters for attributes.
    pub fn type_definition(&self, name: &str) -> Option<&OpDefinition> {
        self.types.get(name)?.definition().filter(|it| it.has_format())
    }

    /// Whether no imported type or attribute is known.
    pub fn has_no_types(&self) -> bool {
        self.types.is_empty()
    }

    /// The types and attributes that texts begin with something that begins so, by their names.
    pub fn types_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a ImportedType> {
        let from = (Bound::Included(start), Bound::Unbounded);
        self.types.range::<str, _>(from).map(|it| &it.1.text).take_while(move |it| it.name.starts_with(start))
    }

    /// Where the operation of that full name is defined, if it is not built in.
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.operations.get(name)?.text.imported()?.origin.as_ref()
    }

    /// The operation that is written so: with its full name, or without the dialect where MLIR allows it.
    pub fn written(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        self.get(full_name(name))
    }

    /// The same, where the definition is MLIR's own, not an imported one.
    pub fn written_in_mlir(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        let name = full_name(name);
        let is_imported =
            |name| self.operations.get(name).is_some_and(|it| !matches!(it.text, Text::BuiltIn(..)));
        self.get(name).filter(|_| !is_imported(name))
    }

    /// The first operation in MLIR's dialects that computes this.
    pub fn computing(semantics: Semantics) -> Option<Name> {
        COMPUTING.get(&semantics).copied()
    }

    /// The full names that begin with a text, of operations that are known by facts alone, in no particular order.
    pub fn facts_with<'a>(&self, start: &'a str) -> impl Iterator<Item = String> + 'a {
        self.facts().into_iter().flat_map(move |it| it.names_with(start))
    }

    /// All of them but those that are known by facts alone, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<OpDefinition>> {
        self.with_start("")
    }

    /// Those of [`iter`](Self::iter) whose full names begin with a text. The others are not read.
    pub fn with_start(&self, start: &str) -> impl Iterator<Item = &Arc<OpDefinition>> {
        self.named(move |it| it.starts_with(start))
    }

    /// Those of [`iter`](Self::iter) that are of a dialect. The others are not read.
    pub fn of_dialect(&self, dialect: &str) -> impl Iterator<Item = &Arc<OpDefinition>> {
        self.named(move |it| it.split_once('.').is_some_and(|it| it.0 == dialect))
    }

    fn named(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = &Arc<OpDefinition>> {
        let wanted = self.operations.iter().filter(move |it| is_wanted(it.0));
        wanted.filter_map(|it| it.1.definition())
    }
}
