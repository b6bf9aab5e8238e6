//! What operations of `arith` and `index` compute.

use super::Type;

/// On two numbers of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    DivSigned,
    RemSigned,
    FloorDivSigned,
    CeilDivSigned,
    DivUnsigned,
    RemUnsigned,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
}

impl Binary {
    /// As `arith` has it, and `index`.
    pub(super) fn names(self) -> [&'static str; 2] {
        match self {
            Binary::Add => ["addi", "add"],
            Binary::Sub => ["subi", "sub"],
            Binary::Mul => ["muli", "mul"],
            Binary::DivSigned => ["divsi", "divs"],
            Binary::RemSigned => ["remsi", "rems"],
            Binary::FloorDivSigned => ["floordivsi", "floordivs"],
            Binary::CeilDivSigned => ["ceildivsi", "ceildivs"],
            Binary::DivUnsigned => ["divui", "divu"],
            Binary::RemUnsigned => ["remui", "remu"],
            Binary::ShiftLeft => ["shli", "shl"],
            Binary::ShiftRightSigned => ["shrsi", "shrs"],
            Binary::ShiftRightUnsigned => ["shrui", "shru"],
            Binary::And => ["andi", "and"],
            Binary::Or => ["ori", "or"],
            Binary::Xor => ["xori", "xor"],
            Binary::MinSigned => ["minsi", "mins"],
            Binary::MaxSigned => ["maxsi", "maxs"],
            Binary::MinUnsigned => ["minui", "minu"],
            Binary::MaxUnsigned => ["maxui", "maxu"],
        }
    }

    /// Whether `overflow<nsw>` may stand there.
    pub(super) fn can_be_nsw(self) -> bool {
        matches!(self, Binary::Add | Binary::Sub | Binary::Mul | Binary::ShiftLeft)
    }

    /// `None` where it is not defined, or where a number of type `index` is too large.
    pub(super) fn compute(self, a: i64, b: i64, ty: Type, is_nsw: bool) -> Option<i64> {
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        let (unsigned_a, unsigned_b) = (ty.unsigned(a), ty.unsigned(b));
        let shift = || u32::try_from(b).ok().filter(|it| *it < ty.width());
        let exact: i128 = match self {
            Binary::Add => wide_a + wide_b,
            Binary::Sub => wide_a - wide_b,
            Binary::Mul => wide_a * wide_b,
            Binary::DivSigned => wide_a.checked_div(wide_b)?,
            Binary::RemSigned => wide_a.checked_rem(wide_b)?,
            Binary::FloorDivSigned => floor_div(wide_a, wide_b)?,
            Binary::CeilDivSigned => -floor_div(-wide_a, wide_b)?,
            Binary::DivUnsigned => unsigned_a.checked_div(unsigned_b)?.into(),
            Binary::RemUnsigned => unsigned_a.checked_rem(unsigned_b)?.into(),
            Binary::ShiftLeft => wide_a.checked_mul(1 << shift()?)?,
            Binary::ShiftRightSigned => wide_a >> shift()?,
            Binary::ShiftRightUnsigned => (unsigned_a >> shift()?).into(),
            Binary::And => wide_a & wide_b,
            Binary::Or => wide_a | wide_b,
            Binary::Xor => wide_a ^ wide_b,
            Binary::MinSigned => wide_a.min(wide_b),
            Binary::MaxSigned => wide_a.max(wide_b),
            Binary::MinUnsigned => {
                if unsigned_a < unsigned_b {
                    wide_a
                } else {
                    wide_b
                }
            }
            Binary::MaxUnsigned => {
                if unsigned_a > unsigned_b {
                    wide_a
                } else {
                    wide_b
                }
            }
        };
        let found = ty.wrap(exact);
        let overflows = i128::from(found) != exact;
        let is_division = matches!(self, Binary::DivSigned | Binary::FloorDivSigned | Binary::CeilDivSigned);
        let must_fit = is_division || self.can_be_nsw() && (is_nsw || ty == Type::Index);
        (!(overflows && must_fit)).then_some(found)
    }
}

/// Towards negative infinity.
fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Of `arith.cmpi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Predicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl Predicate {
    pub(super) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    pub(super) fn is_unsigned(self) -> bool {
        matches!(self, Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge)
    }

    pub(super) fn holds(self, a: i64, b: i64, ty: Type) -> bool {
        let (c, d) = (ty.unsigned(a), ty.unsigned(b));
        match self {
            Predicate::Eq => a == b,
            Predicate::Ne => a != b,
            Predicate::Slt => a < b,
            Predicate::Sle => a <= b,
            Predicate::Sgt => a > b,
            Predicate::Sge => a >= b,
            Predicate::Ult => c < d,
            Predicate::Ule => c <= d,
            Predicate::Ugt => c > d,
            Predicate::Uge => c >= d,
        }
    }
}

impl Type {
    pub(super) fn name(self) -> &'static str {
        match self {
            Type::Index => "index",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::I1 => "i1",
        }
    }

    pub(super) fn width(self) -> u32 {
        match self {
            Type::Index | Type::I64 => 64,
            Type::I32 => 32,
            Type::I1 => 1,
        }
    }

    /// The number with the same bits that fits, signed.
    pub(super) fn wrap(self, value: i128) -> i64 {
        let unused = 128 - self.width();
        i64::try_from(value << unused >> unused).unwrap()
    }

    /// The bits of a signed number as an unsigned one.
    pub(super) fn unsigned(self, value: i64) -> u64 {
        let unused = 64 - self.width();
        value.cast_unsigned() << unused >> unused
    }
}
