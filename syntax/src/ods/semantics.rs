//! The semantics of operations on numbers and memory, in any dialect: `arith.addi` and `index.add` add integers.

use super::Combining;

/// The result or effect of an operation. Vectors are taken lane by lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// The value of an attribute.
    Constant,
    Poison,
    /// The second operand where the first holds, else the third.
    Select,
    Integer(Integer),
    /// By the predicate among the attributes.
    CompareIntegers,
    Float(Float),
    CompareFloats,
    Negate,
    Cast(Cast),
    Function(Function),
    /// The number in memory, or the consecutive ones, at the subscripts.
    Load,
    /// Puts its first operand where a load of the second finds it.
    Store,
    /// A hint.
    Prefetch,
}

/// Operations on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Integer {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    MaxSigned,
    MaxUnsigned,
    MinSigned,
    MinUnsigned,
    DivSigned,
    DivUnsigned,
    FloorDivSigned,
    CeilDivSigned,
    CeilDivUnsigned,
    RemSigned,
    RemUnsigned,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
}

impl Integer {
    /// Whether it is undefined for some operands.
    pub fn traps(self) -> bool {
        use Integer::*;
        matches!(
            self,
            DivSigned
                | DivUnsigned
                | FloorDivSigned
                | CeilDivSigned
                | CeilDivUnsigned
                | RemSigned
                | RemUnsigned
        )
    }
}

/// Operations on two floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Float {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// Of NaN and a number they give NaN.
    Maximum,
    Minimum,
    /// Of NaN and a number they give the number.
    MaxNum,
    MinNum,
}

/// Conversions of a number to another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cast {
    ExtendSigned,
    ExtendUnsigned,
    Truncate,
    IndexSigned,
    IndexUnsigned,
    SignedToFloat,
    UnsignedToFloat,
    FloatToSigned,
    FloatToUnsigned,
    ExtendFloat,
    TruncateFloat,
    /// To another format of the same width.
    ConvertFloat,
    Bits,
}

/// Mathematical functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    AbsFloat,
    AbsInteger,
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atan2,
    Atanh,
    Cbrt,
    Ceil,
    CopySign,
    Cos,
    Cosh,
    Erf,
    Erfc,
    Exp,
    Exp2,
    ExpM1,
    Floor,
    /// The product of the first two operands and the third, rounded once.
    Fma,
    LeadingZeros,
    Ln,
    Ln1p,
    Log10,
    Log2,
    Pow,
    Ones,
    Round,
    RoundEven,
    Rsqrt,
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh,
    TrailingZeros,
    Trunc,
}

impl Semantics {
    /// Whether the operands may change places.
    pub fn commutes(self) -> bool {
        Combining::of(self).is_some()
    }
}
