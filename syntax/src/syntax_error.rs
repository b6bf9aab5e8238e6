//! Syntax errors.

use std::fmt;

use crate::{
    SyntaxElement,
    SyntaxKind::{self, *},
    SyntaxNode, TextRange,
};

/// A place where the text leaves the grammar.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SyntaxError {
    pub code: SyntaxErrorCode,
    pub range: TextRange,
    pub message: String,
    /// The expected syntax, where that is the message.
    pub expected: Option<Expected>,
    /// The kind of the opening bracket whose partner is missing here, if that is the error.
    pub(crate) closes: Option<SyntaxKind>,
}

/// The syntax that is expected in place of something else.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expected {
    Token(Box<str>),
    /// A token, and the words after it.
    TokenAnd(Box<str>, Box<str>),
    Operation,
    /// Anything else, in words.
    Other(Box<str>),
}

impl Expected {
    /// The token that has to be there, alone or at first.
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Token(token) | Self::TokenAnd(token, _) => Some(token),
            Self::Operation | Self::Other(_) => None,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => write!(f, "'{token}'"),
            Self::TokenAnd(token, rest) => write!(f, "'{token}'{rest}"),
            Self::Operation => f.write_str("an operation"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

/// Words; a token in quotes may be at their beginning.
impl From<&str> for Expected {
    fn from(words: &str) -> Self {
        match words.strip_prefix('\'').and_then(|it| it.split_once('\'')) {
            Some((token, "")) => Self::Token(token.into()),
            Some((token, rest)) => Self::TokenAnd(token.into(), rest.into()),
            None => Self::Other(words.into()),
        }
    }
}

/// How far back an opening bracket is looked for: a place that helps is near.
const MAX_STEPS_BACK: usize = 4096;

impl SyntaxError {
    /// Where the bracket opens that is not closed where this error is, in the tree that the error belongs to.
    pub fn opening_bracket(&self, root: &SyntaxNode) -> Option<TextRange> {
        let opening = self.closes?;
        let mut before = root.token_at_offset(self.range.start()).left_biased()?;
        // Text between the last token of a node and this place belongs to a node around.
        while before.kind().is_trivia() || before.text_range().start() == self.range.start() {
            // The tree's own links stop at nodes without text.
            let start = before.text_range().start();
            before =
                root.token_at_offset(start).left_biased().filter(|it| it.text_range().start() < start)?;
        }
        let mut element = SyntaxElement::Token(before);
        let mut closed = 0;
        for _ in 0..MAX_STEPS_BACK {
            if element.kind() == opening {
                if closed == 0 {
                    let next = |it: &SyntaxElement| it.next_sibling_or_token();
                    let mut after = std::iter::successors(next(&element), next).take(MAX_STEPS_BACK);
                    let is_closed = after.any(|it| it.kind() == closing(opening));
                    return (!is_closed).then(|| element.text_range());
                }
                closed -= 1;
            } else if element.kind() == closing(opening) && element.text_range().end() <= self.range.start() {
                closed += 1;
            }
            element = match element.prev_sibling_or_token() {
                Some(previous) => previous,
                None => {
                    closed = 0;
                    element.parent()?.into()
                }
            };
        }
        None
    }
}

fn closing(opening: SyntaxKind) -> SyntaxKind {
    match opening {
        L_PAREN => R_PAREN,
        L_BRACKET => R_BRACKET,
        L_BRACE => R_BRACE,
        _ => R_ANGLE,
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}: {}", self.range, self.code.as_str(), self.message)
    }
}

macro_rules! codes {
    ($($name:ident = $text:literal,)*) => {
        /// The kind of a [`SyntaxError`]; its text is the stable code of the diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SyntaxErrorCode { $($name,)* }

        impl SyntaxErrorCode {
            pub const ALL: &[SyntaxErrorCode] = &[$(SyntaxErrorCode::$name,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

impl SyntaxErrorCode {
    /// Whether the text is in a spelling that MLIR took once: it is read as it was meant then.
    pub fn is_legacy(self) -> bool {
        matches!(self, Self::LegacyInlineMap | Self::LegacyInlineSet)
    }
}

codes! {
    ExpectedToken = "expected-token",
    UnexpectedCharacter = "unexpected-character",
    UnterminatedRegion = "unterminated-region",
    NestingTooDeep = "nesting-too-deep",
    AliasNameHasDot = "alias-name-has-dot",
    AliasNotAtTopLevel = "alias-not-at-top-level",
    AliasMissingEquals = "alias-missing-equals",
    LegacyInlineMap = "legacy-inline-map",
    LegacyInlineSet = "legacy-inline-set",
    MapSetBodyMismatch = "map-set-body-mismatch",
    AffineMissingArrow = "affine-missing-arrow",
    AffineMissingDimensionList = "affine-missing-dimension-list",
    AffineMissingResultParentheses = "affine-missing-result-parentheses",
    AffineInvalidIdentifier = "affine-invalid-identifier",
    AffineReservedIdentifier = "affine-reserved-identifier",
    AffineUndeclaredIdentifier = "affine-undeclared-identifier",
    AffineMissingOperand = "affine-missing-operand",
    AffineEmptyParentheses = "affine-empty-parentheses",
    AffineUnbalancedParentheses = "affine-unbalanced-parentheses",
    AffineUnknownOperator = "affine-unknown-operator",
    AffineInvalidLiteral = "affine-invalid-literal",
    SetConstraintMissing = "set-constraint-missing",
    SetConstraintOperator = "set-constraint-operator",
    SetChainedComparison = "set-chained-comparison",
    SsaValueInMap = "ssa-value-in-map",
    BareIdentifierInSubscript = "bare-identifier-in-subscript",
    SubscriptSymbolSyntax = "subscript-symbol-syntax",
    MissingSubscript = "missing-subscript",
    ExpressionNotAllowed = "expression-not-allowed",
    DimensionListSyntax = "dimension-list-syntax",
    UnknownType = "unknown-type",
    FunctionArgumentSyntax = "function-argument-syntax",
    GenericOperandTypeCount = "generic-operand-type-count",
    UnexpectedTypeSuffix = "unexpected-type-suffix",
    ForBoundWrongMinmax = "for-bound-wrong-minmax",
    ForBoundMissingOperands = "for-bound-missing-operands",
    ForBoundMultipleValues = "for-bound-multiple-values",
    ForBoundInvalidLiteral = "for-bound-invalid-literal",
    ForStepNotConstant = "for-step-not-constant",
    ForInductionVariableSyntax = "for-induction-variable-syntax",
    ForIterArgsMissingTypes = "for-iter-args-missing-types",
    ForResultsWithoutIterArgs = "for-results-without-iter-args",
    ForClauseOrder = "for-clause-order",
    LoopAttributePosition = "loop-attribute-position",
    LoopBlockLabel = "loop-block-label",
    YieldTypeList = "yield-type-list",
    IfConditionNotSet = "if-condition-not-set",
    IfElseIf = "if-else-if",
    VectorTypeRequired = "vector-type-required",
    PrefetchRwSpecifier = "prefetch-rw-specifier",
    PrefetchCacheSpecifier = "prefetch-cache-specifier",
    PrefetchSyntax = "prefetch-syntax",
    ParallelMinmaxPosition = "parallel-minmax-position",
    ParallelReductionSyntax = "parallel-reduction-syntax",
    ParallelSyntax = "parallel-syntax",
    LinearizeSyntax = "linearize-syntax",
    SsaNameIncludesMinus = "ssa-name-includes-minus",
    DmaNoAttributeDict = "dma-no-attribute-dict",
    IndexLiteralOperand = "index-literal-operand",
    ScfForMissingStep = "scf-for-missing-step",
    CallTypeList = "call-type-list",
}
