//! What MLIR's common constraints ask of an attribute, for the tables that are built in and name them.

use super::Name;
use super::expression::{Expression, expressions};

/// The summary of a constraint, and its predicate; `None` where it is not known.
pub(super) fn predicate(constraint: &str) -> Option<(Name, Expression)> {
    let (_, summary, predicate) = PREDICATES.iter().find(|it| it.0 == constraint)?;
    let [predicate] = <[_; 1]>::try_from(expressions(predicate).ok()?).ok()?;
    Some((Name::new(summary), predicate))
}

const PREDICATES: &[(&str, &str, &str)] = &[
    ("AffineMapAttr", "AffineMap attribute", "IsA<AffineMapAttr>"),
    ("ArrayAttr", "array attribute", "IsA<ArrayAttr>"),
    ("Arith_FastMathAttr", "attribute #arith.fastmath", "IsDialectType<arith.fastmath>"),
    ("Arith_IntegerOverflowAttr", "attribute #arith.overflow", "IsDialectType<arith.overflow>"),
    ("BoolArrayAttr", "1-bit boolean array attribute", "And<IsA<ArrayAttr>, Each<IsA<BoolAttr>>>"),
    ("BoolAttr", "bool attribute", "IsA<BoolAttr>"),
    ("DenseI32ArrayAttr", "i32 dense array attribute", "IsA<DenseI32ArrayAttr>"),
    ("DenseI64ArrayAttr", "i64 dense array attribute", "IsA<DenseI64ArrayAttr>"),
    ("DictArrayAttr", "array of dictionary attributes", "And<IsA<ArrayAttr>, Each<IsA<DictionaryAttr>>>"),
    ("DictionaryAttr", "dictionary of named attribute values", "IsA<DictionaryAttr>"),
    ("FlatSymbolRefAttr", "flat symbol reference attribute", "IsA<FlatSymbolRefAttr>"),
    ("I64ArrayAttr", "64-bit integer array attribute", I64_ARRAY),
    ("I64Attr", "64-bit signless integer attribute", "And<IsA<IntegerAttr>, TypeOf<IsSignlessInteger<64>>>"),
    (
        "IndexListArrayAttr",
        "array of 64-bit integer array attributes",
        "And<IsA<ArrayAttr>, Each<And<IsA<ArrayAttr>, Each<And<IsA<IntegerAttr>, TypeOf<IsSignlessInteger<64>>>>>>>",
    ),
    ("StrAttr", "string attribute", "IsA<StringAttr>"),
    ("SymbolNameAttr", "string attribute", "IsA<StringAttr>"),
    ("UnitAttr", "unit attribute", "IsA<UnitAttr>"),
    ("Vector_CombiningKindAttr", "attribute #vector.kind", "IsDialectType<vector.kind>"),
];

const I64_ARRAY: &str = "And<IsA<ArrayAttr>, Each<And<IsA<IntegerAttr>, TypeOf<IsSignlessInteger<64>>>>>";
