//! Parameters of types and attributes: what the parser that ODS makes for each takes, as a constraint in the notation of
//! operations.
//!
//! Which parser that is follows from the class in C++ (`FieldParser` in MLIR's `DialectImplementation.h`). A class that is
//! not known has one that is not known either.

use super::predicate::class;
use super::{enumerations, is_word, types};
use ods::{Record, Records, Value};
use rustc_hash::FxHashMap;

/// Lists in lists are not deeper than this.
const MAX_DEPTH: usize = 4;

/// The constraint of an unknown parameter.
const FOREIGN: &str = "ForeignParam";

const INTEGERS: &[&str] = &[
    "bool",
    "char",
    "short",
    "int",
    "long",
    "long long",
    "unsigned",
    "unsigned int",
    "unsigned long",
    "size_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "APInt",
];

/// Builtin classes that are written as any type is.
const TYPES: &[&str] = &[
    "Type",
    "ComplexType",
    "FloatType",
    "FunctionType",
    "IndexType",
    "IntegerType",
    "MemRefType",
    "NoneType",
    "RankedTensorType",
    "ShapedType",
    "TensorType",
    "TupleType",
    "UnrankedMemRefType",
    "UnrankedTensorType",
    "VectorType",
];

/// Builtin classes that are written as any attribute is.
const ATTRIBUTES: &[&str] = &[
    "AffineMapAttr",
    "ArrayAttr",
    "Attribute",
    "BoolAttr",
    "DenseElementsAttr",
    "DenseIntElementsAttr",
    "DictionaryAttr",
    "ElementsAttr",
    "FlatSymbolRefAttr",
    "FloatAttr",
    "IntegerAttr",
    "IntegerSetAttr",
    "StringAttr",
    "SymbolRefAttr",
    "TypeAttr",
    "TypedAttr",
    "UnitAttr",
];

/// A reader of parameters, with the types, attributes and enumerations that the records define.
pub(super) struct Parameters<'a> {
    records: &'a Records,
    /// The constraints of classes in C++; `None` where several records have one class.
    classes: FxHashMap<String, Option<String>>,
}

impl<'a> Parameters<'a> {
    pub(super) fn new(records: &'a Records) -> Self {
        let mut classes = FxHashMap::default();
        for record in &records.records {
            let Some((class, constraint)) = named(records, record) else { continue };
            let known = classes.entry(class).or_insert_with(|| Some(constraint.clone()));
            *known = known.take().filter(|it| *it == constraint);
        }
        Self { records, classes }
    }

    /// The parameters of a type or an attribute that its format can name: `IntegerParam:$width, …`
    pub(super) fn of(&self, record: &Record) -> String {
        let namespace =
            self.records.of(record.field("dialect")).and_then(|it| it.field("cppNamespace").as_str());
        let parameter = |(value, name): &(Value, Option<std::sync::Arc<str>>)| {
            let name = name.as_deref().filter(|it| is_word(it))?;
            Some(format!("{}:${name}", self.parameter(value, namespace.unwrap_or_default())?))
        };
        let all = record.field("parameters").arguments().iter().filter_map(parameter);
        all.collect::<Vec<_>>().join(", ")
    }

    /// `None` for the type after an attribute, which is written as everywhere.
    fn parameter(&self, value: &Value, namespace: &str) -> Option<String> {
        let Some(record) = self.records.of(value) else {
            return Some(self.of_class(value.as_str().unwrap_or_default(), namespace, MAX_DEPTH));
        };
        if record.is_a("AttributeSelfTypeParameter") {
            return None;
        }
        let text = |field: &str| record.field(field).as_str().map(str::trim).filter(|it| !it.is_empty());
        let written = match record.arguments("EnumParameter") {
            [info, ..] => self.records.of(info).and_then(|it| enumeration(self.records, it)),
            _ if text("parser").is_some() || *record.field("parser") == Value::Unknown => None,
            _ => text("cppStorageType").or(text("cppType")).map(|it| self.of_class(it, namespace, MAX_DEPTH)),
        };
        let written = written.unwrap_or_else(|| FOREIGN.to_owned());
        Some(match text("defaultValue") {
            Some(_) => format!("OptionalParam<{written}>"),
            None => written,
        })
    }

    /// The constraint that the field parser of a class implies.
    fn of_class(&self, text: &str, namespace: &str, depth: usize) -> String {
        let full = class(text.trim(), namespace);
        let bare = class(text.trim(), "");
        let bare = bare.trim_start_matches("::");
        let bare = bare.strip_prefix("std::").unwrap_or(bare);
        if let Some((template, inner)) = bare.strip_suffix('>').and_then(|it| it.split_once('<')) {
            let Some(depth) = depth.checked_sub(1) else { return FOREIGN.to_owned() };
            let inner = match inner.rsplit_once(',') {
                Some((inner, count)) if count.trim().bytes().all(|it| it.is_ascii_digit()) => inner,
                _ => inner,
            };
            return match template {
                "optional" => self.of_class(inner, namespace, depth),
                "ArrayRef" | "SmallVector" | "vector" => {
                    format!("ListParam<{}>", self.of_class(inner, namespace, depth))
                }
                _ => FOREIGN.to_owned(),
            };
        }
        match bare {
            _ if INTEGERS.contains(&bare) => "IntegerParam".to_owned(),
            _ if TYPES.contains(&bare) => "TypeParam".to_owned(),
            _ if ATTRIBUTES.contains(&bare) => "AttrParam".to_owned(),
            "string" | "StringRef" => "StringParam".to_owned(),
            "AffineMap" => "MapParam".to_owned(),
            _ => self.classes.get(&full).cloned().flatten().unwrap_or_else(|| FOREIGN.to_owned()),
        }
    }
}

/// The class in C++ of a type, an attribute or an enumeration, and what a parameter of that class takes.
fn named(records: &Records, record: &Record) -> Option<(String, String)> {
    let is_symbol = record.is_a("TypeDef") || record.is_a("AttrDef");
    let (owner, name) = match is_symbol {
        true => (records.of(record.field("dialect"))?, record.field("cppClassName").as_str()?),
        false => (record, record.field("className").as_str()?),
    };
    let constraint = match is_symbol {
        true => format!("SymbolParam<\"{}\">", types::name(records, record)?),
        false => enumeration(records, record)?,
    };
    Some((class(name, owner.field("cppNamespace").as_str()?), constraint))
}

fn enumeration(records: &Records, record: &Record) -> Option<String> {
    let keywords = enumerations::keywords(records, record)?;
    let word = if enumerations::has_bits(records, record) { "BitEnumParam" } else { "EnumParam" };
    Some(format!("{word}<[{}]>", keywords.join(", ")))
}
