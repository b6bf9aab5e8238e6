//! The obligations that a proof may leave open, and what else ends a comparison without a verdict.

use std::fmt;

/// Why two functions are neither proven equal nor shown to differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inconclusive {
    /// No function of that name is there.
    NotFound,
    OnlyInFirst,
    OnlyInSecond,
    /// One of the two is written in operations that cannot be run.
    Unreadable {
        is_second: bool,
        what: String,
    },
    /// A declaration.
    NoBody,
    OtherTypes,
    /// Arguments of a type without values that can be made.
    Arguments(String),
    ArgumentsTooLarge,
    TooManySteps,
    /// The comparison was ended.
    Unfinished,
    /// A panic of this program.
    Defect,
    /// The first program is undefined wherever it was run, by this cause.
    NeverDefined {
        cause: Option<String>,
    },
    /// A program ends before its time.
    Fault {
        is_second: bool,
        cause: String,
    },
    /// The sizes that were run do not cover all, because of this.
    NotCovered {
        cause: Option<String>,
    },

    // Obligations on terms.
    /// Unknown functions or operations run in the same order on the same values.
    SameEffects,
    /// Elements are computed by the same term.
    SameElements,
    /// Both return the same memory.
    SameMemory,
    /// Both end the same memory.
    SameLifetimes,
    /// The second program writes what the first writes.
    SecondWrites,
    /// The first program writes what it leaves.
    FirstWrites,
    /// Both write what they leave.
    BothWrite,
    /// The second program reads inside memory.
    ReadsInside {
        cause: String,
    },
    /// The second program divides only where the first does.
    SameDivisions,

    // Obligations on relations between iterations.
    TooManyRelationSteps,
    /// A function is not read as it is written.
    NotAsWritten,
    /// What a function does that relations do not describe.
    NoRelation(String),
    /// The second program assumes no more than the first.
    NoWrap,
    /// The second program stays inside memory.
    InsideMemory,
    /// The second program allocates sizes that are not negative.
    NoNegativeSize,
    /// The second program divides by no zero where the first does not.
    NoZeroDivisor,
    /// Both hand the same things to their caller.
    SameResults,
    /// Two values are the same in all iterations.
    SameValues(String),
}

use Inconclusive::*;

impl fmt::Display for Inconclusive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |f: &mut fmt::Formatter<'_>, what: &str, cause: &Option<String>| match cause {
            Some(cause) => write!(f, "{what}: {cause}"),
            None => f.write_str(what),
        };
        f.write_str(match self {
            NotFound => "it is not found",
            OnlyInFirst => "it is in the first file only",
            OnlyInSecond => "it is in the second file only",
            Unreadable { is_second, what } => return write!(f, "{} has {what}", program(*is_second)),
            NoBody => "there is no body to look at",
            OtherTypes => "the two have different types",
            Arguments(what) | NoRelation(what) | SameValues(what) => what,
            ArgumentsTooLarge => "the arguments are too large",
            TooManySteps => "it takes too many steps",
            Unfinished => "it was not compared to the end",
            Defect => "comparing it fails, which is a defect of this program",
            NeverDefined { cause } => return with(f, "the first program is never defined", cause),
            Fault { is_second, cause } => return write!(f, "{}: {cause}", program(*is_second)),
            NotCovered { cause } => {
                let what = "no difference on small sizes, but not all sizes are covered by what was run";
                return with(f, what, cause);
            }
            SameEffects => {
                "unknown functions or operations are not shown to run in the same order on the same values"
            }
            SameElements => {
                "an element is computed in another way, and no input was found on which it differs"
            }
            SameMemory => "the two return different memory",
            SameLifetimes => "only one of the two ends memory that others see",
            SecondWrites => "the second program leaves what nobody has written",
            FirstWrites => "the first program leaves what nobody has written",
            BothWrite => "an element that the caller sees holds what nobody has written",
            ReadsInside { cause } => return write!(f, "the second program reads {cause}"),
            SameDivisions => "the second program divides where the first does not, perhaps by zero",
            TooManyRelationSteps => "the relations between the iterations take too many steps",
            NotAsWritten => "a function is not read as it is written",
            NoWrap => "the second function assumes of more integers that they do not wrap",
            InsideMemory => "the second program may leave its memory where the first does not",
            NoNegativeSize => "the second program may allocate memory of a negative size",
            NoZeroDivisor => "the second program may divide by zero where the first does not",
            SameResults => "the two hand other things to their caller",
        })
    }
}

fn program(is_second: bool) -> &'static str {
    if is_second { "the second program" } else { "the first program" }
}
