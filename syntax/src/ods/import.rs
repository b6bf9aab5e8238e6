//! Definitions of operations from the records of TableGen.
//!
//! Fields of a record in ODS's own terms are taken over; a constraint that is written in C++ admits everything, and a
//! value that could not be evaluated is distinguished from a missing one.

mod enumerations;
mod parameters;
mod predicate;
mod storage;
mod traits;
mod types;
mod unknown;

pub use types::types;

use super::definition::{UNKNOWN_ARGUMENTS, UNKNOWN_FORM, UNKNOWN_TRAITS};
use super::{ImportedOp, Origin};
use enumerations::{has_bits, keywords};
use ods::{Record, RecordFilter, Records, Value};
use predicate::Predicates;
use rustc_hash::FxHashMap;

/// The records that [`operations`], [`types`] and [`dialects`] read.
pub const FILTER: RecordFilter<'static> = RecordFilter {
    classes: &["Op", "Dialect", "TypeDef"],
    fields: &[
        "arguments",
        "assemblyFormat",
        "baseAttr",
        "baseInterfaces",
        "baseProperty",
        "baseType",
        "builderCall",
        "children",
        "className",
        "constraint",
        "cppClassName",
        "cppNamespace",
        "cppStorageType",
        "cppType",
        "decorators",
        "defaultValue",
        "description",
        "dialect",
        "enum",
        "enumerants",
        "extraClassDeclaration",
        "hasCustomAssemblyFormat",
        "isOptional",
        "kind",
        "mnemonic",
        "name",
        "opDialect",
        "opName",
        "parameters",
        "parser",
        "pattern",
        "predExpr",
        "predicate",
        "prefix",
        "regions",
        "replacement",
        "results",
        "storageType",
        "storeInCustomAttribute",
        "str",
        "successors",
        "suffix",
        "summary",
        "traits",
        "useDefaultAttributePrinterParser",
        "useDefaultTypePrinterParser",
        "value",
        "width",
    ],
};

/// The operations that records define.
pub fn operations(records: &Records) -> Vec<ImportedOp> {
    let import =
        Import { records, predicates: Predicates::new(records), classes: operation_classes(records) };
    records
        .records
        .iter()
        .filter(|it| it.is_a("Op") && !it.is_anonymous)
        .filter_map(|it| import.operation(it))
        .collect()
}

/// The dialects that records define.
pub fn dialects(records: &Records) -> Vec<&str> {
    let dialects = records.records.iter().filter(|it| it.is_a("Dialect") && !it.is_anonymous);
    dialects.filter_map(|it| it.field("name").as_str()).collect()
}

/// The full name of an operation: `arith.addi`.
pub fn operation_name(records: &Records, record: &Record) -> Option<String> {
    let dialect = records.of(record.field("opDialect"))?.field("name").as_str()?;
    let name = record.field("opName").as_str()?;
    Some(if dialect.is_empty() { name.to_owned() } else { format!("{dialect}.{name}") })
}

/// The names of operations by their classes in C++, which ODS makes of the names of their definitions.
fn operation_classes(records: &Records) -> FxHashMap<String, String> {
    let operations = records.records.iter().filter(|it| it.is_a("Op") && !it.is_anonymous);
    let named = |it: &Record| {
        let namespace = records.of(it.field("opDialect"))?.field("cppNamespace").as_str()?;
        let class = it.name.split_once('_').filter(|it| !it.0.is_empty()).map_or(&*it.name, |it| it.1);
        Some((predicate::class(class, namespace), operation_name(records, it)?))
    };
    operations.filter_map(named).collect()
}

struct Import<'a> {
    records: &'a Records,
    predicates: Predicates<'a>,
    /// The names of operations by their classes in C++.
    classes: FxHashMap<String, String>,
}

impl Import<'_> {
    fn operation(&self, record: &Record) -> Option<ImportedOp> {
        let name = operation_name(self.records, record)?;
        let fields = |field: &str, open: &str| self.fields(record.field(field), open).into();
        let text = |field: &str| record.field(field).as_str().map(str::trim).unwrap_or_default().into();
        Some(ImportedOp {
            ins: fields("arguments", OPEN_VALUES),
            outs: fields("results", OPEN_VALUES),
            regions: fields("regions", "VariadicRegion<AnyRegion>"),
            successors: fields("successors", "VariadicSuccessor<AnySuccessor>"),
            traits: self.traits(record)?.into(),
            has_exact_format: record.field("assemblyFormat").as_str().is_some()
                && self.has_whole_form(record),
            format: record.field("assemblyFormat").as_str().map(Box::from),
            summary: text("summary"),
            description: dedented(record.field("description").as_str().unwrap_or_default()).into(),
            origin: Some(Origin { file: (*record.file).into(), at: record.at }),
            name: name.into(),
        })
    }

    /// `Constraint:$name, …` of a dag. `open` are any number of the same kind: what is there may be anything.
    fn fields(&self, dag: &Value, open: &str) -> String {
        let is_unknown = |value: &Value| unknown::is_unknown(self.records, value);
        let arguments = dag.arguments();
        let mut unknown = arguments.iter().filter(|it| is_unknown(&it.0));
        let is_one_of_many = |value: &Value| {
            self.records.of(value).is_some_and(|it| it.is_a("Variadic") || it.is_a("Optional"))
        };
        // With several of unknown number it is not known which value belongs to which.
        let has_unknown = unknown.next().is_some();
        let is_lost =
            has_unknown && (unknown.next().is_some() || arguments.iter().any(|it| is_one_of_many(&it.0)));
        if *dag == Value::Unknown || is_lost {
            let attributes =
                arguments.iter().filter(|it| !is_unknown(&it.0) && self.is_attribute_like(&it.0));
            let attributes = attributes.filter_map(|(value, name)| {
                Some(format!(
                    "{}:${}",
                    self.constraint(value, MAX_LISTS),
                    name.as_deref().filter(|it| is_word(it))?
                ))
            });
            return attributes.chain([format!("{open}:$unknown")]).collect::<Vec<_>>().join(", ");
        }
        let entry = |(index, (value, name)): (usize, &(Value, Option<std::sync::Arc<str>>))| {
            let constraint = match is_unknown(value) {
                true => open.to_owned(),
                false => self.constraint(value, MAX_LISTS),
            };
            match name.as_deref().filter(|it| is_word(it)) {
                Some(name) => format!("{constraint}:${name}"),
                None => format!("{constraint}:$unnamed{index}"),
            }
        };
        dag.arguments().iter().enumerate().map(entry).collect::<Vec<_>>().join(", ")
    }

    /// Whether an argument is not an operand.
    fn is_attribute_like(&self, value: &Value) -> bool {
        let Some(record) = self.records.of(value) else { return false };
        let constraint = match record.is_a("OpVariable") {
            true => self.records.of(record.field("constraint")),
            false => Some(record),
        };
        constraint.is_some_and(|it| {
            ["AttrConstraint", "PropConstraint", "Property"].iter().any(|class| it.is_a(class))
        })
    }

    fn constraint(&self, value: &Value, depth: usize) -> String {
        let Some((record, depth)) = self.records.of(value).zip(depth.checked_sub(1)) else {
            return FOREIGN_TYPE.to_owned();
        };
        let inner = |field: &str| self.constraint(record.field(field), depth);
        if record.is_a("OpVariable") {
            match self.effects(record.field("decorators")).filter(|_| !self.is_attribute(record)) {
                Some(effects) => format!("Arg<{}, \"\", [{effects}]>", inner("constraint")),
                None => inner("constraint"),
            }
        } else if record.is_a("AttrConstraint") {
            self.attribute(record, depth)
        } else if record.is_a("PropConstraint") || record.is_a("Property") {
            self.property(record, depth)
        } else if record.is_a("Region") {
            let is_variadic = record.is_a("VariadicRegion");
            if is_variadic { "VariadicRegion<AnyRegion>" } else { "AnyRegion" }.to_owned()
        } else if record.is_a("Successor") {
            let is_variadic = record.is_a("VariadicSuccessor");
            if is_variadic { "VariadicSuccessor<AnySuccessor>" } else { "AnySuccessor" }.to_owned()
        } else if record.is_a("Variadic") {
            format!("Variadic<{}>", inner("baseType"))
        } else if record.is_a("Optional") {
            format!("Optional<{}>", inner("baseType"))
        } else {
            self.type_constraint(record, depth)
        }
    }

    /// By its name, unless its predicate is understood and says more.
    fn type_constraint(&self, record: &Record, depth: usize) -> String {
        let is_named = is_of_ods(record) && !record.is_anonymous && !record.name.contains("Attr");
        let has_one_type = record.field("builderCall").as_str().is_some_and(|it| !it.is_empty());
        if is_named && (has_one_type || &*record.name == "AnyType") {
            return record.name.to_string();
        }
        if let Some(predicate) = self.predicates.of(record) {
            let summary = record.field("summary").as_str().unwrap_or_default().replace('"', "'");
            let word = if has_builtin_class(record) { "Where" } else { "WhereOfDialect" };
            return format!("{word}<\"{summary}\", {predicate}>");
        }
        if is_named && self.records.of(record.field("predicate")).is_none() {
            return record.name.to_string();
        }
        if record.is_a("AnyTypeOf")
            && let [types, ..] = record.arguments("AnyTypeOf")
        {
            let each: Vec<String> = types.as_list().iter().map(|it| self.constraint(it, depth)).collect();
            if !each.is_empty() {
                return format!("AnyTypeOf<[{}]>", each.join(", "));
            }
        }
        FOREIGN_TYPE.to_owned()
    }

    /// How an attribute is written, with what is understood of its predicate.
    fn attribute(&self, record: &Record, depth: usize) -> String {
        let written = self.written_attribute(record, depth);
        match self.predicates.of(record).filter(|it| it != "And") {
            Some(predicate) => {
                let summary = record.field("summary").as_str().unwrap_or_default().replace('"', "'");
                format!("CheckedAttr<{written}, \"{summary}\", {predicate}>")
            }
            None => written,
        }
    }

    fn written_attribute(&self, record: &Record, depth: usize) -> String {
        let is_optional = ["OptionalAttr", "DefaultValuedAttr", "DefaultValuedOptionalAttr"];
        let may_be_missing = |it: &Value| it.as_bool() || *it == Value::Unknown;
        if is_optional.iter().any(|it| record.is_a(it)) || may_be_missing(record.field("isOptional")) {
            let bare = match self.records.of(record.field("baseAttr")).zip(depth.checked_sub(1)) {
                Some((base, depth)) => self.written_attribute(base, depth),
                None => "ForeignAttr".to_owned(),
            };
            return match &*record.name {
                "UnitAttr" => "UnitAttr".to_owned(),
                _ => format!("OptionalAttr<{bare}>"),
            };
        }
        if let Some((base, depth)) = self.records.of(record.field("baseAttr")).zip(depth.checked_sub(1)) {
            return self.written_attribute(base, depth);
        }
        let bare = self.bare_attribute(record);
        if has_default(record) { format!("OptionalAttr<{bare}>") } else { bare }
    }

    /// An attribute that is not made of another one.
    fn bare_attribute(&self, record: &Record) -> String {
        let format = record.field("assemblyFormat").as_str().map(str::trim);
        let is_in_angles = format.is_some_and(|it| it.starts_with("`<`"));
        // Whatever else is around a keyword is not known.
        let is_in_parentheses = format == Some("`(` $value `)`");
        let is_unknown = *record.field("assemblyFormat") == Value::Unknown;
        let has_keyword =
            is_in_angles || is_in_parentheses || !is_unknown && format.is_none_or(|it| it == "$value");
        if let Some(keywords) = keywords(self.records, record).filter(|_| has_keyword) {
            let class = match has_bits(self.records, record) {
                _ if is_in_angles => "EnumAttrInAngles",
                _ if is_in_parentheses => "EnumAttrInParentheses",
                true => "BitEnumAttr",
                false => "EnumAttr",
            };
            let constraint = format!("{class}<[{}]>", keywords.join(", "));
            return stored(constraint, storage::of(self.records, record));
        }
        if is_in_angles && record.is_a("AttrDef") {
            return stored("AttrInAngles".to_owned(), storage::of(self.records, record));
        }
        match is_of_ods(record) && !record.is_anonymous && record.name.contains("Attr") {
            true => record.name.to_string(),
            false => match record.field("storageType").as_str().map(str::trim) {
                Some("::mlir::ArrayAttr") => "ArrayAttr",
                Some("::mlir::DictionaryAttr") => "DictionaryAttr",
                Some("::mlir::TypeAttr") => "TypeAttr",
                _ => "ForeignAttr",
            }
            .to_owned(),
        }
    }

    /// A property; its attribute in generic form follows from ODS's own names and from enumerations.
    fn property(&self, record: &Record, depth: usize) -> String {
        if matches!(&*record.name, "UnitProp" | "UnitProperty") {
            return "UnitProp".to_owned();
        }
        if let Some(base) = self.records.of(record.field("baseProperty")) {
            let Some(depth) = depth.checked_sub(1) else { return "OptionalProp<ForeignProp>".to_owned() };
            return self.optional_property(record, self.property(base, depth));
        }
        let is_integer = record.is_a("EnumProp") && !record.field("storeInCustomAttribute").as_bool();
        let keywords = keywords(self.records, record).filter(|_| is_integer);
        let bare = match (keywords, record.field("mnemonic").as_str()) {
            (Some(keywords), mnemonic) => {
                let class = match (mnemonic, has_bits(self.records, record)) {
                    (Some(_), _) => "EnumAttrInAngles",
                    (None, true) => "BitEnumAttr",
                    (None, false) => "EnumAttr",
                };
                let info = self.records.of(record.field("enum"));
                let stored_as = info.and_then(|it| storage::integers(self.records, it));
                let bare = stored(format!("{class}<[{}]>", keywords.join(", ")), stored_as);
                match mnemonic {
                    Some(word) => format!("NamedProp<{bare}, \"{word}\">"),
                    None => bare,
                }
            }
            _ if is_of_ods(record) && !record.is_anonymous => record.name.to_string(),
            _ => "ForeignProp".to_owned(),
        };
        self.optional_property(record, bare)
    }

    fn optional_property(&self, record: &Record, bare: String) -> String {
        let is_optional = has_default(record) && !bare.starts_with("Optional") || bare == "ForeignProp";
        format!("{}<{bare}>", if is_optional { "OptionalProp" } else { "RequiredProp" })
    }
}

/// A constraint that is not understood: it takes whatever type it is, and may have a form of its own.
const FOREIGN_TYPE: &str = "ForeignType";

/// Any number of values of any types.
const OPEN_VALUES: &str = "Variadic<ForeignType>";

/// Lists and constraints nest no deeper than this.
const MAX_LISTS: usize = 12;

/// Whether it may be missing because there is a value for that case.
fn has_default(record: &Record) -> bool {
    let value = record.field("defaultValue");
    let is_given = value.as_str().is_some_and(|it| !it.is_empty()) || *value == Value::Unknown;
    &*record.name != "UnitAttr" && is_given
}

/// A constraint with what its keywords are stored as, where that is known.
fn stored(constraint: String, storage: Option<String>) -> String {
    match storage {
        Some(storage) => format!("StoredAttr<{constraint}, {storage}>"),
        None => constraint,
    }
}

/// Whether the types of a constraint have a builtin class in C++, so that forms write them as everywhere.
fn has_builtin_class(constraint: &Record) -> bool {
    let class = constraint.field("cppType").as_str().unwrap_or_default();
    class.strip_prefix("::mlir::").is_some_and(|it| !it.contains("::"))
}

/// Whether MLIR's own files define it, so that its name says what it is.
fn is_of_ods(record: &Record) -> bool {
    record.file.contains("mlir/IR/") || record.file.contains("mlir/Interfaces/")
}

/// A text without the blanks with which all lines begin but the first, which is after a bracket.
fn dedented(text: &str) -> String {
    let (first, others) = text.split_once('\n').unwrap_or((text, ""));
    let lines = || others.lines().map(str::trim_end);
    let indent = |it: &str| it.len() - it.trim_start_matches([' ', '\t']).len();
    let common = lines().filter(|it| !it.is_empty()).map(indent).min().unwrap_or(0);
    let mut found = first.trim().to_owned();
    for line in lines() {
        found.push('\n');
        found.push_str(line.get(common..).unwrap_or_default());
    }
    found.trim().to_owned()
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

#[cfg(test)]
mod tests {
    use super::{operations, types};
    use crate::ods::{Arity, MemoryEffect, Origin};
    use ods::{Limits, ParsedFile, Source, evaluate_filtered};
    use std::sync::Arc;

    /// The pieces of MLIR's own definitions that the test needs, and a dialect that is made of them.
    struct Texts;

    impl Source for Texts {
        fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
            let text = match path {
                "mlir/IR/OpBase.td" => BASE,
                "mine.td" => MINE,
                _ => return None,
            };
            Some((path.into(), ParsedFile::parse(text)))
        }
    }

    const BASE: &str = r#"
class Dialect { string name; }
class TypeDef<Dialect owner, string kind> { Dialect dialect = owner; string mnemonic = kind; dag parameters = (ins); string summary = ""; string description = ""; }
class Constraint { string summary = ""; }
class TypeConstraint : Constraint;
class AttrConstraint : Constraint;
class Attr : AttrConstraint { Attr baseAttr = ?; bit isOptional = 0; }
class Variadic<TypeConstraint type> : TypeConstraint { TypeConstraint baseType = type; }
class OptionalAttr<Attr attr> : Attr { let baseAttr = attr; let isOptional = 1; }
class AnyTypeOf<list<TypeConstraint> types> : TypeConstraint;
class Trait;
class TraitList<list<Trait> values> : Trait { list<Trait> traits = values; }
class AllTypesMatch<list<string> names> : Trait;
def I64Attr : Attr;
def F32 : TypeConstraint;
def Index : TypeConstraint;
class MemoryEffect;
class MemRead : MemoryEffect; def MemRead : MemRead;
class MemFree : MemoryEffect; def MemFree : MemFree;
class MemoryEffects<list<MemoryEffect> of = []> : Trait;
class OpVariable<Constraint of, list<MemoryEffect> with> { Constraint constraint = of; list<MemoryEffect> decorators = with; }
class Arg<Constraint of, string text, list<MemoryEffect> with> : OpVariable<of, with>;
def NoMemoryEffect : MemoryEffects<[]>;
def Pure : TraitList<[NoMemoryEffect]>;
class Op<Dialect dialect, string mnemonic, list<Trait> props = []> {
  Dialect opDialect = dialect; string opName = mnemonic; list<Trait> traits = props;
  dag arguments = (ins); dag results = (outs); dag regions = (region); dag successors = (successor);
  string assemblyFormat = ?; string summary = ""; string description = "";
}
def ins; def outs; def region; def successor;
"#;

    const MINE: &str = r#"
include "mlir/IR/OpBase.td"
def Mine : Dialect { let name = "mine"; }
def FloatOrIndex : AnyTypeOf<[F32, Index]>;
def Number : TypeDef<Mine, "number"> { let parameters = (ins "unsigned":$width); let summary = "A number"; }
def ReadOp : Op<Mine, "read"> { let arguments = (ins Arg<I64Attr, "", [MemRead]>:$name); }
def CopyOp : Op<Mine, "copy", [MemoryEffects<[MemFree]>]> { let arguments = (ins Arg<F32, "", [MemRead]>:$from); }
class MyOp<string mnemonic, list<Trait> traits = []> : Op<Mine, mnemonic, traits>;
def ScaleOp : MyOp<"scale", [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Scales a value";
  let description = [{
    As often as `times` says:

      - once, or
      - more often.
  }];
  let arguments = (ins FloatOrIndex:$value, Variadic<Index>:$by, OptionalAttr<I64Attr>:$times);
  let results = (outs FloatOrIndex:$result);
  let assemblyFormat = "$value `by` $by (`times` $times^)? attr-dict `:` type($result)";
}
"#;

    #[test]
    fn definitions_are_read() {
        let records = evaluate_filtered(&Texts, &["mine.td"], &super::FILTER, Limits::default());
        assert_eq!(records.errors, []);
        let found = operations(&records);
        let [read, copy, scale] = &*found else { panic!("{found:?}") };
        let read = read.read().expect("a well-formed text");
        assert!(read.operands.is_empty() && read.has_further_effects(), "{read:?}");
        let copy = copy.read().expect("a well-formed text");
        assert_eq!(*copy.operands[0].effects, [MemoryEffect::Read]);
        assert!(copy.has_further_effects(), "{:?}", copy.traits);
        let [number] = &*types(&records) else { panic!("one type") };
        assert_eq!((&*number.name, &*number.parameters), ("!mine.number", "IntegerParam:$width"));
        assert_eq!(&*number.summary, "A number");
        let Some(Origin { file, at }) = &scale.origin else { panic!("{scale:?}") };
        assert_eq!(&**file, "mine.td");
        assert!(MINE.get(*at as usize..).is_some_and(|it| it.starts_with("def ScaleOp")));
        let scale = scale.read().expect("a well-formed text");
        assert_eq!((&*scale.name, &*scale.summary), ("mine.scale", "Scales a value"));
        assert_eq!(&*scale.description, "As often as `times` says:\n\n  - once, or\n  - more often.");
        let operands: Vec<_> = scale
            .operands
            .iter()
            .map(|it| (it.name.to_string(), it.arity, it.constraint.to_string()))
            .collect();
        let value = ("value".to_owned(), Arity::One, "AnyTypeOf<F32, Index>".to_owned());
        assert_eq!(operands, [value, ("by".to_owned(), Arity::Variadic, "Index".to_owned())]);
        assert!(scale.attributes[0].is_optional && scale.is_pure() && scale.has_format());
    }
}
