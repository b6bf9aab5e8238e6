//! Traits, interfaces and effects of operations.

use super::{
    Import, MAX_LISTS, UNKNOWN_ARGUMENTS, UNKNOWN_FORM, UNKNOWN_TRAITS, is_of_ods, is_word, predicate,
};
use ods::{Record, Value};

/// Traits whose argument is a list of names.
const NAMING: &[&str] = &["AllTypesMatch", "AllElementTypesMatch", "AllShapesMatch", "AllRanksMatch"];

/// The effects on memory.
const EFFECTS: &[&str] = &["MemRead", "MemWrite", "MemAlloc", "MemFree"];

/// The trait whose argument is the class of the operation that ends a block where none is written.
const TERMINATED: &str = "SingleBlockImplicitTerminatorImpl";

impl Import<'_> {
    /// The traits of an operation, and what follows from types of its operands and results that have no choice.
    pub(super) fn traits(&self, operation: &Record) -> Option<String> {
        let dialect = self.records.of(operation.field("opDialect"))?;
        let namespace = dialect.field("cppNamespace").as_str().unwrap_or_default();
        let mut found = Vec::new();
        self.add_traits(operation.field("traits"), namespace, &mut found, MAX_LISTS);
        self.effects_by_name(operation, &mut found);
        self.only_types(operation, &mut found);
        found.extend(self.default_dialect(operation, dialect));
        if self.has_unknown_arguments(operation) {
            found.push(UNKNOWN_ARGUMENTS.to_owned());
        } else if !self.has_whole_form(operation) {
            found.push(UNKNOWN_FORM.to_owned());
        }
        if self.has_unknown_effects(operation) {
            found.push(UNKNOWN_TRAITS.to_owned());
        }
        Some(found.join(", "))
    }

    /// The names of traits, lists of them opened, and the arguments of those whose arguments are data. Classes in C++ are
    /// looked for in `namespace` too.
    fn add_traits(&self, list: &Value, namespace: &str, out: &mut Vec<String>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let records = list.as_list().iter().map(|it| self.records.of(it));
        if *list == Value::Unknown || records.clone().any(|it| it.is_none_or(|it| it.is_partial)) {
            out.push(UNKNOWN_TRAITS.to_owned());
        }
        for record in records.flatten() {
            if record.is_a("TraitList") {
                out.extend(own_name(record));
                self.add_traits(record.field("traits"), namespace, out, depth);
            } else if record.is_a("Interface") {
                let declared = record.arguments("DeclareOpInterfaceMethods").first();
                if declared == Some(&Value::Unknown) {
                    out.push(UNKNOWN_TRAITS.to_owned());
                }
                let interface = declared.and_then(|it| self.records.of(it)).unwrap_or(record);
                out.extend(own_name(interface));
                self.add_traits(interface.field("baseInterfaces"), namespace, out, depth);
            } else if let Some(class) = NAMING.iter().find(|it| record.is_a(it)) {
                let names = record.arguments(class).first().map(Value::as_list).unwrap_or_default();
                let names: Option<Vec<String>> =
                    names.iter().map(|it| Some(format!("\"{}\"", it.as_str()?))).collect();
                out.extend(names.map(|it| format!("{class}<[{}]>", it.join(", "))));
            } else if record.is_a("TypesMatchWith") {
                out.extend(predicate::types_match_with(record.arguments("TypesMatchWith")));
            } else if record.is_a("ParentOneOf") {
                let parents = record.arguments("ParentOneOf").first().map(Value::as_list).unwrap_or_default();
                let name = |it: &Value| self.classes.get(&predicate::class(it.as_str()?, namespace));
                let names: Option<Vec<&str>> =
                    parents.iter().map(|it| name(it).map(String::as_str)).collect();
                out.extend(names.map(|it| format!("ParentOneOf<[{}]>", it.join(", "))));
            } else if record.is_a(TERMINATED) {
                let class = record.arguments(TERMINATED).first().and_then(Value::as_str);
                let name = class.and_then(|it| self.classes.get(&predicate::class(it, namespace)));
                // That of a dialect in another file, which is not known here.
                let unknown = || "ImplicitTerminator".to_owned();
                out.push(name.map_or_else(unknown, |it| format!("ImplicitTerminator<{it}>")));
            } else if let Some([effects, ..]) =
                record.is_a("MemoryEffects").then(|| record.arguments("MemoryEffects"))
            {
                out.extend(own_name(record));
                out.extend(self.effects(effects).map(|it| format!("MemoryEffects<[{it}]>")));
            } else {
                out.extend(own_name(record));
            }
        }
    }

    /// The dialect whose prefix may be left out in its regions, which definitions say in C++ alone. One that is declared
    /// and defined in another file is mostly its own.
    fn default_dialect(&self, operation: &Record, own: &Record) -> Option<String> {
        const METHOD: &str = "getDefaultDialect";
        let stated = operation.field("extraClassDeclaration").as_str().and_then(|it| it.split_once(METHOD));
        let quoted = stated.and_then(|it| it.1.split(['"', ';']).nth(1)).filter(|it| is_word(it));
        let is_declared = || {
            let traits = operation.field("traits").as_list().iter().filter_map(|it| self.records.of(it));
            traits
                .filter_map(|it| it.arguments("DeclareOpInterfaceMethods").get(1))
                .any(|it| it.as_list().iter().any(|it| it.as_str() == Some(METHOD)))
        };
        let own = || own.field("name").as_str().filter(|_| stated.is_some() || is_declared());
        Some(format!("DefaultDialect<{}>", quoted.or_else(own)?))
    }

    /// Whether what it does with memory is not all known.
    fn has_unknown_effects(&self, operation: &Record) -> bool {
        let fields = ["arguments", "results"].map(|it| operation.field(it));
        let lists = |it: &Value| {
            it.arguments()
                .iter()
                .filter_map(|it| self.records.of(&it.0))
                .any(|it| it.is_a("OpVariable") && it.field("decorators").is_partly_unknown())
        };
        let is_lost =
            |it: &Value| *it == Value::Unknown || it.arguments().iter().any(|it| it.0 == Value::Unknown);
        fields.iter().any(|it| lists(it) || is_lost(it))
    }

    /// The effects on what an attribute names, such as a global.
    fn effects_by_name(&self, operation: &Record, traits: &mut Vec<String>) {
        let arguments = operation.field("arguments").arguments().iter();
        let named = arguments.filter_map(|it| self.records.of(&it.0)).filter(|it| self.is_attribute(it));
        let effects = named.filter_map(|it| self.effects(it.field("decorators")));
        traits.extend(effects.map(|it| format!("MemoryEffects<[{it}]>")));
    }

    /// Whether a variable of an operation is an attribute.
    pub(super) fn is_attribute(&self, variable: &Record) -> bool {
        self.records.of(variable.field("constraint")).is_some_and(|it| it.is_a("AttrConstraint"))
    }

    /// The effects on memory in a list, whatever resource they are on; `None` where there are none.
    pub(super) fn effects(&self, list: &Value) -> Option<String> {
        let records: Vec<&Record> = list.as_list().iter().filter_map(|it| self.records.of(it)).collect();
        let found = EFFECTS.iter().copied().filter(|class| records.iter().any(|it| it.is_a(class)));
        let found: Vec<&str> = found.collect();
        (!found.is_empty()).then(|| found.join(", "))
    }

    /// For operands and results that can have one type of a dialect alone: `OnlyType<"name", "!dialect.type">`.
    fn only_types(&self, operation: &Record, traits: &mut Vec<String>) {
        for field in ["arguments", "results"] {
            for (value, name) in operation.field(field).arguments() {
                let mut constraint = self.records.of(value);
                while let Some(variable) = constraint.filter(|it| it.is_a("OpVariable")) {
                    constraint = self.records.of(variable.field("constraint"));
                }
                let text = constraint.and_then(|it| self.only_type(it));
                if let (Some(name), Some(text)) = (name.as_deref().filter(|it| is_word(it)), text) {
                    traits.push(format!("OnlyType<\"{name}\", \"{text}\">"));
                }
            }
        }
    }

    /// The type that a definition of a type without parameters stands for.
    fn only_type(&self, ty: &Record) -> Option<String> {
        let has_no_parameters = ty.field("builderCall").as_str().is_some_and(|it| it.ends_with(">()"));
        let mnemonic = ty.field("mnemonic").as_str().filter(|it| !it.is_empty())?;
        let dialect = self.records.of(ty.field("dialect"))?.field("name").as_str()?;
        (has_no_parameters && ty.is_a("TypeDef")).then(|| format!("!{dialect}.{mnemonic}"))
    }
}

/// The name of a trait, if ODS's own files name it.
fn own_name(record: &Record) -> Option<String> {
    (!record.is_anonymous && is_of_ods(record)).then(|| record.name.to_string())
}
