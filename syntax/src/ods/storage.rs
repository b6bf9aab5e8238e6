//! How keywords of enumerations are stored: the attributes that the generic form writes.

use super::{Expression, Name};

/// How the keywords of an attribute are stored, in MLIR's generic form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeywordStorage {
    /// A number of this type: `2 : i32`, one per keyword. Several keywords are the bits of one number.
    Integers { ty: Name, values: Box<[i64]> },
    /// An attribute of a dialect with the keywords in its body: `#arith.fastmath<fast>`.
    Attribute { before: Name, behind: Name },
}

impl KeywordStorage {
    /// `Integers<"i32", "0", "1">` or `Attribute<"#arith.fastmath<", ">">`.
    pub(super) fn of(text: &Expression) -> Option<Self> {
        match (&*text.name, &*text.arguments) {
            ("Integers", [ty, values @ ..]) => Some(Self::Integers {
                ty: ty.name,
                values: values.iter().map(|it| it.name.parse().ok()).collect::<Option<_>>()?,
            }),
            ("Attribute", [before, behind]) => {
                Some(Self::Attribute { before: before.name, behind: behind.name })
            }
            _ => None,
        }
    }
}

/// That of the enumerations that are built in.
pub(super) fn of_builtin(constraint: &str) -> Option<KeywordStorage> {
    let integers = |ty: &str, count: i64| {
        Some(KeywordStorage::Integers { ty: Name::new(ty), values: (0..count).collect() })
    };
    let (before, behind) = match constraint {
        "Arith_CmpFPredicateAttr" | "AtomicRMWKindAttr" => return integers("i64", 16),
        "Arith_CmpIPredicateAttr" => return integers("i64", 10),
        "Arith_RoundingModeAttr" => return integers("i32", 5),
        "Arith_FastMathAttr" => ("#arith.fastmath<", ">"),
        "Arith_IntegerOverflowAttr" => ("#arith.overflow<", ">"),
        "IndexCmpPredicateAttr" => ("#index<cmp_predicate ", ">"),
        "Vector_CombiningKindAttr" => ("#vector.kind<", ">"),
        "Vector_PrintPunctuationAttr" => ("#vector.punctuation<", ">"),
        _ => return None,
    };
    Some(KeywordStorage::Attribute { before: Name::new(before), behind: Name::new(behind) })
}
