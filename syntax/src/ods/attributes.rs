//! Constraints of attributes: which are optional, how each is written in a form, and the keywords of enumerations.

use super::combining::ATOMIC_KINDS;
use super::expression::{Expression, Field};
use super::storage::{self, KeywordStorage};
use super::{AttributeDefinition, Name};

/// How the value of an attribute is written in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttributeClass {
    Any,
    Integer,
    String,
    /// The expressions of an affine map without its keyword.
    Map,
    Keyword,
    /// Keywords that are the bits of one number.
    Keywords,
    /// A list in brackets.
    Array,
    /// An alias.
    Alias,
    /// Keywords in angle brackets.
    Angles,
    Symbol,
    SymbolName,
    /// A type.
    Type,
    /// It is there or not, which another word says.
    Unit,
    /// A parameter of a type or an attribute.
    Parameter(Parameter),
}

/// How a parameter of a type or an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parameter {
    /// `true` and `false` are numbers too.
    Integer,
    /// A case of an enumeration, as a keyword or a string.
    Case,
    /// Such cases, with `|` or commas between them.
    Cases,
    /// An attribute in full.
    Attribute,
    /// A type or an attribute of a dialect, whose prefix may be left out.
    Symbol,
    /// Its parser is written in C++.
    Foreign,
}

/// Attributes that are one of several keywords, and how they are written.
const ENUMERATIONS: &[(&str, AttributeClass, &[&str])] = &[
    (
        "Arith_CmpFPredicateAttr",
        AttributeClass::Keyword,
        &[
            "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
            "une", "uno", "true",
        ],
    ),
    ("Arith_CmpIPredicateAttr", AttributeClass::Keyword, INTEGER_PREDICATES),
    (
        "Arith_FastMathAttr",
        AttributeClass::Angles,
        &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
    ),
    ("Arith_IntegerOverflowAttr", AttributeClass::Angles, &["none", "nsw", "nuw"]),
    ("Arith_RoundingModeAttr", AttributeClass::Keyword, ROUNDING_MODES),
    ("AtomicRMWKindAttr", AttributeClass::Keyword, ATOMIC_KINDS),
    ("IndexCmpPredicateAttr", AttributeClass::Keyword, INTEGER_PREDICATES),
    (
        "Vector_CombiningKindAttr",
        AttributeClass::Angles,
        &[
            "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor",
            "maximumf", "minimumf",
        ],
    ),
    (
        "Vector_PrintPunctuationAttr",
        AttributeClass::Angles,
        &["no_punctuation", "newline", "comma", "open", "close"],
    ),
];

const INTEGER_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

const ROUNDING_MODES: &[&str] = &["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];

/// Whether a constraint is one of attributes, and not of types.
pub(super) fn is_attribute(constraint: &Expression) -> bool {
    constraint.name.contains("Attr")
        || constraint.name.ends_with("Prop")
        || constraint.name.ends_with("Param")
}

impl AttributeDefinition {
    /// An attribute that the operation's parser adds though its definition does not name it.
    pub(super) fn discardable(name: &str) -> Self {
        let constraint = Expression { name: Name::new("ForeignAttr"), arguments: Box::default() };
        let field = Field { constraint, name: Name::new(name) };
        Self { is_optional: true, is_discardable: true, ..definition(field) }
    }
}

pub(super) fn definition(field: Field) -> AttributeDefinition {
    let mut constraint = field.constraint;
    let mut is_optional = false;
    let mut stored = None;
    let mut word = None;
    let mut is_property = false;
    let mut predicate = None;
    loop {
        is_property |= constraint.name.ends_with("Prop");
        is_optional |=
            constraint.name.starts_with("Optional") || constraint.name.starts_with("DefaultValued");
        match &*constraint.name {
            "OptionalAttr"
            | "OptionalProp"
            | "DefaultValuedAttr"
            | "DefaultValuedOptionalAttr"
            | "OptionalParam"
            | "DefaultValuedProp"
            | "RequiredProp"
            | "ConfinedAttr" => {}
            // A constraint, what its values are called, and what holds of them.
            "CheckedAttr" => {
                predicate =
                    constraint.arguments.get(1).map(|it| it.name).zip(constraint.arguments.get(2).cloned());
            }
            // A constraint, and the word before its keywords.
            "NamedProp" => word = constraint.arguments.get(1).map(|it| it.name),
            // A constraint, and what its keywords stand for.
            "StoredAttr" => stored = constraint.arguments.get(1).and_then(KeywordStorage::of),
            _ => break,
        }
        let Some(inner) = constraint.arguments.first().cloned() else { break };
        constraint = inner;
    }
    is_optional |= matches!(&*constraint.name, "UnitAttr" | "UnitProp");
    let keywords = enumeration(item(&constraint)).map_or_else(Box::default, |it| it.1);
    let storage = stored.or_else(|| storage::of_builtin(&constraint.name));
    AttributeDefinition {
        name: field.name,
        constraint,
        is_optional,
        is_property,
        is_discardable: false,
        predicate,
        keywords,
        storage,
        word,
        otherwise: None,
    }
}

/// How an enumeration is written, and its keywords: `EnumAttr<[a, b]>` and `EnumAttrInAngles<[a, b]>` name them
/// themselves.
fn enumeration(constraint: &Expression) -> Option<(AttributeClass, Box<[Name]>)> {
    let class = match &*constraint.name {
        "EnumAttr" => Some(AttributeClass::Keyword),
        "BitEnumAttr" => Some(AttributeClass::Keywords),
        "EnumAttrInAngles" | "AttrInAngles" => Some(AttributeClass::Angles),
        "EnumParam" => Some(AttributeClass::Parameter(Parameter::Case)),
        "BitEnumParam" => Some(AttributeClass::Parameter(Parameter::Cases)),
        _ => None,
    };
    if let Some(class) = class {
        return Some((class, constraint.arguments.iter().map(|it| it.name).collect()));
    }
    if constraint.name == "EnumAttrInParentheses" {
        return Some((AttributeClass::Any, constraint.arguments.iter().map(|it| it.name).collect()));
    }
    let (_, class, keywords) = ENUMERATIONS.iter().find(|it| constraint.name == it.0)?;
    Some((*class, keywords.iter().map(|it| Name::new(it)).collect()))
}

/// The constraint on each entry of a list of parameters.
pub(super) fn item(constraint: &Expression) -> &Expression {
    constraint.arguments.first().filter(|_| is_list(constraint)).unwrap_or(constraint)
}

/// Whether it is a list of parameters.
pub(super) fn is_list(constraint: &Expression) -> bool {
    constraint.name == "ListParam"
}

/// How it is written; of a list of parameters, how each entry is.
pub(super) fn class(constraint: &Expression) -> AttributeClass {
    let constraint = item(constraint);
    if let Some((class, _)) = enumeration(constraint) {
        return class;
    }
    match &*constraint.name {
        "UnitAttr" | "UnitProp" => AttributeClass::Unit,
        "IntegerParam" => AttributeClass::Parameter(Parameter::Integer),
        "AttrParam" => AttributeClass::Parameter(Parameter::Attribute),
        "SymbolParam" => AttributeClass::Parameter(Parameter::Symbol),
        "ForeignParam" => AttributeClass::Parameter(Parameter::Foreign),
        "TypeParam" => AttributeClass::Type,
        "MapParam" => AttributeClass::Map,
        "StrAttr" | "StringProp" | "StringParam" => AttributeClass::String,
        "FlatSymbolRefAttr" | "SymbolRefAttr" => AttributeClass::Symbol,
        "SymbolNameAttr" => AttributeClass::SymbolName,
        "PoisonAttrInterface" => AttributeClass::Angles,
        name if name.ends_with("TypeAttr") || name == "TypeAttrOf" => AttributeClass::Type,
        "IndexAttr" | "I1Attr" | "I8Attr" | "I16Attr" | "I32Attr" | "I64Attr" | "SI32Attr" | "SI64Attr"
        | "UI32Attr" | "UI64Attr" | "I8Prop" | "I16Prop" | "I32Prop" | "I64Prop" => AttributeClass::Integer,
        name if name.ends_with("ArrayAttr") => AttributeClass::Array,
        _ => AttributeClass::Any,
    }
}
